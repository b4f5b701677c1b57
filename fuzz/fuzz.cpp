#include "fuzz.hpp"
#include "base/text.hpp"
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace tavoliere::fuzz {

void require(bool holds, const char* promise) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", promise);
    std::abort();
}

void require_one_line(const Problem& problem) {
    require(!problem.text.empty() && problem.text.size() < 1000, "a problem is one line of bearable length");
    require(is_one_line(problem.text), "a problem is one printable line of UTF-8");
}

GameSession& chosen(std::string_view& input) {
    static const std::vector<std::unique_ptr<GameSession>> sessions = [] {
        std::vector<std::unique_ptr<GameSession>> list;
        for (const char* variant :
             {"ataxx", "ataxx:misere,size=5x4,blocks=b2", "ataxx:size=9x9", "hexxagon", "hexxagon:size=3,noblocks",
              "penntagon", "clobber:size=5x6", "clobber:size=5x4", "clobber:size=28x3", "magnetone",
              "magnetone:weak,size=5x4,pieces=4", "boop", "attract", "attract:size=12x12", "insert", "insert:xplus",
              "blocco:size=5x5", "blocco:size=3x3"})
            list.push_back(std::move(*open(variant)));
        return list;
    }();
    const std::size_t choice = input.empty() ? 0 : static_cast<unsigned char>(input[0]) % sessions.size();
    input.remove_prefix(input.empty() ? 0 : 1);
    GameSession& session = *sessions[choice];
    require(session.set_position("startpos").has_value(), "every game has a first position");
    return session;
}

}
