#include "database/openings.hpp"
#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace tavoliere::database {
namespace {

using Moves = std::vector<std::string>;

// A position to look at: how often a move led there, and by which moves.
struct Wanted {
    std::uint64_t times;
    Moves moves;
    friend bool operator<(const Wanted& a, const Wanted& b) {
        return std::tuple(a.times, b.moves.size(), b.moves) < std::tuple(b.times, a.moves.size(), a.moves);
    }
};

class Gathering {
public:
    Gathering(Database& database, const Replayer& rules, const OpeningsPlan& plan)
        : database_(database), rules_(rules), plan_(plan), openings_{rules.variant(), plan.made, 0, {}, {}} {}

    Expected<void> add_positions(const std::function<void(std::size_t)>& progress, const IsOver& stop);
    Expected<void> add_games(const IsOver& stop);
    Openings take() { return std::move(openings_); }

private:
    // Whether something more has its place in so many tenths of the file.
    bool has_room(std::size_t more, std::size_t tenths) {
        if (bytes_ + more > plan_.bytes * tenths / 10) return false;
        bytes_ += more;
        return true;
    }
    Openings::Position position_of(const NextMoves& next, const Explored& explored) const;

    Database& database_;
    const Replayer& rules_;
    const OpeningsPlan& plan_;
    Openings openings_;
    std::size_t bytes_ = openings_file(openings_).size() + std::to_string(most_games).size();
    std::vector<Moves> lines_; // that lead to the positions
    std::unordered_map<std::uint32_t, std::size_t> known_;
};

// The places of the moves that were played.
Openings::Position Gathering::position_of(const NextMoves& next, const Explored& explored) const {
    Openings::Position position{name_of(next.here), {}};
    const auto places = moves_by_place(next);
    ResultCounts rarer;
    for (const Explored::Move& move : explored.moves) {
        if (position.played.size() == Openings::most_moves) {
            rarer.add(move.counts);
            continue;
        }
        const auto has_it = [&](const Moves& moves) {
            return std::ranges::find(moves, move.moves.front()) != moves.end();
        };
        const auto place = std::ranges::find_if(places, has_it) - places.begin();
        position.played.push_back({int(place), move.counts});
    }
    if (rarer.all()) position.played.push_back({Openings::rarer, rarer});
    if (explored.ended.all()) position.played.push_back({Openings::ended, explored.ended});
    return position;
}

// Those that are led to most often come first, so that what is left out came less often by any move.
Expected<void> Gathering::add_positions(const std::function<void(std::size_t)>& progress, const IsOver& stop) {
    std::priority_queue<Wanted> wanted;
    wanted.push({0, {}});
    while (!wanted.empty() && !stop()) {
        const Moves line = wanted.top().moves;
        wanted.pop();
        const auto next = rules_.next("startpos", line);
        if (!next) return std::unexpected(next.error());
        if (known_.contains(name_of(next->here))) continue;
        const auto explored = database_.explore({rules_.variant(), "startpos", line});
        if (!explored) return std::unexpected(explored.error());
        if (explored->all.all() < plan_.times) continue;
        Openings::Position position = position_of(*next, *explored);
        if (!has_room(written_size(position), 9)) break;
        known_.emplace(name_of(next->here), openings_.positions.size());
        openings_.positions.push_back(std::move(position));
        lines_.push_back(line);
        if (openings_.positions.size() % 100 == 0) progress(openings_.positions.size());
        if (std::ssize(line) >= plan_.plies) continue;
        for (const Explored::Move& move : explored->moves) {
            if (move.counts.all() < plan_.times) continue;
            Moves longer = line;
            longer.push_back(move.moves.front());
            wanted.push({move.counts.all(), std::move(longer)});
        }
    }
    return {};
}

// The newest game of each of the most frequent positions that no game before went through.
Expected<void> Gathering::add_games(const IsOver& stop) {
    std::vector<bool> is_shown(openings_.positions.size());
    for (std::size_t i = 0; i < is_shown.size() && !stop(); ++i) {
        if (is_shown[i]) continue;
        const auto found = database_.find({rules_.variant(), "startpos", lines_[i]}, 1, {});
        if (!found) return std::unexpected(found.error());
        if (found->games.empty() || found->games[0].kept.record.start != "startpos") continue;
        const Record& record = found->games[0].kept.record;
        const auto played = rules_.replay(record.start, record.moves);
        if (!played) return std::unexpected(played.error());
        Openings::Game game{record.result, record.moves, {}};
        for (const PositionKey key : played->keys) {
            const auto through = known_.find(name_of(key));
            if (through == known_.end()) break;
            game.through.push_back(through->second);
        }
        if (!has_room(written_size(game), 10)) break;
        for (const std::size_t through : game.through) is_shown[through] = true;
        openings_.top_games.push_back(std::move(game));
    }
    return {};
}

}

Expected<Openings> gather_openings(Database& database, const OpeningsPlan& plan,
                                   const std::function<void(std::size_t)>& progress, const IsOver& stop) {
    const auto rules = open_replayer(plan.variant);
    if (!rules) return std::unexpected(rules.error());
    Gathering gathering(database, **rules, plan);
    if (auto added = gathering.add_positions(progress, stop); !added) return std::unexpected(added.error());
    if (auto added = gathering.add_games(stop); !added) return std::unexpected(added.error());
    const auto sum = database.statistics();
    if (!sum) return std::unexpected(sum.error());
    Openings openings = gathering.take();
    for (const Statistics::Variant& variant : sum->variants)
        if (variant.name == openings.variant) openings.games = variant.games.all();
    return openings;
}

}
