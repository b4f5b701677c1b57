#include "match/player.hpp"
#include "game/options.hpp"
#include "game/random.hpp"
#include <algorithm>
#include <charconv>

namespace tavoliere {
namespace {

// Follows the game on a session of its own.
class OwnPlayer : public Player {
public:
    void begin(const Session& game, std::uint64_t seed) override {
        session = game.copy();
        random = Random(seed);
    }
    void played(const std::string& move) override { (void)session->play(move); }

protected:
    std::unique_ptr<Session> session;
    Random random{0};
};

class RandomPlayer final : public OwnPlayer {
    std::string choose(const std::atomic<bool>&) override {
        const auto moves = session->moves();
        return moves[std::size_t(random.below(int(moves.size())))].text;
    }
};

class GreedyPlayer final : public OwnPlayer {
    std::string choose(const std::atomic<bool>&) override { return session->greedy(random.next()); }
};

class EnginePlayer final : public OwnPlayer {
public:
    explicit EnginePlayer(const Limits& limits) : limits_(limits) {}

private:
    std::string choose(const std::atomic<bool>& stop) override {
        return session->think(limits_, [](const ThoughtView&) {}, stop).lines.front().moves.front();
    }

    const Limits limits_;
};

template <class T> std::optional<T> number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return value;
}

Expected<Limits> read_limits(std::string_view text) {
    Limits limits;
    std::vector<std::string_view> given;
    for (std::string_view part : split(text, ',')) {
        const auto equals = part.find('=');
        const std::string_view name = part.substr(0, equals),
                               value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
        const auto wrong = [&](const char* right) {
            return problem("player: " + in_quotes(part) + " in " + in_quotes(text) + " is no " + right);
        };
        if (std::find(given.begin(), given.end(), name) != given.end())
            return problem("player: " + in_quotes(text) + " gives " + std::string(name) + " twice");
        given.push_back(name);
        if (name == "time") {
            const auto seconds = number<double>(value);
            if (!seconds || !(*seconds >= 0.001 && *seconds <= 3600)) return wrong("time=SECONDS from 0.001 to 3600");
            limits.seconds = *seconds;
        } else if (name == "depth") {
            const auto depth = number<int>(value);
            if (!depth || *depth < 1 || *depth > 100) return wrong("depth=N from 1 to 100");
            limits.depth = *depth;
        } else if (name == "nodes") {
            const auto nodes = number<std::uint64_t>(value);
            if (!nodes || *nodes < 1) return wrong("nodes=N from 1");
            limits.nodes = *nodes;
        } else {
            return wrong("limit of ours: there are time=SECONDS, depth=N and nodes=N");
        }
    }
    return limits;
}

}

Expected<std::unique_ptr<Player>> make_player(std::string_view text) {
    if (text == "random") return std::make_unique<RandomPlayer>();
    if (text == "greedy") return std::make_unique<GreedyPlayer>();
    constexpr std::string_view engine = "engine:";
    if (!text.starts_with(engine))
        return problem("player: " + in_quotes(text) + " is none; there are random, greedy and engine:time=0.05");
    const auto limits = read_limits(text.substr(engine.size()));
    if (!limits) return std::unexpected(limits.error());
    return std::make_unique<EnginePlayer>(*limits);
}

}
