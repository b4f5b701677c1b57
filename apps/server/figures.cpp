#include "server/figures.hpp"
#include <memory>
#include <utility>

namespace tavoliere::server {

Service::GiveUp FiguresService::answer(const HttpRequest& request, Answer answer) {
    unsigned status = 200;
    std::string body;
    if (request.target != "/metrics") {
        status = 404, body = "figures are at /metrics\n";
    } else if (request.method != "GET" && request.method != "HEAD") {
        status = 405, body = "GET and HEAD are answered here\n";
    } else if (auto figures = text()) {
        body = std::move(*figures);
    } else {
        status = 503, body = figures.error().text + "\n";
    }
    answer(HttpResponse{
        .status = status,
        .headers = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}, {"Cache-Control", "no-store"}},
        .body = std::make_shared<const std::string>(std::move(body)),
        .is_head = request.method == "HEAD"});
    return {};
}

HttpResponse FiguresService::answer(Unreadable, std::string_view why) {
    return {.status = 400,
            .headers = {{"Content-Type", "text/plain; charset=utf-8"}},
            .body = std::make_shared<const std::string>(fmt::format("this is not HTTP: {}\n", why))};
}

}
