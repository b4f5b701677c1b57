#include "nats/nats.hpp"
#include "base/loaded_library.hpp"
#include "base/text.hpp"
#include "sql/sql.hpp"
#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

namespace tavoliere::nats {
namespace {

// What of libnats' interface is used, as its documentation has it.
struct Library {
    using Options = void*;
    using Link = void*;
    using Subscription = void*;
    using Letter = void*;
    using Status = int; // 0: all is well
    using Called = void (*)(Link, void*);
    using Heard = void (*)(Link, Subscription, Letter, void*);
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
    Status (*natsOptions_SetFailRequestsOnDisconnect)(Options, bool);
    Status (*natsOptions_SetRetryOnFailedConnect)(Options, bool, Called connected, void*);
    Status (*natsOptions_SetDisconnectedCB)(Options, Called, void*);
    Status (*natsOptions_SetReconnectedCB)(Options, Called, void*);
    Status (*natsOptions_SetClosedCB)(Options, Called, void*);
    Status (*natsConnection_Connect)(Link*, Options);
    int (*natsConnection_Status)(Link);
    Status (*natsConnection_GetLastError)(Link, const char**);
    Status (*natsConnection_Publish)(Link, const char* subject, const void*, int size);
    Status (*natsConnection_RequestMsg)(Letter* answer, Link, Letter, std::int64_t milliseconds);
    Status (*natsConnection_Subscribe)(Subscription*, Link, const char* subject, Heard, void*);
    void (*natsConnection_Destroy)(Link);
    void (*natsSubscription_Destroy)(Subscription);
    Status (*natsMsg_Create)(Letter*, const char* subject, const char* reply, const char* data, int size);
    Status (*natsMsgHeader_Set)(Letter, const char* key, const char* value);
    const char* (*natsMsg_GetReply)(Letter);
    const char* (*natsMsg_GetData)(Letter);
    int (*natsMsg_GetDataLength)(Letter);
    void (*natsMsg_Destroy)(Letter);
    const char* (*natsStatus_GetText)(Status);
    Status (*nats_CloseAndWait)(std::int64_t milliseconds);
};
constexpr int connected = 2;      // as natsConnection_Status says it
constexpr int no_responders = 34; // of the library's statuses, to which new ones are appended

// Loaded once; nothing where it is not installed.
const Library* library() {
    static const std::optional<Library> loaded = []() -> std::optional<Library> {
        LoadedLibrary file{"libnats.so.3.4", "libnats.so"}; // the second: another version, where it is built with
        Library all{};
#define LOAD(name) file.find(#name, all.name)
        LOAD(natsOptions_Create), LOAD(natsOptions_Destroy), LOAD(natsOptions_SetServers), LOAD(natsOptions_SetName);
        LOAD(natsOptions_SetNoEcho), LOAD(natsOptions_SetTimeout), LOAD(natsOptions_SetPingInterval);
        LOAD(natsOptions_SetMaxReconnect), LOAD(natsOptions_SetReconnectWait), LOAD(natsOptions_SetReconnectBufSize);
        LOAD(natsOptions_SetFailRequestsOnDisconnect), LOAD(natsOptions_SetRetryOnFailedConnect),
            LOAD(natsOptions_SetDisconnectedCB);
        LOAD(natsOptions_SetReconnectedCB), LOAD(natsOptions_SetClosedCB), LOAD(natsConnection_Connect);
        LOAD(natsConnection_Status), LOAD(natsConnection_GetLastError), LOAD(natsConnection_Publish);
        LOAD(natsConnection_RequestMsg), LOAD(natsConnection_Subscribe), LOAD(natsConnection_Destroy);
        LOAD(natsSubscription_Destroy), LOAD(natsMsg_Create), LOAD(natsMsgHeader_Set), LOAD(natsMsg_GetReply);
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

class Libnats final : public Connection {
public:
    explicit Libnats(Events events) : events_(std::move(events)) {}
    ~Libnats() override {
        is_ending_ = true;
        if (subscription_) nats_.natsSubscription_Destroy(subscription_);
        if (link_) nats_.natsConnection_Destroy(link_);
        constexpr std::int64_t patience = 2000; // ms; its threads call us no more when it is over
        nats_.nats_CloseAndWait(patience);
    }

    // A problem's text, or empty.
    std::string connect(const std::vector<std::string>& urls, int kept_bytes) {
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
        set(nats_.natsOptions_SetReconnectBufSize, kept_bytes);
        set(nats_.natsOptions_SetFailRequestsOnDisconnect, true);
        set(nats_.natsOptions_SetRetryOnFailedConnect, true, came_back, this);
        set(nats_.natsOptions_SetReconnectedCB, came_back, this);
        set(nats_.natsOptions_SetDisconnectedCB, went_away, this);
        set(nats_.natsOptions_SetClosedCB, was_closed, this);
        if (status == 0) status = nats_.natsConnection_Connect(&link_, options);
        nats_.natsOptions_Destroy(options);
        return link_ ? "" : nats_.natsStatus_GetText(status);
    }

    bool is_connected() const override { return nats_.natsConnection_Status(link_) == connected; }

    bool publish(const std::string& subject, std::string_view data) override {
        return nats_.natsConnection_Publish(link_, subject.c_str(), data.data(), int(data.size())) == 0;
    }

    Expected<void> subscribe(const std::string& subject, std::function<void(std::string_view)> heard) override {
        heard_ = std::move(heard);
        const int status = nats_.natsConnection_Subscribe(&subscription_, link_, subject.c_str(), was_heard, this);
        if (status != 0) return problem(nats_.natsStatus_GetText(status));
        return {};
    }

    Answered request(const std::string& subject, std::string_view data, Message& answer, const std::string& id,
                     std::chrono::milliseconds patience) override {
        Library::Letter letter = nullptr, reply = nullptr;
        int status = nats_.natsMsg_Create(&letter, subject.c_str(), nullptr, data.data(), int(data.size()));
        if (status == 0 && !id.empty()) status = nats_.natsMsgHeader_Set(letter, "Nats-Msg-Id", id.c_str());
        if (status == 0) status = nats_.natsConnection_RequestMsg(&reply, link_, letter, patience.count());
        if (letter) nats_.natsMsg_Destroy(letter);
        if (reply) {
            const char* const subject_of_reply = nats_.natsMsg_GetReply(reply);
            answer = {text_of(reply), subject_of_reply ? subject_of_reply : ""};
            nats_.natsMsg_Destroy(reply);
        }
        if (status == 0) return Answered::yes;
        return status == no_responders ? Answered::nobody_listens : Answered::no;
    }

private:
    static Libnats& of(void* self) { return *static_cast<Libnats*>(self); }
    std::string text_of(Library::Letter letter) const {
        const char* const data = nats_.natsMsg_GetData(letter);
        return data ? std::string(data, std::size_t(nats_.natsMsg_GetDataLength(letter))) : "";
    }
    static void was_heard(Library::Link, Library::Subscription, Library::Letter letter, void* self) {
        of(self).heard_(of(self).text_of(letter));
        of(self).nats_.natsMsg_Destroy(letter);
    }
    static void came_back(Library::Link, void* self) {
        if (of(self).events_.came_back) of(self).events_.came_back();
    }
    static void went_away(Library::Link, void* self) {
        if (!of(self).is_ending_ && of(self).events_.went_away) of(self).events_.went_away();
    }
    static void was_closed(Library::Link link, void* self) {
        if (of(self).is_ending_ || !of(self).events_.was_closed) return;
        const char* why = nullptr;
        of(self).nats_.natsConnection_GetLastError(link, &why);
        of(self).events_.was_closed(as_one_line(why && *why ? why : "no reason is known"));
    }

    const Library& nats_ = *library();
    const Events events_;
    std::function<void(std::string_view)> heard_;
    Library::Link link_ = nullptr;
    Library::Subscription subscription_ = nullptr;
    std::atomic<bool> is_ending_ = false;
};

}

Expected<std::unique_ptr<Connection>> Connection::open(const std::string& urls, Opening how) {
    std::vector<std::string> all;
    for (const std::string_view url : split(urls, ',')) {
        if (!is_address(url))
            return problem(sql::shown(std::string(url)) +
                           " is no address of a NATS; write nats://HOST:PORT, or several with commas between them");
        all.emplace_back(url);
    }
    if (!library()) return problem("libnats.so.3.4 is not installed; on Debian it is the package libnats3.4");
    auto made = std::make_unique<Libnats>(std::move(how.events));
    if (const std::string wrong = made->connect(all, how.kept_bytes); !wrong.empty()) return problem(wrong);
    return made;
}

}
