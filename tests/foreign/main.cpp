// The engine against itself, one ply deep, as another project would have it play: foreign GAME
#include "session/session.hpp"
#include <cstdio>

int main(int argc, char** argv) {
    auto session = tavoliere::open(argc > 1 ? argv[1] : "clobber:size=3x3");
    if (!session) return std::fprintf(stderr, "%s\n", session.error().text.c_str()), 2;
    tavoliere::GameSession& game = **session;
    const std::atomic<bool> stop = false;
    while (!game.result()) {
        const auto thought = game.think({.depth = 1}, [](const tavoliere::ThoughtView&) {}, stop);
        const auto move = game.play(thought.lines[0].moves[0]);
        if (!move) return std::fprintf(stderr, "%s\n", move.error().text.c_str()), 1;
        std::printf("%s\n", move->text.c_str());
    }
}
