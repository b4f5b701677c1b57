// Who wins, exactly, by a proof that many share. A unit is a question about a node of its tree; what was answered decides what is asked next.
#include "ask/common_fields.hpp"
#include "ask/requests.hpp"
#include "ask/study.hpp"
#include "base/file.hpp"
#include "base/job_file.hpp"
#include "jobs/kinds.hpp"
#include "jobs/reading.hpp"
#include "session/session.hpp"
#include "solve/proof_share.hpp"
#include "solve/solution.hpp"
#include "training/games.hpp"

namespace tavoliere::jobs {
namespace {

struct SharedSolveRequest : StudyPlace {
    ProofSharePlan plan{.nodes = 25'000'000, .memory_mb = 1024};
    std::string from;
};
using R = SharedSolveRequest;
constexpr auto solve_fields = joined(
    place_fields<R>, std::array{
                         memory_field<R, &R::plan, &ProofSharePlan::memory_mb>,
                         field<R, &R::plan, &ProofSharePlan::nodes>(
                             "nodes", WholeRange{100, 100'000'000'000},
                             {"nodes that are searched for a unit, at most", "nodi cercati per un'unità, al massimo"}),
                         field<R, &R::from>("from", FileName{},
                                            {"go on from a state that `tavoliere job export` wrote",
                                             "riprendi da uno stato scritto da `tavoliere job export`"},
                                            {.is_owners = true}),
                     });

// A session and what is proved of its position: the one does not outlive the other.
class SharedProof final : public Growing {
public:
    static Expected<std::unique_ptr<SharedProof>> open(const GameSession& session, const ProofSharePlan& plan,
                                                       const std::string& from) {
        auto made = std::make_unique<SharedProof>(session.copy());
        auto share = made->session_->share_proof(plan);
        if (!share) return std::unexpected(share.error());
        made->share_ = std::move(*share);
        if (!from.empty())
            if (auto begun = made->share_->go_on_from(from); !begun) return std::unexpected(begun.error());
        return made;
    }
    explicit SharedProof(std::unique_ptr<GameSession> session) : session_(std::move(session)) {}

    std::string identity() const { return share_->identity(); }
    std::string state() const { return share_->state(); }

    Expected<void> learn(std::string_view result) override { return share_->learn(result); }
    bool is_result(std::string_view bytes) const override { return read_answer(bytes).has_value(); }
    Expected<std::optional<std::string>> next(std::span<const std::string> out) override { return share_->next(out); }
    bool is_over() override { return share_->progress().value.has_value(); }
    Expected<std::string> make(const std::string& asked, std::uint64_t after,
                               const std::atomic<bool>& stop) const override {
        return share_->answer(asked, after, stop);
    }
    std::vector<Line> progress() override {
        const ProofShareProgress p = share_->progress();
        return {{"value", p.value ? std::string(value_names[std::size_t(*p.value + 1)]) : "unknown", false},
                {"nodes", std::to_string(p.nodes)},
                {"proof", std::to_string(p.proof)},
                {"disproof", std::to_string(p.disproof)},
                {"answers", std::to_string(p.answers)},
                {"facts", std::to_string(p.facts)},
                {"inner", std::to_string(p.open)}};
    }

private:
    std::unique_ptr<GameSession> session_;
    std::unique_ptr<ProofShare> share_;
};

class Solve final : public Work {
public:
    static Expected<std::unique_ptr<Work>> open(const SharedSolveRequest& request, std::string from) {
        auto session = session_at(request);
        if (!session) return std::unexpected(session.error());
        const auto proof = SharedProof::open(**session, request.plan, from);
        if (!proof) return std::unexpected(proof.error());
        std::string identity = (*proof)->identity() + "; nodes=" + std::to_string(request.plan.nodes) +
                               "; memory=" + std::to_string(request.plan.memory_mb) +
                               "; from=" + (from.empty() ? "nothing" : hex(checksum(from)));
        return std::make_unique<Solve>(std::move(*session), request.plan, std::move(from), std::move(identity));
    }
    Solve(std::unique_ptr<GameSession> session, const ProofSharePlan& plan, std::string from, std::string identity)
        : session_(std::move(session)), plan_(plan), from_(std::move(from)), identity_(std::move(identity)) {}

    std::string identity() const override { return identity_; }
    Expected<std::unique_ptr<Growing>> growing() const override { return begun(); }
    Expected<void> write(const std::string& path,
                         const std::function<Expected<void>(const Take&)>& for_each) const override {
        auto proof = begun();
        if (!proof) return std::unexpected(proof.error());
        if (auto taken = for_each([&](std::string_view bytes) { return (*proof)->learn(bytes); }); !taken) return taken;
        return write_whole(path, training::frame_of((*proof)->state()));
    }

private:
    Expected<std::unique_ptr<SharedProof>> begun() const { return SharedProof::open(*session_, plan_, from_); }

    std::unique_ptr<GameSession> session_;
    ProofSharePlan plan_;
    std::string from_, identity_;
};

}

const Kind solve_kind{
    .name = "solve",
    .items = "questions",
    .help = {"who wins, exactly, by a proof that many share", "chi vince, esattamente, con una prova fatta da molti"},
    .fields = solve_fields,
    .blank = []() -> std::shared_ptr<void> { return std::make_shared<SharedSolveRequest>(); },
    .written = [](void* asked) -> Expected<Written> {
        auto& request = *static_cast<SharedSolveRequest*>(asked);
        Written written{written_fields(solve_fields, &request), {}};
        if (request.from.empty()) return written;
        const auto file = read_whole(request.from, file_kind::proof_state);
        if (!file) return std::unexpected(file.error());
        auto state = training::text_of_frame(*file);
        if (!state) return problem("from: " + in_quotes(request.from) + " is no state of a proof, or is damaged");
        if (const auto read = read_state(*state); !read)
            return problem("from: " + in_quotes(request.from) + ": " + read.error().text);
        written.attached = std::move(*state);
        return written;
    },
    .understood = [](const Written& written) -> Expected<std::unique_ptr<Work>> {
        auto request = read_written<SharedSolveRequest>(solve_fields, written.request);
        if (!request) return std::unexpected(request.error());
        return Solve::open(*request, written.attached);
    }};

}
