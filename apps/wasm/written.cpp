// What the page asks of a text of rules: what is wrong with it, and when nothing is, how it plays. An instance has the text that it was
// given first; what is only checked is not kept.
#include "ask/json.hpp"
#include "ask/requests.hpp"
#include "ask/study.hpp"
#include "base/json.hpp"
#include "games/written/rules.hpp"
#include "games/written/words.hpp"
#include "request.hpp"
#include "texts.hpp"
#include "trials.hpp"
#include <array>
#include <utility>

using namespace tavoliere;

namespace {

// Those that a session was opened with; who wants an end to what takes long throws the instance away.
Options options_of(const GameSession& session) {
    return *parse_variant(session.variant(), std::array{&session.info()});
}

// The text is read for its standard options and for each preset, as it is played.
Expected<std::string> checked(std::string_view text) {
    const auto declared = written::declare(text);
    if (!declared) return std::unexpected(declared.error());
    const GameInfo& info = (*declared)->info;
    for (const Preset& preset : info.presets) {
        const bool is_standard = preset.variant == info.name;
        const auto with_preset = [&](const std::string& line) {
            return problem(line + (is_standard ? "" : "; so it is with " + std::string(preset.variant)));
        };
        const auto options = parse_variant(preset.variant, std::array{&info});
        if (!options) return with_preset("rules: line 1, column 1: " + options.error().text);
        if (const auto rules = written::read(*declared, *options); !rules)
            return with_preset("rules: " + rules.error().text);
    }
    const auto reason_json = [](const Reason& reason) {
        const auto& [en, it] = reason.words;
        return JsonObject()
            .add("name", reason.name)
            .raw("words", JsonObject().add("en", en).add("it", it).text())
            .text();
    };
    return JsonObject().raw("info", to_json(info)).raw("reasons", json_array(info.reasons, reason_json)).text();
}

}

extern "C" {

// The words of the language, by what they are; and how many bytes a text may have.
[[clang::export_name("words")]] bool page_words() {
    return answer(
        JsonObject().raw("words", written::words::words_json()).add("most_text", int(written::most_text)).text());
}

// The request is a text. What it declares, or the line that is wrong.
[[clang::export_name("check")]] bool page_check() {
    return answer(checked(written::take_bases(std::exchange(request(), {}))));
}

[[clang::export_name("perft")]] bool page_perft() {
    const auto asked = asked_for<PerftRequest>();
    if (!asked) return refuse(asked.error());
    const auto session = session_at(*asked);
    if (!session) return refuse(session.error());
    const auto nodes = leaves_of_text(options_of(**session), (*session)->position(), asked->depth, !asked->listed);
    if (!nodes) return refuse(nodes.error());
    return answer(JsonObject().add("depth", asked->depth).add("nodes", **nodes).text());
}

[[clang::export_name("laws")]] bool page_laws() {
    const auto asked = asked_for<CheckRequest>();
    if (!asked) return refuse(asked.error());
    const auto session = open(asked->game);
    if (!session) return refuse(session.error());
    const auto found = laws_of_text(options_of(**session), asked->games, asked->seed);
    if (!found) return refuse(found.error());
    JsonObject out;
    if (!(*found)->broken.empty()) out.add("broken", (*found)->broken);
    return answer(out.add("games", (*found)->games).add("plies", (*found)->plies).text());
}
}
