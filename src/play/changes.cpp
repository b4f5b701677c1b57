#include "play/changes.hpp"

namespace tavoliere {

namespace {

Expected<void> must_play(const Opens& opens, char colour, std::string_view what) {
    if (opens.plays(colour)) return {};
    if (opens.seats.empty()) return problem(std::string(what) + ": this key is only for watching");
    return problem(std::string(what) + ": this key plays " + opens.seats + ", not " + colour);
}

// What a step makes of a copy.
Expected<Change> changed(const LiveGame& game, const auto& step) {
    LiveGame next = seen_anew(game);
    if (const Expected<void> done = step(next); !done) return std::unexpected(done.error());
    return Change{std::move(next)};
}

// Who holds the key to everything offers a draw to the engine, or agrees on one with who sits beside them.
Expected<Change> propose_alone(const LiveGame& game, const Propose& request, Instant now) {
    if (request.what != Deal::draw || request.how != Propose::How::offer)
        return problem("offer: with this key only a draw is offered; everything else is done at once");
    const char by = game.turn();
    if (!game.players().of(by).is_person()) return problem("offer: the engine is to move");
    const bool alone = !game.players().of(other_side(by)).is_person();
    return changed(game, [&](LiveGame& next) {
        auto offered = next.offer(Deal::draw, by);
        return offered && !alone ? next.accept(Deal::draw, other_side(by), now) : offered;
    });
}

// The same two with colours exchanged, from the same position and with the same clock.
Expected<Change> begin_rematch(const LiveGame& game, char by, Instant now, const std::string& name) {
    const GameRow before = game.record();
    const auto control = game.clock() ? std::optional(game.clock()->control()) : std::nullopt;
    const auto match = LiveGame::start(before.variant, before.start, game.players(), control);
    if (!match) return std::unexpected(match.error());
    auto agreed = changed(game, [&](LiveGame& next) {
        auto accepted = next.accept(Deal::rematch, by, now);
        if (accepted) next.lead_on(name);
        return accepted;
    });
    if (agreed) agreed->rematch = NewEntry{name, match->record()};
    return agreed;
}

}

LiveGame seen_anew(const LiveGame& game) {
    LiveGame next = game;
    next.raise_version();
    return next;
}

LiveGame after_flag_fall(const LiveGame& game, Instant now) {
    LiveGame next = seen_anew(game);
    next.lose_on_time(now);
    return next;
}

Expected<NewEntry> begin_game(const NewGame& request, const NewNames& names, char either) {
    const auto game = LiveGame::start(request.game, request.position, request.players, request.control);
    if (!game) return std::unexpected(game.error());
    if (!request.seat) return NewEntry{names.game, game->record(), {{names.maker, {"xo", 0}}}};
    if (!request.players.x.is_person() || !request.players.o.is_person())
        return problem("new: seat: a game by link is between two persons");
    const char seat = request.seat == 'e' ? either : request.seat;
    return NewEntry{names.game,
                    game->record(),
                    {{names.maker, {std::string(1, seat), 0}}, {names.invitation, {"", other_side(seat)}}}};
}

Expected<Change> change(const LiveGame& game, const Opens& opens, const PlayMove& request, Instant now) {
    if (request.ply > game.ply())
        return problem("move: ply is " + std::to_string(request.ply) + ", but " + std::to_string(game.ply()) +
                       " moves have been made");
    if (auto theirs = must_play(opens, game.turn_at(request.ply), "move"); !theirs)
        return std::unexpected(theirs.error());
    if (request.ply < game.ply()) {
        if (game.has_played(request.ply, request.move)) return Change{};
        return problem("move: another move than " + in_quotes(request.move) + " was made at ply " +
                       std::to_string(request.ply));
    }
    if (game.engine_is_to_move()) return problem("move: the engine is to move");
    return changed(game, [&](LiveGame& next) { return next.play(request.move, now); });
}

Expected<Change> change(const LiveGame& game, const Opens& opens, const TakeBack&, Instant now) {
    if (!opens.plays_all()) return problem("undo: a take-back must be offered here");
    return changed(game, [&](LiveGame& next) { return next.undo(now); });
}

Expected<Change> change(const LiveGame& game, const Opens& opens, const Resign& request, Instant now) {
    if (auto theirs = must_play(opens, request.player, "resign"); !theirs) return std::unexpected(theirs.error());
    if (game.has_resigned(request.player)) return Change{};
    return changed(game, [&](LiveGame& next) { return next.resign(request.player, now); });
}

Expected<Change> change(const LiveGame& game, const Opens& opens, const SeatPlayers& request, Instant) {
    if (!opens.plays_all()) return problem("players: each has a seat here");
    return changed(game, [&](LiveGame& next) { return next.seat(request.players); });
}

Expected<Change> change(const LiveGame& game, const Opens& opens, const Propose& request, Instant now,
                        const std::string& name) {
    if (opens.plays_all()) return propose_alone(game, request, now);
    if (!opens.is_seat()) return std::unexpected(must_play(opens, 'x', "offer").error());
    const char by = opens.seats[0];
    if (request.how == Propose::How::decline)
        return changed(game, [&](LiveGame& next) { return next.decline(request.what, by); });
    const bool theirs_is_open = game.has_offered(request.what, other_side(by));
    // Both want the same: that is an agreement.
    if (request.how == Propose::How::accept || theirs_is_open) {
        if (request.what == Deal::rematch && theirs_is_open) return begin_rematch(game, by, now, name);
        return changed(game, [&](LiveGame& next) { return next.accept(request.what, by, now); });
    }
    if (game.has_offered(request.what, by)) return Change{};
    return changed(game, [&](LiveGame& next) { return next.offer(request.what, by); });
}

}
