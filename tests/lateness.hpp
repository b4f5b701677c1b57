// How late answers come after their time is up, or after somebody has said stop: every question that can be asked of a variant.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tavoliere {

// How late one answer came, in milliseconds. What has neither a time nor a stop is late from the moment it is asked.
struct Lateness {
    std::string question; // "solve --method proof --time 0.05, blocco:size=12x12, position 2"
    double elapsed = 0;
    double own = 0;           // of that the processor time of the thread that answers: the same on a busy machine
    std::string refused = {}; // why nothing was answered: the game has no such thing
};

struct LatenessPlan {
    double seconds = 0.05;     // that questions with a time have
    double stop_after = 0.005; // seconds until the others are told to stop
    int positions = 2;         // the first, and some from a random game, at equal distances
    std::string tables = {};   // a directory whose tables are asked for too; empty: none
};

// Asks all questions of each variant; `heard` hears of each answer.
void ask_everything(std::span<const std::string> variants, const LatenessPlan& plan,
                    const std::function<void(const Lateness&)>& heard);

// The least number that the given share of the numbers, from 0 to 1, does not exceed; 0 where there are none.
double quantile(std::vector<double> numbers, double share);

}
