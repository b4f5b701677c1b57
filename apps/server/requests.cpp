#include "base/json.hpp"
#include "play/engine_turn.hpp"
#include "server/games.hpp"
#include "server/keys.hpp"
#include "server/log.hpp"
#include <exception>
#include <random>
#include <spdlog/spdlog.h>
#include <variant>

namespace tavoliere::server {

namespace {

NewNames new_names() {
    const std::string maker = new_key();
    return {new_key(), maker, invitation_of(maker)};
}

char either_colour() { return std::random_device{}() % 2 ? 'x' : 'o'; }

}

Expected<void> Games::handle(Cause cause, const NewGame& request) {
    const auto made = begin_game(request, new_names(), either_colour());
    if (!made) return std::unexpected(made.error());
    const std::string& network = cause.follower->asker.address;
    if (auto may = may_begin("new", network); !may) return may;
    if (auto allowed = visitors_.may_make_a_game(network); !allowed) return allowed;
    if (auto kept = store_.insert(made->game, made->record, made->keys, network); !kept) return kept;
    if (store_.is_grouping()) before_.try_emplace(made->game, Before{});
    return handle(cause, OpenGame{made->keys[0].key});
}

Expected<void> Games::handle(Cause cause, const OpenGame& request) {
    const auto reached = reach(*cause.follower, request.key, cause.arrived);
    if (!reached) return std::unexpected(reached.error());
    Live& live = *reached->live;
    // Another server on the same store may have changed it.
    const auto stored = store_.find(live.name);
    if (stored && *stored)
        if (auto looked = look_again_if_changed(live, (*stored)->version, {cause.follower, reached->opens.is_seat()});
            !looked)
            return looked;
    answer_state(cause, live);
    return {};
}

Expected<void> Games::handle(Cause cause, const TakeSeat& request) {
    if (auto made = check_made_key(request.seat); !made) return made;
    const auto keyed = find_key(request.key);
    if (!keyed) return std::unexpected(keyed.error());
    const auto seat = store_.find_key(request.seat);
    if (!seat) return std::unexpected(seat.error());
    // Asked again, because the answer was lost: it is theirs.
    if (*seat && (*seat)->game == keyed->game) return handle(cause, OpenGame{request.seat});
    if (*seat) return problem("seat: it is the key to another game; one that is new is wanted here");
    if (!keyed->opens.invites_to) return problem("sit: this seat is taken");
    const auto live = wake_up(keyed->game, {cause.follower});
    if (!live) return std::unexpected(live.error());
    const auto taken = store_.take_seat(request.key, request.seat);
    if (!taken) return std::unexpected(taken.error());
    if (!*taken) return problem("sit: this seat is taken");

    if (store_.is_grouping()) before_.try_emplace(keyed->game, Before{(*live)->match, (*live)->keys});
    if (auto read = read_keys(**live, (*live)->match.rematch()); !read) return read;
    const auto reached = reach(*cause.follower, request.seat, cause.arrived);
    if (!reached) return std::unexpected(reached.error());
    Live& seen = *reached->live;
    return again_if_late(seen, [&] { return keep(cause, seen, seen_anew(seen.match)); });
}

template <class Request>
    requires IsChange<Request>
Expected<void> Games::handle(Cause cause, const Request& request) {
    // Waits, if need be, here and not once the clocks are set.
    if (auto may = store_.prepare_to_write(); !may) return may;
    const auto reached = reach(*cause.follower, request.key, cause.arrived);
    if (!reached) return std::unexpected(reached.error());
    return again_if_late(*reached->live, [&] { return try_change(cause, *reached, request); });
}

template <class Request>
Expected<void> Games::try_change(Cause cause, const Reached& reached, const Request& request) {
    const auto& [live, opens] = reached;
    const Instant at = cause.arrived;
    auto asked = [&] {
        if constexpr (std::same_as<Request, Propose>)
            return change(live->match, opens, request, at, new_key());
        else
            return change(live->match, opens, request, at);
    }();
    if (!asked) return std::unexpected(asked.error());
    if (asked->game) {
        const bool goes_on_again = live->match.result() && !asked->game->result();
        if (asked->rematch || goes_on_again)
            if (auto may = may_begin(goes_on_again ? "undo" : "rematch", cause.follower->asker.address); !may)
                return may;
        asked->game->hold_up(at, now());
        return keep(cause, *live, std::move(*asked->game), asked->rematch ? &*asked->rematch : nullptr);
    }
    answer_state(cause, *live);
    return {};
}

Expected<void> Games::handle(Cause cause, const AskHint& request) {
    const auto reached = reach(*cause.follower, request.key, cause.arrived);
    if (!reached) return std::unexpected(reached.error());
    const Live& live = *reached->live;
    const auto limits = hint_limits(live.match, reached->opens);
    if (!limits) return std::unexpected(limits.error());
    if (cause.follower->awaits_hint_) return problem("hint: the one before has not been answered yet");
    const auto hear = [this, asker = cause.follower->weak_from_this(), id = cause.id, ply = live.match.ply(),
                       moves = live.match.session().moves()](const ThoughtView& thought) {
        if (const auto follower = asker.lock()) {
            follower->awaits_hint_ = false;
            const auto hint = hint_json(ply, moves, thought);
            outbox_.send(asker, hint ? message("hint", id, *hint) : error_message(id, hint.error()));
        }
        retry_refused();
    };
    auto asked = engine_.ask(
        "hint", {Errand::hint, cause.follower->asker, live.match.session().copy(), *limits, live.past, hear});
    if (!asked) return asked;
    cause.follower->awaits_hint_ = true;
    return {};
}

Expected<void> Games::handle(Cause cause, const GlanceAt& request) {
    const auto games = store_.glance(request.keys);
    if (!games) return std::unexpected(games.error());
    const std::string list = json_array(*games, [](const Glance& game) {
        return JsonObject()
            .add("key", game.key)
            .add("game", game.variant)
            .add("seats", game.seats)
            .raw("players", game.players)
            .add("turn", game.turn)
            .raw("result", game.result)
            .add("version", game.version)
            .add("start", game.start)
            .add("moves", game.moves)
            .add("changed", game.changed)
            .text();
    });
    outbox_.answer(*cause.follower, plain(message("glance", cause.id, JsonObject().raw("games", list).text())));
    return {};
}

Expected<void> Games::handle(Cause cause, const Ping&) {
    outbox_.answer(*cause.follower, plain(pong(cause.id)));
    return {};
}

void Games::receive(Follower& follower, const Request& request, Instant arrived) {
    const auto timing = request_timings_.begin();
    const auto refuse = [&](const Problem& problem) {
        ++refused_;
        outbox_.answer(follower, plain(error_message(request.id, problem)));
    };
    if (!request.what) return refuse(request.what.error());
    const Cause cause{&follower, *request.id, arrived};
    const AboutRequest about(follower.asker.connection, cause.id);
    try {
        const auto handled = std::visit(
            [&]<class What>(const What& what) {
                constexpr bool is_of_store = !IsAnalysis<What> && !std::same_as<What, AskHint>;
                if (is_of_store && store_.is_grouping()) asked_.emplace_back(follower.weak_from_this(), *request.id);
                return handle(cause, what);
            },
            *request.what);
        if (!handled) refuse(handled.error());
    } catch (const std::exception& error) {
        spdlog::error("games: {}", error.what());
        refuse({"server: this could not be done; the server's log gives the reason"});
    }
}

}
