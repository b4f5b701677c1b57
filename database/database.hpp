// A database of games, a folder:
//
//     games.sqlite              the games: variant, players, date, source, result, moves; and the list of the segments that count
//     positions/NNNN.segment    their positions (segment.hpp)
//     lock                      held by who writes
//
// A segment is on the disk before one transaction adds its games and its name. So there is one moment from which a batch of games is there,
// whatever ends the program or the machine: a file that the list does not name is not looked at, and removed by the next who writes.
#pragma once
#include "base/is_over.hpp"
#include "base/problem.hpp"
#include "database/segment.hpp"
#include "game/record.hpp"
#include "session/replay.hpp"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {
struct StudyPlace; // ask/requests.hpp
}

namespace tavoliere::database {

// A game as it is added.
struct NewGame {
    Record record; // with the canonical variant; its moves are not looked at, these are:
    ReplayedGame played;
    std::string source; // where it comes from: a file's name
};
// What a batch of games came to.
struct Added {
    std::uint64_t games = 0, positions = 0, duplicates = 0;
};

// A position: a variant's, from where the moves are played.
struct Place {
    std::string variant, start = "startpos";
    std::vector<std::string> moves;
};
Place place_of(const StudyPlace& asked);

struct KeptGame {
    GameId id;
    Record record;
    std::string source;
};
struct Found {
    std::uint64_t times = 0; // that the position came; a game in which it came twice counts twice
    struct Game {
        KeptGame kept;
        int ply; // at which the position first came
    };
    std::vector<Game> games; // the newest first
};

struct Statistics {
    struct Variant {
        std::string name;
        std::uint64_t plies = 0;
        Counts games;
    };
    std::vector<Variant> variants; // the most frequent first
    std::uint64_t positions = 0, tallies = 0, segments = 0, segment_bytes = 0, game_bytes = 0;
};

// From a day to a day, both with them: "2026", "2026-11" or "2026-11-27", as a game's tag Date begins, which may have dots as PGN has. What is
// empty asks nothing; a game without a date is in no span that is asked for.
struct Days {
    std::string since, until;
};
// Which games; what is empty asks nothing.
struct Filter {
    std::string variant, player, result;
    Days days = {};
};

class Database {
public:
    // To read. Others may write meanwhile: what is seen is what was there when it was opened, but for games themselves.
    static Expected<std::unique_ptr<Database>> open(const std::string& folder);
    // To write: makes it where there is none, and removes what a killed writer left. One program at a time.
    static Expected<std::unique_ptr<Database>> open_to_write(const std::string& folder);
    virtual ~Database() = default;

    // On the disk when it returns. Games that are there already, with the same variant, start and moves, are left out.
    virtual Expected<Added> add(const std::vector<NewGame>& games) = 0;
    // Merges segments, where there are many of about one size. Ended by `stop` it leaves them as they are.
    virtual Expected<void> merge(const IsOver& stop) = 0;

    // `times` counts the games of all days.
    virtual Expected<Found> find(const Place& place, std::size_t most, const Days& days) = 0;
    virtual Expected<Explored> explore(const Place& place) = 0;
    virtual Expected<Statistics> statistics() = 0;
    // Each game that the filter lets through, the oldest first, until `each` gives false.
    virtual Expected<void> for_each(const Filter& filter,
                                    const std::function<Expected<bool>(const KeptGame&)>& each) = 0;
    // Every byte of the segments and every page of the games; then each game is played again, and all its positions must be there and no
    // others. Each fault is one line.
    virtual Expected<void> check(const std::function<void(const std::string&)>& fault, const IsOver& stop) = 0;
};

}
