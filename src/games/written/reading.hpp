// What everything that reads a text's words shares: where it stands, what comes next, and the one thing that was wrong first.
#pragma once
#include "base/text.hpp"
#include "games/written/rules.hpp"
#include "games/written/source.hpp"
#include <string>

namespace tavoliere::written {

class Reading {
public:
    bool ok() const { return wrong_.empty(); }
    const std::string& wrong() const { return wrong_; }

protected:
    void enter(const Line& line) { tokens_ = &line.tokens, at_ = 0, end_ = line.tokens.size(); }

    // The word where the reader stands; at the end of a line the place behind its last one.
    Token here() const {
        if (at_ < end_) return (*tokens_)[at_];
        if (tokens_->empty()) return {{}, 1, 1};
        Token t = (*tokens_)[std::min(end_, tokens_->size()) - 1];
        t.column += int(t.text.size());
        t.text = {};
        return t;
    }
    // Empty at the end of what is read, and after an error.
    std::string_view peek(std::size_t ahead = 0) const {
        return ok() && at_ + ahead < end_ ? (*tokens_)[at_ + ahead].text : std::string_view();
    }
    std::string_view next() {
        const auto t = peek();
        worked(1);
        if (!t.empty()) ++at_;
        return t;
    }
    bool taken(std::string_view t) { return peek() == t && (next(), true); }
    void expect(std::string_view t, std::string_view what) {
        if (!taken(t)) fail(found() + ", where " + in_quotes(t) + " comes and then " + std::string(what));
    }
    void close(std::string_view t) {
        if (!taken(t)) fail(found() + ", where " + in_quotes(t) + " is expected");
    }
    std::string found() const { return peek().empty() ? "the line ends" : "there is " + in_quotes(peek()); }
    std::string_view next_word(std::string_view what) {
        if (peek().empty()) fail("the line ends; " + std::string(what) + " is expected");
        return next();
    }
    std::string_view next_name(std::string_view what) {
        const auto t = peek();
        const auto begins = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
        if (t.empty() || !begins(t[0]) || t.size() > 40)
            return fail(found() + "; " + std::string(what) + " is expected, a word of at most 40 letters"),
                   std::string_view();
        return last_ = next();
    }
    std::string_view last() const { return last_; }
    std::string_view quoted(std::string_view what) {
        const auto t = peek();
        if (!t.starts_with('"')) return fail(found() + "; " + std::string(what) + " is expected"), std::string_view();
        if (t.size() < 3 || t.size() > 1002)
            return fail("this text has " + std::to_string(t.size() - 2) + " bytes; 1 to 1000 may be there"),
                   std::string_view();
        next();
        return t.substr(1, t.size() - 2);
    }
    int whole(int least, int most) {
        const auto n = parse_number(peek(), least, most);
        if (!n)
            return fail(found() + "; a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                        " is expected"),
                   least;
        next();
        return int(*n);
    }
    // So many more words' worth of work, for what takes longer than to read one.
    void worked(int steps) {
        steps_ += steps;
        if (steps_ > most_steps) fail("the definitions unfold into too much; use shorter ones");
    }
    void finished() {
        if (ok() && at_ < end_) fail(in_quotes(peek()) + " is too much; the line ends before it");
    }
    void unknown(std::string_view word, const std::string& what, const std::vector<std::string>& known) {
        fail_at(back(), in_quotes(word) + " " + what + nearest_word(word, known));
    }
    void fail(const std::string& what) { fail_at(here(), what); }
    void fail_at(const Token& at, const std::string& what) {
        if (ok()) wrong_ = located(at, what);
    }
    // The word that was read last.
    Token back() const { return at_ > 0 && at_ <= tokens_->size() ? (*tokens_)[at_ - 1] : here(); }

    const std::vector<Token>* tokens_ = nullptr;
    std::size_t at_ = 0, end_ = 0;

private:
    std::string wrong_;
    std::string_view last_;
    int steps_ = 0;
};

}
