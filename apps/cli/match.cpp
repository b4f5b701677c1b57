// match: two players against each other, many times, and what that says about their strength.
#include "ask/json.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "common.hpp"
#include "lab/tournament.hpp"
#include <cmath>
#include <exception>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

using End = MatchReport::End;

struct MatchOptions {
    MatchPlan plan;
    std::string limits, openings, clock, sprt, draw, resign, log;
    std::optional<int> opening_plies;
    bool json = false;
    const CLI::App* command = nullptr;
};

const std::string& name_of(const PlayerPlan& p) { return p.name.empty() ? p.spec : p.name; }

std::string elo_text(const MatchScore& score) {
    const auto d = elo(score);
    if (!d) return "";
    if (std::isinf(d->value)) return d->value > 0 ? ", Elo +inf" : ", Elo -inf";
    return std::isinf(d->error) ? fmt::format(", Elo {:+.0f}", d->value)
                                : fmt::format(", Elo {:+.0f} ± {:.0f}", d->value, d->error);
}

std::string games_text(int n) { return n == 1 ? "1 game" : fmt::format("{} games", n); }

std::string score_text(const MatchScore& s) {
    if (s.games() == 0) return "no game was played";
    return fmt::format("{}: {} won, {} drawn, {} lost, {:.1f} %{}", games_text(s.games()), s.wins, s.draws, s.losses,
                       100 * s.share(), elo_text(s));
}

std::string sprt_text(const Sprt& sprt, double llr) {
    const char* says = llr >= sprt.upper()   ? "elo1 is accepted"
                       : llr <= sprt.lower() ? "elo0 is accepted"
                                             : "undecided";
    return fmt::format("SPRT of {:g} against {:g} Elo: LLR {:.2f} ({:.2f} to {:.2f}), {}", sprt.elo0, sprt.elo1, llr,
                       sprt.lower(), sprt.upper(), says);
}

std::string counts_text(const std::map<std::string, int>& counts) {
    std::string out;
    for (const auto& [what, n] : counts) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", what, n);
    return out;
}

// What lies behind the score, a line each.
std::string table_text(const MatchOptions& o, const GameSession& start, const MatchReport& r) {
    const auto colours = start.info().colour_names();
    const auto& p = r.score.pairs;
    std::string out =
        fmt::format("  pairs with 0, 1/2, 1, 3/2, 2 points   {}, {}, {}, {}, {}\n", p[0], p[1], p[2], p[3], p[4]);
    out +=
        fmt::format("  won by either colour                  {} {}, {} {}\n", colours[0], r.x_won, colours[1], r.o_won);
    out += fmt::format("  how the games ended                   {}\n", counts_text(r.ends));
    for (std::size_t i : {0u, 1u})
        if (!r.forfeits[i].empty())
            out += fmt::format("  lost by faults of {:<20}{}\n", i == 0 ? "the first" : "the second",
                               counts_text(r.forfeits[i]));
    if (r.resumed) out += fmt::format("  in the records already                {}\n", games_text(r.resumed));
    if (r.llr) out += "  " + sprt_text(*o.plan.sprt, *r.llr) + "\n";
    return out;
}

std::string counts_json(const std::map<std::string, int>& counts) {
    JsonObject out;
    for (const auto& [what, n] : counts) out.add(what, n);
    return out.text();
}

std::string_view end_name(End end) {
    switch (end) {
    case End::complete: return "complete";
    case End::decided: return "sprt";
    case End::stopped: return "interrupted";
    case End::aborted: break;
    }
    return "aborted";
}

std::string score_json(const MatchOptions& o, const std::string& variant, const MatchReport& r) {
    const MatchScore& s = r.score;
    JsonObject out;
    out.add("game", variant).add("first", name_of(o.plan.first)).add("second", name_of(o.plan.second));
    if (r.resumed) out.add("resumed", r.resumed);
    out.add("games", s.games()).add("wins", s.wins).add("draws", s.draws).add("losses", s.losses);
    if (s.games()) out.add("share", s.share());
    if (const auto d = elo(s)) {
        if (std::isinf(d->value))
            out.add("elo", d->value > 0 ? "inf" : "-inf");
        else
            out.add("elo", d->value);
        if (!std::isinf(d->error)) out.add("error", d->error);
    }
    out.raw("pairs", json_array(s.pairs, [](int n) { return std::to_string(n); }));
    out.raw("won", JsonObject().add("x", r.x_won).add("o", r.o_won).text()).raw("ends", counts_json(r.ends));
    out.raw("forfeits",
            JsonObject().raw("first", counts_json(r.forfeits[0])).raw("second", counts_json(r.forfeits[1])).text());
    if (r.llr)
        out.raw("sprt", JsonObject()
                            .add("llr", *r.llr)
                            .add("lower", o.plan.sprt->lower())
                            .add("upper", o.plan.sprt->upper())
                            .text());
    return out.add("end", end_name(r.end)).text();
}

std::string game_json(const PlayedGame& g) {
    JsonObject out;
    out.add("number", g.number + 1).add("x", g.first_is_x ? "first" : "second");
    if (g.start != "startpos") out.add("start", g.start);
    out.add("opening", g.opening).raw("moves", json_strings(g.moves)).raw("result", to_json(std::optional(g.result)));
    if (!g.detail.empty()) out.add("detail", g.detail);
    return out.text();
}

std::string shell_word(const std::string& text) {
    if (!text.empty() &&
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%") ==
            std::string::npos)
        return text;
    std::string out = "'";
    for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

// The command that goes on with this match.
std::string resuming(const CLI::App& command) {
    std::string out = "tavoliere match";
    for (const CLI::Option* option : command.get_options([](const CLI::Option* o) { return o->count() > 0; })) {
        if (option->get_name() == "--resume") continue;
        const bool flag = option->get_expected_max() == 0;
        for (const std::string& value : option->results()) {
            if (!option->get_positional() || !option->get_lnames().empty()) out += " " + option->get_name();
            if (!flag) out += " " + shell_word(value);
        }
    }
    return out + " --resume";
}

// Gives a player that searches, and has no limits of its own, those of both. Ours has them in its name.
void limit(PlayerPlan& player, const std::string& limits) {
    const auto setup = read_player(player);
    if (!setup) return; // what is wrong will be said
    if (setup->kind == PlayerSetup::Kind::engine) tell_renamed(player.spec);
    if (lacks_limit(*setup)) player.limits = limits;
    if (setup->kind == PlayerSetup::Kind::engine && !player.limits.empty())
        player.spec += (player.spec.contains(':') ? "," : ":") + std::exchange(player.limits, std::string());
}

std::vector<NamedFile> files_read(const MatchOptions& o) {
    std::vector<NamedFile> files{{"--openings", o.openings}};
    for (const auto& [option, plan] : {std::pair("--first", &o.plan.first), std::pair("--second", &o.plan.second)}) {
        const auto setup = read_player(*plan);
        if (!setup) continue; // what is wrong will be said
        files.push_back({option, setup->network});
        if (!setup->command.empty()) files.push_back({option, setup->command[0]});
    }
    return files;
}

// Reads what CLI11 does not: texts of ours, and files.
void complete(MatchOptions& o) {
    MatchPlan& p = o.plan;
    if (o.limits.empty() && o.clock.empty()) o.limits = "time=0.1";
    for (PlayerPlan* player : {&p.first, &p.second}) limit(*player, o.limits);
    need_apart({{"--records", p.records}, {"--engine-log", o.log}}, files_read(o));
    p.pauses = &pauses();
    if (!o.openings.empty()) p.openings = need(read_whole(o.openings, file_kind::openings));
    if (!o.openings.empty() && p.openings.empty()) fail("--openings: " + in_quotes(o.openings) + " is empty");
    p.opening_plies = o.opening_plies.value_or(o.openings.empty() ? 2 : 0);
    if (!o.clock.empty()) p.clock = need(read_clock(o.clock));
    if (!o.sprt.empty()) p.sprt = need(read_sprt(o.sprt));
    if (!o.draw.empty()) p.adjudication.draw = need(read_draw(o.draw));
    if (!o.resign.empty()) p.adjudication.resign = need(read_resign(o.resign));
    if (p.resume && p.records.empty()) fail("--resume: it continues a file of records; name the file with --records");
    if (!o.log.empty()) {
        auto log = open_stream(o.log);
        if (!log) fail("--engine-log: " + log.error().text);
        p.log = log->release(); // until the program ends
    }
}

// On the terminal's last line while games are played; faults of engines stay above it.
void show(const MatchOptions& o, const PlayedGame& game, const MatchReport& r) {
    if (!game.detail.empty())
        fmt::print(stderr, "game {}: {} lost, {}: {}\n", game.number + 1,
                   name_of((game.result.winner == Winner::x) == game.first_is_x ? o.plan.second : o.plan.first),
                   game.result.reason, printable(game.detail));
    const MatchScore& s = r.score;
    show_progress(fmt::format("{}  {}-{}-{}, {:.1f} %{}", bar(std::uint64_t(s.games()), std::uint64_t(o.plan.games)),
                              s.wins, s.draws, s.losses, 100 * s.share(),
                              r.llr ? fmt::format(", LLR {:.2f}", *r.llr) : ""));
}

void match(MatchOptions& o) {
    const auto start = need(open(o.plan.variant));
    complete(o);
    std::exception_ptr unwritten; // it must not leave through the threads of the match
    const auto report = [&](const PlayedGame& game, const MatchReport& r) {
        try {
            end_progress();
            if (o.json) fmt::print("{}\n", game_json(game));
            show(o, game, r);
        } catch (...) {
            unwritten = std::current_exception();
            interrupted() = true;
        }
    };
    const MatchReport r = need(play_match(o.plan, report, interrupted()));
    if (unwritten) std::rethrow_exception(unwritten);
    end_progress();
    if (r.cut_off) fmt::print(stderr, "{} bytes of an unfinished game were cut off the records\n", r.cut_off);
    if (o.json)
        fmt::print("{}\n", score_json(o, start->variant(), r));
    else
        fmt::print("{}: {} against {}, {}\n{}", start->variant(), name_of(o.plan.first), name_of(o.plan.second),
                   score_text(r.score), r.score.games() ? table_text(o, *start, r) : "");
    if (r.end == End::aborted) fail("the match was given up: " + r.why, 1);
    if (r.end == End::stopped)
        fail(o.plan.records.empty() ? "interrupted; without --records no game was kept"
                                    : "interrupted; go on with: " + resuming(*o.command),
             1);
}

void add_player(CLI::App& command, const std::string& which, PlayerPlan& plan) {
    command
        .add_option("--" + which, plan.spec,
                    "random, greedy, engine or engine:depth=4, uct, mcts, or uai:, ugi:, uci: and a command")
        ->capture_default_str();
    command.add_option("--" + which + "-limit", plan.limits,
                       "limits for each of its moves: time=SECONDS,nodes=N,depth=N");
    command
        .add_option("--" + which + "-option", plan.options,
                    "NAME=VALUE, an option of somebody's engine; may be given more than once")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command.add_option("--" + which + "-name", plan.name, "its name in reports and records")->check(one_line());
}

}

void add_match(CLI::App& app) {
    auto* command = app.add_subcommand("match", "play two players against each other many times");
    auto o = std::make_shared<MatchOptions>();
    o->command = command;
    MatchPlan& p = o->plan;
    p.first.spec = p.second.spec = "engine";
    command->add_option("GAME", p.variant, "a game or variant")->required();
    add_player(*command, "first", p.first);
    add_player(*command, "second", p.second);
    command->add_option("--limit", o->limits,
                        "limits of each player that has none of its own; by default time=0.1, unless there is a clock");
    command->add_option("--clock", o->clock, "SECONDS+INCREMENT for a game and each move, as in 60+0.6");
    command->add_option("--margin", p.margin, "seconds that a move may come late")
        ->check(between(0, 60))
        ->capture_default_str();
    command->add_option("--games", p.games, "the number of games; each opening is played with both colours")
        ->check(whole(1, 1000000))
        ->capture_default_str();
    command->add_option("--openings", o->openings, "a file with a position or moves on each line");
    command->add_flag("--shuffle", p.shuffled, "use the openings in an order that the seed decides");
    command
        ->add_option("--opening-plies", o->opening_plies,
                     "random moves at the beginning; by default 2, or 0 with --openings")
        ->check(whole(0, 100));
    command->add_option("--threads", p.threads, "games at the same time")->check(whole(1, 256))->capture_default_str();
    add_seed(*command, p.seed);
    command->add_option("--sprt", o->sprt,
                        "end when a sequential test is decided: elo0=0,elo1=10,alpha=0.05,beta=0.05");
    command->add_option("--draw", o->draw, "adjudicate games as drawn: move=40,count=8,score=10");
    command->add_option("--resign", o->resign, "adjudicate games as lost: count=4,score=500");
    command->add_option("--max-plies", p.adjudication.most_plies, "adjudicate longer games as drawn")
        ->check(whole(1, 100000));
    command->add_option("--records", p.records, "a plain file to keep the games in");
    command->add_flag("--resume", p.resume, "continue where the records end");
    command->add_option("--patience", p.patience, "seconds for an engine to start, and to move where no time is set")
        ->check(between(0.1, 86400))
        ->capture_default_str();
    command->add_option("--engine-log", o->log, "a file, or /dev/stderr, for what engines write to standard error");
    command->add_flag("--json", o->json, "one JSON object for each game, and one for the score");
    command->footer(
        "The score is the first player's; Elo comes from the pairs of games, with its 95 % interval. An engine "
        "that crashes, hangs\n"
        "or plays an illegal move loses that game. A match with --records that was killed is continued\nwith --resume. "
        "docs/match.md explains more, and the JSON.\n"
        "Examples:\n"
        "  tavoliere match ataxx --first engine:time=0.05 --second greedy --games 200\n"
        "  tavoliere match ataxx --second uai:./zataxx --limit time=0.1 --records games.tgn --resume\n"
        "  tavoliere match clobber:size=5x6 --second uci:fairy-stockfish --clock 10+0.1 --sprt elo0=0,elo1=20");
    command->callback([o] { match(*o); });
}

}
