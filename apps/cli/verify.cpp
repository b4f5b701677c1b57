// verify: is what a proof or a table says true? By the rules, without the solver.
#include "base/file.hpp"
#include "base/json.hpp"
#include "common.hpp"
#include "solve/certificate.hpp"
#include "solve/table_file.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct VerifyOptions : VerifyRequest {
    bool json = false;
};

// "1,234,567"
std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
    return digits;
}

// "win for x", of the player to move in the position.
std::string claim(const Certificate& proof, const GameSession& session) {
    if (proof.value == 0) return "draw";
    const bool x_moves = session.view().turn == 'x';
    return std::string("win for ") + ((proof.value > 0) == x_moves ? "x" : "o");
}

// Every position of a table has the value that its moves give it, or those of a sample.
void verify_table(const VerifyOptions& o, const std::string& variant) {
    const auto session = need(tavoliere::open(variant));
    const Checked checked = need(session->verify_table(o.file, o.sample, o.seed, interrupted()));
    const bool is_right = checked.failure.empty();
    if (o.json) {
        JsonObject out;
        out.add("variant", session->variant()).add("right", is_right).add("proved", is_right && !o.sample);
        out.add("positions", checked.positions).add("of", checked.of);
        if (!is_right) out.add("failure", checked.failure);
        fmt::print("{}\n", out.text());
    } else if (is_right && o.sample) {
        fmt::print("right: {} positions drawn at random, of {}\n{}\n", grouped(checked.positions), grouped(checked.of),
                   session->variant());
    } else if (is_right) {
        fmt::print("proved: every value, {} positions\n{}\n", grouped(checked.of), session->variant());
    }
    if (!is_right) fail("not proved: " + checked.failure, 1);
}

void verify_proof(const VerifyOptions& o) {
    const auto proof = need(parse_certificate(need(read_text_file(o.file, file_kind::proof))));
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

void verify(const VerifyOptions& o) {
    if (const auto variant = need(table_variant(o.file))) return verify_table(o, *variant);
    if (o.sample) fail("sample: only a table has positions to draw, and " + in_quotes(o.file) + " is not one");
    verify_proof(o);
}

}

void add_verify(CLI::App& app) {
    auto* command = app.add_subcommand("verify", std::string(verify_help.en));
    auto o = std::make_shared<VerifyOptions>();
    add_fields<VerifyRequest>(*command, *o);
    add_rules_option(*command);
    command->get_option("--seed")->needs("--sample");
    command->add_flag("--json", o->json, "one JSON object");
    command->footer("The exit status is 0 where everything is proved, or the sample is right, 1 where it is not, and 2 "
                    "where the\nfile is neither a proof nor a table.\n"
                    "Examples:\n  tavoliere solve ataxx:size=3x3 --proof ataxx.proof && tavoliere verify ataxx.proof\n"
                    "  tavoliere solve ataxx:size=4x4 --tables . && tavoliere verify ataxx,size=4x4.table");
    command->callback([o] { verify(*o); });
}

}
