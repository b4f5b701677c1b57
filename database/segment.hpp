// Positions of many games on the disk, sorted, in a file that is written once and never changed. It is mapped into memory, and no more of
// it is read than a question needs.
//
//     head      "tavopos\n", version
//     entries   one a position of a game, by key, game and ply: 18 bytes
//     fences    the key of every 1,024th entry
//     tallies   by key: what was played next in the positions that came 64 times or more, counted
//     moves     the tallies' counts
//     marks     the games' checksums, ascending
//     foot      how many there are of each, the checksum of all before, and of the foot
//
// Numbers are little-endian.
#pragma once
#include "ask/explorer.hpp"
#include "base/file.hpp"
#include "base/mapped_file.hpp"
#include "session/replay.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tavoliere::database {

using GameId = std::uint32_t;
inline constexpr GameId most_games = (1u << 30) - 1;

// What a game came to, as two bits.
enum class Outcome : std::uint8_t { x, o, draw, unknown };

// How often each outcome was.
struct Counts : ResultCounts {
    std::uint64_t& operator[](Outcome outcome) {
        return outcome == Outcome::x ? x : outcome == Outcome::o ? o : outcome == Outcome::draw ? draw : unknown;
    }
};

// The move that was played, as the upper half of the key of the position that it led to: moves that a symmetry makes alike are one.
// 0: none, the game ended here.
using Next = std::uint32_t;
constexpr Next next_of(PositionKey key) { return key >> 32 ? Next(key >> 32) : 1; }
using NextCounts = std::map<Next, Counts>;

// A position of a game.
struct [[gnu::packed]] Entry {
    PositionKey key;
    Next next;
    std::uint32_t game_and_outcome; // game * 4 + outcome
    std::uint16_t ply;

    GameId game() const { return game_and_outcome >> 2; }
    Outcome outcome() const { return Outcome(game_and_outcome & 3); }
    friend bool operator<(const Entry& a, const Entry& b) {
        return std::tuple(PositionKey(a.key), std::uint32_t(a.game_and_outcome), std::uint16_t(a.ply)) <
               std::tuple(PositionKey(b.key), std::uint32_t(b.game_and_outcome), std::uint16_t(b.ply));
    }
};
static_assert(sizeof(Entry) == 18);

// Positions that came so often in a segment are counted when it is written.
inline constexpr std::uint64_t tallied_from = 64;

namespace detail {
struct Tally {
    PositionKey key;
    std::uint64_t first; // of the moves
    std::uint32_t moves, unused;
};
struct [[gnu::packed]] TallyMove {
    Next next;
    std::uint32_t x, o, draw, unknown;
};
}

class Segment {
public:
    // A problem where it is no whole segment: its head, its foot and its size are looked at. check() reads all of it.
    static Expected<Segment> open(const std::string& path);
    // Every byte, by the checksum, and the order of the entries.
    Expected<void> check(const std::function<bool()>& stop) const;
    // It will be read from end to end.
    void read_in_order() const { file_.expect(MappedFile::Reading::in_order); }

    std::span<const Entry> entries() const { return entries_; }
    std::span<const std::uint64_t> marks() const { return marks_; }
    std::uint64_t tallies() const { return tallies_.size(); }
    std::uint64_t bytes() const { return file_.bytes().size(); }

    // The entries of a position.
    std::span<const Entry> find(PositionKey key) const;
    // Adds what was played next in a position, which it looks up where it was counted.
    void count(PositionKey key, NextCounts& counts) const;
    bool has_mark(std::uint64_t mark) const;

private:
    explicit Segment(std::string path, MappedFile file) : path_(std::move(path)), file_(std::move(file)) {}
    std::unexpected<Problem> damaged(const std::string& what) const;

    std::string path_;
    MappedFile file_;
    std::span<const Entry> entries_;
    std::span<const PositionKey> fences_;
    std::span<const detail::Tally> tallies_;
    std::span<const detail::TallyMove> moves_;
    std::span<const std::uint64_t> marks_;
};

// Writes one from what comes in order. It is in its place when finish() returns, and not before.
class SegmentWriter {
public:
    static Expected<SegmentWriter> create(const std::string& path);
    void add(const Entry& entry);      // none before the last one
    void add_mark(std::uint64_t mark); // after all entries; none below the last one
    Expected<void> finish();

private:
    explicit SegmentWriter(WholeFile file) : file_(std::move(file)) {}
    void write(const void* bytes, std::size_t count);
    void flush();
    void end_position();

    WholeFile file_;
    std::string unwritten_;
    std::uint64_t count_ = 0;
    std::vector<PositionKey> fences_;
    std::vector<detail::Tally> tallies_;
    std::vector<detail::TallyMove> moves_;
    std::vector<std::uint64_t> marks_;
    // Of the position that is being written.
    PositionKey key_ = 0;
    std::uint64_t times_ = 0;
    NextCounts next_;
    std::vector<std::pair<Next, Outcome>> few_; // while it is not known whether it is counted
};

// One segment of several. False where `stop` came first; then there is none.
Expected<bool> merge(std::span<const Segment* const> from, const std::string& path, const std::function<bool()>& stop);

}
