#include "ask/requests.hpp"
#include "search/thought.hpp"

namespace tavoliere {

static_assert(most_search_depth == most_depth);

std::vector<RequestInfo> commands() {
    return {request_info<GamesRequest>("games", games_help, ""),
            request_info<RulesRequest>("rules", rules_help, ""),
            request_info<AnimationRequest>("show", show_help, ""),
            request_info<StudyPlace>("moves", moves_help, ""),
            request_info<PerftRequest>("perft", perft_help, ""),
            request_info<PlayoutsRequest>("playouts", playouts_help, ""),
            request_info<PlayRequest>("play", play_help, ""),
            request_info<AnalyseRequest>("analyse", analyse_help, ""),
            request_info<SolveRequest>("solve", solve_help, ""),
            request_info<ValueRequest>("value", value_help, ""),
            request_info<VerifyRequest>("verify", verify_help, ""),
            request_info<CheckRequest>("check", check_help, ""),
            request_info<BenchRequest>("bench", bench_help, ""),
            request_info<EngineRequest>("engine", engine_help, ""),
            request_info<ConvertRequest>("convert", convert_help, "")};
}

std::vector<RequestInfo> queries() {
    return {
        request_info<BoardRequest>(
            "board", {"the geometry of a variant's board", "la geometria della scacchiera di una variante"}, "board"),
        request_info<DiagramRequest>("diagram", show_help, "SVG")};
}

}
