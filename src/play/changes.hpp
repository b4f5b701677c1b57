// What a request does to a game: who may do what by which key, and when.
#pragma once
#include "play/live_game.hpp"
#include "play/messages.hpp"
#include <optional>
#include <string>

namespace tavoliere {

// What a request comes to. Where no game is in it nothing changes, for what was asked for has been done before: its answer was
// lost. Who asked is shown the game as it is.
struct Change {
    std::optional<LiveGame> game = {};    // in place of the one before, with the next version
    std::optional<NewEntry> rematch = {}; // a game that is made with the change or not at all
};

// Texts that nobody can guess: a new game's name, its maker's key, and one that invites to the other seat.
struct NewNames {
    std::string game, maker, invitation;
};

// Each fails, with the line for who asked, if the key does not open this or the game does not allow it. They take for granted that
// no player's time is up.
Expected<Change> change(const LiveGame& game, const Opens& opens, const PlayMove& request, Instant now);
Expected<Change> change(const LiveGame& game, const Opens& opens, const TakeBack& request, Instant now);
Expected<Change> change(const LiveGame& game, const Opens& opens, const Resign& request, Instant now);
Expected<Change> change(const LiveGame& game, const Opens& opens, const SeatPlayers& request, Instant now);
// `name` is a rematch's, if it comes to that.
Expected<Change> change(const LiveGame& game, const Opens& opens, const Propose& request, Instant now,
                        const std::string& name);

// A new game, and the keys to it: the first is its maker's. `either` is the maker's colour where the request leaves that open.
Expected<NewEntry> begin_game(const NewGame& request, const NewNames& names, char either);

// The game when the time of the player to move is up.
LiveGame after_flag_fall(const LiveGame& game, Instant now);
// The same game in its next version, for something beside it has changed.
LiveGame seen_anew(const LiveGame& game);

}
