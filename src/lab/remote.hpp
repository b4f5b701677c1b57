// Somebody else's engine as a player.
#pragma once
#include "lab/player.hpp"

namespace tavoliere {

// Whatever the engine does wrong becomes a Forfeit; the engine is then killed, and started anew for the next game.
class RemotePlayer final : public Player {
public:
    RemotePlayer(const PlayerSetup& setup, const GameSession& game, const PlayerCare& care)
        : setup_(setup), care_(care), now_(game.copy()) {}

    Expected<void> prepare(const std::atomic<bool>& stop) override;
    std::optional<Forfeit> begin(const Beginning& game, const std::atomic<bool>& stop) override;
    void played(const std::string& move) override;
    std::expected<Answer, Forfeit> choose(const Turn& turn, const std::atomic<bool>& stop) override;

private:
    using Options = std::vector<std::array<std::string, 2>>;

    Expected<void> greet(const std::atomic<bool>& stop);
    Expected<void> set_options();
    Expected<void> set_option(const std::string& name, const std::string& value);
    const std::array<std::string, 2>* declaration(const std::string& name) const; // none: nullptr
    Expected<void> wait_until_ready(const std::atomic<bool>& stop);
    Expected<void> wait_for(const std::string& word, const std::atomic<bool>& stop, Options* declared = nullptr);
    Expected<void> say(const std::string& line);
    std::unexpected<Problem> gave_up(std::string what); // kills it
    std::unexpected<Forfeit> lost(std::string_view reason, std::string detail);
    std::expected<std::vector<std::string_view>, Forfeit> hear(std::string& line, const Turn& turn, Moment until,
                                                               const std::atomic<bool>& stop);
    std::string why_it_ended();
    std::string go(const Turn& turn) const;

    const PlayerSetup setup_;
    const PlayerCare care_;
    std::optional<Process> engine_;
    bool lacks_means_ = false; // of our own, to start it
    Options declared_;         // names and the line that declares each
    std::string start_;
    std::vector<std::string> moves_;
    std::unique_ptr<GameSession> now_;
};

}
