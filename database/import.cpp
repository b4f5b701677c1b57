#include "database/import.hpp"
#include "base/file.hpp"
#include "records/record_file.hpp"
#include "search/threads.hpp"
#include "training/games.hpp"
#include <atomic>
#include <filesystem>
#include <mutex>
#include <unordered_map>

namespace tavoliere::database {
namespace {

// What is sorted in memory at once, some 500 MB with all that the games have.
constexpr std::size_t most_games_of_batch = 50'000, most_positions_of_batch = 4'000'000;
constexpr std::size_t games_of_chunk = 1000; // that the threads share
constexpr std::size_t most_replayers = 64;   // that are kept

// The rules of the variants, as the games' threads want them.
class Rules {
public:
    Expected<std::shared_ptr<const Replayer>> of(const std::string& variant) {
        const std::lock_guard lock(mutex_);
        if (const auto there = known_.find(variant); there != known_.end()) return there->second;
        auto made = open_replayer(variant);
        if (!made) return std::unexpected(made.error());
        if (known_.size() >= most_replayers) known_.clear();
        return known_[variant] = std::move(*made);
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<const Replayer>> known_; // by any spelling
};

Expected<NewGame> played_over(Rules& rules, Record record, const std::string& source, bool result_is_certain = false) {
    const auto replayer = rules.of(record.variant);
    if (!replayer) return std::unexpected(replayer.error());
    auto played = (*replayer)->replay(record.start, record.moves);
    if (!played) return std::unexpected(played.error());
    record.variant = (*replayer)->variant();
    if (!result_is_certain)
        if (auto taken = take_result(record, played->winner.transform([](Winner w) { return Result{w, {}, {}}; }));
            !taken)
            return std::unexpected(taken.error());
    while (!record.notes.empty() && record.notes.back().empty()) record.notes.pop_back();
    record.moves = {};
    return NewGame{std::move(record), std::move(*played), source};
}

class Intake {
public:
    using Work = std::function<Expected<NewGame>()>;
    Intake(Database& database, int threads, Imported& imported, const std::function<void(const Imported&)>& progress,
           const IsOver& stop)
        : database_(database), threads_(threads), imported_(imported), progress_(progress), stop_(stop) {}

    Expected<void> add(Work work) {
        chunk_.push_back(std::move(work));
        return chunk_.size() < games_of_chunk ? Expected<void>() : play_chunk();
    }
    Expected<void> play_chunk() {
        std::vector<Expected<NewGame>> games(chunk_.size(), NewGame{});
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t i; (i = next++) < chunk_.size();) games[i] = chunk_[i]();
        };
        {
            std::vector<std::jthread> helpers;
            for (int t = 1; t < threads_; ++t)
                if (auto thread = start_thread(work)) helpers.push_back(std::move(*thread));
            work();
        }
        chunk_.clear();
        for (Expected<NewGame>& game : games) {
            if (!game) return std::unexpected(game.error());
            positions_ += game->played.keys.size();
            batch_.push_back(std::move(*game));
            ++imported_.read;
            if (batch_.size() >= most_games_of_batch || positions_ >= most_positions_of_batch)
                if (auto kept = keep(); !kept) return kept;
        }
        progress_(imported_);
        return {};
    }
    // What has been played is kept, whatever comes after.
    Expected<void> keep() {
        const auto added = database_.add(batch_);
        if (!added) return std::unexpected(added.error());
        imported_.games += added->games;
        imported_.positions += added->positions;
        imported_.duplicates += added->duplicates;
        batch_.clear();
        positions_ = 0;
        return database_.merge(stop_);
    }
    bool is_over() const { return stop_(); }

private:
    Database& database_;
    const int threads_;
    Imported& imported_;
    const std::function<void(const Imported&)>& progress_;
    const IsOver& stop_;
    std::vector<Work> chunk_;
    std::vector<NewGame> batch_;
    std::size_t positions_ = 0;
};

Expected<void> import_records(const std::string& path, const std::string& source, const ImportPlan& plan, Rules& rules,
                              Intake& intake) {
    auto file = RecordFile::open(path, plan.format);
    if (!file) return std::unexpected(file.error());
    while (!intake.is_over()) {
        auto text = file->next_text();
        if (!text) {
            if (auto before = intake.play_chunk(); !before)
                return before; // it may have a problem of its own, which comes first
            return std::unexpected(text.error());
        }
        if (!*text) break;
        auto added = intake.add([&, game = std::move(**text)]() -> Expected<NewGame> {
            auto record = file->read(game);
            if (!record) return std::unexpected(record.error());
            auto played = played_over(rules, std::move(*record), source);
            if (!played) return file->unplayable(game, played.error());
            return played;
        });
        if (!added) return added;
    }
    return intake.play_chunk();
}

Expected<void> import_selfplay(const std::string& path, const std::string& source, Rules& rules, Intake& intake) {
    // Once to know that it is whole, and of what variant.
    const auto held = training::read_games(path, [](std::string_view) -> Expected<void> { return {}; });
    if (!held) return std::unexpected(held.error());
    if (auto whole = training::need_undamaged(path, *held); !whole) return whole;
    const std::string variant = training::variant_named(held->header);
    const bool are_solved = training::are_solved(held->header);
    std::uint64_t number = 0;
    const auto read = training::read_games(path, [&](std::string_view text) -> Expected<void> {
        ++number;
        if (intake.is_over()) return {};
        return intake.add([&, number, line = std::string(text)]() -> Expected<NewGame> {
            const auto wrong = [&](const Problem& why) {
                return problem(in_quotes(path) + ": game " + std::to_string(number) + ": " + why.text);
            };
            auto game = training::game_of(line);
            if (!game) return wrong(game.error());
            Record record;
            record.variant = variant;
            record.moves = std::move(game->moves);
            record.result = result_text(Result{game->result, {}, {}});
            auto played = played_over(rules, std::move(record), source, are_solved);
            if (!played) return wrong(played.error());
            return played;
        });
    });
    if (!read) return std::unexpected(read.error());
    return intake.play_chunk();
}

Expected<bool> is_selfplay(const std::string& path) {
    auto file = FileReader::open(path, file_kind::games);
    if (!file) return std::unexpected(file.error());
    char begin[4] = {};
    return file->read(begin, sizeof begin) && training::begins_like_games({begin, sizeof begin});
}

}

Expected<void> import_files(Database& database, std::span<const std::string> files, const ImportPlan& plan,
                            Imported& imported, const std::function<void(const Imported&)>& progress,
                            const IsOver& stop) {
    Rules rules;
    Intake intake(database, plan.threads, imported, progress, stop);
    Expected<void> done;
    for (const std::string& path : files) {
        if (!done || stop()) break;
        const std::string source = as_one_line(std::filesystem::path(path).filename().string());
        const auto selfplay = plan.format.empty() ? is_selfplay(path) : Expected<bool>(false);
        if (!selfplay)
            done = std::unexpected(selfplay.error());
        else
            done = *selfplay ? import_selfplay(path, source, rules, intake)
                             : import_records(path, source, plan, rules, intake);
    }
    if (auto kept = intake.keep(); !kept) return kept;
    return done;
}

}
