// A game's moves as numbers, for what keeps something by the move: an agent's policy, a mask of the legal ones. They are dense, from 0,
// and the same for a variant whatever stands on its board.
//
// They count what the game's every_move() gives. A game whose move is a cell or two need not have it: then they are all of these, and
// last the move whose bytes are all `nowhere`, a pass.
//
//     from, to:   number = from * cells + to
#pragma once
#include "game/game.hpp"
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace tavoliere {

template <Game G> class Actions {
public:
    using Move = MoveOf<G>;

    explicit Actions(const G& g) {
        if constexpr (SaysEveryMove<G>) {
            g.every_move([&](const Move& m) { moves_.push_back(m); });
        } else {
            std::array<Cell, sizeof(Move)> bytes{};
            const auto add = [&] { moves_.push_back(std::bit_cast<Move>(bytes)); };
            const auto add_all = [&](auto next, std::size_t at) -> void {
                if (at == bytes.size()) return add();
                for (int c = 0; c < g.board.size(); ++c) bytes[at] = Cell(c), next(next, at + 1);
            };
            add_all(add_all, 0);
            bytes.fill(nowhere);
            add();
        }
        slots_.resize(std::bit_ceil(2 * moves_.size() + 1), none);
        for (int number = 0; number < size(); ++number) {
            std::int32_t& slot = slot_of((*this)[number]);
            if (slot == none) slot = number;
        }
    }

    static constexpr std::int32_t none = -1;

    int size() const { return int(moves_.size()); }
    const Move& operator[](int number) const { return moves_[std::size_t(number)]; }
    // A move's number; none where it has no number, which the laws rule out for what is legal.
    std::int32_t number_of(const Move& m) const { return slots_[slot_at(m)]; }

private:
    // Where it is, or where it would be: the first empty slot from the one that its bytes choose.
    std::size_t slot_at(const Move& m) const {
        std::uint64_t key = 0;
        std::memcpy(&key, &m, sizeof m);
        std::size_t at = std::size_t(mix(key));
        while (slots_[at &= slots_.size() - 1] != none && !(moves_[std::size_t(slots_[at])] == m)) ++at;
        return at;
    }
    std::int32_t& slot_of(const Move& m) { return slots_[slot_at(m)]; }

    std::vector<Move> moves_; // by their numbers
    std::vector<std::int32_t> slots_;
};

}
