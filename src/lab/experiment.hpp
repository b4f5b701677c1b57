// The laboratory: variants of games measured by games of our engine against itself. What is played, in which order, until when; the
// file of the games, from which a run that was ended goes on; and the search for the fairest of many.
#pragma once
#include "lab/estimate.hpp"
#include "lab/lab_game.hpp"
#include <map>

namespace tavoliere {

struct LabPlan {
    std::vector<std::string> variants = {}; // as they are written
    std::vector<std::string> sweeps = {};   // "size=5x5,6x6": read_sweep()
    bool search = false;                    // for the fairest: the first mover's share alone, by successive halving
    bool pie = false;                       // every variant is made into its first moves
    std::uint64_t nodes = 512;              // of the strongest player, for each move
    int games = 400;                        // at most, of that player against itself
    double width = 0.05;                    // of the interval to either side, at which it is narrow enough
    double seconds = 0;                     // after which no game is begun; 0: no limit
    double solve = 5; // seconds for the exact value of each variant, but in a search; 0: it is not asked for
    LabConditions how = {};
    int threads = 1;
    std::string out = {}; // a file to keep the games in, and to go on from; none: nothing is kept

    // All that decides how each game goes, as the first line of its file.
    std::string settings() const;
};

// What is played between two players, both colours in turns.
struct LabSeries {
    // The strongest player against itself, which is watched; a weaker one; one rung of the ladder against the next lower; a trick.
    enum class Kind : std::uint8_t { best, level, step, trick } kind;
    LabPlayer first, second;
    int games = 0; // at most
    int batch = 0; // that are played before anybody looks whether the interval is narrow enough
};
// From the strongest player down to one that only draws moves: each halves the nodes, or doubles the moves drawn.
std::vector<LabPlayer> ladder(std::uint64_t nodes);
std::vector<LabSeries> series_of(const LabPlan& plan);

// The exact value, for the first mover. `value`: win, draw, loss; empty where it was not found within the time, for the `why`.
struct LabExact {
    std::string start, value, why;
    double seconds = 0; // that there were for it
};

// What became of one variant in a search.
struct LabCandidate {
    std::size_t start;  // LabRun::starts
    int round;          // the last in which it was, from 1
    Estimate share;     // the first mover's
    double least, most; // how far from 50 % it may be
    bool is_settled;    // it fell out because even the least is more than the best one's most
};

struct LabRun {
    std::vector<LabStart> starts;
    std::vector<LabSeries> series;
    std::vector<LabGame> games;                // those of the file and of this run
    std::vector<LabExact> exact;               // of each start, in their order; none where it was not asked for
    std::vector<LabCandidate> candidates = {}; // of a search, the fairest first
    int rounds = 0;                            // of a search
    std::uint64_t were_there = 0, cut_off = 0; // games of the file; bytes of an unfinished line, cut off it
    enum class End : std::uint8_t { complete, time, stopped } end = End::complete;
};

struct LabProgress {
    std::uint64_t done, all; // games: all is how many there will be if no interval is narrow enough before
    std::string now;         // what is being done
};

// Plays what is missing. The games, their order in the file and so all that is said of them are the same whatever the number of threads
// and however often the run was killed, unless `seconds` ended it. A problem is bad input: an unknown game, a sweep that leads nowhere,
// a file of something else or of other settings.
Expected<LabRun> run_lab(const LabPlan& plan, const std::function<void(const LabProgress&)>& progress,
                         const std::atomic<bool>& stop);

// "size=5x5,6x6,none": an option and its values; "none" leaves it out, "on" is a flag, and "random-0..31" counts. One variant for each.
Expected<std::vector<std::string>> sweep(const std::vector<std::string>& variants, std::string_view text);

}
