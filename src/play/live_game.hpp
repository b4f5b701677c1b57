// A game between two players: a GameSession, who plays it, and what happened so far. A value: a change is made on a copy,
// and the copy takes the old one's place when the store has it.
#pragma once
#include "base/shared_list.hpp"
#include "play/clock.hpp"
#include "play/offers.hpp"
#include "play/players.hpp"
#include "play/row.hpp"
#include "play/seats.hpp"
#include "session/session.hpp"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tavoliere {

// A live game is a draw after so many plies: hundreds of moves an hour for half a day, so that nobody fills a host's memory by
// moving to and fro. Its state is some 1.4 MB then.
inline constexpr int longest_live_game = 5000;

// What one who looks at a game is shown beside the game itself.
struct Viewer {
    std::string key;
    Opens opens;
    std::string invite = {}, watch = {}, rematch = {}; // keys; empty where there are none for this one
    std::string present = {};                          // the colours whose players are connected
    int invite_days = 0; // after so many without a move an invitation leads nowhere; 0: it is kept
};

class LiveGame {
public:
    // Fails if there is no such variant or it has no such position.
    static Expected<LiveGame> start(std::string_view variant, std::string_view position, Players players,
                                    std::optional<TimeControl> control = {});
    // Fails if something in it cannot be read, a move not be played,
    // or something else be that never is in a game. `known`: the game as it was; the first moves that both have are not played again,
    // and shared.
    static Expected<LiveGame> replay(const GameRow& record, const LiveGame* known = nullptr);

    LiveGame(const LiveGame& other);
    LiveGame(LiveGame&&) = default;
    LiveGame& operator=(LiveGame&&) = default;

    std::int64_t version() const { return version_; }
    void raise_version() { ++version_; } // once for each change, whatever it is made of

    // Where one of these fails, nothing has changed.
    Expected<void> play(std::string_view move, Instant now);
    Expected<void> undo(Instant now); // back to where a person was last to move
    Expected<void> resign(char colour, Instant now);
    Expected<void> seat(const Players& players);
    void lose_on_time(Instant now);

    Expected<void> offer(Deal deal, char by);               // to the other side
    Expected<void> accept(Deal deal, char by, Instant now); // what the other side offers; a rematch is made elsewhere
    Expected<void> decline(Deal deal, char by);
    void lead_on(std::string rematch); // to the game that follows

    const GameSession& session() const { return *session_; }
    const Players& players() const { return players_; }
    int ply() const { return int(history_.size()); }
    std::optional<Result> result() const;
    char turn() const { return now_.turn; }
    char turn_at(int ply) const;
    bool engine_is_to_move() const;
    // The person whose offer of a draw waits for the engine's answer; 0 for nobody.
    char waits_for_engine() const;
    const std::optional<Clock>& clock() const { return clock_; }
    // Of a person, that is. The engine may wait for its turn to think, or for a server, and that is not its time.
    bool is_time_up(Instant now) const;
    // The engine has thought for so long now: false where it had less time, and has lost.
    bool thinks_in_time(std::chrono::duration<double> own_time, Instant now);
    bool has_offered(Deal deal, char by) const { return offers_.is_open(deal, by); }
    bool has_resigned(char colour) const;
    const std::string& rematch() const { return rematch_; }
    // Was this, in any spelling, the move that was made after so many others?
    bool has_played(int ply, std::string_view move) const;

    GameRow record() const;
    std::string state(const Viewer& viewer, Instant now) const; // the `d` of the protocol's state, whole
    // It for who knows the first `from` moves, up to its last member, the history: `{"key":…,"from":3,"history":`. What stands after
    // it, history(from) and `}`, is the same for all who know as much.
    std::string state_up_to_history(const Viewer& viewer, Instant now, int from) const;
    std::string history(int from) const; // a JSON array: the moves from that one on
    // So many first moves are one and the same in the other: it became this game, or this that, by moves and take-backs after them.
    int plies_shared_with(const LiveGame& other) const;
    // The change that was asked for at `arrived` is made now: the turn that it began begins now.
    void hold_up(Instant arrived, Instant now);

private:
    struct Ply {
        std::string move;
        char turn;        // who made it
        std::string json; // its entry in the protocol's history
    };

    LiveGame(std::unique_ptr<GameSession> session, const Players& players);
    Expected<void> advance(std::string_view move);
    Expected<void> may_offer(Deal deal, char by) const; // as far as the game goes
    void go_back(int target, Instant now);
    void take_back_to(int target);
    int plies_of(std::string_view moves) const;
    int last_ply_of(char colour) const;
    void end(Winner winner, std::string_view reason, Instant now);

    std::unique_ptr<GameSession> session_;
    Players players_;
    PositionView start_, now_;
    SharedList<std::shared_ptr<const Ply>> history_;
    std::string moves_;            // of the history, as a row has them
    std::optional<Result> ending_; // by the players, not by the rules
    std::optional<Clock> clock_;
    Offers offers_;
    std::string rematch_;
    std::int64_t version_ = 1;
};

// Of a row, what is shown of it without its game being played. Fails if any of it is not what record() wrote.
Expected<void> check_shown(const GameRow& row);

}
