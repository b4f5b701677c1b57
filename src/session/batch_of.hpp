// The definitions of session/batch.hpp, for a game's own types.
#pragma once
#include "base/random.hpp"
#include "game/actions.hpp"
#include "game/observation.hpp"
#include "game/text.hpp"
#include "search/playout.hpp"
#include "session/batch.hpp"
#include "session/widths.hpp"

namespace tavoliere {

template <Game G> class BatchOf final : public Batch {
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;

public:
    BatchOf(std::shared_ptr<const G> rules, int size, std::uint64_t seed)
        : rules_(std::move(rules)), actions_(std::make_shared<const Actions<G>>(*rules_)), random_(seed),
          places_(std::size_t(size), Place(g(), g().start())), next_(places_.size(), g().start()) {}

    int size() const override { return int(places_.size()); }
    const Geometry& geometry() const override { return *g().board.geometry; }
    int actions() const override { return actions_->size(); }
    int planes() const override { return Observation<G>::planes; }
    std::unique_ptr<Batch> copy() const override { return std::make_unique<BatchOf>(*this); }

    void reset() override { std::ranges::fill(places_, Place(g(), g().start())); }
    Expected<void> set_position(int index, std::string_view text) override {
        const auto p = parse_position(g(), text);
        if (!p) return std::unexpected(p.error());
        places_[std::size_t(index)] = Place(g(), *p);
        return {};
    }
    std::string position(int index) const override { return position_text(g(), places_[std::size_t(index)].now); }

    void players(std::span<std::int8_t> out) const override {
        for (std::size_t i = 0; i < places_.size(); ++i) out[i] = std::int8_t(places_[i].now.turn);
    }
    void ended(std::span<std::uint8_t> out) const override {
        for (std::size_t i = 0; i < places_.size(); ++i) out[i] = places_[i].is_over;
    }
    void outcomes(std::span<std::int8_t> out) const override {
        for (std::size_t i = 0; i < places_.size(); ++i) out[i] = places_[i].outcome;
    }

    void legal_mask(std::span<std::uint8_t> out) const override {
        std::ranges::fill(out, std::uint8_t(0));
        const std::size_t width = std::size_t(actions());
        MovesOf<G> list;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (places_[i].is_over) continue;
            list.clear();
            g().moves(places_[i].now, list);
            for (const Move& m : list) out[i * width + std::size_t(actions_->number_of(m))] = 1;
        }
    }

    [[gnu::flatten]] void random_actions(std::span<std::int64_t> out) override {
        MovesOf<G> list;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            out[i] = no_action;
            if (places_[i].is_over) continue;
            list.clear();
            g().moves(places_[i].now, list);
            out[i] = actions_->number_of(list[random_.below(list.size())]);
        }
    }

    [[gnu::flatten]] Expected<void> step(std::span<const std::int64_t> actions, bool again,
                                         std::span<std::int8_t> outcomes, std::span<std::uint8_t> ended) override {
        MovesOf<G> list;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const Place& place = places_[i];
            if (place.is_over) continue;
            const std::int64_t action = actions[i];
            if (action < 0 || action >= actions_->size()) return refused(i, action);
            const Move move = (*actions_)[int(action)];
            list.clear();
            g().moves(place.now, list);
            if (std::find(list.begin(), list.end(), move) == list.end()) return refused(i, action);
            next_[i] = g().after(place.now, move);
        }
        for (std::size_t i = 0; i < places_.size(); ++i) {
            Place& place = places_[i];
            if (!place.is_over) place.go_on(g(), next_[i]);
            outcomes[i] = place.outcome;
            ended[i] = place.is_over;
            if (place.is_over && again) place = Place(g(), g().start());
        }
        return {};
    }

    void observe(std::span<float> out) const override {
        float* at = out.data();
        for (const Place& place : places_) {
            Observation<G>::write(g(), place.now, false, at);
            at += planes() * g().board.size();
        }
    }

    void playouts(std::uint64_t seed, std::span<std::int8_t> out, const std::atomic<bool>& stop) const override {
        Random random(seed);
        for (std::size_t i = 0; i < places_.size(); ++i) {
            out[i] = places_[i].outcome;
            if (places_[i].is_over) continue;
            Trail<G> trail = places_[i].trail;
            const auto outcome = random_game(g(), places_[i].now, random, trail,
                                             [&](int) { return !stop.load(std::memory_order_relaxed); });
            if (!outcome) return;
            out[i] = std::int8_t(*outcome);
        }
    }

private:
    // Where a game stands.
    struct Place {
        Position now;
        [[no_unique_address]] Trail<G> trail;
        std::uint16_t plies = 0;
        bool is_over = false;
        std::int8_t outcome = 0; // x's

        Place(const G& g, const Position& p) : now(p) { enter(g); }
        void go_on(const G& g, const Position& p) {
            now = p;
            ++plies;
            enter(g);
        }

    private:
        void enter(const G& g) {
            const bool is_third = trail.enter(g, now);
            if (const auto verdict = g.verdict(now)) {
                is_over = true;
                outcome = now.turn == 0 ? verdict->outcome : std::int8_t(-verdict->outcome);
            } else {
                is_over = is_third || plies >= longest_game;
            }
        }
    };

    const G& g() const { return *rules_; }
    std::unexpected<Problem> refused(std::size_t i, std::int64_t action) const {
        const Position& p = places_[i].now;
        const std::string what = "actions[" + std::to_string(i) + "]: " + std::to_string(action) + " ";
        if (action < 0 || action >= actions_->size())
            return problem(what + "is no action; they are numbered from 0 to " + std::to_string(actions_->size() - 1));
        return problem(what + "(" + move_text(g(), (*actions_)[int(action)]) + ") is not legal in " +
                       position_text(g(), p));
    }

    std::shared_ptr<const G> rules_;
    std::shared_ptr<const Actions<G>> actions_;
    Random random_;
    std::vector<Place> places_;
    std::vector<Position> next_; // while a step is taken
};

template <FamilyOf F>
Expected<std::unique_ptr<Batch>> open_batch_family(Options options, int size, std::uint64_t seed) {
    return with_rules<Batch, F>(options, [&]<class G>(std::shared_ptr<const G> rules) {
        return std::make_unique<BatchOf<G>>(std::move(rules), size, seed);
    });
}

}
