#include "lab/review.hpp"
#include "ask/json.hpp"
#include "ask/limits.hpp"
#include "ask/study.hpp"
#include "base/job_file.hpp"
#include "base/json.hpp"
#include "base/json_read.hpp"
#include "eval/network.hpp"
#include "records/record_file.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace tavoliere {
namespace {

constexpr double unit = 400; // of estimates: a step of the odds by e
constexpr std::string_view verdict_names[] = {"fine", "inaccuracy", "mistake", "blunder"};

// What an analysis found in a position, for the player to move.
struct Judgement {
    Score score;
    std::vector<std::pair<int, Score>> depths;   // the best line's scores, the shallowest first
    std::string best;                            // none where the game is over
    std::shared_ptr<const Judgement> after_best; // where that was looked at too
};

bool is_exact(const Score& score) { return score.kind != Score::Kind::estimate; }
int deepest(const Judgement& j) { return j.depths.empty() ? 0 : j.depths.back().first; }

// The score at this depth, or at the deepest one before it.
const Score& at(const Judgement& j, int depth) {
    const Score* found = &j.score;
    for (const auto& [d, score] : j.depths)
        if (d <= depth) found = &score;
    const bool is_before_all = j.depths.empty() || j.depths.front().first > depth;
    return is_before_all ? j.score : *found;
}

// What a move gave away is then known, whatever may be found after the best one.
bool are_exact(const Judgement& before, const Judgement& after) {
    return is_exact(before.score) && is_exact(after.score);
}

// What a move gave away, to the one who made it. Estimates are compared that look equally far ahead.
double lost(const Judgement& before, const Judgement& after) {
    double given = 0;
    if (before.after_best) {
        const Judgement& best = *before.after_best;
        const int depth = std::min(deepest(after), deepest(best));
        given = is_exact(after.score) || is_exact(best.score)
                    ? expected_points(after.score) - expected_points(best.score)
                    : expected_points(at(after, depth)) - expected_points(at(best, depth));
    } else if (is_exact(before.score) || is_exact(after.score)) {
        given = expected_points(before.score) - (1 - expected_points(after.score));
    } else {
        const int depth = std::min(deepest(before), deepest(after) + 1);
        given = expected_points(at(before, depth)) - (1 - expected_points(at(after, depth - 1)));
    }
    return std::max(0.0, given);
}

class Review {
public:
    Review(const Record& record, const ReviewPlan& plan, GameSession& session, const std::atomic<bool>& stop)
        : record_(record), plan_(plan), session_(session), stop_(stop), judged_(record.moves.size() + 1) {}

    bool run() {
        // The last one first: what is found out there is known when those before it are looked at.
        const auto all = judged_.size();
        go_to(all - 1);
        for (std::size_t i = all; i-- > 0;) {
            go_to(i);
            judged_[i] = look(review_first_look);
            if (stop_) return false;
        }
        std::vector<std::size_t> again;
        for (std::size_t i = 0; i < all; ++i)
            if (is_doubtful(i) || is_doubtful(i + 1)) again.push_back(i);
        for (std::size_t k = again.size(); k-- > 0;) {
            go_to(again[k]);
            judged_[again[k]] = look(review_second_look);
            if (stop_) return false;
        }
        for (std::size_t i = 1; i < all; ++i) {
            if (verdict(i) == Grade::fine || are_exact(judged_[i - 1], judged_[i])) continue;
            go_to(i - 1);
            if (!session_.play(judged_[i - 1].best)) continue;
            auto best = look(review_second_look);
            session_.undo();
            if (stop_) return false;
            judged_[i - 1].after_best = std::make_shared<Judgement>(std::move(best));
        }
        return true;
    }

    std::string json(std::string_view file, std::uint64_t number) const {
        struct Player {
            std::size_t moves = 0;
            double lost = 0;
            std::array<std::size_t, 4> verdicts{};
        };
        std::array<Player, 2> players;
        std::string moves = "[";
        for (std::size_t i = 1; i < judged_.size(); ++i) {
            const Judgement& before = judged_[i - 1];
            const bool is_best = before.best == record_.moves[i - 1];
            const double given = is_best ? 0 : lost(before, judged_[i]);
            Player& player = players[(i - 1 + record_.first_is_o) % 2];
            ++player.moves, player.lost += given, ++player.verdicts[std::size_t(verdict(i))];
            JsonObject move;
            move.add("move", record_.moves[i - 1]).raw("score", to_json(before.score)).add("lost", rounded(given));
            if (!is_best) move.add("best", before.best);
            if (verdict(i) != Grade::fine) move.add("verdict", verdict_names[std::size_t(verdict(i))]);
            moves += (i > 1 ? "," : "") + move.text();
        }
        const auto player_json = [&](std::size_t i, const char* tag) {
            const Player& p = players[i];
            JsonObject out;
            if (const auto* name = find_tag(record_, tag)) out.add("name", *name);
            return out.add("moves", p.moves)
                .add("lost", rounded(p.moves ? p.lost / double(p.moves) : 0))
                .add("inaccuracies", p.verdicts[1])
                .add("mistakes", p.verdicts[2])
                .add("blunders", p.verdicts[3])
                .text();
        };
        return JsonObject()
            .add("file", file)
            .add("number", number)
            .add("game", record_.variant)
            .add("start", record_.start)
            .add("result", record_.result)
            .raw("x", player_json(0, "First"))
            .raw("o", player_json(1, "Second"))
            .raw("moves", moves + "]")
            .text();
    }

private:
    static double rounded(double points) { return std::round(points * 1000) / 1000; }

    void go_to(std::size_t ply) {
        while (std::size_t(session_.ply()) > ply) session_.undo();
        while (std::size_t(session_.ply()) < ply && session_.play(record_.moves[std::size_t(session_.ply())])) {}
    }
    Judgement look(double share) {
        Judgement found;
        if (const auto result = session_.result()) {
            const bool is_movers = name(result->winner)[0] == session_.view().turn;
            found.score.kind = result->winner == Winner::draw ? Score::Kind::draw
                               : is_movers                    ? Score::Kind::win
                                                              : Score::Kind::loss;
            return found;
        }
        Limits limits;
        if (plan_.nodes) limits.nodes = std::max<std::uint64_t>(1, std::uint64_t(share * double(plan_.nodes)));
        limits.seconds = share * plan_.seconds;
        const auto thought = session_.think(limits, [&](const ThoughtView& t) { note_depth(found.depths, t); }, stop_);
        if (thought.lines.empty() || thought.lines[0].moves.empty()) return found; // it was stopped
        found.score = thought.lines[0].score;
        found.best = thought.lines[0].moves[0];
        return found;
    }
    // Whether a first look finds that the move to this position may have given something away.
    bool is_doubtful(std::size_t i) const {
        return i > 0 && i < judged_.size() && judged_[i - 1].best != record_.moves[i - 1] &&
               lost(judged_[i - 1], judged_[i]) >= review_doubt;
    }
    Grade verdict(std::size_t i) const {
        const bool is_best = judged_[i - 1].best == record_.moves[i - 1];
        return is_best ? Grade::fine : grade_of(lost(judged_[i - 1], judged_[i]));
    }

    const Record& record_;
    const ReviewPlan& plan_;
    GameSession& session_;
    const std::atomic<bool>& stop_;
    std::vector<Judgement> judged_;
};

}

double expected_points(const Score& score) {
    switch (score.kind) {
    case Score::Kind::win: return 1;
    case Score::Kind::loss: return 0;
    case Score::Kind::draw: return 0.5;
    case Score::Kind::estimate: break;
    }
    return 1 / (1 + std::exp(-score.value / unit));
}

Grade grade_of(double lost) {
    return lost < least_inaccuracy ? Grade::fine
           : lost < least_mistake  ? Grade::inaccuracy
           : lost < least_blunder  ? Grade::mistake
                                   : Grade::blunder;
}

std::string ReviewPlan::settings() const {
    return JsonObject().add("review", 1).add("nodes", nodes).add("seconds", seconds).add("network", network).text();
}

Expected<std::vector<GameToReview>> read_games_to_review(const std::vector<std::string>& files,
                                                         const std::function<bool(std::size_t)>& goes_on) {
    std::vector<GameToReview> all;
    for (const std::string& path : files) {
        auto file = RecordFile::open(path);
        if (!file) return std::unexpected(file.error());
        for (;;) {
            auto game = file->next();
            if (!game) return std::unexpected(game.error());
            if (!*game) break;
            all.push_back({path, (*game)->number, std::move((*game)->record)});
            if (all.size() % 1000 == 0 && !goes_on(all.size())) return std::vector<GameToReview>();
        }
    }
    if (all.empty()) return problem("review: there is no game in " + in_quotes(files.empty() ? "" : files[0]));
    return all;
}

Expected<std::string> networks_to_review(const std::vector<GameToReview>& games, const ReviewPlan& plan) {
    std::set<std::string_view> variants;
    std::string all;
    for (const GameToReview& game : games) {
        if (!variants.insert(game.record.variant).second) continue;
        const auto session = open(game.record.variant);
        if (!session) return std::unexpected(session.error());
        if (const auto used = (*session)->use_network(plan.network); !used) return std::unexpected(used.error());
        const auto network = (*session)->network();
        all += (all.empty() ? "" : " ") + (network ? hex(network->checksum) : std::string("none"));
    }
    return all;
}

Expected<std::optional<std::string>> review(const Record& record, std::string_view file, std::uint64_t number,
                                            const ReviewPlan& plan, const std::atomic<bool>& stop) {
    auto session = open(record.variant);
    if (!session) return std::unexpected(session.error());
    if (auto set = (*session)->set_position(record.start); !set) return std::unexpected(set.error());
    if (auto used = (*session)->use_network(plan.network); !used) return std::unexpected(used.error());
    Review work(record, plan, **session, stop);
    if (!work.run()) return std::nullopt;
    return work.json(file, number);
}

Expected<void> need_review_of(std::string_view line, const Record& record, std::string_view file,
                              std::uint64_t number) {
    const auto json = read_json(line, {.bytes = line.size()});
    if (!json) return problem("it is no review: " + json.error().text);
    const auto* moves = (*json)["moves"].array();
    const auto is = [&](std::string_view name, std::string_view text) {
        const std::string* value = (*json)[name].text();
        return value && *value == text;
    };
    const auto is_named = [&](std::string_view player, std::string_view tag) {
        const std::string *written = (*json)[player]["name"].text(), *name = find_tag(record, tag);
        return written && name ? *written == *name : !written && !name;
    };
    const bool is_it = is("file", file) && (*json)["number"].whole(1, INT64_MAX).value_or(0) == std::int64_t(number) &&
                       is("game", record.variant) && is("start", record.start) && is("result", record.result) &&
                       is_named("x", "First") && is_named("o", "Second") && moves &&
                       std::ranges::equal(*moves, record.moves, [](const Json& one, const std::string& move) {
                           const std::string* text = one["move"].text();
                           return text && *text == move;
                       });
    if (!is_it) return problem("it is not of game " + std::to_string(number) + " of " + in_quotes(file));
    return {};
}

}
