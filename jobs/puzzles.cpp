// Puzzles in games of the engine against itself. An item is a game, whose number is its seed; a line tells what it gave.
#include "base/file.hpp"
#include "base/text.hpp"
#include "jobs/kinds.hpp"
#include "jobs/reading.hpp"
#include "lab/puzzle_maker.hpp"
#include "lab/requests.hpp"

namespace tavoliere::jobs {
namespace {

std::span<const Field> puzzles_fields() {
    static const auto all = [] {
        auto fields = fields_without<PuzzlesRequest>({"out", "check", "seconds", "judge", "threads"});
        for (Field& field : fields) field.traits.is_required |= field.name == "variants";
        return fields;
    }();
    return all;
}

class Puzzles final : public Work {
public:
    static Expected<std::unique_ptr<Work>> open(PuzzlePlan plan) {
        std::string game;
        for (std::string& variant : plan.variants) {
            const auto session = tavoliere::open(variant);
            if (!session) return std::unexpected(session.error());
            if (!game.empty() && game != (*session)->info().name)
                return problem("job: " + in_quotes(variant) + " is no variant of " + game +
                               "; a file has puzzles of one game");
            variant = (*session)->variant();
            game = (*session)->info().name;
        }
        if (plan.variants.empty()) return problem("job: name a GAME to find puzzles of");
        return std::make_unique<Puzzles>(std::move(plan), std::move(game));
    }
    Puzzles(PuzzlePlan plan, std::string game) : plan_(std::move(plan)), game_(std::move(game)) {}

    std::string identity() const override { return command_of(plan_); }
    std::uint64_t items() const override { return plan_.games; }
    Expected<std::string> make(std::uint64_t first, std::uint64_t last, const std::atomic<bool>& stop) const override {
        std::string lines;
        for (auto number = first; number < last && !stop; ++number) {
            const auto line = look_through_game(plan_, number, stop);
            if (!line) return line;
            lines += *line;
        }
        return lines;
    }
    Expected<void> write(const std::string& path,
                         const std::function<Expected<void>(const Take&)>& for_each) const override {
        std::vector<std::string> lines;
        const auto taken = for_each([&](std::string_view bytes) -> Expected<void> {
            for (const std::string_view line : split(bytes, '\n'))
                if (!line.empty()) lines.emplace_back(line);
            return {};
        });
        if (!taken) return taken;
        const auto puzzles = puzzles_of_lines(plan_, lines);
        if (!puzzles) return std::unexpected(puzzles.error());
        if (puzzles->empty()) return problem("puzzles: the games gave none, and nothing is written");
        return write_whole(path, puzzle_file(game_, command_of(plan_), *puzzles));
    }

private:
    PuzzlePlan plan_;
    std::string game_;
};

}

const Kind puzzles_kind{.name = "puzzles",
                        .items = "games",
                        .help = puzzles_help,
                        .fields = puzzles_fields(),
                        .blank = []() -> std::shared_ptr<void> { return std::make_shared<PuzzlesRequest>(); },
                        .written = [](void* request) -> Expected<Written> {
                            return Written{written_fields(puzzles_fields(), request), {}};
                        },
                        .understood = [](const Written& written) -> Expected<std::unique_ptr<Work>> {
                            auto request = read_written<PuzzlesRequest>(puzzles_fields(), written.request);
                            if (!request) return std::unexpected(request.error());
                            return Puzzles::open(std::move(request->plan));
                        }};

}
