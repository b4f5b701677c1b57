// Where templates end. The command line, the server, the protocols and the browser build speak to a GameSession: text in,
// text out, one virtual call for a request and none inside a search.
#pragma once
#include "base/problem.hpp"
#include "board/geometry.hpp"
#include "game/info.hpp"
#include "game/law_report.hpp"
#include "game/legend.hpp"
#include "game/result.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"
#include "session/views.hpp"
#include "solve/checked.hpp"
#include "solve/solution.hpp"
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

struct Network;        // eval/network.hpp
struct PositionShape;  // eval/inputs.hpp
struct Certificate;    // solve/certificate.hpp
struct ProofSharePlan; // solve/proof_share.hpp
class ProofShare;
struct ValueView; // solve/value_view.hpp

class GameSession {
public:
    virtual ~GameSession() = default;

    virtual const GameInfo& info() const = 0;
    virtual const std::string& variant() const = 0; // canonical: "ataxx:misere"
    virtual const Geometry& geometry() const = 0;
    // Lines drawn on the board itself, where a game has them.
    virtual std::vector<Stroke> strokes() const = 0;
    // What these stand for, where a game says so.
    virtual std::span<const LegendEntry> legend() const = 0;

    virtual PositionView view() const = 0;
    virtual std::string position() const = 0;
    virtual std::vector<MoveView> moves() const = 0;
    // Of the game so far. The third occurrence of a position draws games that go round, and every game is drawn after
    // `longest_game` plies.
    virtual std::optional<Result> result() const = 0;

    // Start again from a position: its text, or "startpos". Forgets the moves played. On error nothing changes.
    virtual Expected<void> set_position(std::string_view text) = 0;
    // Play a move in any accepted spelling; gives it as it is canonically spelled. On error nothing changes.
    virtual Expected<MoveView> play(std::string_view text) = 0;
    virtual bool undo() = 0;     // false: nothing to take back
    virtual int ply() const = 0; // moves played since set_position
    // The game begins with the position now: no moves before it, its clock at 0, as solving takes it.
    virtual void begin_here() = 0;

    // Leaves at `depth` plies from here. `counted` lets the game count the last ply without listing it.
    virtual std::uint64_t perft(int depth, bool counted, const std::atomic<bool>& stop) const = 0;

    // Search the position now. Reports after every depth; returns the last report. Stops within 50 ms of `stop`, as all does
    // that takes one.
    // Safe to call on a copy (see copy()) from another thread while this session plays on.
    virtual ThoughtView think(const Limits& limits, const std::function<void(const ThoughtView&)>& report,
                              const std::atomic<bool>& stop) = 0;
    // Solve the position now, as it stands: the moves played before do not count. What was proved is kept for the next call on this
    // session. An error where the game cannot be solved as the limits ask, or where a file cannot be used. Where it is ended, a
    // checkpoint that was asked for is still written.
    virtual Expected<SolutionView> solve(const SolveLimits& limits, const SolveReport& report,
                                         const std::atomic<bool>& stop) = 0;
    // A proof of who wins the position now, as it stands, that many share. Not to be used when this session has gone. An error where
    // the game can go round.
    virtual Expected<std::unique_ptr<ProofShare>> share_proof(const ProofSharePlan& plan) const = 0;
    // The value of the position now as a sum of games. An error where the game's positions do not fall apart, or do not end by
    // one player having no move.
    virtual Expected<ValueView> value(const SolveLimits& limits, const ValueReport& report,
                                      const std::atomic<bool>& stop) const = 0;
    // Is what a proof of this variant claims true? By the rules alone; the position now has nothing to do with it.
    virtual Checked verify(const Certificate& proof, const std::atomic<bool>& stop) const = 0;
    // Is a table of all positions of this variant right? Each, or `sample` of them drawn at random, by the rules and the
    // table's own values. An error where the file is no whole table of it.
    virtual Expected<Checked> verify_table(const std::string& path, std::uint64_t sample, std::uint64_t seed,
                                           const std::atomic<bool>& stop) const = 0;
    virtual std::unique_ptr<GameSession> copy() const = 0; // same game, position and history; nothing shared

    // Random games from here: `games` of them, or as many as were played when `stop` came.
    virtual PlayoutReport playouts(std::uint64_t games, std::uint64_t seed, const std::atomic<bool>& stop) const = 0;

    // Its moves as numbers from 0 to actions() - 1, which are the same for a variant whatever stands on the board (game/actions.hpp).
    // They are counted when first asked for, and then shared with copies.
    virtual int actions() = 0;
    virtual std::vector<int> legal_actions() = 0;               // ascending; none when the game is over
    virtual std::string action_text(int action) = 0;            // canonical; empty where there is no such number
    virtual Expected<int> action_of(std::string_view text) = 0; // of a legal move, in any accepted spelling

    // The position now as numbers (game/observation.hpp): what its planes hold; and a number for each cell of each plane, as the
    // player to move sees it or the other one.
    virtual std::vector<std::string> observation_planes() const = 0;
    virtual void observe(bool by_other, std::span<float> out) const = 0;

    // What a network has to do with: how positions are made, the turns of the board under which the rules are the same, the identity
    // first, and the position now as the player to move sees it (seen_by_mover).
    virtual PositionShape shape() const = 0;
    virtual std::span<const Renaming> symmetries() const = 0;
    virtual std::string seen() const = 0;
    // The variant that its own network is made for, if there is one: this, but for options of the first position alone.
    virtual std::string network_game() const = 0;
    // What think() judges by: "own", the variant's own where the position's blocked cells are the variant's, as at first; or
    // as network_named() has it.
    virtual Expected<void> use_network(std::string_view name) = 0;
    virtual std::shared_ptr<const Network> network() const = 0; // nullptr: the plain evaluation

    // Has think() answer by the table of all positions that `directory` keeps for this variant, where there is one; a problem
    // where it can't be used. A player for people (Limits::level, strength, temperature) does without. It is read once for all
    // sessions, in the background. Who asks waits for it as many seconds (0: as long as it takes) as `stop` lets him; after that he has none,
    // which is no problem, and may ask again.
    virtual Expected<void> use_tables(const std::string& directory, double seconds, const std::atomic<bool>& stop) = 0;
    Expected<void> use_tables(const std::string& directory) {
        static const std::atomic<bool> unstopped{false};
        return use_tables(directory, 0, unstopped);
    }

    // Of its search, where the limits do not say otherwise.
    virtual Parameters parameters() const = 0;

    // The move of a player who looks one ply ahead and no further, ties broken by the seed; empty when the game is over.
    virtual std::string greedy(std::uint64_t seed) const = 0;
    virtual LawReport check(int games, std::uint64_t seed,
                            const std::atomic<bool>& stop) const = 0; // the laws every game obeys, on random games
};

// Every game that has a file of rules in C++, in the order of the list.
const std::vector<const GameInfo*>& games();
// Those whose rules are texts, the ones that were added last.
const std::vector<const GameInfo*>& written_games();
// Another game, by the text of its rules (docs/writing-games.md), named as its text says; its name. For a program's own user and before
// anything else is opened: the list of written games grows.
Expected<std::string> add_game(std::string_view text);
// GameInfo::rules of a variant's game; empty where it has none, or is not known.
std::string rules_mark(std::string_view variant);
std::string rules_part(std::string_view variant); // "; rules=…" of it for a file's settings, or nothing
class Options;
// The game and options that a variant names, of whichever list the game is in.
Expected<Options> options_of(std::string_view variant);
// A session at the first position of a variant: "ataxx", "ataxx:misere,size=5".
Expected<std::unique_ptr<GameSession>> open(std::string_view variant);

}
