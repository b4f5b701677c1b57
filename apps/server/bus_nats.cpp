#include "server/bus_nats.hpp"
#include "base/text.hpp"
#include "nats/nats.hpp"
#include <atomic>
#include <fmt/format.h>
#include <limits>
#include <mutex>
#include <spdlog/spdlog.h>
#include <string_view>
#include <utility>

namespace tavoliere::server {
namespace {

class NatsBus final : public Bus {
public:
    explicit NatsBus(const std::string& store) : subject_("tavoliere." + store + ".games") {}

    Expected<void> connect(const std::string& urls) {
        const auto came_back = [this] {
            spdlog::info("bus: connected");
            if (const Listener to = listener(); to.came_back) to.came_back();
        };
        const auto went_away = [] {
            spdlog::warn("bus: the connection is lost; other servers' moves are looked for in the store");
        };
        const auto was_closed = [](const std::string& why) {
            spdlog::error("bus: given up, and not tried again until the server is restarted: {}", why);
        };
        // What is published while it is away is found in the store sooner than it would be heard.
        auto opened = nats::Connection::open(
            urls, {.kept_bytes = 1 << 16,
                   .events = {.came_back = came_back, .went_away = went_away, .was_closed = was_closed}});
        if (!opened) return std::unexpected(opened.error());
        connection_ = std::move(*opened);
        if (!connection_->is_connected())
            spdlog::warn("bus: nobody answers there; other servers' moves are looked for in the store");
        return {};
    }

    Expected<void> subscribe(const Listener& listener) override {
        {
            const std::lock_guard lock(mutex_);
            listener_ = listener;
        }
        const auto done = connection_->subscribe(subject_, [this](std::string_view text) { hear(text); });
        if (!done) return problem("bus: " + done.error().text);
        return {};
    }

    void publish(const GameEvent& event) override {
        // What is not taken while it is away is lost, and found in the store.
        if (connection_->publish(subject_,
                                 fmt::format("{} {} {} {}", event.game, event.version, event.server, event.present)))
            ++sent_;
    }

    std::optional<Figures> figures() const override { return Figures{connection_->is_connected(), sent_, heard_}; }

private:
    // Who else can write there may write anything.
    void hear(std::string_view text) {
        const auto words = split(text, ' ');
        const auto version =
            parse_number<std::int64_t>(words.size() == 4 ? words[1] : "", 0, std::numeric_limits<std::int64_t>::max());
        if (!version || words[3].find_first_not_of("xo") != text.npos) return;
        ++heard_;
        listener().heard({std::string(words[0]), *version, std::string(words[2]), std::string(words[3])});
    }
    Listener listener() {
        const std::lock_guard lock(mutex_);
        return listener_;
    }

    const std::string subject_;
    std::mutex mutex_;
    Listener listener_; // guarded by it: it may be connected before somebody listens
    std::atomic<std::uint64_t> sent_ = 0, heard_ = 0;
    std::unique_ptr<nats::Connection> connection_; // which calls what is above
};

}

Expected<std::unique_ptr<Bus>> open_nats_bus(const std::string& urls, const std::string& store) {
    auto bus = std::make_unique<NatsBus>(store);
    if (const auto connected = bus->connect(urls); !connected) return std::unexpected(connected.error());
    return bus;
}

}
