// match: two players against each other, many times, and what that says about their strength.
#include "ask/json.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "common.hpp"
#include "lab/requests.hpp"
#include <cmath>
#include <exception>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

using End = MatchReport::End;

struct MatchOptions {
    MatchRequest request;
    MatchPlan plan; // the request's, complete
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

// Those, and what has a new name in the words of our engines is told.
std::vector<NamedFile> files_read(const MatchRequest& request) {
    std::vector<NamedFile> files{{"--openings", request.openings}};
    for (const auto& [option, plan] :
         {std::pair("--first", &request.plan.first), std::pair("--second", &request.plan.second)}) {
        const auto setup = read_player(*plan);
        if (!setup) continue; // what is wrong will be said
        if (setup->kind == PlayerSetup::Kind::engine) tell_renamed(plan->spec);
        files.push_back({option, setup->network});
        if (!setup->command.empty()) files.push_back({option, setup->command[0]});
    }
    return files;
}

void complete(MatchOptions& o) {
    const std::string& log_file = o.request.engine_log;
    need_apart({{"--records", o.request.plan.records}, {"--engine-log", log_file}}, files_read(o.request));
    o.plan = need(tavoliere::complete(o.request));
    o.plan.pauses = &pauses();
    if (log_file.empty()) return;
    auto log = open_stream(log_file);
    if (!log) fail("--engine-log: " + log.error().text);
    o.plan.log = log->release(); // until the program ends
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
    const auto start = need(open(o.request.plan.variant));
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

}

void add_match(CLI::App& app) {
    auto* command = app.add_subcommand("match", std::string(match_help.en));
    auto o = std::make_shared<MatchOptions>();
    o->command = command;
    add_fields(*command, o->request);
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
