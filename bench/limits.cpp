// How late answers come after their time is up, or after somebody has said stop: every question, of every variant that the tests go
// through, the largest boards too.
//
//     cmake --preset bench && cmake --build --preset bench --target tavoliere_limits
//     build/tavoliere_limits [--only blocco:size=12x12 …] [--tables DIR] [--json]
#include "base/json.hpp"
#include "lateness.hpp"
#include "sample_variants.hpp"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

namespace {

using namespace tavoliere;

struct Column {
    const char* name;
    double Lateness::* of;
};
constexpr Column columns[] = {{"elapsed", &Lateness::elapsed}, {"processor time", &Lateness::own}};

void print(const std::vector<Lateness>& all, std::size_t refused) {
    std::printf("%zu questions, and %zu that are not for their game; late by milliseconds:\n", all.size(), refused);
    for (const auto& [name, of] : columns) {
        std::vector<double> numbers;
        for (const Lateness& one : all) numbers.push_back(one.*of);
        std::printf("%16s  median %.1f  99 %% %.1f  99.9 %% %.1f  most %.1f\n", name, quantile(numbers, 0.5),
                    quantile(numbers, 0.99), quantile(numbers, 0.999), quantile(numbers, 1));
    }
    auto worst = all;
    std::ranges::sort(worst, std::greater(), &Lateness::own);
    worst.resize(std::min<std::size_t>(worst.size(), 10));
    for (const Lateness& one : worst) std::printf("%9.1f %9.1f  %s\n", one.elapsed, one.own, one.question.c_str());
}

}

int main(int argc, char** argv) {
    LatenessPlan plan;
    std::vector<std::string> variants = sample_variants();
    bool json = false;
    CLI::App app{"How late answers come after their time is up, or after somebody has said stop"};
    app.add_option("--only", variants, "these variants alone");
    app.add_option("--time", plan.seconds, "that questions with a time have")->capture_default_str();
    app.add_option("--positions", plan.positions, "of each variant")->check(CLI::Range(1, 100))->capture_default_str();
    app.add_option("--tables", plan.tables, "a directory with tables, of which it asks too");
    app.add_flag("--json", json, "a line of JSON for each question");
    CLI11_PARSE(app, argc, argv);

    std::vector<Lateness> all;
    std::size_t refused = 0;
    ask_everything(variants, plan, [&](const Lateness& one) {
        if (json)
            std::printf("%s\n", JsonObject()
                                    .add("question", one.question)
                                    .add("elapsed", one.elapsed)
                                    .add("own", one.own)
                                    .add("refused", one.refused)
                                    .text()
                                    .c_str());
        if (one.refused.empty())
            all.push_back(one);
        else
            ++refused;
    });
    if (!json) print(all, refused);
}
