// The address that an HTTP request asks for: some answer, JSON where it says so.
#include "fuzz.hpp"
#include "server/asked.hpp"
#include "server/site.hpp"
#include <boost/json/parse.hpp>

namespace tavoliere::fuzz {

namespace {

// Nothing where the engine or the games must answer.
std::optional<server::Reply> reply_to(const server::Site& site, const server::Puzzles& puzzles,
                                      std::string_view target) {
    if (!server::is_of_api(target)) return site.find(target);
    const server::HttpRequest request{.method = "GET", .target = std::string(target)};
    const auto route = server::route_of(request);
    if (!route) return route.error();
    const auto asked = server::read_asked(**route, request);
    if (!asked) return asked.error();
    const auto work = server::work_of(*asked, puzzles, never_over);
    return work ? std::optional((*work)()) : std::nullopt;
}

}

void try_one(std::string_view input) {
    static const server::Site site("/nowhere");
    static const server::Puzzles puzzles;
    const auto reply = reply_to(site, puzzles, input);
    if (!reply) return;
    require(reply->body && !reply->type.empty(), "every address has an answer");
    require(reply->status == 200 || reply->status == 400 || reply->status == 401 || reply->status == 404 ||
                reply->status == 405,
            "with a status that tells how it went");
    if (reply->type.ends_with("json")) boost::json::parse(*reply->body);
}

}
