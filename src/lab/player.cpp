#include "lab/player.hpp"
#include "ask/common_fields.hpp"
#include "base/file.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "lab/remote.hpp"
#include "lab/settings.hpp"
#include "search/clock.hpp"

namespace tavoliere {
namespace {

// Follows the game on a session of its own.
class OwnPlayer : public Player {
public:
    Expected<void> prepare(const std::atomic<bool>&) override { return {}; }
    std::optional<Forfeit> begin(const Beginning& game, const std::atomic<bool>&) override {
        session = game.game.copy();
        random = Random(game.seed);
        return {};
    }
    void played(const std::string& move) override { (void)session->play(move); }

protected:
    std::unique_ptr<GameSession> session;
    Random random{0};
};

class RandomPlayer final : public OwnPlayer {
    std::expected<Answer, Forfeit> choose(const Turn&, const std::atomic<bool>&) override {
        const auto moves = session->moves();
        return Answer{moves[std::size_t(random.below(int(moves.size())))].text};
    }
};

class GreedyPlayer final : public OwnPlayer {
    std::expected<Answer, Forfeit> choose(const Turn&, const std::atomic<bool>&) override {
        return Answer{session->greedy(random.next())};
    }
};

class EnginePlayer final : public OwnPlayer {
public:
    EnginePlayer(const PlayerSetup& setup, const GameSession& game)
        : limits_(setup.limits), network_(setup.network), tables_(setup.tables), start_(game) {}
    Expected<void> prepare(const std::atomic<bool>&) override { return equip(*start_.copy()); }
    std::optional<Forfeit> begin(const Beginning& game, const std::atomic<bool>& stop) override {
        auto forfeited = OwnPlayer::begin(game, stop);
        if (auto equipped = equip(*session); !equipped) return Forfeit{forfeit::none_of_its_own, equipped.error().text};
        return forfeited;
    }

private:
    std::expected<Answer, Forfeit> choose(const Turn& turn, const std::atomic<bool>& stop) override {
        Limits limits = limits_;
        if (turn.timed) {
            const double share = share_of_clock(turn.left[session->view().turn == 'o'], turn.increment);
            limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, share) : share;
        }
        limits.seed = random.next();
        const ThoughtView found = session->think(limits, [](const ThoughtView&) {}, stop);
        return Answer{found.lines.front().moves.front(), found.lines.front().score};
    }

    Expected<void> equip(GameSession& player) const {
        if (auto used = player.use_network(network_); !used) return used;
        return player.use_tables(tables_);
    }

    const Limits limits_;
    const std::string network_, tables_;
    const GameSession& start_;
};

// What can be said of our own searches: the name, a colon, and these; of alpha-beta the search's parameters too. The limits can be
// said of any player.
template <class R, auto... limits>
constexpr std::array limits_said = {with_name(seconds_field<R, limits..., &Limits::seconds>, "time"),
                                    nodes_field<R, limits..., &Limits::nodes>,
                                    depth_field<R, limits..., &Limits::depth>};
constexpr auto limit_settings = limits_said<Limits>;

using Setup = PlayerSetup;
constexpr auto limits_of = &Setup::limits;
constexpr auto tree_of = [](Limits& limits) -> MonteCarlo& { return *limits.monte_carlo; };
constexpr Field hash_setting = hash_field<Setup, limits_of, &Limits::hash_mb>,
                network_setting = network_field<Setup, &Setup::network>,
                explore_setting = field<Setup, limits_of, tree_of, &MonteCarlo::exploration>(
                    "explore", DecimalRange{0, 100},
                    {"how far what is uncertain is preferred", "quanto si preferisce l'incerto"});
constexpr auto engine_limits = limits_said<Setup, limits_of>;
constexpr std::array tree_settings = {engine_limits[0], engine_limits[1], hash_setting, explore_setting}; // no depth
constexpr auto engine_settings =
    joined(engine_limits, std::array{hash_setting, level_field<Setup, limits_of, &Limits::level>,
                                     strength_field<Setup, limits_of, &Limits::strength>,
                                     threads_field<Setup, limits_of, &Limits::threads>, network_setting,
                                     field<Setup, &Setup::tables>("tables", FileName{"FOLDER"},
                                                                  {"a folder that is there", "una cartella che c'è"})});
constexpr auto mcts_settings =
    joined(tree_settings,
           std::array{network_setting,
                      field<Setup, limits_of, tree_of, &MonteCarlo::unit>(
                          "unit", DecimalRange{1, 10000},
                          {"of estimates, as shares of the points", "delle stime, come parti dei punti"}),
                      field<Setup, limits_of, tree_of, &MonteCarlo::temperature>(
                          "temperature", DecimalRange{0.001, 100}, {"of the prior", "delle probabilità iniziali"})});
Expected<bool> set_search_parameter(void* setup, std::string_view name, std::string_view value) {
    const ParameterInfo* const info = find_parameter(name);
    if (!info) return false;
    if (change_parameter(static_cast<Setup*>(setup)->limits.changes, name, value)) return true;
    return problem(std::string(info->name) + ": " + not_a_number(value, info->least, info->most));
}

// Parts a command as a shell does: blanks part words, but not between quotes of either kind or after a backslash.
Expected<std::vector<std::string>> words_of_command(std::string_view text) {
    std::vector<std::string> words;
    bool inside = false; // a word
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (!quote && (c == ' ' || c == '\t')) {
            inside = false;
            continue;
        }
        if (!inside) words.emplace_back();
        inside = true;
        if (c == quote)
            quote = 0;
        else if (!quote && (c == '"' || c == '\''))
            quote = c;
        else if (c == '\\' && quote != '\'' && i + 1 < text.size())
            words.back() += text[++i];
        else
            words.back() += c;
    }
    if (quote) return problem("player: a quote in " + in_quotes(text) + " is not closed");
    if (words.empty()) return problem("player: the command is missing, as in uai:path/to/engine");
    return words;
}

// One of our own searches, by its name.
struct Searcher {
    std::string_view name;
    std::span<const Field> settings;
    std::size_t hash_mb;
    std::optional<MonteCarlo> monte_carlo;
};
constexpr Searcher searchers[] = {
    {"engine", engine_settings, 16, {}},
    {"uct", tree_settings, 256, plain_uct},
    {"mcts", mcts_settings, 256, judged_tree},
};
const Searcher* find_searcher(std::string_view name) {
    const auto s = std::find_if(std::begin(searchers), std::end(searchers),
                                [&](const Searcher& known) { return known.name == name; });
    return s == std::end(searchers) ? nullptr : s;
}

// "engine", or "engine:" and settings.
Expected<void> read_searcher(const Searcher& searcher, std::string_view spec, PlayerSetup& setup) {
    setup.kind = PlayerSetup::Kind::engine;
    setup.limits.hash_mb = searcher.hash_mb;
    setup.limits.monte_carlo = searcher.monte_carlo;
    std::string_view rest = spec;
    if (take(rest, searcher.name) && rest.empty()) return {};
    take(rest, ":");
    OtherSettings others;
    if (!searcher.monte_carlo) others = {.names = parameter_names(), .set = set_search_parameter};
    auto read = read_settings("player", rest, searcher.settings, &setup, others);
    if (read && !setup.tables.empty() && !is_folder(setup.tables))
        return problem("player: tables: " + in_quotes(setup.tables) + " is no folder");
    return read;
}

Expected<void> read_options(const PlayerPlan& plan, PlayerSetup& setup) {
    if (!plan.options.empty() && setup.kind != PlayerSetup::Kind::remote)
        return problem("player: options are for engines behind a protocol, and " + in_quotes(plan.spec) +
                       " has its settings after the colon");
    for (const std::string& option : plan.options) {
        const auto equals = option.find('=');
        if (equals == 0 || equals == std::string::npos)
            return problem("player: " + in_quotes(option) + " is no option; it is NAME=VALUE, as in Hash=16");
        setup.options.push_back({option.substr(0, equals), option.substr(equals + 1)});
    }
    return {};
}

}

Expected<PlayerSetup> read_player(const PlayerPlan& plan) {
    // They stand in records and reports.
    for (const std::string* text : {&plan.spec, &plan.limits, &plan.name})
        if (const auto plain = need_one_line("player", *text); !plain) return std::unexpected(plain.error());
    for (const std::string& option : plan.options)
        if (const auto plain = need_one_line("player", option); !plain) return std::unexpected(plain.error());
    PlayerSetup setup;
    setup.name = plan.name.empty() ? plan.spec : plan.name;
    const std::string_view spec = plan.spec;
    const auto colon = spec.find(':');
    setup.dialect = colon == std::string_view::npos ? nullptr : find_remote_dialect(spec.substr(0, colon));
    if (setup.dialect) {
        setup.kind = PlayerSetup::Kind::remote;
        auto command = words_of_command(spec.substr(colon + 1));
        if (!command) return std::unexpected(command.error());
        setup.command = std::move(*command);
    } else if (const Searcher* searcher = find_searcher(spec.substr(0, colon))) {
        if (const auto read = read_searcher(*searcher, spec, setup); !read) return std::unexpected(read.error());
    } else if (spec == "greedy") {
        setup.kind = PlayerSetup::Kind::greedy;
    } else if (spec != "random") {
        return problem(
            "player: " + in_quotes(spec) +
            " is none; there are random, greedy, engine:time=0.05, uct:time=0.05, mcts:time=0.05, and uai:, ugi: or "
            "uci: and a command");
    }
    if (!plan.limits.empty())
        if (const auto read = read_settings("player", plan.limits, limit_settings, &setup.limits); !read)
            return std::unexpected(read.error());
    if (setup.limits.monte_carlo && setup.limits.depth)
        return problem("player: depth ends no Monte-Carlo search; give " + in_quotes(plan.spec) + " time=… or nodes=…");
    if (const auto read = read_options(plan, setup); !read) return std::unexpected(read.error());
    return setup;
}

bool lacks_limit(const PlayerSetup& setup) {
    const Limits& l = setup.limits;
    return setup.kind >= PlayerSetup::Kind::engine && !(l.seconds > 0 || l.depth || l.nodes || l.level || l.strength);
}

std::unique_ptr<Player> make_player(const PlayerSetup& setup, const GameSession& game, const PlayerCare& care) {
    switch (setup.kind) {
    case PlayerSetup::Kind::random: return std::make_unique<RandomPlayer>();
    case PlayerSetup::Kind::greedy: return std::make_unique<GreedyPlayer>();
    case PlayerSetup::Kind::engine: return std::make_unique<EnginePlayer>(setup, game);
    case PlayerSetup::Kind::remote: break;
    }
    return std::make_unique<RemotePlayer>(setup, game, care);
}

}
