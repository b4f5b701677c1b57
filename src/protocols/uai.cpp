// UAI, the Universal Ataxx Interface: UCI for Ataxx. Moves are a2 and a7a5, a pass is 0000; x is Black.
#include "game/options.hpp"
#include "protocols/engine.hpp"
#include "protocols/remote.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

std::string write_move(const std::string& text) {
    if (text == "pass") return "0000";
    std::string out = text;
    std::erase(out, '-');
    return out;
}
std::string read_move(std::string_view word) { return word == "0000" ? "pass" : std::string(word); }

// perft N: the leaves at every depth up to N.
void perft(LineEngine& engine, std::span<const std::string_view> words) {
    const auto depth = parse_number<int>(words.size() == 1 ? words[0] : "", 1, 20);
    if (!depth) return engine.say("info string perft: it is \"perft N\", N from 1 to 20");
    engine.work([&engine, most = *depth](const std::atomic<bool>& stop) {
        for (int d = 1; d <= most; ++d) {
            const auto nodes = engine.session().perft(d, true, stop);
            if (stop) return;
            const std::string line = "info depth " + std::to_string(d) + " nodes " + std::to_string(nodes);
            d < most ? engine.say(line) : engine.answer(line);
        }
    });
}

constexpr std::array<std::string_view, 4> clocks{"btime", "wtime", "binc", "winc"};

// Any first position will do, since the position is sent as it stands: it has all that counts in it.
Expected<GameOption> game_option(const GameSession& game) {
    if (without(first_position, game.variant()) != "ataxx")
        return problem("UAI plays Ataxx on 7x7 cells, with whatever blocks, and not " + game.variant());
    return GameOption{"", "", false};
}

}

const Dialect uai{"uai",      "ataxx:start=uai", clocks, "0000",
                  write_move, read_move,         false,  {"perft", Command::Kind::works, perft}};
const RemoteDialect remote_uai{
    "uai", clocks, game_option,
    [](const std::string&, std::span<const std::string>, const GameSession& now) { return "fen " + now.position(); },
    read_move};

}
