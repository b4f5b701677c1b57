// UGI, the Universal Game Interface: UCI for any game. Moves are spelled as everywhere in Tavoliere; player 1 is x.
#include "protocols/engine.hpp"
#include "protocols/remote.hpp"

namespace tavoliere {
namespace {

// query gameover | p1turn | result
void query(LineEngine& engine, std::span<const std::string_view> words) {
    const auto result = engine.session().result();
    const std::string_view what = words.empty() ? "" : words[0];
    const auto yes_no = [](bool yes) { return std::string(yes ? "true" : "false"); };
    if (what == "gameover")
        engine.say("response " + yes_no(result.has_value()));
    else if (what == "p1turn")
        engine.say("response " + yes_no(engine.session().view().turn == 'x'));
    else if (what == "result")
        engine.say(!result                       ? "response none"
                   : result->winner == Winner::x ? "response p1win"
                   : result->winner == Winner::o ? "response p2win"
                                                 : "response draw");
    else
        engine.say("info string query: it is gameover, p1turn or result");
}

constexpr std::array<std::string_view, 4> clocks{"p1time", "p2time", "p1inc", "p2inc"};

// The whole game, because some of ours are drawn by repetition.
std::string place(const std::string& start, std::span<const std::string> moves, const GameSession&) {
    std::string out = "fen " + start;
    if (!moves.empty()) out += " moves";
    for (const std::string& m : moves) out += " " + m;
    return out;
}

}

const Dialect ugi{"ugi",
                  "ataxx",
                  clocks,
                  "none",
                  [](const std::string& text) { return text; },
                  [](std::string_view word) { return std::string(word); },
                  true,
                  {"query", Command::Kind::asks, query}};
const RemoteDialect remote_ugi{
    "ugi", clocks,
    [](const GameSession& game) -> Expected<GameOption> { return GameOption{"Game", game.variant(), false}; }, place,
    [](std::string_view word) { return std::string(word); }};

}
