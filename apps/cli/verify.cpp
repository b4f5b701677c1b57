// verify: is what a proof says true? By the rules alone.
#include "common.hpp"
#include "game/json.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct VerifyOptions {
    std::string file;
    bool json = false;
};

// "1,234,567"
std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
    return digits;
}

// "win for x", of the player to move in the position.
std::string claim(const Certificate& proof, const Session& session) {
    if (proof.value == 0) return "draw";
    const bool x_moves = session.view().turn == 'x';
    return std::string("win for ") + ((proof.value > 0) == x_moves ? "x" : "o");
}

void verify(const VerifyOptions& o) {
    const auto proof = need(parse_certificate(need(read_whole(o.file))));
    const auto session = need(tavoliere::open(proof->variant));
    need(session->set_position(proof->position));
    const Checked checked = session->verify(*proof, interrupted());
    const std::string what = claim(*proof, *session);
    if (o.json) {
        JsonObject out;
        out.add("variant", session->variant()).add("position", proof->position).add("proved", checked.failure.empty());
        if (checked.failure.empty())
            out.add("claim", what).add("positions", checked.positions);
        else
            out.add("failure", checked.failure);
        fmt::print("{}\n", out.text());
    } else if (checked.failure.empty()) {
        fmt::print("proved: {}, {} position{}\n{}, {}\n", what, grouped(checked.positions),
                   checked.positions == 1 ? "" : "s", session->variant(), proof->position);
    }
    if (!checked.failure.empty()) fail("not proved: " + checked.failure, 1);
}

}

void add_verify(CLI::App& app) {
    auto* command = app.add_subcommand("verify", "is what a proof says true? checked by the rules alone");
    auto o = std::make_shared<VerifyOptions>();
    command->add_option("FILE", o->file, "as `tavoliere solve --proof FILE` writes it")->required();
    command->add_flag("--json", o->json, "one JSON object");
    command->footer("Exit status 0 where it is proved, 1 where it is not, 2 where the file is no proof.\n"
                    "Example:\n  tavoliere solve ataxx:size=3x3 --proof ataxx.proof && tavoliere verify ataxx.proof");
    command->callback([o] { verify(*o); });
}

}
