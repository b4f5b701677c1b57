#include "games/written/source.hpp"
#include "base/text.hpp"
#include "games/written/rules.hpp"
#include "games/written/shipped.hpp"
#include "games/written/words.hpp"
#include <algorithm>

namespace tavoliere::written {
namespace {

constexpr int most_inherited = 4; // texts one behind the other

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The words of one line. What follows ';' is a comment.
Expected<Line> cut(std::string_view line, int number, std::string_view origin) {
    Line out;
    const auto begin = line.find_first_not_of(' ');
    out.indent = int(std::min(begin, line.size()));
    for (std::size_t i = std::min(begin, line.size()); i < line.size();) {
        if (line[i] == ' ') {
            ++i;
            continue;
        }
        if (line[i] == ';') break;
        Token token{{}, number, int(i) + 1, origin};
        std::size_t end = i + 1;
        if (line[i] == '"') {
            end = line.find('"', i + 1);
            if (end == line.npos) {
                token.text = line.substr(i);
                return problem(
                    located(token, "this text in quotes does not end; another \" ends it, on the same line"));
            }
            ++end;
        } else if (is_letter(line[i])) {
            while (end < line.size() && is_letter(line[end])) ++end;
        } else if (end < line.size() && line[end] == '=' && std::string_view("<>!").contains(line[i])) {
            ++end;
        } else if (!std::string_view("=<>()|&-+*.,:#/").contains(line[i])) {
            token.text = line.substr(i, first_letter(line.substr(i)).bytes); // all bytes of one character
            static constexpr std::string_view curly[] = {"“", "”", "„", "«", "»", "'", "‘", "’"};
            if (std::ranges::find(curly, token.text) != std::end(curly))
                return problem(
                    located(token, in_quotes(token.text) + " begins no text; the straight \" does, and ends it"));
            return problem(located(token, in_quotes(token.text) +
                                              " has no meaning here; words, numbers, texts in quotes and = < > ( ) "
                                              "| & - + * . , : # / have"));
        }
        token.text = line.substr(i, end - i);
        out.tokens.push_back(token);
        i = end;
    }
    return out;
}

Expected<std::vector<Statement>> cut_text(std::string_view text, std::string_view origin) {
    std::vector<Statement> out;
    if (text.size() > most_text)
        return problem("line 1, column 1: the text has " + std::to_string(text.size()) + " bytes; at most " +
                       std::to_string(most_text));
    int number = 0;
    for (std::string_view line : split(text, '\n')) {
        ++number;
        if (line.ends_with('\r')) line.remove_suffix(1);
        const Token whole{line, number, 1, origin};
        if (const auto tab = line.find('\t'); tab != line.npos)
            return problem(located({line, number, int(tab) + 1, origin}, "a tab; lines are indented by blanks"));
        if (!is_one_line(line))
            return problem(located(whole, "this line is not plain UTF-8; write letters of UTF-8 alone"));
        auto read = cut(line, number, origin);
        if (!read) return std::unexpected(read.error());
        if (read->tokens.empty()) continue;
        if (read->indent > 0) {
            if (out.empty())
                return problem(located(read->tokens[0], "the first statement is indented; it begins the line"));
            out.back().lines.push_back(std::move(*read));
            continue;
        }
        // `if OPTION: relation near = …` has the key of what follows.
        std::size_t at = 0;
        if (read->tokens[0].text == "if")
            while (at < read->tokens.size() && read->tokens[at++].text != ":") {}
        std::string key = at < read->tokens.size() ? std::string(read->tokens[at].text) : "";
        if (words::is_in(words::named, key) && at + 1 < read->tokens.size())
            key += " " + std::string(read->tokens[at + 1].text);
        out.push_back({{std::move(*read)}, std::move(key)});
    }
    return out;
}

Expected<std::vector<Statement>> inherited(std::string_view text, std::string_view origin, int depth) {
    auto own = cut_text(text, origin);
    if (!own) return own;
    const auto like = std::ranges::find(*own, "like", &Statement::key);
    if (like == own->end()) return own;
    const auto& tokens = like->lines[0].tokens;
    if (like - own->begin() > 1 || (like != own->begin() && own->front().key != "game"))
        return problem(located(tokens[0], "like stands before all but the game's name; put it there"));
    std::string name;
    for (std::size_t i = 1; i < tokens.size(); ++i) name += tokens[i].text;
    const Shipped* base = nullptr;
    std::vector<std::string> names;
    for (const Shipped& one : shipped()) {
        names.emplace_back(one.name);
        if (one.name == name) base = &one;
    }
    const Token& at = tokens[std::min<std::size_t>(1, tokens.size() - 1)];
    if (!base)
        return problem(located(at, "there is no game " + in_quotes(name) + " to inherit from" +
                                       (std::ranges::find(names, "written-" + name) != names.end()
                                            ? "; did you mean " + in_quotes("written-" + name) + "?"
                                            : nearest_word(name, names)) +
                                       "; tavoliere games lists those that are written"));
    if (depth == most_inherited)
        return problem(located(at, "this inherits from too many texts, one behind the other; at most " +
                                       std::to_string(most_inherited)));
    auto all = inherited(base->text, base->name, depth + 1);
    if (!all) return all;
    std::vector<std::string> replaced; // keys whose statements are the text's own by now
    for (Statement& s : *own) {
        if (s.key == "like") continue;
        std::string key = s.key;
        const bool goes = key == "without";
        if (goes) {
            key.clear();
            const auto& words = s.lines[0].tokens;
            for (std::size_t i = 1; i < words.size(); ++i) key += (i > 1 ? " " : "") + std::string(words[i].text);
        }
        const auto first = std::ranges::find(*all, key, &Statement::key);
        if (goes) {
            std::vector<std::string> keys;
            for (const Statement& other : *all) keys.push_back(other.key);
            if (first == all->end())
                return problem(located(s.lines[0].tokens[0], "there is no statement " + in_quotes(key) +
                                                                 nearest_word(key, keys) +
                                                                 "; without takes one that is inherited away"));
            std::erase_if(*all, [&](const Statement& other) { return other.key == key; });
            continue;
        }
        if (first == all->end() || std::ranges::find(replaced, key) != replaced.end()) {
            replaced.push_back(key);
            all->push_back(std::move(s));
            continue;
        }
        replaced.push_back(key);
        const auto place = first - all->begin();
        std::erase_if(*all, [&](const Statement& other) { return other.key == key; });
        all->insert(all->begin() + place, std::move(s));
    }
    return all;
}

// How many letters must be put in, left out or changed to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t before = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t here = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, before + (a[i - 1] != b[j - 1])});
            before = here;
        }
    }
    return row[b.size()];
}

}

std::string located(const Token& at, const std::string& what) {
    return "line " + std::to_string(at.line) + (at.origin.empty() ? "" : " of " + std::string(at.origin)) +
           ", column " + std::to_string(at.column) + ": " + what;
}

Expected<std::vector<Statement>> statements_of(std::string_view text) { return inherited(text, {}, 0); }

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
    const std::string* best = nullptr;
    for (const auto& [here, elsewhere] : words::meant)
        if (elsewhere.contains(" " + std::string(word) + " ") && std::ranges::find(known, here) != known.end())
            return "; did you mean " + in_quotes(here) + "?";
    std::size_t least = word.size() < 4 ? 2 : 3; // nearer than this
    for (const std::string& k : known)
        if (word.size() <= 40 && !k.empty())
            if (const std::size_t d = distance(word, k); d < least && d < std::max(word.size(), k.size()))
                least = d, best = &k;
    return best ? "; did you mean " + in_quotes(*best) + "?" : "";
}

}
