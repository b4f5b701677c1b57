#include "lab/tune.hpp"
#include "base/job_file.hpp"
#include "base/json.hpp"
#include "base/json_read.hpp"
#include "base/random.hpp"
#include "lab/tournament.hpp"
#include "search/threads.hpp"
#include <algorithm>
#include <cmath>
#include <mutex>

namespace tavoliere {
namespace {

constexpr std::string_view sum_begins = ",\"checksum\":"; // after what it is the checksum of

// All that decides the values but how many pairs there are, of which more may be asked for.
Expected<std::string> settings_of(const TunePlan& plan) {
    const auto begin = begin_tuning(plan);
    if (!begin) return std::unexpected(begin.error());
    return "game=" + plan.variant + rules_part(plan.variant) + "; limits=" + plan.limits + "; begin=" + begin->text() +
           "; opening-plies=" + std::to_string(plan.opening_plies) + "; rate=" + json_number(plan.rate) +
           "; seed=" + std::to_string(plan.seed);
}

std::string setting(const ParameterInfo& info, double value) {
    return std::string(info.name) + "=" + std::to_string(std::lround(value));
}
double within(const ParameterInfo& info, double value) {
    return std::clamp(value, double(info.least), double(info.most));
}
double step_of(const ParameterInfo& info) { return std::max(info.step, 1); }

// How far pair k (from 1) looks to either side, in steps, and by how much of that it moves: Spall's gains, which end at
// one step and at the plan's rate.
struct Gains {
    double look, move;
};
Gains gains_of(const TunePlan& plan, int k) {
    constexpr double alpha = 0.602, gamma = 0.101;
    const double n = plan.pairs, settle = 0.1 * n;
    const double look = std::pow(n / k, gamma);
    const double gain = plan.rate * std::pow((settle + n) / (settle + k), alpha);
    return {look, gain / (look * look)};
}

// One pair of games between two settings: the games that the first won less those it lost, from -2 to 2.
Expected<int> play_pair(const TunePlan& plan, const std::array<std::string, 2>& settings, int pair,
                        const std::atomic<bool>& stop) {
    MatchPlan match;
    match.variant = plan.variant;
    match.first.spec = "engine:" + plan.limits + "," + settings[0];
    match.second.spec = "engine:" + plan.limits + "," + settings[1];
    match.games = 2;
    match.opening_plies = plan.opening_plies;
    match.seed = Random(plan.seed * 1'000'003 + std::uint64_t(pair)).next();
    const auto played = play_match(match, [](const PlayedGame&, const MatchReport&) {}, stop);
    if (!played) return std::unexpected(played.error());
    return played->score.wins - played->score.losses;
}

class Tuning {
public:
    Tuning(const TunePlan& plan, TuneState state, const std::function<void(const TuneState&)>& report,
           const std::atomic<bool>& stop)
        : plan_(plan), report_(report), stop_(stop), next_(state.done), state_(std::move(state)) {}

    void work() {
        for (int pair; !stop_ && !problem_ && (pair = next_.fetch_add(1)) < plan_.pairs;) try_pair(pair);
    }
    Expected<TuneState> result() const {
        if (problem_) return std::unexpected(*problem_);
        return state_;
    }

private:
    void try_pair(int pair) {
        const Gains gains = gains_of(plan_, pair + 1);
        Random random(Random(plan_.seed ^ std::uint64_t(pair) << 20).next());
        std::vector<int> sides;
        std::array<std::string, 2> settings;
        {
            const std::lock_guard lock(mutex_);
            for (const auto& [info, value] : state_.values) {
                sides.push_back(random.below(2) ? 1 : -1);
                const double away = sides.back() * gains.look * step_of(*info);
                for (std::size_t i : {0u, 1u})
                    settings[i] += (settings[i].empty() ? "" : ",") +
                                   setting(*info, within(*info, value + (i == 0 ? away : -away)));
            }
        }
        const auto won = play_pair(plan_, settings, pair, stop_);
        const std::lock_guard lock(mutex_);
        if (!won) problem_ = won.error();
        if (!won || stop_) return;
        for (std::size_t i = 0; i < sides.size(); ++i) {
            auto& [info, value] = state_.values[i];
            value = within(*info, value + gains.move * gains.look * step_of(*info) * sides[i] * *won);
        }
        ++state_.done;
        report_(state_);
    }

    const TunePlan& plan_;
    const std::function<void(const TuneState&)>& report_;
    const std::atomic<bool>& stop_;
    std::atomic<int> next_;
    std::mutex mutex_; // for what follows
    TuneState state_;
    std::optional<Problem> problem_;
};

}

std::string TuneState::text() const {
    std::string all;
    for (const auto& [info, value] : values) all += (all.empty() ? "" : ",") + setting(*info, value);
    return all;
}

Expected<TuneState> begin_tuning(const TunePlan& plan) {
    const auto game = open(plan.variant);
    if (!game) return std::unexpected(game.error());
    const Parameters own = changed((*game)->parameters(), plan.begin);
    TuneState state;
    std::vector<const ParameterInfo*> named;
    for (const std::string& name : plan.names) {
        const ParameterInfo* const info = find_parameter(name);
        if (!info) return problem("tune: " + in_quotes(name) + " is not a parameter; there are " + parameter_names());
        if (std::ranges::find(named, info) != named.end())
            return problem("tune: the parameter " + std::string(info->name) + " is named twice");
        named.push_back(info);
    }
    for (const ParameterInfo& info : parameters())
        if (named.empty() ? info.step != 0 : std::ranges::find(named, &info) != named.end())
            state.values.push_back({&info, double(own.*info.member)});
    return state;
}

std::string tuning_file(const TuneState& state, const TunePlan& plan) {
    JsonObject values;
    for (const auto& [info, value] : state.values) values.raw(info->name, json_number(value));
    JsonObject out;
    out.add("tavoliere", "tune")
        .add("version", 2)
        .add("settings", settings_of(plan).value_or(""))
        .add("done", state.done)
        .raw("values", values.text());
    std::string summed = out.text();
    summed.pop_back(); // the brace, which comes after the checksum of all before it
    return out.add("checksum", hex(checksum(summed))).text() + "\n";
}

Expected<TuneState> read_tuning(std::string_view file, const TunePlan& plan) {
    auto state = begin_tuning(plan);
    if (!state) return state;
    const auto wrong = [&](const char* what) {
        return problem(std::string("tune: the file ") + what + "; tune into another one");
    };
    const auto read = read_json(file, {.bytes = file_kind::tuning.most_bytes});
    if (!read) return problem("tune: the file is no JSON: " + read.error().text + "; tune into another one");
    const Json& kept = *read;
    const auto is = [&](std::string_view name, std::string_view text) {
        const std::string* const said = kept[name].text();
        return said && *said == text;
    };
    const auto pairs = kept["done"].whole<int>(0, most_pairs);
    const auto version = kept["version"].whole<int>(1, 2);
    const auto* const values = kept["values"].object();
    if (!is("tavoliere", "tune") || !version || !pairs || !values) return wrong("holds no tuning");
    if (*version == 2) {
        const std::string_view summed = file.substr(0, file.rfind(sum_begins));
        if (!is("checksum", hex(checksum(summed)))) return wrong("was changed or cut off: its checksum is wrong");
        if (const std::string ours = settings_of(plan).value_or(""); !is("settings", ours)) {
            const std::string* const its = kept["settings"].text();
            return problem("tune: the file is of other settings: " + first_difference(its ? *its : "", ours) +
                           "; tune into another one");
        }
    }
    // Files of version 1 said no more than this of their settings.
    const bool is_other = *version == 1 && !(is("game", plan.variant) && is("limits", plan.limits));
    if (is_other || values->size() != state->values.size())
        return wrong("is of another game, of other limits or of other parameters");
    for (auto& [info, value] : state->values) {
        const auto member =
            std::ranges::find_if(*values, [&](const auto& m) { return find_parameter(m.name) == info; });
        if (member == values->end()) return wrong("is of other parameters");
        const auto number = member->value.decimal(info->least, info->most);
        if (!number) return wrong("has a value that is none of the parameter's");
        value = *number;
    }
    state->done = *pairs;
    return state;
}

Expected<TuneState> tune(const TunePlan& plan, TuneState state, const std::function<void(const TuneState&)>& report,
                         const std::atomic<bool>& stop) {
    Tuning tuning(plan, std::move(state), report, stop);
    std::vector<std::jthread> helpers; // as many as the system gives
    for (int t = 1; t < plan.threads; ++t)
        if (auto helper = start_thread([&] { tuning.work(); })) helpers.push_back(std::move(*helper));
    tuning.work();
    helpers.clear(); // joins
    return tuning.result();
}

}
