#include "server/api.hpp"
#include "base/json.hpp"
#include <exception>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace tavoliere::server {

namespace {

constexpr int soon = 2; // seconds

Problem too_busy() { return {fmt::format("server: too much waits to be done; ask again in {} s", soon), soon}; }

// What is said against a request that was read. Who is told to come again came at a bad time; what begins with the key, the store, the
// server or the explorer is about them.
Reply refused(const Json& d) {
    const std::string text = d["error"].text() ? *d["error"].text() : std::string();
    const auto again = d["again"].whole<int>(0, 1'000'000).value_or(0);
    const bool is_servers = text.starts_with("server:") || text.starts_with("store:");
    const int status = text.starts_with("key:")        ? 401
                       : again || is_servers           ? 503
                       : text.starts_with("explorer:") ? 404
                                                       : 400;
    Reply reply = error_reply(status, text);
    reply.again_after = reply.status == 503 ? std::max(again, soon) : 0;
    return reply;
}

// The answer that a message is, if it is one to somebody's request.
std::optional<Reply> reply_to(std::string_view message, const Route& route) {
    const auto told = taken_apart(message);
    if (!told || !told->id) return {};
    if (told->type == "error")
        if (const auto d = read_json(told->d, {.bytes = told->d.size()})) return refused(*d);
    Reply reply = reply_of(media_type(route.content), std::string(told->d));
    reply.status = route.makes ? 201 : 200;
    reply.has_secret = route.call == Call::message;
    return reply;
}

}

// Who asks over HTTP, to those who answer followers: it is gone when it has its answer.
class Api::OneAnswer final : public Follower {
public:
    using Hear = std::function<bool(std::string_view message)>; // true: that was it
    explicit OneAnswer(Hear hear) : hear_(std::move(hear)) {}
    void answer(Text message) override {
        const auto self = shared_from_this(); // which hearing gives up
        if (hear_ && hear_(message->whole())) hear_ = {};
    }
    void tell(Text, int) override {}

private:
    Hear hear_;
};

Service::GiveUp Api::answer(const HttpRequest& request, const std::string& network, Give give) {
    const auto at_once = [&give](Reply reply) -> Service::GiveUp {
        give(std::move(reply));
        return {};
    };
    if (const auto may = visitors_.may_ask(network); !may) {
        Reply reply = error_reply(429, may.error().text);
        reply.again_after = may.error().again_after;
        return at_once(std::move(reply));
    }
    if (request.method == "OPTIONS")
        if (const std::string methods = methods_of(request.target); !methods.empty()) {
            Reply reply{.status = 204, .cache = never_kept};
            reply.allow = methods;
            return at_once(std::move(reply));
        }
    const auto route = route_of(request);
    if (!route) return at_once(route.error());
    if (auto no = refusal(request, **route, network)) return at_once(std::move(*no));
    auto asked = read_asked(**route, request);
    if (!asked) return at_once(std::move(asked.error()));
    if ((*route)->call == Call::document || (*route)->call == Call::games) return at_once(site_.find(request.target));
    // Whoever paints asks it, on that thread.
    const auto is_over = [&painting = threads_.painting] { return painting.is_stopping(); };
    if (auto work = work_of(*asked, puzzles_, is_over)) {
        const bool is_painted = (*route)->content == Content::png || (*route)->content == Content::gif;
        Worker& thread = is_painted ? threads_.painting : threads_.drawing;
        const bool is_taken = thread.offer([this, give, network, route = *route, work = std::move(*work)] {
            // Those that it asked for before may have cost it all.
            if (auto no = refusal_of_work(*route, network)) return give(std::move(*no));
            const Visitors::Bill bill(visitors_, network);
            give(work());
        });
        if (is_taken) return {};
        Reply busy = error_reply(503, too_busy().text);
        busy.again_after = soon;
        return at_once(std::move(busy));
    }
    auto ask = ask_of(*asked);
    if (!ask) return at_once(std::move(ask.error()));
    if ((*route)->content == Content::lines) return at_once(stream(request, network, *asked, std::move(*ask)));
    return give_one(request, network, **route, *ask, std::move(give));
}

// Why it may not ask so now; nothing where it may.
std::optional<Reply> Api::refusal(const HttpRequest& request, const Route& route, const std::string& network) {
    if (route.is_guarded) {
        const auto from = request.all("origin");
        const auto origin = from.empty() ? std::nullopt : std::optional(from.front());
        if (const auto refused = origins_.refusal(request.first("host"), origin))
            return error_reply(403, refused->text);
    }
    if (route.call == Call::document || route.call == Call::games || route.call == Call::message ||
        route.call == Call::events)
        return {}; // the games see to it themselves
    return refusal_of_work(route, network);
}

std::optional<Reply> Api::refusal_of_work(const Route& route, const std::string& network) {
    if (const auto may = visitors_.may_compute(route.request.name, network); !may) {
        Reply reply = error_reply(429, may.error().text);
        reply.again_after = may.error().again_after;
        return reply;
    }
    return {};
}

// What the engine is asked for, of a position that belongs to no game.
template <class Request> std::expected<Api::Ask, Reply> Api::analysis(const Asked& asked) {
    auto request = read_request<Request>(asked.fields, asked.route->request.name, Asker::stranger);
    if (!request) return std::unexpected(error_reply(400, request.error().text));
    return [this, request = std::move(*request)](Follower& asker, std::int64_t id) {
        return threads_.games.offer([this, to = asker.shared_from_this(), id, request] {
            const auto handled = [&]() -> Expected<void> {
                try {
                    return analyses_.handle(*to, id, request);
                } catch (const std::exception& error) {
                    spdlog::error("api: {}", error.what());
                    return problem("server: this could not be done; the server's log gives the reason");
                }
            }();
            if (!handled) outbox_.send(to, error_message(id, handled.error()));
        });
    };
}

Api::Ask Api::message(std::function<Request(std::int64_t id)> make) {
    return [this, make = std::move(make)](Follower& asker, std::int64_t id) {
        games_.count_request();
        return threads_.games.offer([this, to = asker.shared_from_this(), request = make(id), arrived = now()] {
            games_.receive(*to, request, arrived);
        });
    };
}

std::expected<Api::Ask, Reply> Api::ask_of(const Asked& asked) {
    const RequestInfo& info = asked.route->request;
    const auto refuse = [](const Problem& wrong) { return std::unexpected(error_reply(400, wrong.text)); };
    switch (asked.route->call) {
    case Call::analyse: return analysis<AnalyseRequest>(asked);
    case Call::solve: return analysis<SolveRequest>(asked);
    case Call::explorer: return analysis<ExplorerRequest>(asked);
    case Call::value: return analysis<ValueRequest>(asked);
    case Call::perft: return analysis<PerftRequest>(asked);
    case Call::playouts: return analysis<PlayoutsRequest>(asked);
    case Call::events: {
        EventsRequest events;
        const auto fields = std::span(fields_of<EventsRequest>).subspan(1);
        if (auto read = read_fields(fields, asked.fields, info.name, &events, Asker::stranger); !read)
            return refuse(read.error());
        const auto ask = message([key = asked.key](std::int64_t id) { return Request{id, OpenGame{{key}}}; });
        return [ask, takes_changes = events.states == states_told[1]](Follower& asker, std::int64_t id) {
            asker.takes_changes = takes_changes;
            return ask(asker, id);
        };
    }
    default: break;
    }
    auto what = read_named(info.name, asked.fields, asked.route->has_key ? &asked.key : nullptr);
    if (!what) return refuse(what.error());
    return message([what = std::move(what)](std::int64_t id) { return Request{id, what}; });
}

Service::GiveUp Api::give_one(const HttpRequest& request, const std::string& network, const Route& route,
                              const Ask& ask, Give give) {
    const auto hear = [this, &route, give = std::move(give)](const std::shared_ptr<OneAnswer>& asker,
                                                             std::string_view message) {
        auto reply = reply_to(message, route);
        if (!reply) return false;
        give(std::move(*reply));
        leave(asker);
        return true;
    };
    // Its address, and no owner, or it would never end.
    const auto self = std::make_shared<std::weak_ptr<OneAnswer>>();
    const auto asker = std::make_shared<OneAnswer>([hear, self](std::string_view message) {
        const auto alive = self->lock();
        return !alive || hear(alive, message);
    });
    *self = asker;
    asker->asker = {network, request.number};
    asking_.insert(asker);
    if (!ask(*asker, std::int64_t(request.number)))
        asker->answer(plain(error_message(std::int64_t(request.number), too_busy())));
    return [this, self] {
        if (const auto alive = self->lock()) leave(alive);
    };
}

// With it ends what the engine does for it.
void Api::leave(const std::shared_ptr<OneAnswer>& asker) {
    if (!asking_.erase(asker)) return;
    threads_.games.post([this, gone = std::static_pointer_cast<Follower>(asker)]() mutable {
        games_.leave(*gone);
        outbox_.give_back(std::move(gone));
    });
}

Reply Api::stream(const HttpRequest& request, const std::string& network, const Asked& asked, Ask ask) {
    const Route& route = *asked.route;
    const auto id = std::int64_t(request.number);
    Reply reply{.type = media_type(Content::lines), .cache = never_kept};
    reply.stream = std::make_shared<const Reply::Stream>(Reply::Stream{
        .begin =
            [ask = std::move(ask), network, id](Follower& asker) {
                asker.asker = {network, std::uint64_t(id)};
                if (!ask(asker, id)) asker.answer(plain(error_message(id, too_busy())));
            },
        .refusal = [&route](std::string_view message) -> std::optional<Reply> {
            const auto told = taken_apart(message);
            return told && told->type == "error" ? reply_to(message, route) : std::nullopt;
        },
        .is_last =
            [](std::string_view message) {
                const auto told = taken_apart(message);
                return told && (told->type == "error" || told->d.ends_with(R"("done":true})"));
            },
    });
    return reply;
}

}
