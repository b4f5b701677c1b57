// What the moves of many games gave away. An item is a game; what is played in them is kept with the job, for other machines have not its files.
#include "lab/review.hpp"
#include "base/checksum.hpp"
#include "base/file.hpp"
#include "base/job_file.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "jobs/kinds.hpp"
#include "jobs/reading.hpp"
#include "lab/requests.hpp"

namespace tavoliere::jobs {
namespace {

// A limit of time comes out otherwise each time.
std::span<const Field> review_fields() {
    static const auto all = fields_without<ReviewRequest>({"out", "seconds", "threads"});
    return all;
}

// What is looked at of a game, as a line.
std::string line_of(const GameToReview& game) {
    const Record& r = game.record;
    JsonObject o;
    o.add("file", game.file).add("number", game.number).add("game", r.variant).add("start", r.start);
    o.add("o_begins", r.first_is_o).add("result", r.result);
    o.raw("tags", json_array(r.tags, [](const auto& tag) {
              return json_strings(std::array<std::string_view, 2>{tag.first, tag.second});
          }));
    return o.raw("moves", json_strings(r.moves)).text() + "\n";
}

Expected<GameToReview> read_line(std::string_view line) {
    const auto json = read_json(line, {.bytes = line.size()});
    if (!json) return problem("job: its games: " + json.error().text);
    bool is_whole = true;
    const auto text = [&](const Json& value) {
        const std::string* const found = value.text();
        is_whole = is_whole && found;
        return found ? *found : std::string();
    };
    GameToReview game;
    Record& r = game.record;
    game.file = text((*json)["file"]), r.variant = text((*json)["game"]);
    r.start = text((*json)["start"]), r.result = text((*json)["result"]);
    const auto number = (*json)["number"].whole<std::uint64_t>(1, INT64_MAX);
    const bool* const o_begins = (*json)["o_begins"].boolean();
    const auto *const tags = (*json)["tags"].array(), *const moves = (*json)["moves"].array();
    if (!number || !o_begins || !tags || !moves) return problem("job: a game of it is damaged");
    game.number = *number, r.first_is_o = *o_begins;
    for (const Json& tag : *tags) {
        const auto* const both = tag.array();
        if (!both || both->size() != 2) return problem("job: a game of it is damaged");
        r.tags.emplace_back(text((*both)[0]), text((*both)[1]));
    }
    for (const Json& move : *moves) r.moves.push_back(text(move));
    if (!is_whole) return problem("job: a game of it is damaged");
    return game;
}

class ReviewWork final : public Work {
public:
    static Expected<std::unique_ptr<Work>> open(const ReviewPlan& plan, const std::string& attached) {
        std::vector<GameToReview> games;
        for (const std::string_view line : split(attached, '\n')) {
            if (line.empty()) continue;
            auto game = read_line(line);
            if (!game) return std::unexpected(game.error());
            games.push_back(std::move(*game));
        }
        const auto networks = networks_to_review(games, plan);
        if (!networks) return std::unexpected(networks.error());
        const std::string identity = plan.settings() + "; games=" + hex(checksum(attached)) + "; networks=" + *networks;
        return std::make_unique<ReviewWork>(plan, std::move(games), identity);
    }
    ReviewWork(ReviewPlan plan, std::vector<GameToReview> games, std::string identity)
        : plan_(std::move(plan)), games_(std::move(games)), identity_(std::move(identity)) {}

    std::string identity() const override { return identity_; }
    std::uint64_t items() const override { return games_.size(); }
    Expected<std::string> make(std::uint64_t first, std::uint64_t last, const std::atomic<bool>& stop) const override {
        std::string lines;
        for (auto i = first; i < last && !stop; ++i) {
            const GameToReview& game = games_[i];
            const auto line = review(game.record, game.file, game.number, plan_, stop);
            if (!line) return std::unexpected(line.error());
            if (*line) lines += **line + "\n";
        }
        return lines;
    }
    Expected<void> write(const std::string& path,
                         const std::function<Expected<void>(const Take&)>& for_each) const override {
        auto file = WholeFile::create(path);
        if (!file) return std::unexpected(file.error());
        file->write(plan_.settings() + "\n");
        const auto taken = for_each([&](std::string_view bytes) { return file->write(bytes), Expected<void>(); });
        if (!taken) return taken;
        return file->finish();
    }

private:
    ReviewPlan plan_;
    std::vector<GameToReview> games_;
    std::string identity_;
};

}

const Kind review_kind{.name = "review",
                       .items = "games",
                       .help = review_help,
                       .fields = review_fields(),
                       .blank = []() -> std::shared_ptr<void> { return std::make_shared<ReviewRequest>(); },
                       .written = [](void* asked) -> Expected<Written> {
                           const auto& request = *static_cast<ReviewRequest*>(asked);
                           const auto games = read_games_to_review(request.files, [](std::size_t) { return true; });
                           if (!games) return std::unexpected(games.error());
                           std::string lines;
                           for (const GameToReview& game : *games) lines += line_of(game);
                           return Written{written_fields(review_fields(), asked), std::move(lines)};
                       },
                       .understood = [](const Written& written) -> Expected<std::unique_ptr<Work>> {
                           auto request = read_written<ReviewRequest>(review_fields(), written.request);
                           if (!request) return std::unexpected(request.error());
                           return ReviewWork::open(complete(*request), written.attached);
                       }};

}
