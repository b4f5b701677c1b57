// What is done to a server, each on a fresh one.
#pragma once
#include "measured.hpp"
#include <string>

namespace tavoliere::load {

struct Settings {
    std::string program; // build/tavoliere
    double seconds = 10; // that a scene is measured for, where it has no end of its own
};

// `games` of two players each of whom moves every second, and so many watchers among them.
Row games(const Settings& settings, int games, int watchers);
// One game, a move each half second, seen by so many.
Row crowd(const Settings& settings, int watchers);
// Connections that say nothing.
Row idle(const Settings& settings, int connections);
// Connections that ask for a long game again and again, and read nothing.
Row deaf(const Settings& settings, int connections);
// Moves as quickly as they are answered, in so many games at the same time.
Row rush(const Settings& settings, int games);

}
