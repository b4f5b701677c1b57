#include "games/written/library.hpp"
#include "games/written/declared_of.hpp"
#include "games/written/shipped.hpp"
#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace tavoliere::written {
namespace {

// The infos of a form lie side by side, and what they look at beside them; neither moves.
struct Texts {
    std::vector<GameInfo> infos;
    std::vector<std::shared_ptr<const Declared>> declared;
    Texts() { infos.reserve(most_texts), declared.reserve(most_texts); }
};

const GameInfo* put(std::array<Texts, 2>& all, const std::shared_ptr<const Declared>& declared) {
    Texts& texts = all[declared->has_kinds];
    if (int(texts.infos.size()) == most_texts) return nullptr;
    texts.declared.push_back(declared);
    texts.infos.push_back(declared->info);
    return &texts.infos.back();
}

std::array<Texts, 2>& library() {
    static std::array<Texts, 2> all = [] {
        std::array<Texts, 2> read;
        for (const Shipped& one : shipped()) {
            const auto declared = declare(one.text);
            if (!declared || !put(read, *declared)) { // a text of ours, which the tests read
                std::fputs((std::string(one.name) + ": " + (declared ? "too many texts" : declared.error().text) + "\n")
                               .c_str(),
                           stderr);
                std::abort();
            }
        }
        return read;
    }();
    return all;
}

}

std::span<const GameInfo> texts(bool has_kinds) { return library()[has_kinds].infos; }

Expected<const GameInfo*> add(std::string_view text) {
    const auto declared = declare(text);
    if (!declared) return std::unexpected(declared.error());
    const GameInfo* info = put(library(), *declared);
    if (!info) return problem("rules: there are too many texts; at most " + std::to_string(most_texts));
    return info;
}

bool has_kinds(const GameInfo& info) {
    const auto& infos = library()[1].infos;
    return !infos.empty() && &info >= infos.data() && &info < infos.data() + infos.size();
}

std::shared_ptr<const Declared> declared_of(const GameInfo& info) {
    const Texts& texts = library()[has_kinds(info)];
    return texts.declared[std::size_t(&info - texts.infos.data())];
}

}
