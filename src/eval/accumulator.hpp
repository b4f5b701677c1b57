// A network's hidden layer along the line that is being searched, for either player's view, brought up to date by the planes'
// differences from one position to the next.
#pragma once
#include "eval/kernels.hpp"
#include "eval/network.hpp"
#include "game/position.hpp"
#include <memory>
#include <vector>

namespace tavoliere {

// What a player sees, as the hidden layer has it: made from nothing, or from what was seen before and what is another now.
class HiddenLayer {
public:
    struct View {
        bool is_made = false;
        Codes codes; // of each window
        Row sums;
    };

    HiddenLayer(const Network& network, const Kernels& kernels)
        : n(network), k(kernels), touched(n.words()), adds(n.windows.size()), takes(n.windows.size()),
          shift_rows(std::size_t(n.shape.cells)), shift_times(std::size_t(n.shape.cells)), bytes(n.byte_window.size()) {
    }

    void make_room(View& v) const {
        v.codes.resize(n.codes_size());
        v.sums.resize(std::size_t(n.hidden));
    }

    // A step: which cells' states are others now, and by how much; the bytes as they are now; then one of the two below.
    void start_step() {
        touched = n.byte_window_bits;
        shifted = 0;
    }
    void shift(Cell c, int by) {
        shift_rows[std::size_t(shifted)] = n.powers_of_cell(c);
        shift_times[std::size_t(shifted++)] = std::uint16_t(by);
        const std::uint64_t* windows = n.windows_of_cell(c);
        for (std::size_t t = 0; t < touched.size(); ++t) touched[t] |= windows[t];
    }
    void set_byte(std::size_t i, std::uint8_t value) { bytes[i] = value; }

    // From a view in which every cell's state is 0.
    void begin(View& v) {
        std::fill(v.codes.begin(), v.codes.end(), 0);
        bring_up_codes(v, v);
        for (std::size_t w = 0; w < n.windows.size(); ++w) note(adds, w, v.codes[w]);
        add_up(v, n.bias);
    }
    void follow(const View& before, View& v) {
        bring_up_codes(before, v);
        for (std::size_t t = 0; t < touched.size(); ++t)
            for (Cell b : each{touched[t]}) exchange(64 * t + b, before.codes[64 * t + b], v.codes[64 * t + b]);
        add_up(v, before.sums);
    }

    // Of a view from which `taken` pieces are seen.
    int value(const View& v, int taken) const {
        const int bucket = n.bucket(taken);
        return n.value(k.dot(v.sums.data(), n.out.data() + std::size_t(bucket) * std::size_t(n.hidden), n.hidden),
                       bucket);
    }

private:
    // As long as it can become, and how many are in use.
    struct RowList {
        std::vector<const std::int16_t*> rows;
        int size = 0;
        explicit RowList(std::size_t most) : rows(most) {}
    };

    void bring_up_codes(const View& from, View& v) {
        k.shift(v.codes.data(), from.codes.data(), shift_rows.data(), shift_times.data(), shifted, int(v.codes.size()));
        for (std::size_t i = 0; i < bytes.size(); ++i) v.codes[n.byte_window[i]] = bytes[i];
        adds.size = takes.size = 0;
    }
    void exchange(std::size_t window, std::uint16_t was, std::uint16_t is) {
        if (was == is) return;
        note(takes, window, was);
        note(adds, window, is);
    }
    // The row of that code goes on the list, where there is one: without a branch that nobody could foretell.
    void note(RowList& list, std::size_t window, std::uint16_t code) {
        list.rows[std::size_t(list.size)] = n.row(window, code);
        list.size += n.has_row(window, code);
    }
    void add_up(View& v, const Row& from) {
        k.update(v.sums.data(), from.data(), adds.rows.data(), adds.size, takes.rows.data(), takes.size, n.hidden);
    }

    const Network& n;
    const Kernels& k;
    std::vector<std::uint64_t> touched; // windows, a bit each
    RowList adds, takes;
    std::vector<const std::uint16_t*> shift_rows; // as long as they can become; `shifted` are in use
    std::vector<std::uint16_t> shift_times;
    int shifted = 0;
    std::vector<std::uint8_t> bytes;
};

template <class P> class Accumulators {
public:
    // `for_o`: turn_for_o() of the game, which outlives this.
    Accumulators(const Network& network, const Renaming* for_o, const Kernels& kernels = best_kernels())
        : board_size(network.shape.cells), byte_count(network.byte_window.size()), turns{nullptr, for_o},
          layer(network, kernels) {}

    // The line now stands at p, so many plies from its beginning.
    void enter(int ply, const P& p) {
        Frame& f = frame(ply);
        f.position = p;
        f.views[0].is_made = f.views[1].is_made = f.is_valued = false;
    }

    // The network's value of the position at `ply`, for its player to move.
    int value(int ply) {
        Frame& f = frame(ply);
        if (!f.is_valued) {
            f.value = layer.value(view(ply, f.position.turn), count(f.position.taken()));
            f.is_valued = true;
        }
        return f.value;
    }

private:
    using Word = typename P::Word;
    using View = HiddenLayer::View;
    struct Frame {
        P position;
        View views[2]; // as x sees it, as o does
        bool is_valued = false;
        int value = 0;
    };

    Frame& frame(int ply) {
        while (int(frames.size()) <= ply) {
            frames.push_back(std::make_unique<Frame>());
            for (View& v : frames.back()->views) layer.make_room(v);
        }
        return *frames[std::size_t(ply)];
    }

    // Made from the position before, where that is there, else from nothing.
    const View& view(int ply, int colour) {
        Frame& f = frame(ply);
        View& v = f.views[colour];
        if (v.is_made) return v;
        if (ply > 0) {
            const View& before = view(ply - 1, colour);
            follow(before, Seen(frame(ply - 1).position, colour), v, Seen(f.position, colour), turns[colour]);
        } else {
            begin(v, Seen(f.position, colour), turns[colour]);
        }
        v.is_made = true;
        return v;
    }

    // A position as a player sees it.
    struct Seen {
        const P& p;
        const decltype(P::mine)&own, &other;
        const decltype(P::my_hand)&own_hand, &other_hand;
        Seen(const P& position, int colour)
            : p(position), own(p.turn == colour ? p.mine : p.theirs), other(p.turn == colour ? p.theirs : p.mine),
              own_hand(p.turn == colour ? p.my_hand : p.their_hand),
              other_hand(p.turn == colour ? p.their_hand : p.my_hand) {}

        int state(Cell c) const {
            for (std::size_t i = 0; i < own.size(); ++i) {
                if (has(own[i], c)) return 1 + int(i);
                if (has(other[i], c)) return 1 + P::kinds + int(i);
            }
            for (std::size_t i = 0; i < p.neutral.size(); ++i)
                if (has(p.neutral[i], c)) return 1 + 2 * P::kinds + int(i);
            return 0;
        }
        std::uint8_t byte(std::size_t i) const {
            if (i < p.number.size()) return p.number[i];
            i -= p.number.size();
            return i < own_hand.size() ? own_hand[i] : other_hand[i - own_hand.size()];
        }
    };

    static Word changed(const Seen& a, const Seen& b) {
        Word cells{};
        for (std::size_t i = 0; i < a.own.size(); ++i) cells |= (a.own[i] ^ b.own[i]) | (a.other[i] ^ b.other[i]);
        for (std::size_t i = 0; i < a.p.neutral.size(); ++i) cells |= a.p.neutral[i] ^ b.p.neutral[i];
        return cells;
    }

    // `turn`: where the player sees the cells, if not where they lie.
    void begin(View& v, const Seen& seen, const Renaming* turn) {
        layer.start_step();
        for (int c = 0; c < board_size; ++c) layer.shift(turn ? (*turn)[std::size_t(c)] : Cell(c), seen.state(Cell(c)));
        set_bytes(seen);
        layer.begin(v);
    }
    void follow(const View& before, const Seen& was, View& v, const Seen& is, const Renaming* turn) {
        layer.start_step();
        for (Cell c : each{changed(was, is)}) layer.shift(turn ? (*turn)[c] : c, is.state(c) - was.state(c));
        set_bytes(is);
        layer.follow(before, v);
    }
    void set_bytes(const Seen& seen) {
        for (std::size_t i = 0; i < byte_count; ++i) layer.set_byte(i, seen.byte(i));
    }

    const int board_size;           // cells
    const std::size_t byte_count;   // of a position, that a network sees
    const Renaming* const turns[2]; // by colour: where its player sees the cells, if not where they lie
    HiddenLayer layer;
    std::vector<std::unique_ptr<Frame>> frames; // by ply
};

}
