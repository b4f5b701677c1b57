// What the moves of a game gave away, as the page's review finds it (web/src/analyse/points.ts has the same terms and bounds): a
// first look at each position, the last one first; a longer one where that leaves a doubt about a move; and what looks like a
// mistake is measured against the best move, looked at as closely, unless what it gave away is proved already.
#pragma once
#include "game/record.hpp"
#include "session/session.hpp"
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

// Points: 1 for a win, 0 for a loss, and what is to be expected in between.
double expected_points(const Score& score);
enum class Grade : std::uint8_t { fine, inaccuracy, mistake, blunder };
Grade grade_of(double lost);

struct ReviewPlan {
    std::uint64_t nodes = 20'000; // for a position, over all looks at it; 0: no such limit
    double seconds = 0;           // likewise
    std::string network = "own";
    // All that decides what comes of it, on one line.
    std::string settings() const;
};

// The games of files, each with what review() wants to know of it.
struct GameToReview {
    std::string file;
    std::uint64_t number; // in the file, from 1
    Record record;
};
// `goes_on` is told of how many there are, after each thousand; nothing is given where it says no. A problem where there is none.
Expected<std::vector<GameToReview>> read_games_to_review(const std::vector<std::string>& files,
                                                         const std::function<bool(std::size_t)>& goes_on);
// What positions of these games are evaluated by: the networks' checksums, one for each variant, with blanks between. A problem where
// it cannot be used for one of them.
Expected<std::string> networks_to_review(const std::vector<GameToReview>& games, const ReviewPlan& plan);

// One line of JSON about a record that can be played; docs/records.md tells what is in it. Nothing where `stop` came; a problem
// where the network cannot be used.
Expected<std::optional<std::string>> review(const Record& record, std::string_view file, std::uint64_t number,
                                            const ReviewPlan& plan, const std::atomic<bool>& stop);
// Whether a line is what review() says of this record; a problem where it is not.
Expected<void> need_review_of(std::string_view line, const Record& record, std::string_view file, std::uint64_t number);

}
