// A game between two players: a Session, who plays it, and what happened so far. A value: a change is made on a copy,
// and the copy takes the old one's place when the store has it.
#pragma once
#include "server/players.hpp"
#include "server/store.hpp"
#include "session/session.hpp"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tavoliere::server {

class Match {
public:
    static Expected<Match> start(std::string_view variant, std::string_view position, Players players);
    static Expected<Match> replay(const Record& record);

    Match(const Match& other);
    Match(Match&&) = default;
    Match& operator=(Match&&) = default;

    Expected<void> play(std::string_view move);
    Expected<void> undo(); // back to where a person was last to move
    Expected<void> resign(char colour);
    Expected<void> seat(Players players);

    const Session& session() const { return *session_; }
    const Players& players() const { return players_; }
    int ply() const { return int(history_.size()); }
    std::optional<Result> result() const;
    char turn() const { return now_.turn; }
    bool engine_is_to_move() const;
    // Was this, in any spelling, the move that was made after so many others?
    bool has_played(int ply, std::string_view move) const;

    Record record() const;
    std::string state(std::string_view key) const; // the `d` of the protocol's state

private:
    struct Ply {
        std::string move;
        char turn; // who made it
        PositionView after;
        std::string json; // its entry in the protocol's history
    };

    Match(std::unique_ptr<Session> session, Players players);
    Expected<void> advance(std::string_view move);
    char turn_at(int ply) const;

    std::unique_ptr<Session> session_;
    Players players_;
    PositionView start_, now_;
    std::vector<std::shared_ptr<const Ply>> history_; // shared between copies
    std::optional<char> resigned_;
    std::int64_t version_ = 1;
};

}
