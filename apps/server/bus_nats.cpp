#include "server/bus_nats.hpp"
#include "base/text.hpp"
#include "sql/loading.hpp"
#include "sql/sql.hpp"
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <limits>
#include <mutex>
#include <spdlog/spdlog.h>
#include <string_view>
#include <utility>
#include <vector>

namespace tavoliere::server {
namespace {

// What of libnats' interface is used, as its documentation has it.
struct Library {
    using Options = void*;
    using Connection = void*;
    using Subscription = void*;
    using Message = void*;
    using Status = int; // 0: all is well
    using Called = void (*)(Connection, void*);
    using Heard = void (*)(Connection, Subscription, Message, void*);
    Status (*natsOptions_Create)(Options*);
    void (*natsOptions_Destroy)(Options);
    Status (*natsOptions_SetServers)(Options, const char** urls, int count);
    Status (*natsOptions_SetName)(Options, const char*);
    Status (*natsOptions_SetNoEcho)(Options, bool);
    Status (*natsOptions_SetTimeout)(Options, std::int64_t milliseconds);
    Status (*natsOptions_SetPingInterval)(Options, std::int64_t milliseconds);
    Status (*natsOptions_SetMaxReconnect)(Options, int);
    Status (*natsOptions_SetReconnectWait)(Options, std::int64_t milliseconds);
    Status (*natsOptions_SetReconnectBufSize)(Options, int bytes);
    Status (*natsOptions_SetRetryOnFailedConnect)(Options, bool, Called connected, void*);
    Status (*natsOptions_SetDisconnectedCB)(Options, Called, void*);
    Status (*natsOptions_SetReconnectedCB)(Options, Called, void*);
    Status (*natsOptions_SetClosedCB)(Options, Called, void*);
    Status (*natsConnection_Connect)(Connection*, Options);
    int (*natsConnection_Status)(Connection);
    Status (*natsConnection_GetLastError)(Connection, const char**);
    Status (*natsConnection_Publish)(Connection, const char* subject, const void*, int size);
    Status (*natsConnection_Subscribe)(Subscription*, Connection, const char* subject, Heard, void*);
    void (*natsConnection_Destroy)(Connection);
    void (*natsSubscription_Destroy)(Subscription);
    const char* (*natsMsg_GetData)(Message);
    int (*natsMsg_GetDataLength)(Message);
    void (*natsMsg_Destroy)(Message);
    const char* (*natsStatus_GetText)(Status);
    Status (*nats_CloseAndWait)(std::int64_t milliseconds);
};
constexpr int connected = 2; // as natsConnection_Status says it

// Loaded once; nothing where it is not installed.
const Library* library() {
    static const std::optional<Library> loaded = []() -> std::optional<Library> {
        sql::LoadedLibrary file{"libnats.so.3.4", "libnats.so"}; // the second: another version, where it is built with
        Library all{};
#define LOAD(name) file.find(#name, all.name)
        LOAD(natsOptions_Create), LOAD(natsOptions_Destroy), LOAD(natsOptions_SetServers), LOAD(natsOptions_SetName);
        LOAD(natsOptions_SetNoEcho), LOAD(natsOptions_SetTimeout), LOAD(natsOptions_SetPingInterval);
        LOAD(natsOptions_SetMaxReconnect), LOAD(natsOptions_SetReconnectWait), LOAD(natsOptions_SetReconnectBufSize);
        LOAD(natsOptions_SetRetryOnFailedConnect), LOAD(natsOptions_SetDisconnectedCB);
        LOAD(natsOptions_SetReconnectedCB), LOAD(natsOptions_SetClosedCB), LOAD(natsConnection_Connect);
        LOAD(natsConnection_Status), LOAD(natsConnection_GetLastError), LOAD(natsConnection_Publish);
        LOAD(natsConnection_Subscribe), LOAD(natsConnection_Destroy), LOAD(natsSubscription_Destroy);
        LOAD(natsMsg_GetData), LOAD(natsMsg_GetDataLength), LOAD(natsMsg_Destroy), LOAD(natsStatus_GetText);
        LOAD(nats_CloseAndWait);
#undef LOAD
        return file.is_whole() ? std::optional(all) : std::nullopt;
    }();
    return loaded ? &*loaded : nullptr;
}

// "nats://HOST", "nats://USER:PASSWORD@HOST:PORT"
bool is_address(std::string_view url) {
    std::string_view place = url;
    if (!take(place, "nats://")) return false;
    place.remove_prefix(place.rfind('@') + 1); // 0 where there is none
    std::string_view port;
    if (const auto end = place.find(']'); place.starts_with('[') && end != place.npos)
        port = place.substr(end + 1);
    else
        port = place.substr(std::min(place.find(':'), place.size()));
    const std::string_view host = place.substr(0, place.size() - port.size());
    return !host.empty() && url.find_first_of(" \t\r\n/?#", 7) == url.npos &&
           (port.empty() || (take(port, ":") && parse_number<unsigned short>(port, 1, 65535)));
}

class NatsBus final : public Bus {
public:
    explicit NatsBus(const std::string& store) : subject_("tavoliere." + store + ".games") {}
    ~NatsBus() override {
        is_ending_ = true;
        if (subscription_) nats_.natsSubscription_Destroy(subscription_);
        if (connection_) nats_.natsConnection_Destroy(connection_);
        constexpr std::int64_t patience = 2000; // ms; its threads call us no more when it is over
        nats_.nats_CloseAndWait(patience);
    }

    // A problem's text, or empty.
    std::string connect(const std::vector<std::string>& urls) {
        std::vector<const char*> names;
        for (const std::string& url : urls) names.push_back(url.c_str());
        Library::Options options = nullptr;
        int status = nats_.natsOptions_Create(&options);
        const auto set = [&](auto function, auto... values) {
            if (status == 0) status = function(options, values...);
        };
        set(nats_.natsOptions_SetServers, names.data(), int(names.size()));
        set(nats_.natsOptions_SetName, "tavoliere");
        set(nats_.natsOptions_SetNoEcho, true);
        set(nats_.natsOptions_SetTimeout, 2000);
        set(nats_.natsOptions_SetPingInterval, 2000); // one that is gone without a word is found out by the third
        set(nats_.natsOptions_SetMaxReconnect, -1);
        set(nats_.natsOptions_SetReconnectWait, 250);
        // What is published while it is away is found in the store sooner than it would be heard.
        set(nats_.natsOptions_SetReconnectBufSize, 1 << 16);
        set(nats_.natsOptions_SetRetryOnFailedConnect, true, came_back, this);
        set(nats_.natsOptions_SetReconnectedCB, came_back, this);
        set(nats_.natsOptions_SetDisconnectedCB, went_away, this);
        set(nats_.natsOptions_SetClosedCB, was_closed, this);
        if (status == 0) status = nats_.natsConnection_Connect(&connection_, options);
        nats_.natsOptions_Destroy(options);
        if (!connection_) return nats_.natsStatus_GetText(status);
        if (status != 0) spdlog::warn("bus: nobody answers there; other servers' moves are looked for in the store");
        return {};
    }

    Expected<void> subscribe(Listener listener) override {
        {
            const std::lock_guard lock(mutex_);
            listener_ = std::move(listener);
        }
        const int status =
            nats_.natsConnection_Subscribe(&subscription_, connection_, subject_.c_str(), was_heard, this);
        if (status != 0) return problem(fmt::format("bus: {}", nats_.natsStatus_GetText(status)));
        return {};
    }

    void publish(const GameEvent& event) override {
        const std::string text = fmt::format("{} {} {} {}", event.game, event.version, event.server, event.present);
        // What is not taken while it is away is lost, and found in the store.
        if (nats_.natsConnection_Publish(connection_, subject_.c_str(), text.data(), int(text.size())) == 0) ++sent_;
    }

    std::optional<Figures> figures() const override {
        return Figures{nats_.natsConnection_Status(connection_) == connected, sent_, heard_};
    }

private:
    static NatsBus& of(void* bus) { return *static_cast<NatsBus*>(bus); }
    static void was_heard(Library::Connection, Library::Subscription, Library::Message message, void* bus) {
        const Library& nats = of(bus).nats_;
        const std::string_view text(nats.natsMsg_GetData(message), std::size_t(nats.natsMsg_GetDataLength(message)));
        // Who else can write there may write anything.
        const auto words = split(text, ' ');
        const auto version =
            parse_number<std::int64_t>(words.size() == 4 ? words[1] : "", 0, std::numeric_limits<std::int64_t>::max());
        if (version && words[3].find_first_not_of("xo") == text.npos) {
            ++of(bus).heard_;
            of(bus).listener().heard({std::string(words[0]), *version, std::string(words[2]), std::string(words[3])});
        }
        nats.natsMsg_Destroy(message);
    }
    static void came_back(Library::Connection, void* bus) {
        spdlog::info("bus: connected");
        if (const Listener to = of(bus).listener(); to.came_back) to.came_back();
    }
    static void went_away(Library::Connection, void* bus) {
        if (!of(bus).is_ending_)
            spdlog::warn("bus: the connection is lost; other servers' moves are looked for in the store");
    }
    static void was_closed(Library::Connection connection, void* bus) {
        if (of(bus).is_ending_) return;
        const char* why = nullptr;
        of(bus).nats_.natsConnection_GetLastError(connection, &why);
        spdlog::error("bus: given up, and not tried again until the server is restarted: {}",
                      as_one_line(why && *why ? why : "no reason is known"));
    }

    Listener listener() {
        const std::lock_guard lock(mutex_);
        return listener_;
    }

    const Library& nats_ = *library();
    const std::string subject_;
    Library::Connection connection_ = nullptr;
    Library::Subscription subscription_ = nullptr;
    std::mutex mutex_;
    Listener listener_; // guarded by it: it may be connected before somebody listens
    std::atomic<bool> is_ending_ = false;
    std::atomic<std::uint64_t> sent_ = 0, heard_ = 0;
};

}

Expected<std::unique_ptr<Bus>> open_nats_bus(const std::string& urls, const std::string& store) {
    std::vector<std::string> all;
    for (const std::string_view url : split(urls, ',')) {
        if (!is_address(url))
            return problem(fmt::format("{} is no address of a bus; write nats://HOST:PORT, or several with commas "
                                       "between them",
                                       sql::shown(std::string(url))));
        all.emplace_back(url);
    }
    if (!library()) return problem("libnats.so.3.4 is not installed; on Debian it is the package libnats3.4");
    auto bus = std::make_unique<NatsBus>(store);
    if (const std::string wrong = bus->connect(all); !wrong.empty()) return problem(wrong);
    return bus;
}

}
