#include "lab/player.hpp"
#include "base/file.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "lab/remote.hpp"
#include "lab/settings.hpp"
#include "search/bounds.hpp"
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

// The words of a setting name its bound: these are those of search/bounds.hpp.
static_assert(most_search_depth == 120 && most_hash_mb == 65'536 && most_search_threads == 256);

// When a player's move ends: of all who search.
constexpr Setting<Limits> limit_settings[] = {
    {"time", "time=SECONDS from 0.001 to 3600",
     [](Limits& l, std::string_view v) { return set_number(l.seconds, v, least_search_seconds, 3600.0); }},
    {"depth", "depth=N from 1 to 120",
     [](Limits& l, std::string_view v) { return set_number(l.depth, v, 1, most_search_depth); }},
    {"nodes", "nodes=N from 1", [](Limits& l, std::string_view v) { return set_number(l.nodes, v, 1, ~0ull); }},
};
template <std::size_t Which> bool set_limit(PlayerSetup& s, std::string_view value) {
    return limit_settings[Which].set(s.limits, value);
}
template <std::size_t Which>
constexpr Setting<PlayerSetup> limit_setting{limit_settings[Which].name, limit_settings[Which].right, set_limit<Which>};
constexpr Setting<PlayerSetup> hash_setting{"hash", "hash=MB from 1 to 65536", [](PlayerSetup& s, std::string_view v) {
                                                return set_number(s.limits.hash_mb, v, 1, most_hash_mb);
                                            }};
constexpr Setting<PlayerSetup> network_setting{
    "network", "network=own, none or a file",
    [](PlayerSetup& s, std::string_view v) { return !(s.network = v).empty(); }};
constexpr Setting<PlayerSetup> explore_setting{
    "explore", "explore=C from 0 to 100",
    [](PlayerSetup& s, std::string_view v) { return set_number(s.limits.monte_carlo->exploration, v, 0.0, 100.0); }};

// What can be said of our own searches: the name, a colon, and these; of alpha-beta the search's parameters too.
constexpr Setting<PlayerSetup> engine_settings[] = {
    limit_setting<0>,
    limit_setting<1>,
    limit_setting<2>,
    hash_setting,
    {"level", "level=N from 1 to 8",
     [](PlayerSetup& s, std::string_view v) { return set_number(s.limits.level, v, 1, most_level); }},
    {"strength", "strength=S from -10 to 30",
     [](PlayerSetup& s, std::string_view v) {
         return set_number(s.limits.strength.emplace(), v, least_strength, most_strength);
     }},
    {"threads", "threads=N from 1 to 256",
     [](PlayerSetup& s, std::string_view v) { return set_number(s.limits.threads, v, 1, most_search_threads); }},
    network_setting,
    {"tables", "tables=DIRECTORY, one that is there",
     [](PlayerSetup& s, std::string_view v) { return is_folder(s.tables = v); }},
};
constexpr Setting<PlayerSetup> uct_settings[] = {limit_setting<0>, limit_setting<2>, hash_setting, explore_setting};
constexpr Setting<PlayerSetup> mcts_settings[] = {
    limit_setting<0>,
    limit_setting<2>,
    hash_setting,
    explore_setting,
    network_setting,
    {"unit", "unit=N from 1 to 10000",
     [](PlayerSetup& s, std::string_view v) { return set_number(s.limits.monte_carlo->unit, v, 1.0, 10000.0); }},
    {"temperature", "temperature=T from 0.001 to 100",
     [](PlayerSetup& s, std::string_view v) { return set_number(s.limits.monte_carlo->temperature, v, 0.001, 100.0); }},
};
Expected<bool> set_search_parameter(PlayerSetup& s, std::string_view name, std::string_view value) {
    const ParameterInfo* const info = find_parameter(name);
    if (!info) return false;
    if (change_parameter(s.limits.changes, name, value)) return true;
    return problem(std::string(info->name) + "=N from " + std::to_string(info->least) + " to " +
                   std::to_string(info->most));
}
OtherSettings<PlayerSetup> search_parameters() { return {.names = parameter_names(), .set = set_search_parameter}; }

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
    std::span<const Setting<PlayerSetup>> settings;
    std::size_t hash_mb;
    std::optional<MonteCarlo> monte_carlo;
};
constexpr Searcher searchers[] = {
    {"engine", engine_settings, 16, {}},
    {"uct", uct_settings, 256, plain_uct},
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
    if (searcher.monte_carlo) return read_settings<PlayerSetup>("player", rest, searcher.settings, setup);
    return read_settings<PlayerSetup>("player", rest, searcher.settings, setup, search_parameters());
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
        if (const auto read = read_settings<Limits>("player", plan.limits, limit_settings, setup.limits); !read)
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
