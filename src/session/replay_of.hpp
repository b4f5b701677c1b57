// The definitions of session/replay.hpp, for a game's own types.
#pragma once
#include "base/checksum.hpp"
#include "game/actions.hpp"
#include "game/text.hpp"
#include "search/playout.hpp"
#include "session/replay.hpp"
#include "session/widths.hpp"
#include <algorithm>
#include <functional>
#include <mutex>
#include <unordered_map>

namespace tavoliere {

template <Game G> class ReplayerOf final : public Replayer {
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;

public:
    ReplayerOf(std::string variant, std::shared_ptr<const G> rules)
        : variant_(std::move(variant)), rules_(std::move(rules)), actions_(*rules_), salt_(checksum(variant_)) {}

    const std::string& variant() const override { return variant_; }
    int actions() const override { return actions_.size(); }
    std::string action_text(int action) const override { return move_text(g(), actions_[action]); }

    Expected<ReplayedGame> replay(std::string_view start, std::span<const std::string> moves) const override {
        std::call_once(are_named_, [this] { name_moves(); });
        auto begun = begin(start);
        if (!begun) return std::unexpected(begun.error());
        Play play = *begun;
        ReplayedGame game{position_text(g(), play.now), {}, {key(play.now)}, {}};
        if (game.start == position_text(g(), g().start())) game.start = "startpos";
        game.actions.reserve(moves.size());
        game.keys.reserve(moves.size() + 1);
        for (const std::string& text : moves) {
            const auto action = go_on(play, text);
            if (!action) return std::unexpected(action.error());
            game.actions.push_back(*action);
            game.keys.push_back(key(play.now));
        }
        game.winner = winner(play);
        return game;
    }

    Expected<NextMoves> next(std::string_view start, std::span<const std::string> moves) const override {
        auto begun = begin(start);
        if (!begun) return std::unexpected(begun.error());
        Play play = *begun;
        for (const std::string& text : moves)
            if (const auto action = go_on(play, text); !action) return std::unexpected(action.error());
        NextMoves found{key(play.now), position_text(g(), play.now), {}};
        MovesOf<G> legal;
        g().moves(play.now, legal);
        std::vector<std::int32_t> numbers;
        for (const Move& m : legal) numbers.push_back(actions_.number_of(m));
        std::ranges::sort(numbers);
        for (const std::int32_t n : numbers)
            found.moves.push_back({action_text(n), key(g().after(play.now, actions_[n]))});
        return found;
    }

private:
    struct Play {
        Position now;
        [[no_unique_address]] Trail<G> trail;
        int plies = 0;
        bool is_third = false;

        bool is_drawn() const { return is_third || plies >= longest_game; }
    };

    const G& g() const { return *rules_; }

    Expected<Play> begin(std::string_view start) const {
        const auto p = parse_position(g(), start);
        if (!p) return std::unexpected(p.error());
        Play play{*p, Trail<G>()};
        play.trail.enter(g(), play.now);
        return play;
    }

    // Plays a move, and gives its number.
    Expected<std::int32_t> go_on(Play& play, const std::string& text) const {
        const auto wrong = [&](const std::string& what) {
            return problem("move " + std::to_string(play.plies + 1) + ": " + what);
        };
        if (play.is_drawn())
            return wrong("move: " + in_quotes(text) + " comes too late: the game is drawn" +
                         (play.is_third ? " by repetition" : ""));
        std::optional<Move> move;
        if (const auto named = by_name_.find(text); named != by_name_.end()) {
            const Move& m = actions_[named->second];
            MovesOf<G> legal;
            g().moves(play.now, legal);
            if (std::find(legal.begin(), legal.end(), m) != legal.end()) move = m;
        }
        if (!move) { // it is spelled otherwise, or as several are, or it is wrong
            const auto parsed = parse_move(g(), play.now, text);
            if (!parsed) return wrong(parsed.error().text);
            move = *parsed;
        }
        play.now = g().after(play.now, *move);
        play.is_third = play.trail.enter(g(), play.now);
        ++play.plies;
        return actions_.number_of(*move);
    }

    std::optional<Winner> winner(const Play& play) const {
        const auto verdict = g().verdict(play.now);
        if (!verdict) return play.is_drawn() ? std::optional(Winner::draw) : std::nullopt;
        if (verdict->outcome == 0) return Winner::draw;
        return (verdict->outcome > 0) == (play.now.turn == 0) ? Winner::x : Winner::o;
    }

    // The least of the turned boards' hashes: which board has it does not matter.
    PositionKey key(const Position& p) const {
        std::uint64_t least = hash(p);
        for (const Renaming& to : symmetries_of(g()).subspan(1)) least = std::min(least, hash(renamed(p, to)));
        return mix(least ^ salt_);
    }

    void name_moves() const {
        by_name_.reserve(std::size_t(actions_.size()));
        for (int n = 0; n < actions_.size(); ++n) by_name_.emplace(action_text(n), n);
    }

    const std::string variant_;
    const std::shared_ptr<const G> rules_;
    const Actions<G> actions_;
    const std::uint64_t salt_;
    mutable std::once_flag are_named_; // when a whole game is first played
    mutable std::unordered_map<std::string, std::int32_t> by_name_;
};

template <FamilyOf F> Expected<std::unique_ptr<Replayer>> open_replay_family(Options options) {
    return with_rules<Replayer, F>(options, [&]<class G>(std::shared_ptr<const G> rules) {
        return std::make_unique<ReplayerOf<G>>(options.variant(), std::move(rules));
    });
}

}
