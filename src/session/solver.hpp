// What a session asks of the solvers. They are compiled apart from playing, since to compile them for a game takes long:
// session/solver_of.hpp defines make_solver().
#pragma once
#include "base/problem.hpp"
#include "game/info.hpp"
#include "search/thought.hpp"
#include "session/views.hpp"
#include "solve/checked.hpp"
#include "solve/solution.hpp"
#include <memory>
#include <optional>
#include <string>

namespace tavoliere {

struct Certificate;    // solve/certificate.hpp
struct ProofSharePlan; // solve/proof_share.hpp
class ProofShare;
struct ValueView; // solve/value_view.hpp

// What nobody asks for while he plays: tree search, solving, proofs, tables, values of sums, the laws. A build for players, as
// the page's is, leaves it out, and is a fraction as large and as long to compile.
#ifdef TAVOLIERE_FOR_PLAYERS
inline constexpr bool has_laboratory = false;
#else
inline constexpr bool has_laboratory = true;
#endif
inline constexpr std::string_view not_for_players = "this build is for players and does not include this";

// Solves positions of one variant. It keeps what was proved, and the table that use_tables() found, from one call to the next.
template <Game G> class Solver {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;

    virtual ~Solver() = default;
    virtual std::unique_ptr<Solver> copy() const = 0; // with the table, without what was proved

    // Thinking by solving, where the game has a solver for it and the limits ask for the truth. Nothing where it found none;
    // `seconds` is the time it took.
    struct Answer {
        std::optional<Thought<Move>> thought = {};
        double seconds = 0;
    };
    virtual Answer think(const Position& now, const Limits& limits, const std::atomic<bool>& stop) = 0;
    // The best lines by the table, each to its end. Nothing where there is no table, or `now` is not in it.
    virtual std::optional<ThoughtView> lines_by_table(const Position& now, int lines) const = 0;

    // The rest is as GameSession describes it.
    virtual Expected<Solution<Move>> solve(const Position& now, const SolveLimits& limits, const SolveReport& report,
                                           const std::atomic<bool>& stop) = 0;
    virtual Expected<std::unique_ptr<ProofShare>> share_proof(const Position& now,
                                                              const ProofSharePlan& plan) const = 0;
    virtual Expected<ValueView> value(const Position& now, const SolveLimits& limits, const ValueReport& report,
                                      const std::atomic<bool>& stop) const = 0;
    virtual Checked verify(const Certificate& proof, const std::atomic<bool>& stop) const = 0;
    virtual Expected<Checked> verify_table(const std::string& path, std::uint64_t sample, std::uint64_t seed,
                                           const std::atomic<bool>& stop) const = 0;
    virtual Expected<void> use_tables(const std::string& directory, double seconds, const std::atomic<bool>& stop) = 0;
};

// `g` outlives the solver.
template <Game G> std::unique_ptr<Solver<G>> make_solver(const GameInfo& info, const std::string& variant, const G& g);

}
