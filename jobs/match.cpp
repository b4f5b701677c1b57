// Two players against each other. An item is a pair of games with one opening, whose numbers are its seeds.
#include "base/file.hpp"
#include "base/job_file.hpp"
#include "eval/network.hpp"
#include "jobs/kinds.hpp"
#include "jobs/reading.hpp"
#include "lab/requests.hpp"
#include "lab/tournament_records.hpp"

namespace tavoliere::jobs {
namespace {

// No clock: the games would not come out alike elsewhere. No SPRT: all games are played.
std::span<const Field> match_fields() {
    static const auto all = fields_without<MatchRequest>(
        {"clock", "margin", "sprt", "threads", "records", "resume", "patience", "engine_log"});
    return all;
}

// What the players evaluate by: a file's name says nothing of what it holds on another machine.
Expected<std::string> networks_of(const MatchPlan& plan, const GameSession& start) {
    std::string all;
    for (const PlayerPlan* player : {&plan.first, &plan.second}) {
        const auto setup = read_player(*player);
        if (!setup) return std::unexpected(setup.error());
        const auto session = start.copy();
        if (setup->kind == PlayerSetup::Kind::engine)
            if (const auto used = session->use_network(setup->network); !used) return std::unexpected(used.error());
        const auto network = session->network();
        all += (all.empty() ? "; networks=" : " ") + (network ? hex(network->checksum) : std::string("none"));
    }
    return all;
}

class Match final : public Work {
public:
    static Expected<std::unique_ptr<Work>> open(MatchPlan plan) {
        const auto start = tavoliere::open(plan.variant);
        if (!start) return std::unexpected(start.error());
        plan.variant = (*start)->variant();
        for (const PlayerPlan* player : {&plan.first, &plan.second})
            if (const auto setup = read_player(*player); !setup) return std::unexpected(setup.error());
        if (const auto repeatable = need_repeatable(plan); !repeatable)
            return problem("job: " + repeatable.error().text +
                           ": the games of a job are the same whoever plays them; let its players be ours, and give "
                           "them limits in nodes or depth, as in --limit nodes=10000");
        if (!plan.openings.empty())
            if (const auto list = read_openings(plan.openings, **start); !list) return std::unexpected(list.error());
        const auto networks = networks_of(plan, **start);
        if (!networks) return std::unexpected(networks.error());
        RecordWriter writer(plan, plan.variant);
        return std::make_unique<Match>(plan, std::move(writer), *networks);
    }
    Match(MatchPlan plan, RecordWriter writer, const std::string& networks)
        : plan_(std::move(plan)), writer_(std::move(writer)), identity_(writer_.fingerprint() + networks) {}

    std::string identity() const override { return identity_; }
    std::uint64_t items() const override { return (std::uint64_t(plan_.games) + 1) / 2; }
    Expected<std::string> make(std::uint64_t first, std::uint64_t last, const std::atomic<bool>& stop) const override {
        MatchPlan part = plan_;
        part.from = int(2 * first);
        part.games = int(std::min<std::uint64_t>(2 * last, std::uint64_t(plan_.games)));
        std::string records;
        const auto report =
            play_match(part, [&](const PlayedGame& game, const MatchReport&) { records += writer_.text(game); }, stop);
        if (!report) return std::unexpected(report.error());
        if (report->end == MatchReport::End::aborted) return problem(report->why);
        return records;
    }
    Expected<void> write(const std::string& path,
                         const std::function<Expected<void>(const Take&)>& for_each) const override {
        auto file = WholeFile::create(path);
        if (!file) return std::unexpected(file.error());
        const auto taken = for_each([&](std::string_view bytes) { return file->write(bytes), Expected<void>(); });
        if (!taken) return taken;
        return file->finish();
    }

private:
    MatchPlan plan_;
    RecordWriter writer_;
    std::string identity_;
};

}

const Kind match_kind{.name = "match",
                      .items = "pairs of games",
                      .help = match_help,
                      .fields = match_fields(),
                      .blank = []() -> std::shared_ptr<void> { return std::make_shared<MatchRequest>(); },
                      .written = [](void* asked) -> Expected<Written> {
                          auto& request = *static_cast<MatchRequest*>(asked);
                          const auto plan = complete(request);
                          if (!plan) return std::unexpected(plan.error());
                          return Written{written_fields(match_fields(), &request), plan->openings};
                      },
                      .understood = [](const Written& written) -> Expected<std::unique_ptr<Work>> {
                          auto request = read_written<MatchRequest>(match_fields(), written.request);
                          if (!request) return std::unexpected(request.error());
                          // The file's name stays with whoever has the file; whether there is one decides the opening's random moves.
                          const bool has_openings = !request->openings.empty();
                          request->openings.clear();
                          if (has_openings && !request->opening_plies) request->opening_plies = 0;
                          auto plan = complete(*request);
                          if (!plan) return std::unexpected(plan.error());
                          plan->openings = written.attached;
                          return Match::open(std::move(*plan));
                      }};

}
