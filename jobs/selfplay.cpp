// Games of the engine against itself. An item is a game, whose number is its seed.
#include "base/file.hpp"
#include "jobs/kinds.hpp"
#include "jobs/reading.hpp"
#include "training/requests.hpp"

namespace tavoliere::jobs {
namespace {

using training::SelfplayRequest;

std::span<const Field> selfplay_fields() {
    static const auto all = fields_without<SelfplayRequest>({"out", "threads"});
    return all;
}

class Selfplay final : public Work {
public:
    static Expected<std::unique_ptr<Work>> open(SelfplayRequest request) {
        const auto game = tavoliere::open(request.plan.variant);
        if (!game) return std::unexpected(game.error());
        request.plan.variant = (*game)->variant();
        if (const auto used = (*game)->use_network(request.plan.network); !used) return std::unexpected(used.error());
        return std::make_unique<Selfplay>(request, request.plan.header((*game)->network().get()));
    }
    Selfplay(const SelfplayRequest& request, std::string header)
        : plan_(request.plan), games_(request.games), header_(std::move(header)) {}

    std::string identity() const override { return header_; }
    std::uint64_t items() const override { return games_; }
    Expected<std::string> make(std::uint64_t first, std::uint64_t last, const std::atomic<bool>& stop) const override {
        std::string lines;
        const auto played = training::selfplay(
            plan_, first, last, 1, [&](const std::string& batch) { return lines += batch, Expected<void>(); },
            [](const training::SelfplayProgress&) {}, stop);
        if (!played) return std::unexpected(played.error());
        return lines;
    }
    // In batches of as many games as selfplay writes at once, wherever units end.
    Expected<void> write(const std::string& path,
                         const std::function<Expected<void>(const Take&)>& for_each) const override {
        auto file = WholeFile::create(path);
        if (!file) return std::unexpected(file.error());
        file->write(training::frame_of(header_ + "\n"));
        std::string batch;
        std::uint64_t games = 0;
        const auto taken = for_each([&](std::string_view bytes) -> Expected<void> {
            for (std::size_t end; !bytes.empty(); bytes.remove_prefix(end + 1)) {
                end = bytes.find('\n');
                if (end == bytes.npos) return problem("the last of its games is not whole");
                batch += bytes.substr(0, end + 1);
                if (++games % training::batch_size) continue;
                file->write(training::frame_of(batch));
                batch.clear();
            }
            return {};
        });
        if (!taken) return taken;
        if (!batch.empty()) file->write(training::frame_of(batch));
        if (games != games_)
            return problem("its results have " + std::to_string(games) + " games in place of " +
                           std::to_string(games_));
        return file->finish();
    }

private:
    training::SelfplayPlan plan_;
    std::uint64_t games_;
    std::string header_;
};

}

const Kind selfplay_kind{.name = "selfplay",
                         .items = "games",
                         .help = training::selfplay_help,
                         .fields = selfplay_fields(),
                         .blank = []() -> std::shared_ptr<void> { return std::make_shared<SelfplayRequest>(); },
                         .written = [](void* request) -> Expected<Written> {
                             return Written{written_fields(selfplay_fields(), request), {}};
                         },
                         .understood = [](const Written& written) -> Expected<std::unique_ptr<Work>> {
                             auto request = read_written<SelfplayRequest>(selfplay_fields(), written.request);
                             if (!request) return std::unexpected(request.error());
                             return Selfplay::open(std::move(*request));
                         }};

}
