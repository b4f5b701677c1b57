// In place of src/games/written/library.cpp and of the texts that are built in elsewhere: an instance of the module has one text, its
// page's, and those that the page gives with it, to be inherited from.
#include "base/text.hpp"
#include "base/json.hpp"
#include "games/written/declared_of.hpp"
#include "games/written/library.hpp"
#include "games/written/shipped.hpp"
#include "request.hpp"
#include "session/session.hpp"
#include "texts.hpp"
#include <vector>

namespace tavoliere::written {
namespace {

std::vector<std::string>& given() {
    static std::vector<std::string> texts;
    return texts;
}
std::vector<Shipped>& bases() {
    static std::vector<Shipped> all;
    return all;
}
std::shared_ptr<const Declared>& own() {
    static std::shared_ptr<const Declared> text;
    return text;
}

}

// All are of the larger form (text_family.hpp).
std::span<const GameInfo> texts(bool has_kinds) {
    if (!own() || !has_kinds) return {};
    return {&own()->info, 1};
}

Expected<const GameInfo*> add(std::string_view text) {
    if (own()) return problem("rules: this has a text already; another one takes another instance");
    auto declared = declare(text);
    if (!declared) return std::unexpected(declared.error());
    own() = std::move(*declared);
    return &own()->info;
}

bool has_kinds(const GameInfo&) { return true; }
std::shared_ptr<const Declared> declared_of(const GameInfo&) { return own(); }

std::span<const Shipped> shipped() { return bases(); }

std::string_view take_bases(std::string request) {
    bases().clear(), given().clear();
    for (const std::string_view text : split(request, '\f')) given().emplace_back(text);
    for (std::size_t i = 1; i < given().size(); ++i) {
        std::string_view name = given()[i];
        name.remove_prefix(std::min(name.size(), std::string_view("game ").size())); // with which each begins
        bases().push_back({name.substr(0, name.find_first_of(" \n")), given()[i]});
    }
    return given()[0];
}

}

extern "C" {

// The request is a text, which this instance plays from now on.
[[clang::export_name("text")]] bool page_text() {
    using namespace tavoliere;
    return answer(add_game(written::take_bases(std::exchange(request(), {}))).transform([](const std::string& game) {
        return JsonObject().add("game", game).text();
    }));
}
}
