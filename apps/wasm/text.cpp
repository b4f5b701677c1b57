// In place of src/games/written/library.cpp: an instance of the module has one text, its page's. Those that come with the program are
// there to be inherited from; to play one, the page gives its text like any other.
#include "games/written/library.hpp"

namespace tavoliere::written {
namespace {

std::shared_ptr<const Declared>& own() {
    static std::shared_ptr<const Declared> text;
    return text;
}

}

std::span<const GameInfo> texts(bool has_kinds) {
    if (!own() || own()->has_kinds != has_kinds) return {};
    return {&own()->info, 1};
}

Expected<const GameInfo*> add(std::string_view text) {
    if (own()) return problem("rules: this has a text already; another one takes another instance");
    auto declared = declare(text);
    if (!declared) return std::unexpected(declared.error());
    own() = std::move(*declared);
    return &own()->info;
}

bool has_kinds(const GameInfo&) { return own()->has_kinds; }
std::shared_ptr<const Declared> declared_of(const GameInfo&) { return own(); }

}
