// Figures for Prometheus at an address of their own: GET /metrics, in its text format.
#pragma once
#include "base/problem.hpp"
#include "server/service.hpp"
#include "server/timings.hpp"
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace tavoliere::server {

// One figure after the other, each with what it is: https://prometheus.io/docs/instrumenting/exposition_formats
class Figures {
public:
    void add(std::string_view name, std::string_view kind, std::string_view help) {
        to("# HELP tavoliere_{0} {2}\n# TYPE tavoliere_{0} {1}\n", name, kind, help);
        name_ = name;
    }
    void value(auto number, std::string_view labels = "") { to("tavoliere_{}{} {}\n", name_, labels, number); }
    void gauge(std::string_view name, std::string_view help, auto number) {
        add(name, "gauge", help);
        value(number);
    }
    void counter(std::string_view name, std::string_view help, auto number) {
        add(name, "counter", help);
        value(number);
    }
    void histogram(std::string_view name, std::string_view help, const Timings& timings) {
        add(name, "histogram", help);
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < Timings::bounds; ++i) {
            count += timings.count(i);
            to("tavoliere_{}_bucket{{le=\"{}\"}} {}\n", name_, Timings::bound(i), count);
        }
        count += timings.count(Timings::bounds);
        to("tavoliere_{0}_bucket{{le=\"+Inf\"}} {1}\ntavoliere_{0}_sum {2}\ntavoliere_{0}_count {1}\n", name_, count,
           timings.sum());
    }
    std::string text;

private:
    template <class... T> void to(fmt::format_string<T...> format, T&&... values) {
        fmt::format_to(std::back_inserter(text), format, std::forward<T>(values)...);
    }
    std::string name_;
};

// Who answers there and nowhere else.
class FiguresService : public Service {
public:
    bool enter(const std::string&) override { return true; }
    void leave(const std::string&) override {}
    HttpResponse no_place() override { return {}; }
    GiveUp answer(const HttpRequest& request, Answer answer) override;
    HttpResponse answer(Unreadable what, std::string_view why) override;
    void sent(const HttpRequest&, unsigned, std::size_t) override {}
    void begin(Follower&, const HttpRequest&) override {}
    bool receive(Follower&, std::string_view, std::shared_ptr<void>) override { return false; }
    void catch_up(Follower&, int) override {}
    void end(Follower&) override {}

private:
    virtual Expected<std::string> text() = 0;
};

}
