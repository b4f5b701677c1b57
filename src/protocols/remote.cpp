#include "protocols/remote.hpp"
#include "game/options.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

constexpr int largest_score = 1'000'000;

// A score as engines write it; one that is larger than any we keep is the largest. Nothing where it is no whole number.
std::optional<int> whole(std::string_view word) {
    if (word == "-0") return 0;
    take(word, "+");
    const auto value = parse_number<int>(word, -largest_score, largest_score);
    if (value) return *value;
    if (value.error() == NumberFault::unreadable) return {};
    return value.error() == NumberFault::too_large ? largest_score : -largest_score;
}

}

const RemoteDialect* find_remote_dialect(std::string_view name) {
    for (const RemoteDialect* d : {&remote_uai, &remote_ugi, &remote_uci})
        if (d->name == name) return d;
    return nullptr;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

std::optional<ScoreSaid> score_in_info(std::string_view line) {
    const auto words = words_of(line);
    if (words.empty() || words[0] != "info") return {};
    std::optional<ScoreSaid> score;
    for (std::size_t i = 1; i < words.size() && words[i] != "pv" && words[i] != "string"; ++i) {
        if (words[i] == "multipv" && (i + 1 == words.size() || words[i + 1] != "1")) return {};
        if (words[i] != "score") continue;
        score = ScoreSaid(); // what follows may be no score
        if (i + 1 == words.size()) break;
        // Many engines for Ataxx leave "cp" out.
        if (const auto bare = whole(words[i + 1])) score = Score{Score::Kind::estimate, *bare};
        if (i + 2 >= words.size()) continue;
        const auto n = whole(words[i + 2]);
        if (n && words[i + 1] == "cp") score = Score{Score::Kind::estimate, *n};
        // Moves until the end; the winner makes the last one. "mate 0" is said by the loser on the board.
        if (n && words[i + 1] == "mate")
            score = *n > 0 ? Score{Score::Kind::win, 2 * *n - 1} : Score{Score::Kind::loss, -2 * *n};
    }
    return score;
}

}
