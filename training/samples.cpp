#include "training/samples.hpp"
#include "base/file.hpp"
#include "base/json_read.hpp"
#include "search/thought.hpp"
#include "training/shares.hpp"
#include <algorithm>
#include <cmath>

namespace tavoliere::training {
namespace {

// Whether the result that a game has is the one that the rules give its end. Where positions were solved (solve_from), a game
// keeps what was certain before a last move that gave it away.
Expected<void> need_result(const Game& game, const GameSession& end) {
    const auto by_rules = end.result();
    if (!by_rules || by_rules->winner == game.result) return {};
    return problem("its result is " + std::string(name(game.result)) + ", and by its moves it is " +
                   std::string(name(by_rules->winner)));
}

// Samples whose scores are still as the file has them.
struct Raw {
    std::vector<std::uint8_t> seen, points;
    std::vector<std::int16_t> scores;
    std::vector<std::uint16_t> left; // plies to the game's end
};

// Positions of one game, one after the other.
Expected<void> replay(const Game& game, const GameSession& start, bool is_solved, Raw& out) {
    const auto session = start.copy();
    const auto points = [&](std::size_t ply, bool x_to_move) -> std::uint8_t {
        if (!game.strays.empty() && ply <= std::size_t(game.strays.back())) return unknown;
        return game.result == Winner::draw ? 1 : (game.result == Winner::x) == x_to_move ? 2 : 0;
    };
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        if (i >= std::size_t(game.random)) {
            const std::string seen = session->seen();
            out.seen.insert(out.seen.end(), seen.begin(), seen.end());
            out.scores.push_back(std::int16_t(game.scores[i - std::size_t(game.random)]));
            out.points.push_back(points(i, session->view().turn == 'x'));
            out.left.push_back(std::uint16_t(game.moves.size() - i));
        }
        if (auto played = session->play(game.moves[i]); !played) return std::unexpected(played.error());
    }
    return is_solved ? Expected<void>() : need_result(game, *session);
}

// Some games of a file, one after the other; `number` is that of the first, from 0.
struct Block {
    std::uint64_t number = 0;
    std::vector<std::string> lines;
    Raw kept, kept_out; // what was made of them: to be trained on, and held out
    Expected<void> outcome;
};
constexpr std::size_t block_size = 64; // games

void replay_block(Block& block, const std::string& file, const GameSession& start, bool is_solved,
                  std::uint64_t held_out_every) {
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
        const std::uint64_t number = block.number + i;
        const auto game = game_of(block.lines[i]);
        const auto done = game ? replay(*game, start, is_solved, number % held_out_every ? block.kept : block.kept_out)
                               : Expected<void>(std::unexpected(game.error()));
        if (done) continue;
        block.outcome = problem(in_quotes(file) + ", game " + std::to_string(number + 1) + ": " + done.error().text);
        return;
    }
    block.lines = {};
}

void join(Raw& all, const Raw& more) {
    all.seen.insert(all.seen.end(), more.seen.begin(), more.seen.end());
    all.points.insert(all.points.end(), more.points.begin(), more.points.end());
    all.scores.insert(all.scores.end(), more.scores.begin(), more.scores.end());
    all.left.insert(all.left.end(), more.left.begin(), more.left.end());
}

bool is_known(std::uint8_t points) { return points != unknown; }

// There are estimates, and of none is it known how the game ended.
bool lacks_unit(const Raw& raw) {
    bool has_estimates = false;
    for (std::size_t i = 0; i < raw.scores.size(); ++i) {
        if (std::abs(raw.scores[i]) >= proven) continue;
        if (is_known(raw.points[i])) return false;
        has_estimates = true;
    }
    return has_estimates;
}

// By the plies left: how many positions a known one stands for. A game that strays knows the results of its late positions
// alone, where a score says more about the result; weighed so, the known ones are as the positions of games that do not.
std::vector<double> weights_of_known(std::span<const std::uint8_t> points, std::span<const std::uint16_t> left) {
    std::vector<double> known(left.empty() ? 0 : std::size_t(*std::max_element(left.begin(), left.end())) + 1);
    std::vector<double> weights(known.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        weights[left[i]] += 1;
        known[left[i]] += is_known(points[i]);
    }
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i] > 0) weights[i] /= known[i];
    return weights;
}

void append(Samples& samples, const Raw& more, double unit) {
    samples.seen.insert(samples.seen.end(), more.seen.begin(), more.seen.end());
    samples.points.insert(samples.points.end(), more.points.begin(), more.points.end());
    for (const std::int16_t score : more.scores)
        samples.score.push_back(score >= proven ? certain : score <= -proven ? -certain : float(score / unit));
}

// The first file says which game it is.
Expected<std::unique_ptr<GameSession>> start_of(const std::string& file, Samples& samples) {
    const auto held = read_games(file, [](std::string_view) -> Expected<void> { return {}; });
    if (!held) return std::unexpected(held.error());
    if (auto whole = need_undamaged(file, *held); !whole) return std::unexpected(whole.error());
    if (held->header.empty())
        return problem("cannot read " + in_quotes(file) + ": " +
                       (file_exists(file) ? "it is empty" : "there is no such file"));
    samples.headers.push_back(held->header);
    const std::string variant = variant_named(held->header);
    if (!samples.variant.empty() && variant != samples.variant)
        return problem(in_quotes(file) + " is of " + variant + ", those before it of " + samples.variant);
    samples.variant = variant;
    auto start = open(variant);
    if (start && rules_named(held->header) != rules_mark(variant))
        return problem(in_quotes(file) + " was played by other rules of " + variant);
    return start;
}

}

Expected<Samples> load_samples(const std::vector<std::string>& files, int held_out_every, const std::atomic<bool>& stop,
                               int threads) {
    Samples samples, held_out; // those held out go behind all others
    for (const std::string& file : files) {
        const auto start = start_of(file, samples);
        if (!start) return std::unexpected(start.error());
        samples.width = (*start)->seen().size();
        std::vector<Block> blocks;
        std::uint64_t games = 0;
        const auto read = read_games(file, [&](std::string_view line) -> Expected<void> {
            if (games % block_size == 0) blocks.emplace_back().number = games;
            blocks.back().lines.emplace_back(line);
            ++games;
            return {};
        });
        if (!read) return std::unexpected(read.error());
        const bool is_solved = are_solved(samples.headers.back());
        in_shares(blocks.size(), threads, [&](std::size_t b) {
            if (!stop) replay_block(blocks[b], file, **start, is_solved, std::uint64_t(held_out_every));
        });
        Raw kept, kept_out;
        for (Block& block : blocks) {
            if (!block.outcome) return std::unexpected(block.outcome.error());
            join(kept, block.kept);
            join(kept_out, block.kept_out);
            block = {};
        }
        if (read->torn())
            samples.troubles.push_back(in_quotes(file) + ": " + std::to_string(read->torn()) +
                                       " bytes of unfinished games left out after " + std::to_string(games) +
                                       " whole ones");
        samples.games += games;
        if (lacks_unit(kept))
            return problem(in_quotes(file) + ": no estimate has a result to measure it by; let self-play stray less");
        samples.units.push_back(fitted_unit(kept.scores, kept.points, kept.left));
        append(samples, kept, samples.units.back());
        append(held_out, kept_out, samples.units.back());
    }
    samples.held_out = held_out.size();
    samples.seen.insert(samples.seen.end(), held_out.seen.begin(), held_out.seen.end());
    samples.score.insert(samples.score.end(), held_out.score.begin(), held_out.score.end());
    samples.points.insert(samples.points.end(), held_out.points.begin(), held_out.points.end());
    if (!samples.trained_on() || !samples.held_out) return problem("train: there are too few games to train with");
    return samples;
}

double fitted_unit(std::span<const std::int16_t> scores, std::span<const std::uint8_t> points,
                   std::span<const std::uint16_t> left) {
    const std::vector<double> weights = weights_of_known(points, left);
    const std::size_t step = 1 + scores.size() / 200'000;
    const auto loss = [&](double unit) {
        double sum = 0;
        for (std::size_t i = 0; i < scores.size(); i += step) {
            if (std::abs(scores[i]) >= proven || !is_known(points[i])) continue;
            const double x = scores[i] / unit, won_share = points[i] / 2.0;
            sum += weights[left[i]] * (std::log1p(std::exp(-std::abs(x))) + std::max(x, 0.0) - won_share * x);
        }
        return sum;
    };
    // Golden section over the logarithm: the loss has one valley.
    constexpr double ratio = 0.6180339887498949;
    double low = std::log(5.0), high = std::log(20000.0);
    for (int i = 0; i < 40; ++i) {
        const double a = high - ratio * (high - low), b = low + ratio * (high - low);
        if (loss(std::exp(a)) < loss(std::exp(b)))
            high = b;
        else
            low = a;
    }
    return std::exp((low + high) / 2);
}

}
