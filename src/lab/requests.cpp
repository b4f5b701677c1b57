#include "lab/requests.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include <utility>

namespace tavoliere {
namespace {

// Gives a player that searches, and has no limits of its own, those of both. Ours has them in its name.
void limit(PlayerPlan& player, const std::string& limits) {
    const auto setup = read_player(player);
    if (!setup) return; // what is wrong will be said
    if (lacks_limit(*setup)) player.limits = limits;
    if (setup->kind == PlayerSetup::Kind::engine && !player.limits.empty())
        player.spec += (player.spec.contains(':') ? "," : ":") + std::exchange(player.limits, std::string());
}

// Keeps what was read of a text that was given.
template <class T>
Expected<void> keep(auto& kept, std::string_view text, Expected<T> (*read)(std::string_view text)) {
    if (text.empty()) return {};
    auto value = read(text);
    if (!value) return std::unexpected(value.error());
    kept = std::move(*value);
    return {};
}

}

Expected<MatchPlan> complete(const MatchRequest& request) {
    MatchPlan plan = request.plan;
    if (!request.limit.empty()) // also where both have limits of their own
        if (const auto read = read_player({.spec = "engine", .limits = request.limit}); !read)
            return std::unexpected(read.error());
    const bool is_free = request.limit.empty() && request.clock.empty();
    for (PlayerPlan* player : {&plan.first, &plan.second}) limit(*player, is_free ? "time=0.1" : request.limit);
    const std::string& openings = request.openings;
    if (!openings.empty()) {
        auto text = read_whole(openings, file_kind::openings);
        if (!text) return std::unexpected(text.error());
        if (text->empty()) return problem("openings: " + in_quotes(openings) + " is empty");
        plan.openings = std::move(*text);
    }
    plan.opening_plies = request.opening_plies.value_or(openings.empty() ? plan.opening_plies : 0);
    for (const Expected<void>& kept :
         {keep(plan.clock, request.clock, read_clock), keep(plan.sprt, request.sprt, read_sprt),
          keep(plan.adjudication.draw, request.draw, read_draw),
          keep(plan.adjudication.resign, request.resign, read_resign)})
        if (!kept) return std::unexpected(kept.error());
    if (plan.resume && plan.records.empty())
        return problem("--resume: it continues a file of records; name the file with --records");
    return plan;
}

Expected<TunePlan> complete(const TuneRequest& request) {
    TunePlan plan = request.plan;
    const auto begin = read_parameters(request.begin);
    if (!begin) return std::unexpected(begin.error());
    plan.begin = *begin;
    if (!request.parameters.empty())
        for (const std::string_view name : split(request.parameters, ',')) plan.names.emplace_back(name);
    return plan;
}

ReviewPlan complete(const ReviewRequest& request) {
    ReviewPlan plan = request.plan;
    if (request.nodes || plan.seconds > 0) plan.nodes = request.nodes;
    return plan;
}

std::vector<RequestInfo> lab_commands() {
    return {request_info<MatchRequest>("match", match_help, ""),
            request_info<TuneRequest>("tune", tune_help, ""),
            request_info<LevelsRequest>("levels", levels_help, ""),
            request_info<PuzzlesRequest>("puzzles", puzzles_help, ""),
            request_info<ReviewRequest>("review", review_help, ""),
            request_info<LabRequest>("lab", lab_help, "")};
}

}
