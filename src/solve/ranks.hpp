// Processes that make one table together, each of which has its share of the positions: what they need of each other, and a
// table's share. How messages travel is another's business (apps/cli/openmpi.hpp).
#pragma once
#include "solve/table_file.hpp"
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace tavoliere {

// All of them call the same functions in the same order. Where one of them is lost the others are to stop: nothing is given or
// combined from then on, and `in` stays empty.
class Ranks {
public:
    using Bytes = std::vector<std::uint8_t>;
    enum class Combining { sum, most, any }; // any: bits that one has, all have

    virtual ~Ranks() = default;
    virtual int count() const = 0;
    virtual int me() const = 0; // from 0 on
    // Gives rank r out[r]; in[r] is then what it gave us.
    virtual void exchange(const std::vector<Bytes>& out, std::vector<Bytes>& in) = 0;
    // Of each number that all have.
    virtual void combine(std::span<std::uint64_t> numbers, Combining how) = 0;
};

// What the moves of a position have said so far.
struct Found {
    std::int16_t soonest_loss = Exact::most_plies + 1, longest_win = -1;
    bool all_won = true, can_draw = false;

    void add(Exact v) {
        if (v.is_draw())
            all_won = false;
        else if (v.outcome() < 0)
            soonest_loss = std::min(soonest_loss, std::int16_t(v.plies()));
        else
            longest_win = std::max(longest_win, std::int16_t(v.plies()));
    }
    bool has_loss() const { return soonest_loss <= Exact::most_plies; }
};

// A position that is looked at: what is asked of its moves, and where its value stands.
struct Look {
    enum class What : std::uint8_t {
        first,
        within,
        above
    }; // all moves at first; those within the layer; those out of it
    What what = What::first;
    Found found = {};
    std::uint32_t slot = 0, block = 0, pattern = 0; // of the block: in the list of ours, and of the layer
    std::size_t index = 0;                          // of the value, among ours of the layer
};

// x / by, for what is divided by the same numbers all the time: by a multiplication (Lemire, Kaser, Kurz 2019).
class Divisor {
public:
    explicit Divisor(std::uint32_t by = 1) : by_(by), inverse_(by > 1 ? ~std::uint64_t{0} / by + 1 : 0) {}
    std::uint32_t operator()(std::uint32_t x) const {
        __extension__ using Wide = unsigned __int128;
        return by_ > 1 ? std::uint32_t(Wide(inverse_) * x >> 64) : x;
    }

private:
    std::uint32_t by_;
    std::uint64_t inverse_;
};

// A block's positions in pieces, which are what threads take and what falls to ranks.
class Pieces {
public:
    static constexpr std::uint32_t most = 2048; // positions: some milliseconds

    Pieces() = default;
    explicit Pieces(std::size_t patterns)
        : patterns_(std::uint32_t(patterns)), per_block_((patterns_ + most - 1) / most),
          length_((patterns_ + per_block_ - 1) / per_block_), piece_(length_) {}
    std::uint32_t patterns() const { return patterns_; }
    std::uint32_t per_block() const { return per_block_; }
    std::uint32_t length() const { return length_; } // of each but the last
    std::uint32_t begin(std::uint32_t piece) const { return std::min(piece * length_, patterns_); }
    std::uint32_t piece(std::uint32_t pattern) const { return piece_(pattern); }

private:
    std::uint32_t patterns_ = 0, per_block_ = 0, length_ = 0;
    Divisor piece_;
};

// Whoever solves a table alone has all of it: a value's place is its number, and nobody is asked or waited for. The compiler
// leaves nothing of this.
class Alone {
public:
    static constexpr bool is_alone = true;
    void begin(const Placements& places, int layer) { places_ = &places, pieces_ = Pieces(places.patterns(layer)); }
    std::size_t size(int layer) const { return places_->size(layer); }
    bool has(std::uint32_t, std::uint32_t) const { return true; }
    std::size_t index(std::uint32_t block, std::uint32_t piece) const {
        return std::size_t(block) * pieces_.patterns() + pieces_.begin(piece);
    }
    std::optional<std::size_t> ask(const Placements::Place& place) { return place.number; }
    bool has_all() const { return true; }
    void wait(const Look&) {}
    bool is_full() const { return false; }
    int count() const { return 1; }
    bool is_first() const { return true; }
    bool any(bool is) const { return is; }
    void combine(std::span<std::uint64_t>, Ranks::Combining) const {}
    template <class Table> static std::size_t bytes(const Table& table) { return table.bytes(); }
    static std::unique_ptr<TableSource> source(const Placements&, const TableValues& values) {
        return in_memory(values);
    }
    void give_pieces(const TableValues&) {}

private:
    const Placements* places_ = nullptr;
    Pieces pieces_;
};

// A rank's share: of the pieces of a layer, counted through its blocks, one of each group of as many as there are ranks; each
// rank's place in the group moves on from group to group, so that nobody has all patterns of one kind.
//
// What the others have is asked for in batches: five bytes a value, and one or two in answer.
class Together {
public:
    static constexpr bool is_alone = false;
    explicit Together(Ranks& ranks)
        : ranks_(ranks), count_(std::uint32_t(ranks.count())), me_(std::uint32_t(ranks.me())), by_count_(count_),
          out_(count_), in_(count_), answers_(count_), got_(count_), asked_(count_) {}

    // Memory besides the values: questions and answers on their way, and who waits for them.
    static constexpr std::size_t most_asked = std::size_t{1} << 20;
    static constexpr std::size_t bytes_of_questions = most_asked * 24;

    // How many values of a layer a rank has room for; all have the same.
    static std::size_t share(const Placements& places, int layer, int ranks) {
        const Pieces pieces(places.patterns(layer));
        const std::size_t all = places.blocks(layer) * pieces.per_block();
        return (all + std::size_t(ranks) - 1) / std::size_t(ranks) * pieces.length();
    }

    void begin(const Placements& places, int layer);
    std::size_t size(int layer) const { return sizes_[std::size_t(layer)]; }
    bool has(std::uint32_t block, std::uint32_t piece) const {
        return spot(of(layer_), block * of(layer_).per_block() + piece).rank == me_;
    }
    std::size_t index(std::uint32_t block, std::uint32_t piece) const {
        return spot(of(layer_), block * of(layer_).per_block() + piece).index;
    }
    // Where the value is, if it is here; else it is asked for.
    std::optional<std::size_t> ask(const Placements::Place& place) {
        const Pieces& pieces = of(place.layer);
        const auto pattern = std::uint32_t(place.number - place.block * pieces.patterns());
        const std::uint32_t piece = pieces.piece(pattern);
        const Spot at = spot(pieces, std::uint32_t(place.block) * pieces.per_block() + piece);
        const std::size_t index = at.index + pattern - std::size_t{piece} * pieces.length();
        if (at.rank == me_) return index;
        const std::uint64_t question = begins_[std::size_t(place.layer)] + index;
        Ranks::Bytes& out = out_[at.rank];
        out.resize(out.size() + bytes_of_question);
        std::memcpy(&out[out.size() - bytes_of_question], &question, bytes_of_question); // little-endian, as files are
        asked_[at.rank].push_back(std::uint32_t(waiting_.size()));
        has_all_ = false;
        ++asked_now_;
        return {};
    }
    bool has_all() const { return has_all_; } // of what was asked since the last wait()
    void wait(const Look& look) {
        waiting_.push_back(look);
        has_all_ = true;
    }
    bool is_full() const { return asked_now_ >= most_asked; }
    bool has_waiting() const { return !waiting_.empty(); }
    int count() const { return int(count_); }
    bool is_first() const { return me_ == 0; }
    bool any(bool is) const { // whether it is so for any of them
        std::array<std::uint64_t, 1> all{is};
        combine(all, Ranks::Combining::most);
        return all[0];
    }
    void combine(std::span<std::uint64_t> numbers, Ranks::Combining how) const { ranks_.combine(numbers, how); }
    template <class Table> std::size_t bytes(const Table& table) const {
        std::size_t sum = table.places().bytes();
        for (int n = 0; n < table.places().layers(); ++n) sum += share(table.places(), n, int(count_));
        return sum;
    }

    // Asks the others and answers them, from the values of all layers so far; add(look, value) for each answer, then all that
    // waited, which may ask again.
    template <class F> std::vector<Look> settle(const TableValues& values, F add) {
        ranks_.exchange(out_, in_);
        const std::size_t width = answer_all(values);
        ranks_.exchange(answers_, got_);
        for (std::size_t r = 0; r < count_; ++r) {
            for (std::size_t k = 0; k < asked_[r].size() && k * width < got_[r].size(); ++k)
                add(waiting_[asked_[r][k]], code_at(got_[r], k, width));
            out_[r].clear();
            asked_[r].clear();
        }
        asked_now_ = 0;
        std::vector<Look> all;
        all.swap(waiting_);
        return all;
    }
    void forget(); // what was asked, where a layer is begun anew

    // The values of some positions, the same for all who ask.
    std::vector<Exact> values_of(const std::vector<Placements::Place>& places, const TableValues& values);

    // All values for the first rank to write, which has a few of them at a time, while the others are in give_pieces(): they
    // return when the source is no more.
    std::unique_ptr<TableSource> source(const Placements& places, const TableValues& values);
    void give_pieces(const TableValues& values);

private:
    class Source;
    struct Spot {
        std::uint32_t rank;
        std::size_t index;
    };
    static constexpr std::uint32_t pieces_at_once = 512;
    static constexpr std::size_t bytes_of_question = 5;

    const Pieces& of(int layer) const { return cut_[std::size_t(layer)]; }
    Spot spot(const Pieces& pieces, std::uint32_t piece) const {
        const std::uint32_t group = by_count_(piece), place = piece - group * count_;
        const std::uint32_t moved = place + group - by_count_(group) * count_;
        return {moved < count_ ? moved : moved - count_, std::size_t(group) * pieces.length()};
    }
    std::size_t answer_all(const TableValues& values);
    static Exact code_at(const Ranks::Bytes& bytes, std::size_t k, std::size_t width) {
        if (width == 1) return bytes[k] == 255 ? never_lost : Exact(bytes[k]);
        return Exact(std::uint16_t(bytes[2 * k] | bytes[2 * k + 1] << 8));
    }
    std::uint32_t pieces(int layer) const { return pieces_of_[std::size_t(layer)]; }
    // Those that the first rank wants next, and nobody has more of; see give_pieces().
    struct Wanted {
        bool any = false;
        int layer = 0;
        bool high = false;
        std::uint32_t piece = 0;
    };
    Wanted agree_on(const Wanted& wanted) const;
    void put_pieces(const Wanted& wanted, const TableValues& values);
    void take_pieces(const Wanted& wanted, const TableValues& values, std::vector<std::uint8_t>& bytes);

    Ranks& ranks_;
    const std::uint32_t count_, me_;
    const Divisor by_count_;
    int layer_ = 0;
    std::vector<Pieces> cut_;                 // by layer
    std::vector<std::uint32_t> pieces_of_;    // likewise, of all blocks
    std::vector<std::size_t> sizes_, begins_; // likewise: of the share, and where it begins among all that a rank has
    std::vector<Ranks::Bytes> out_, in_, answers_, got_;
    std::vector<std::vector<std::uint32_t>> asked_; // by rank, who of waiting_ asked
    std::vector<Look> waiting_;
    std::size_t asked_now_ = 0;
    bool has_all_ = true;
};

}
