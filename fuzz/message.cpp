// What comes over a WebSocket, a message a line: read, and done to a game as the server does it. What goes back is JSON.
#include "ask/study.hpp"
#include "fuzz.hpp"
#include "game/options.hpp"
#include "play/changes.hpp"
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
    template <class Asked>
        requires IsChange<Asked>
    Expected<void> operator()(const Asked& m) {
        if (!match_) return problem("no game");
        auto made = changed_by(m);
        if (!made) return std::unexpected(made.error());
        if (made->game) match_ = std::move(*made->game);
        return {};
    }
    Expected<void> operator()(const AskHint&) { return {}; }
    Expected<void> operator()(const StudyRequest& m) {
        const auto study = study_json(m);
        if (!study) return std::unexpected(study.error());
        boost::json::parse(*study);
        return {};
    }
    Expected<void> operator()(const AnalyseRequest& m) { return place(m); }
    Expected<void> operator()(const SolveRequest& m) { return place(m); }
    Expected<void> operator()(const ExplorerRequest& m) { return place(m); }
    Expected<void> operator()(const StopAnalysis&) { return {}; }

    void require_whole(bool replayed) {
        if (!match_) return;
        const auto state = boost::json::parse(match_->state(looked_at(), now()));
        require(state.at("history").as_array().size() == std::size_t(match_->ply()), "the state tells the whole game");
        if (!replayed) return;
        const auto again = LiveGame::replay(match_->record());
        require(again && again->state(looked_at(), now()) == match_->state(looked_at(), now()),
                "a stored game comes back the same");
        const auto by_known = LiveGame::replay(match_->record(), known_ ? &*known_ : nullptr);
        require(by_known && by_known->state(looked_at(), now()) == match_->state(looked_at(), now()),
                "and so it does by what was known of it");
        known_.emplace(*match_);
    }

private:
    // It stands still: what comes in a line comes at once.
    static Instant now() { return Instant(std::chrono::hours(500'000)); }
    static Viewer looked_at() { return {"key", {"xo", 0}}; }

    static Expected<void> place(const StudyPlace& where) {
        const auto session = session_at(where);
        if (!session) return std::unexpected(session.error());
        return {};
    }
    auto changed_by(const auto& m) const { return change(*match_, {"xo", 0}, m, now()); }
    // Whose turn it is not offers, who has the turn answers.
    auto changed_by(const Propose& m) const {
        const char by = m.how == Propose::How::offer ? other_side(match_->turn()) : match_->turn();
        return change(*match_, {std::string(1, by), 0}, m, now(), "rematch");
    }

    std::optional<LiveGame> match_, known_; // as it was when it was stored last
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
