// What the laboratory's games say of a variant: every measure once, for the terminal, JSON, the page and the documentation.
#pragma once
#include "game/info.hpp"
#include "lab/elo.hpp"
#include "lab/experiment.hpp"

namespace tavoliere {

// In which unit a measure is told.
enum class MeasureUnit : std::uint8_t { share, plies, moves, times, cells, pieces, levels, elo };

// A measure of the games that the strongest player played against itself.
struct MeasureInfo {
    std::string_view name; // in JSON
    Words title;
    MeasureUnit unit;
    Words meaning; // one line
    Estimate (*of)(const std::vector<const LabGame*>& games);
};
std::span<const MeasureInfo> measures();
// "54.3 %", "61", "3.2": as people read it.
std::string measure_text(MeasureUnit unit, double value);
// "54.3 % (49.1 to 59.4)", in Italian "54.3 % (da 49.1 a 59.4)"; "-" where nothing is known.
std::string estimate_text(MeasureUnit unit, const Estimate& estimate, bool in_italian = false);

// One rung of the ladder against the next lower.
struct LabStep {
    LabPlayer above, below;
    MatchScore score;
    Estimate elo; // of pairs
    bool is_least =
        false; // every point was won: the value is what half a point less would give, and the true one is more
};
struct LabLevel {
    LabPlayer player;
    Estimate share, draws; // the first mover's
};
struct LabTrick {
    LabPlayer player;
    Estimate points; // against the strongest player
    double used;     // share of its moves that were the trick
    bool is_used;    // often enough to matter
    bool
        is_breaking; // reaches half the points; and more than the same player has without the trick, or hardly without a thought
};

struct LabReport {
    std::string start;
    std::uint64_t nodes;            // of the strongest player
    std::vector<Estimate> measures; // as measures() has them
    std::vector<LabLevel> levels;   // the weakest first
    std::vector<LabStep> steps;     // the lowest first
    Estimate elo;                   // from who draws all moves to the strongest; nothing where a step was not played
    bool is_elo_least;              // a step was won altogether, so that there is more
    std::vector<LabTrick> tricks;   // those that came into use, after the same player without any
    std::optional<LabExact> exact;
    std::vector<int> lengths;                      // of the watched games
    std::vector<double> uncertainty;               // in twenty parts of a game, the first one first
    std::vector<std::pair<std::string, int>> ends; // the rules' words and how often, the most frequent first
};
inline constexpr double level_share = 0.7;
// How far apart players are of whom the better one has 70 % of the points.
double elo_of_level();

std::vector<LabReport> reports(const LabRun& run);
std::string to_json(const LabReport& report); // an object
std::string to_json(const LabRun& run, const LabCandidate& candidate, int rank);

}
