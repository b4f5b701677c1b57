// The address that an HTTP request asks for: some answer, JSON where it says so.
#include "fuzz.hpp"
#include "server/site.hpp"
#include <boost/json/parse.hpp>

void tavoliere::fuzz::try_one(std::string_view input) {
    static const server::Site site("/nowhere");
    const std::optional<server::Reply> ready = site.find(input);
    const server::Reply reply = ready ? *ready : site.work_out(input);
    require(reply.body && !reply.type.empty(), "every address has an answer");
    require(reply.status == 200 || reply.status == 400 || reply.status == 404, "with a status that tells how it went");
    if (reply.type == "application/json") boost::json::parse(*reply.body);
}
