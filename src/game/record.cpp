#include "game/record.hpp"
#include "base/text.hpp"
#include "game/options.hpp"
#include <algorithm>
#include <set>

namespace tavoliere {
namespace {

constexpr std::string_view results[] = {"1-0", "0-1", "1/2-1/2", "*"};

std::string_view start_tag(TagForm form) { return form == TagForm::tgn ? "Start" : "FEN"; }

std::string tag_line(std::string_view name, std::string_view value) {
    std::string out = "[" + std::string(name) + " \"";
    for (char c : as_one_line(value)) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"]\n";
}

class Reader {
public:
    Reader(std::string_view text, TagForm form, std::uint64_t first_line)
        : text_(text), form_(form), first_line_(first_line) {}

    Expected<Record> read() {
        take(text_, byte_order_mark);
        if (const auto plain = need_plain(); !plain) return std::unexpected(plain.error());
        if (form_ == TagForm::tgn) {
            std::string_view first = text_.substr(0, text_.find('\n'));
            if (first.ends_with('\r')) first.remove_suffix(1);
            if (first != "%tgn 1") return wrong("a record begins with the line %tgn 1");
            at_ = std::min(first.size(), text_.size());
        }
        while (skip_space()) {
            const char c = text_[at_];
            if (c == '[') {
                if (auto tag = read_tag(); !tag) return std::unexpected(tag.error());
            } else if (c == '{') {
                if (!keep_comment()) return wrong("a comment that begins here does not end with }");
            } else if (c == '(') {
                if (!skip_variation()) return wrong("a variation that begins here does not end with )");
            } else if (begins_remark(at_)) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (auto word = read_word(); !word) {
                return std::unexpected(word.error());
            }
        }
        if (!has_ended_ && record_.result != "*")
            return wrong("it ends without the result " + record_.result + " that its tag has: the end is missing");
        if (record_.variant.empty() && form_ == TagForm::tgn) return wrong("the tag [Game \"…\"] is missing");
        record_.comment = comment_text(record_.comment);
        for (std::string& note : record_.notes) note = comment_text(note);
        return record_;
    }

private:
    std::unexpected<Problem> wrong(const std::string& what) const {
        const auto line =
            first_line_ +
            std::uint64_t(std::count(text_.begin(), text_.begin() + long(std::min(at_, text_.size())), '\n'));
        return problem("record: line " + std::to_string(line) + ": " + what);
    }
    // A record goes to terminals, pages and other files: nothing in it may steer what shows it.
    Expected<void> need_plain() {
        for (; at_ < text_.size();) {
            const Letter letter = first_letter(text_.substr(at_));
            const bool is_space = letter.code == '\n' || letter.code == '\r' || letter.code == '\t';
            if (!letter.is_valid) return wrong("it is not UTF-8 there");
            if (!letter.is_plain && !is_space) return wrong("it has a control character there");
            at_ += letter.bytes;
        }
        at_ = 0;
        return {};
    }
    bool skip_space() {
        at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
        return at_ < text_.size();
    }
    // What PGN has besides comments in braces: from there to the end of the line.
    bool begins_remark(std::size_t at) const {
        return form_ == TagForm::pgn && (text_[at] == ';' || (text_[at] == '%' && (at == 0 || text_[at - 1] == '\n')));
    }
    bool keep_comment() {
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos) return false;
        auto& notes = record_.notes;
        if (!record_.moves.empty()) notes.resize(record_.moves.size());
        std::string& kept = record_.moves.empty() ? record_.comment : notes.back();
        (kept += " ") += text_.substr(at_ + 1, end - at_ - 1); // tidied up once, at the end
        at_ = end + 1;
        return true;
    }
    bool skip_variation() {
        int depth = 0;
        for (std::size_t i = at_; i < text_.size(); ++i) {
            if (text_[i] == '{') i = std::min(text_.find('}', i), text_.size() - 1);
            if (begins_remark(i)) i = std::min(text_.find('\n', i), text_.size() - 1);
            depth += (text_[i] == '(') - (text_[i] == ')');
            if (depth == 0) return at_ = i + 1, true;
        }
        return false;
    }

    Expected<void> read_tag() {
        const std::size_t quote = text_.find('"', at_), line_end = std::min(text_.find('\n', at_), text_.size());
        if (quote >= line_end) return wrong("a tag is written [Name \"value\"]");
        std::string name(text_.substr(at_ + 1, quote - at_ - 1)), value;
        while (name.ends_with(' ')) name.pop_back();
        std::size_t i = quote + 1;
        for (; i < line_end && text_[i] != '"'; ++i) {
            if (text_[i] == '\\' && i + 1 < line_end) ++i;
            value += text_[i];
        }
        if (i + 1 >= line_end || text_[i + 1] != ']')
            return wrong("the tag " + in_quotes(name) + " is not written [Name \"value\"]");
        if (!is_one_line(name) || !is_one_line(value)) return wrong("the tag " + in_quotes(name) + " has a tab in it");
        at_ = i + 2;
        if (const bool known = name == "Game" || name == start_tag(form_) || name == "Result";
            known && !seen_.insert(name).second)
            return wrong("the tag " + in_quotes(name) + " is given twice");
        if (name == "Game")
            record_.variant = value;
        else if (name == start_tag(form_))
            record_.start = value;
        else if (name != "Result")
            record_.tags.emplace_back(name, value);
        else if (!is_result(value))
            return wrong(in_quotes(value) + " is not a result; results are 1-0, 0-1, 1/2-1/2 and *");
        else
            return take_result(value);
        return {};
    }

    // It stands in a tag and after the moves; where one of the two says nothing, the other does.
    Expected<void> take_result(std::string_view result) {
        if (result == "*") return {};
        if (record_.result != "*" && record_.result != result)
            return wrong("the result is " + std::string(result) + " here and " + record_.result + " before");
        record_.result = result;
        return {};
    }

    // A move, a move's number ("12.", "12..." or "12. ...", alone or before the move), a glyph, or the result.
    Expected<void> read_word() {
        const std::string_view ends = form_ == TagForm::pgn ? " \t\r\n{(;" : " \t\r\n{(";
        const std::size_t end = std::min(text_.find_first_of(ends, at_), text_.size());
        std::string_view word = text_.substr(at_, end - at_);
        if (word.find_first_of(")}]") != std::string_view::npos)
            return wrong(in_quotes(word) + " closes what was not opened");
        if (word.find('[') != std::string_view::npos) return wrong(in_quotes(word) + " has a [ that begins no tag");
        at_ = end;
        // What is left must not be taken for a number or a result when it is written and read again.
        while (!word.empty() && (word.back() == '!' || word.back() == '?')) word.remove_suffix(1);
        for (std::size_t digits; (digits = word.find_first_not_of("0123456789")) != 0 &&
                                 digits != std::string_view::npos && word[digits] == '.';)
            word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
        if (is_result(word)) return has_ended_ = true, take_result(word);
        if (word.find_first_not_of('.') == std::string_view::npos || word[0] == '$') return {};
        if (has_ended_) return wrong(in_quotes(word) + " stands after the result; another game begins with its tags");
        record_.moves.emplace_back(word);
        return {};
    }

    std::string_view text_;
    TagForm form_;
    std::uint64_t first_line_;
    std::size_t at_ = 0;
    std::set<std::string> seen_;
    bool has_ended_ = false; // the result stood after the moves
    Record record_;
};

}

std::string result_text(const std::optional<Result>& result) {
    if (!result) return "*";
    return result->winner == Winner::x ? "1-0" : result->winner == Winner::o ? "0-1" : "1/2-1/2";
}

bool is_result(std::string_view word) {
    return std::find(std::begin(results), std::end(results), word) != std::end(results);
}

bool is_tag_name(std::string_view name, TagForm form) {
    return is_one_line(name) && name.find('"') == std::string_view::npos && !name.ends_with(' ') && name != "Game" &&
           name != "Result" && name != start_tag(form);
}

std::string comment_text(std::string_view text) {
    const std::string line = as_one_line(text);
    std::string out;
    for (std::string_view word : split(line, ' '))
        if (!word.empty()) (out += out.empty() ? "" : " ") += word;
    std::ranges::replace(out, '}', ')');
    return out;
}

std::string write_record(const Record& record, TagForm form) {
    const bool is_tgn = form == TagForm::tgn;
    std::string out = is_tgn ? "%tgn 1\n" : "";
    if (!record.variant.empty()) out += tag_line("Game", record.variant);
    if (!is_tgn || record.start != "startpos") out += tag_line(start_tag(form), record.start);
    for (const auto& [name, value] : record.tags) out += tag_line(name, value);
    out += tag_line("Result", record.result) + "\n";

    std::string line;
    const auto put = [&](const std::string& word) {
        if (line.size() + 1 + word.size() > 80) out += line + (line.empty() ? "" : "\n"), line.clear();
        line += (line.empty() ? "" : " ") + word;
    };
    if (!record.comment.empty()) put("{" + record.comment + "}");
    std::size_t turn = record.first_is_o, index = 0;
    for (const std::string& move : record.moves) {
        if (turn % 2 == 0)
            put(std::to_string(turn / 2 + 1) + ".");
        else if (turn == 1 && record.first_is_o)
            put("1...");
        put(move);
        if (index < record.notes.size() && !record.notes[index].empty()) put("{" + record.notes[index] + "}");
        ++turn, ++index;
    }
    put(record.result);
    return out + line + "\n";
}

Expected<Record> read_record(std::string_view text, TagForm form, std::uint64_t first_line) {
    return Reader(text, form, first_line).read();
}

}
