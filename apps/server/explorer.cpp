#include "server/explorer.hpp"
#include "base/text.hpp"
#include "database/database.hpp"
#include <algorithm>
#include <exception>
#include <spdlog/spdlog.h>
#include <utility>
#include <vector>

namespace tavoliere::server {

namespace {

constexpr std::size_t most_waiting = 1000;
// After so long it is looked whether there are more games.
constexpr std::chrono::minutes between_openings(1);
// So many of the newest games are read to find the best of them.
constexpr std::size_t games_looked_at = 64;

ExploredGame::Player player_of(const Record& record, std::string_view name, std::string_view rating) {
    ExploredGame::Player player;
    if (const std::string* const text = find_tag(record, name)) player.name = *text;
    if (const std::string* const text = find_tag(record, rating))
        if (const auto number = parse_number<int>(*text, 0, 10'000)) player.rating = *number;
    return player;
}
ExploredGame::Player first_of(const Record& record) { return player_of(record, "First", "FirstElo"); }
ExploredGame::Player second_of(const Record& record) { return player_of(record, "Second", "SecondElo"); }

ExploredGame told(const database::Found::Game& found) {
    const Record& record = found.kept.record;
    ExploredGame game{.start = record.start, .moves = record.moves, .result = record.result, .ply = found.ply};
    game.x = first_of(record);
    game.o = second_of(record);
    if (const std::string* const date = find_tag(record, "Date")) game.date = *date;
    return game;
}

int rating_of(const Record& record) {
    return first_of(record).rating.value_or(0) + second_of(record).rating.value_or(0);
}

}

Expected<std::unique_ptr<Explorer>> Explorer::open(const std::string& folder, Visitors& visitors) {
    std::unique_ptr<database::Database> database;
    if (!folder.empty()) {
        auto opened = database::Database::open(folder);
        if (!opened) return std::unexpected(opened.error());
        database = std::move(*opened);
    }
    return std::unique_ptr<Explorer>(new Explorer(folder, std::move(database), visitors));
}

Explorer::Explorer(std::string folder, std::unique_ptr<database::Database> database, Visitors& visitors)
    : folder_(std::move(folder)), database_(std::move(database)), opened_(std::chrono::steady_clock::now()),
      visitors_(visitors), thread_(most_waiting) {}

Explorer::~Explorer() = default; // the thread ends first, as it comes last

Expected<void> Explorer::ask(const ExplorerRequest& request, const std::string& network, Answer answer) {
    const bool is_taken = thread_.offer([this, request, network, answer = std::move(answer)] {
        const Visitors::Bill bill(visitors_, network);
        try {
            auto found = look(request);
            if (!found && found.error().text.starts_with("move ")) found = problem("moves, " + found.error().text);
            answer(std::move(found));
        } catch (const std::exception& error) {
            spdlog::error("explorer: {}", error.what());
            answer(problem("server: this could not be done; the server's log gives the reason"));
        }
    });
    if (!is_taken) return std::unexpected(Problem{"server: too much waits to be done; ask again in 2 s", 2});
    return {};
}

Expected<std::string> Explorer::look(const ExplorerRequest& request) {
    if (!database_) return look_in_openings(request);
    if (std::chrono::steady_clock::now() - opened_ > between_openings) open_again();
    const database::Place place = database::place_of(request);
    // What is said of the database is for whoever has it, and not for who asks.
    const auto refused = [](const Problem& wrong) -> std::unexpected<Problem> {
        if (!wrong.text.starts_with("database: ")) return std::unexpected(wrong);
        spdlog::error("{}", wrong.text);
        return problem("server: its database of games cannot be read; the server's log gives the reason");
    };
    const auto explored = database_->explore(place);
    if (!explored) return refused(explored.error());
    std::vector<ExploredGame> games;
    if (request.top_games > 0) {
        const auto found = database_->find(place, games_looked_at, {});
        if (!found) return refused(found.error());
        // Of games rated alike the newest, which is found first.
        std::vector<std::pair<int, std::size_t>> order;
        for (std::size_t i = 0; i < found->games.size(); ++i)
            order.emplace_back(-rating_of(found->games[i].kept.record), i);
        std::ranges::sort(order);
        order.resize(std::min(order.size(), std::size_t(request.top_games)));
        for (const auto& [rating, i] : order) games.push_back(told(found->games[i]));
    }
    return explored_json(*explored, games, std::size_t(request.most_moves));
}

Expected<std::string> Explorer::look_in_openings(const ExplorerRequest& request) {
    const auto rules = open_replayer(request.game);
    if (!rules) return std::unexpected(rules.error());
    if (openings_.empty())
        for (const std::string_view text : openings_files) {
            if (auto read = read_openings(text))
                openings_.push_back(std::move(*read));
            else
                spdlog::error("openings: {}", read.error().text);
        }
    const auto found = std::ranges::find(openings_, (*rules)->variant(), &Openings::variant);
    if (found == openings_.end()) return std::unexpected(no_openings_of((*rules)->variant()));
    return explored_json(*found, **rules, request);
}

// The old one does where there is none any more.
void Explorer::open_again() {
    if (auto again = database::Database::open(folder_))
        database_ = std::move(*again);
    else
        spdlog::error("{}", again.error().text);
    opened_ = std::chrono::steady_clock::now();
}

}
