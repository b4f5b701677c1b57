// SGF, FF[4]: a tree of nodes with properties, of which the main line is read.
//
//     (;FF[4]CA[UTF-8]GM[10]SZ[7]RU[ataxx]PB[Ada]PW[Tavoliere]RE[B+5]TG[Detail:…]
//      ;B[g2]C[a comment];W[a1-c3])
//
// GM is a number of SGF's list, where it has the game; without one other programs take a file for Go. RU names the variant, IP the first
// position where it is another one, and moves are spelled as everywhere in Tavoliere. B is black's, the first player's where no
// colour is called so. Tags that SGF has no property for are in TG; properties that we have no tag for are tags by their own name,
// and those of a single move are told in its comment.
#include "base/text.hpp"
#include "records/format.hpp"
#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tavoliere {
namespace {

// The game of ours with this number in SGF's list; null where there is none.
const GameInfo* listed_game(std::string_view number) {
    if (number.empty()) return nullptr;
    const auto found = std::ranges::find(games(), number, &GameInfo::sgf_number);
    return found == games().end() ? nullptr : *found;
}

// "10 is Ataxx": the numbers of that list which are games of ours.
std::string listed_games() {
    std::string out;
    for (const GameInfo* game : games())
        if (!game->sgf_number.empty())
            out += (out.empty() ? "" : ", ") + std::string(game->sgf_number) + " is " + std::string(game->title);
    return out;
}

struct NamedProperty {
    std::string_view property, tag;
};
constexpr NamedProperty named[] = {{"EV", "Event"}, {"PC", "Site"},      {"DT", "Date"},
                                   {"RO", "Round"}, {"AN", "Annotator"}, {"ON", "Opening"}};

// Properties that are not tags of a game: what they say is read, or is said otherwise, or cannot be read.
constexpr std::string_view structural[] = {"FF", "CA", "GM", "SZ", "RU", "IP", "RE", "TG", "PB", "PW", "C",  "GC",
                                           "B",  "W",  "AB", "AW", "AE", "PL", "EV", "PC", "DT", "RO", "AN", "ON"};
bool is_structural(std::string_view name) { return std::ranges::find(structural, name) != std::end(structural); }

bool is_property(std::string_view name) {
    return !name.empty() && name.size() <= 8 && std::ranges::all_of(name, [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Properties that say one thing, in the first node or in all; what they say twice cannot both be meant.
bool has_one_value(std::string_view name, bool is_root) {
    constexpr std::string_view moves[] = {"B", "W", "C"},
                               games[] = {"FF", "CA", "GM", "SZ", "RU", "IP", "RE", "PB", "PW", "PL", "GC"};
    return std::ranges::find(moves, name) != std::end(moves) ||
           (is_root && std::ranges::find(games, name) != std::end(games));
}

struct Property {
    std::string name;
    std::vector<std::string> values; // their escapes as they were written
};
using Node = std::vector<Property>;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }

// A value without its escapes, on one line.
std::string plain(std::string_view value) {
    std::string out;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] != '\\') {
            out += value[i];
        } else if (++i < value.size()) {
            // A line's end that is escaped is none.
            if (value[i] == '\r' && i + 1 < value.size() && value[i + 1] == '\n')
                ++i;
            else if (value[i] != '\n' && value[i] != '\r')
                out += value[i];
        }
    }
    return as_one_line(out);
}

std::string escaped(std::string_view text, bool is_composed = false) {
    std::string out;
    for (char c : text) {
        if (c == '\\' || c == ']' || (is_composed && c == ':')) out += '\\';
        out += c;
    }
    return out;
}

class Reader {
public:
    Reader(std::string_view text, std::uint64_t first_line) : text_(text), first_line_(first_line) {}

    Expected<Record> read() {
        skip_blanks();
        if (now() != '(') return wrong("a game begins with (;");
        if (auto tree = read_tree(); !tree) return std::unexpected(tree.error());
        skip_blanks();
        if (at_ < text_.size()) return wrong(in_quotes(text_.substr(at_, 20)) + " follows the game");
        return record_of();
    }

private:
    std::unexpected<Problem> wrong(const std::string& what) const {
        const auto line = first_line_ + std::uint64_t(std::ranges::count(text_.substr(0, at_), '\n'));
        return problem("sgf: line " + std::to_string(line) + ": " + what);
    }
    std::unexpected<Problem> wrong_game(const std::string& what) const { return problem("sgf: " + what); }
    char now() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }

    // The main line's nodes: those of a tree's first branch. Of the others only their ends are looked for.
    Expected<void> read_tree() {
        int depth = 0;          // parentheses that are open
        int main_depth = 0;     // of which the main line has opened
        bool has_ended = false; // the main line
        for (;;) {
            skip_blanks();
            if (at_ >= text_.size()) return wrong("it ends before its parentheses are closed");
            const char c = text_[at_];
            if (c == '(') {
                ++depth, ++at_;
                if (!has_ended) main_depth = depth;
            } else if (c == ')') {
                has_ended = true;
                --depth, ++at_;
                if (depth == 0) return {};
            } else if (c == ';') {
                ++at_;
                const bool is_main = !has_ended && depth == main_depth;
                if (auto node = read_node(is_main); !node) return node;
            } else {
                return wrong(in_quotes(text_.substr(at_, 1)) + " is where a node begins with ; or a tree ends with )");
            }
        }
    }
    Expected<void> read_node(bool is_main) {
        Node node;
        for (;;) {
            skip_blanks();
            Property property;
            for (; at_ < text_.size() &&
                   ((text_[at_] >= 'A' && text_[at_] <= 'Z') || (text_[at_] >= 'a' && text_[at_] <= 'z'));
                 ++at_)
                if (text_[at_] <= 'Z')
                    property.name += text_[at_]; // small letters are older versions' and mean nothing
            skip_blanks();
            if (property.name.empty()) {
                if (now() == '[') return wrong("a value stands without the name of its property");
                break;
            }
            if (now() != '[')
                return wrong("the property " + in_quotes(property.name) + " has no value; it is written NAME[value]");
            for (; now() == '['; skip_blanks()) {
                const std::size_t begin = ++at_;
                while (at_ < text_.size() && text_[at_] != ']') at_ += text_[at_] == '\\' ? 2 : 1;
                if (at_ >= text_.size()) {
                    at_ = begin;
                    return wrong("a value of " + in_quotes(property.name) + " that begins here does not end with ]");
                }
                property.values.emplace_back(text_.substr(begin, at_ - begin));
                ++at_;
            }
            node.push_back(std::move(property));
        }
        if (is_main) nodes_.push_back(std::move(node)), lines_.push_back(at_);
        return {};
    }

    Expected<Record> record_of() {
        if (nodes_.empty()) return wrong_game("it has no node");
        std::string charset;
        for (const Property& p : nodes_[0])
            if (p.name == "CA") charset = lower(p.values[0]);
        if (!is_utf8(text_)) {
            if (charset == "utf-8" || charset == "utf8") return wrong_game("it is not UTF-8, as CA says");
            if (!charset.empty() && charset != "iso-8859-1" && charset != "latin1" && charset != "iso8859-1")
                return wrong_game("its letters are " + in_quotes(charset) + "; UTF-8 and ISO-8859-1 are read");
            is_latin1_ = true;
        }
        for (std::size_t n = 0; n < nodes_.size(); ++n)
            for (const Property& p : nodes_[n]) {
                at_ = lines_[n];
                if (auto taken = take_property(p, n == 0); !taken) return std::unexpected(taken.error());
            }
        if (auto set = set_variant(); !set) return std::unexpected(set.error());
        if (auto set = set_players(); !set) return std::unexpected(set.error());
        record_.comment = comment_text(record_.comment);
        for (std::string& note : record_.notes) note = comment_text(note);
        return std::move(record_);
    }

    std::string value_of(std::string_view raw) const { return plain(is_latin1_ ? from_latin1(raw) : std::string(raw)); }

    Expected<void> take_property(const Property& p, bool is_root) {
        if (p.values.size() > 1 && has_one_value(p.name, is_root))
            return wrong("the property " + in_quotes(p.name) + " has more than one value");
        const std::string value = value_of(p.values[0]);
        if (p.name == "B" || p.name == "W") {
            const std::string move = value.empty() ? "pass" : value;
            if (move.find(' ') != std::string::npos) return wrong("the move " + in_quotes(move) + " has a blank in it");
            record_.moves.push_back(move);
            movers_.push_back(p.name[0]);
            return {};
        }
        if (p.name == "C" || (p.name == "GC" && is_root)) return note(value), Expected<void>{};
        if (p.name == "AB" || p.name == "AW" || p.name == "AE")
            return wrong(in_quotes(p.name) + " sets stones up; a first position is read from IP alone");
        if (!is_root) {
            std::string said = "[%" + p.name;
            for (const std::string& v : p.values) said += " " + value_of(v);
            return note(said + "]"), Expected<void>{};
        }
        if (p.name == "TG") {
            for (const std::string& v : p.values) {
                std::size_t colon = 0;
                while (colon < v.size() && v[colon] != ':') colon += v[colon] == '\\' ? 2 : 1;
                if (colon >= v.size()) return wrong("a value of \"TG\" is written NAME:value");
                if (auto kept = keep_tag(value_of(v.substr(0, colon)), value_of(v.substr(colon + 1))); !kept)
                    return kept;
            }
            return {};
        }
        if (p.name == "FF" || p.name == "CA") return {};
        if (has_one_value(p.name, is_root)) {
            if (std::ranges::find(said_, p.name, &Said::name) != said_.end())
                return wrong("the property " + in_quotes(p.name) + " is given twice");
            said_.push_back({p.name, value, record_.tags.size()});
            if (p.name == "PB" || p.name == "PW") record_.tags.emplace_back(p.name, value);
            return {};
        }
        const auto known = std::ranges::find(named, p.name, &NamedProperty::property);
        for (const std::string& v : p.values)
            record_.tags.emplace_back(known == std::end(named) ? p.name : std::string(known->tag), value_of(v));
        return {};
    }
    void note(std::string_view text) {
        if (!record_.moves.empty()) record_.notes.resize(record_.moves.size());
        std::string& kept = record_.moves.empty() ? record_.comment : record_.notes.back();
        (kept += " ") += text; // tidied up once, at the end
    }
    Expected<void> keep_tag(std::string name, std::string value) {
        if (!is_tag_name(name)) return wrong(in_quotes(name) + " cannot be a tag's name");
        record_.tags.emplace_back(std::move(name), std::move(value));
        return {};
    }
    // Empty where it was not said.
    std::string said(std::string_view name) const {
        const auto found = std::ranges::find(said_, name, &Said::name);
        return found == said_.end() ? "" : found->value;
    }

    // RU where it is a variant of ours; else GM and SZ.
    Expected<void> set_variant() {
        const std::string rules = said("RU"), number = said("GM"), size = said("SZ");
        if (!rules.empty() && open(rules)) {
            record_.variant = rules;
        } else {
            const GameInfo* game = listed_game(number);
            if (!game) {
                if (!rules.empty()) return wrong_game("RU: " + open(rules).error().text);
                return wrong_game(number.empty()
                                      ? "it has neither RU with a variant, nor GM with a game of ours (" +
                                            listed_games() + ")"
                                      : "GM: " + in_quotes(number) + " is no game of ours; " + listed_games());
            }
            record_.variant = game->name;
            std::string sides = size;
            std::ranges::replace(sides, ':', 'x');
            if (!size.empty()) record_.variant += ":size=" + sides;
            if (!rules.empty()) record_.tags.emplace_back("RU", rules);
        }
        if (!said("IP").empty()) record_.start = said("IP");
        return {};
    }
    // Who of black and white is x, and whose move each is.
    Expected<void> set_players() {
        auto session = open(record_.variant);
        if (!session) return problem("sgf: " + session.error().text);
        const char black = is_black_second((*session)->info()) ? 'o' : 'x';
        if (auto set = (*session)->set_position(record_.start); !set) return problem("sgf: IP: " + set.error().text);
        const bool x_moves = (*session)->view().turn == 'x';
        if (const std::string turn = said("PL"); !turn.empty()) {
            const std::string first = x_moves == (black == 'x') ? "B" : "W";
            if (turn != first)
                return wrong_game("PL: " + in_quotes(turn) + " where it is " + first +
                                  "'s turn, by IP or the first position of " + record_.variant);
        }
        for (std::size_t i = 0; i < movers_.size(); ++i) {
            const bool is_x = (movers_[i] == 'B') == (black == 'x');
            if (is_x != (x_moves == (i % 2 == 0)))
                return wrong_game("move " + std::to_string(i + 1) + ": it is " + movers_[i] +
                                  "'s where the other has the move");
        }
        for (const Said& s : said_)
            if (s.name == "PB" || s.name == "PW")
                record_.tags[s.tag].first = (s.name == "PB") == (black == 'x') ? "First" : "Second";
        const std::string result = said("RE");
        if (result.starts_with("B+") || result.starts_with("W+"))
            record_.result = (result[0] == 'B') == (black == 'x') ? "1-0" : "0-1";
        else if (result == "0" || lower(result) == "draw")
            record_.result = "1/2-1/2";
        else if (!result.empty() && result != "?" && lower(result) != "void")
            return wrong_game("RE: " + in_quotes(result) + " is not a result; results are B+, W+, 0, Draw, Void and ?");
        // How it was won, or by how much, where the moves do not say so.
        if (result.size() > 2 && record_.result != "*" && lower(result) != "draw")
            record_.tags.insert(record_.tags.begin(), {"RE", result});
        return {};
    }

    std::string_view text_;
    std::uint64_t first_line_;
    std::size_t at_ = 0;
    std::vector<Node> nodes_;
    std::vector<std::size_t> lines_; // where each node ends
    bool is_latin1_ = false;
    struct Said {
        std::string name, value;
        std::size_t tag; // of a player: where his tag is
    };
    std::vector<Said> said_;
    std::string movers_;
    Record record_;
};

// Its parentheses closed.
std::optional<std::size_t> first_game(std::string_view text) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '[') {
            for (++at; at < text.size() && text[at] != ']'; ++at)
                if (text[at] == '\\') ++at;
        } else if (text[at] == '(') {
            ++depth;
        } else if (text[at] == ')' && --depth <= 0) {
            return at + 1;
        }
    }
    return {};
}

std::string write(const Record& record, const GameSession& session) {
    std::string out = "(;FF[4]CA[UTF-8]";
    const auto put = [&](std::string_view name, std::string_view value) {
        out += std::string(name) + "[" + escaped(as_one_line(value)) + "]";
    };
    if (const std::string_view number = session.info().sgf_number; !number.empty()) put("GM", number);
    const std::vector<int>& rows = session.geometry().row_lengths();
    if (std::ranges::all_of(rows, [&](int length) { return length == rows[0]; }))
        put("SZ", std::size_t(rows[0]) == rows.size() ? std::to_string(rows[0])
                                                      : std::to_string(rows[0]) + ":" + std::to_string(rows.size()));
    put("RU", record.variant);
    if (record.start != "startpos") put("IP", record.start);

    const bool is_black_x = !is_black_second(session.info());
    const std::string x(is_black_x ? "B" : "W"), o(is_black_x ? "W" : "B");
    const std::string* const how = find_tag(record, "RE");
    const std::string won = record.result == "1-0" ? x + "+" : record.result == "0-1" ? o + "+" : "";
    const bool is_told = how && !won.empty() && how->starts_with(won) && how->size() > won.size();
    if (is_told)
        put("RE", *how);
    else if (record.result != "*")
        put("RE", won.empty() ? "0" : won);

    // A property stands once in a node, with all its values; what has no property is in TG.
    std::vector<std::pair<std::string, std::string>> properties; // with the brackets of their values
    std::unordered_map<std::string, std::size_t> place;
    const auto add = [&](const std::string& property, const std::string& value) {
        const auto [at, is_new] = place.try_emplace(property, properties.size());
        if (is_new) properties.emplace_back(property, "");
        properties[at->second].second += "[" + value + "]";
    };
    bool has_x = false, has_o = false, has_how = false;
    for (const auto& [name, text] : record.tags) {
        const std::string value = as_one_line(text);
        const auto known = std::ranges::find(named, name, &NamedProperty::tag);
        if (is_told && name == "RE" && !std::exchange(has_how, true)) continue;
        if (name == "First" && !std::exchange(has_x, true) && !value.empty())
            add("P" + x, escaped(value));
        else if (name == "Second" && !std::exchange(has_o, true) && !value.empty())
            add("P" + o, escaped(value));
        else if (known != std::end(named))
            add(std::string(known->property), escaped(value));
        else if (is_property(name) && !is_structural(name))
            add(name, escaped(value));
        else
            add("TG", escaped(name, true) + ":" + escaped(value));
    }
    // Players before TG, where a second tag of such a name is.
    for (const bool of_players : {true, false})
        for (const auto& [property, values] : properties)
            if ((property == "PB" || property == "PW") == of_players) out += property + values;
    if (!record.comment.empty()) put("C", record.comment);

    std::size_t width = 0;
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        std::string node = ";" + ((i % 2 == 0) != record.first_is_o ? x : o) + "[" + escaped(record.moves[i]) + "]";
        if (i < record.notes.size() && !record.notes[i].empty()) node += "C[" + escaped(record.notes[i]) + "]";
        if (i == 0 || width + node.size() > 80) out += "\n", width = 0;
        width += node.size();
        out += node;
    }
    return out + ")\n";
}

}

const RecordFormat sgf_format{"sgf",
                              [](std::string_view text) {
                                  if (!take(text, "(")) return false;
                                  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
                                  return text.starts_with(';');
                              },
                              first_game,
                              "",
                              [](std::string_view game, std::uint64_t line) { return Reader(game, line).read(); },
                              write};

}
