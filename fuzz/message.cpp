// What comes over a WebSocket, a message a line: read, and done to a game as the server does it. What goes back is JSON.
#include "fuzz.hpp"
#include "game/options.hpp"
#include "play/live_game.hpp"
#include "play/messages.hpp"
#include <boost/json/parse.hpp>

namespace tavoliere::fuzz {
namespace {

// The game that the messages are about, whatever key they name.
class Table {
public:
    Expected<void> operator()(const NewGame& m) {
        auto made = LiveGame::start(m.game, m.position, m.players, m.control);
        if (!made) return std::unexpected(made.error());
        match_ = std::move(*made);
        return {};
    }
    Expected<void> operator()(const OpenGame&) { return {}; }
    Expected<void> operator()(const TakeSeat&) { return {}; }
    Expected<void> operator()(const GlanceAt&) { return {}; }
    Expected<void> operator()(const Ping&) { return {}; }
    Expected<void> operator()(const PlayMove& m) {
        return change([&](LiveGame& match) -> Expected<void> {
            if (m.ply < match.ply())
                return match.has_played(m.ply, m.move) ? Expected<void>() : problem("played another");
            return match.play(m.move, now());
        });
    }
    Expected<void> operator()(const TakeBack&) {
        return change([&](LiveGame& match) { return match.undo(now()); });
    }
    Expected<void> operator()(const Resign& m) {
        return change([&](LiveGame& match) { return match.resign(m.player, now()); });
    }
    Expected<void> operator()(const SeatPlayers& m) {
        return change([&](LiveGame& match) { return match.seat(m.players); });
    }
    // Whose turn it is not offers, who has the turn answers.
    Expected<void> operator()(const Propose& m) {
        return change([&](LiveGame& match) -> Expected<void> {
            if (m.how == Propose::How::offer) return match.offer(m.what, other_side(match.turn()));
            if (m.how == Propose::How::accept) return match.accept(m.what, match.turn(), now());
            return match.decline(m.what, match.turn());
        });
    }
    Expected<void> operator()(const AskHint&) { return {}; }
    Expected<void> operator()(const StudyLine& m) {
        const auto study = study_json(m.place, m.from);
        if (!study) return std::unexpected(study.error());
        boost::json::parse(*study);
        return {};
    }
    Expected<void> operator()(const AnalyseLine& m) { return place(m.place); }
    Expected<void> operator()(const SolveLine& m) { return place(m.place); }
    Expected<void> operator()(const StopAnalysis&) { return {}; }

    void require_whole(bool replayed) const {
        if (!match_) return;
        const auto state = boost::json::parse(match_->state(looked_at(), now()));
        require(state.at("history").as_array().size() == std::size_t(match_->ply()), "the state tells the whole game");
        if (!replayed) return;
        const auto again = LiveGame::replay(match_->record());
        require(again && again->state(looked_at(), now()) == match_->state(looked_at(), now()),
                "a stored game comes back the same");
    }

private:
    // It stands still: what comes in a line comes at once.
    static Instant now() { return Instant(std::chrono::hours(500'000)); }
    static Viewer looked_at() { return {"key", opens_of("xo")}; }

    static Expected<void> place(const StudyPlace& where) {
        const auto session = session_at(where);
        if (!session) return std::unexpected(session.error());
        return {};
    }
    // On a copy, as the server does it.
    Expected<void> change(auto what) {
        if (!match_) return problem("no game");
        LiveGame copy = *match_;
        if (auto done = what(copy); !done) return done;
        match_ = std::move(copy);
        return {};
    }

    std::optional<LiveGame> match_;
};

}

void try_one(std::string_view input) {
    Table table;
    for (const std::string_view line : split(input, '\n')) {
        const Request request = read_request(line);
        if (!request.what) {
            require_one_line(request.what.error());
            boost::json::parse(error_message(request.id, request.what.error()));
        } else if (const auto done = std::visit(table, *request.what); !done) {
            require_one_line(done.error());
        }
    }
    table.require_whole(input.size() % 8 == 0); // a second table takes its time
}

}
