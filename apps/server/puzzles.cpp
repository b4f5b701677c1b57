#include "server/puzzles.hpp"
#include "ask/requests.hpp"
#include "ask/study.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace tavoliere::server {

namespace {

std::string told(const Puzzle& puzzle) {
    return JsonObject()
        .add("id", puzzle.id)
        .add("variant", puzzle.variant)
        .add("position", puzzle.position)
        .add("goal", name(puzzle.goal))
        .add("proved", puzzle.proved)
        .add("depth", puzzle.depth)
        .add("find", puzzle.find)
        .text();
}

std::string trial_json(bool right, bool solved, std::span<const std::string> reply) {
    return JsonObject().add("right", right).add("solved", solved).raw("reply", json_strings(reply)).text();
}

}

Puzzles::Puzzles() {
    for (const std::string_view text : puzzles_files) {
        auto file = read_puzzle_file(text);
        if (!file) {
            spdlog::error("puzzles: {}", file.error().text);
            continue;
        }
        for (Puzzle& puzzle : file->puzzles)
            if (open(puzzle.variant)) all_.push_back(std::move(puzzle));
    }
}

const Puzzle* Puzzles::find(std::string_view id) const {
    const auto found = std::ranges::find(all_, id, &Puzzle::id);
    return found == all_.end() ? nullptr : &*found;
}

Expected<std::string> Puzzles::list(std::string_view game) const {
    std::string variant, its_game;
    if (!game.empty()) {
        const auto session = open(game);
        if (!session) return std::unexpected(session.error());
        variant = (*session)->variant();
        its_game = (*session)->info().name;
    }
    const auto fits = [&](const Puzzle& puzzle) {
        if (variant.empty() || puzzle.variant == variant) return true;
        return variant == its_game && puzzle.variant.starts_with(its_game + ":"); // a game has all its variants'
    };
    std::vector<std::string> list;
    for (const Puzzle& puzzle : all_)
        if (fits(puzzle)) list.push_back(told(puzzle));
    return json_array(list, [](const std::string& one) { return one; });
}

Expected<std::string> Puzzles::one(std::string_view id) const {
    const Puzzle* const puzzle = find(id);
    if (!puzzle) return problem(fmt::format("puzzle: there is none of the name {}", in_quotes(id)));
    return told(*puzzle);
}

Expected<std::string> Puzzles::trial(std::string_view id, std::string_view moves) const {
    const Puzzle* const puzzle = find(id);
    if (!puzzle) return problem(fmt::format("puzzle: there is none of the name {}", in_quotes(id)));
    const auto session = session_at({puzzle->variant, puzzle->position, {}});
    if (!session) return std::unexpected(session.error());
    const Puzzle::Moves& line = puzzle->line;
    // His last move that is looked for: after it the puzzle is solved, whatever comes.
    const std::size_t last = std::min(std::size_t(std::max(puzzle->find, 1) - 1) * 2, line.size() - 1);
    std::size_t made = 0;
    for (const std::string_view text : split(moves, ' ')) {
        if (made > last) return problem("try.moves: the puzzle was solved before the last of them");
        const auto move = (*session)->play(text);
        if (!move) return problem(fmt::format("try.moves, move {}: {}", made + 1, move.error().text));
        if (move->text != line[made]) {
            if (made % 2)
                return problem(fmt::format("try.moves, move {}: the reply is {} there", made + 1, line[made]));
            const auto known =
                std::ranges::find(puzzle->wrong, move->text, &std::pair<std::string, Puzzle::Moves>::first);
            const bool is_known = made == 0 && known != puzzle->wrong.end();
            return trial_json(false, false,
                              is_known ? std::span<const std::string>(known->second) : std::span<const std::string>());
        }
        ++made;
    }
    const bool solved = made > last;
    const bool replies = made % 2 && made < line.size();
    return trial_json(true, solved, std::span(line).subspan(made, replies ? 1 : 0));
}

}
