// What a text declares for people: its name and words, options, presets and reasons.
#include "base/checksum.hpp"
#include "base/text.hpp"
#include "games/written/reading.hpp"
#include "games/written/words.hpp"
#include <algorithm>
#include <optional>

namespace tavoliere::written {
namespace {

class Declaring : public Reading {
public:
    Declaring(std::shared_ptr<Declared> declared, const std::vector<Statement>& all)
        : declared_(std::move(declared)), all_(all) {}

    Expected<void> run() {
        GameInfo& info = declared_->info;
        for (const Statement& s : all_) {
            enter(s.lines[0]);
            const bool ends = s.key.starts_with("end ") || s.key == "stuck" || s.key == "clock";
            if (!ends) next(); // the word that says what the line is
            if (s.key == "game")
                game();
            else if (s.key == "summary")
                info.summary = words();
            else if (s.key == "origin")
                info.origin = words();
            else if (s.key == "note")
                info.note = words();
            else if (s.key == "colours") {
                info.colours[0] = words();
                expect(",", "the second player's colour");
                info.colours[1] = words();
                if (ok() && info.colours[0].en == info.colours[1].en)
                    fail("both players have the same colour; name two");
            } else if (s.key.starts_with("piece "))
                piece();
            else if (s.key == "sign")
                sign();
            else if (s.key.starts_with("option "))
                option();
            else if (s.key.starts_with("reason "))
                reason();
            else if (s.key == "preset")
                preset();
            else if (ends)
                ending();
            else
                continue;
            if (!ends) finished();
            if (!ok()) return problem(wrong());
        }
        if (info.name.empty())
            return problem("line 1, column 1: the game has no name; the first line is game NAME \"Title\"");
        if (sign_at_ && info.pieces[1].en.empty())
            fail_at(*sign_at_, "a sign tells two kinds of pieces apart; this game has one");
        if (!ok()) return problem(wrong());
        finish();
        return {};
    }

private:
    std::string_view keep(std::string_view text) { return declared_->words.emplace_back(text); }
    Words words() {
        Words w;
        w.en = w.it = keep(quoted("a text in quotes"));
        if (taken("it")) w.it = keep(quoted("the same in Italian, in quotes"));
        return w;
    }
    void game() {
        if (!declared_->info.name.empty()) return fail("the game has a name already; one line game is enough");
        std::string name;
        const Token at = here();
        while (ok() && !peek().empty() && !peek().starts_with('"')) {
            const bool apart = !name.empty() && here().column > at.column + int(name.size());
            if (apart) return fail("a game's name is one word, as in my-game; a title in quotes may follow it");
            name += next();
        }
        const bool good = !name.empty() && name.size() <= 40 && name.front() >= 'a' && name.front() <= 'z' &&
                          name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == name.npos;
        if (!good)
            return fail_at(at, in_quotes(name) + " is no name of a game; it begins with a small letter and has small "
                                                 "letters, digits and -, at most 40");
        declared_->info.name = keep(name);
        declared_->info.title = peek().empty() ? declared_->info.name : keep(quoted("the title"));
    }
    void piece() {
        next_name("a piece's name");
        if (declared_->has_kinds) return fail("there are two kinds of pieces already; at most two");
        auto& pieces = declared_->info.pieces;
        const bool is_second = !pieces[0].en.empty();
        Words w;
        w.en = w.it = keep(last());
        if (!peek().empty()) w = words();
        pieces[is_second] = w;
        declared_->has_kinds = is_second;
    }
    void sign() {
        sign_at_ = here();
        const auto name = next_word("crown, counter or cat");
        const auto found = std::ranges::find(words::signs, name);
        if (found == words::signs.end())
            return unknown(name, "is no sign; crown, counter and cat are", words::all_of({words::signs}));
        declared_->info.sign = Sign(found - words::signs.begin());
    }
    // option NAME flag | number 12 from 2 to 30 | size 7x7 from 3 to 11 | choice one two | cells | marks 1234
    void option() {
        OptionInfo o;
        o.name = keep(next_name("the option's name"));
        for (const OptionInfo& other : declared_->options)
            if (other.name == o.name)
                return fail("there is an option " + in_quotes(o.name) + " already; another name is needed");
        if (int(declared_->options.size()) == 12) return fail("there are too many options; at most 12");
        const auto kind = next_word("flag, number, size, choice, cells or marks");
        using Kind = OptionInfo::Kind;
        if (kind == "flag")
            o.kind = Kind::flag;
        else if (kind == "number" || kind == "size") {
            o.kind = kind == "number" ? Kind::number : Kind::size;
            const Token at = here();
            o.standard = keep(next_word("the value that holds where none is given"));
            expect("from", "the least value");
            o.least = whole(0, 999);
            expect("to", "the largest value");
            o.most = whole(0, 999);
            if (ok() && o.least > o.most) return fail("from the larger to the smaller; the least value comes first");
            Options probe(declared_->info);
            if (!ok()) return;
            if (o.kind == Kind::number ? !parse_number(o.standard, o.least, o.most)
                                       : !is_size(o.standard, o.least, o.most))
                return fail_at(at, in_quotes(o.standard) + " is no such value from " + std::to_string(o.least) +
                                       " to " + std::to_string(o.most) +
                                       (o.kind == Kind::size ? "; a size is written 7x7" : "; a whole number is"));
        } else if (kind == "choice") {
            o.kind = Kind::choice;
            auto& list = declared_->choices.emplace_back();
            while (ok() && !peek().empty() && !peek().starts_with('"')) list.push_back(keep(next()));
            if (list.size() < 2) return fail("a choice has two words or more; the first holds where none is given");
            o.standard = list[0];
            o.choices = list;
        } else if (kind == "cells")
            o.kind = Kind::cells;
        else if (kind == "marks") {
            o.kind = Kind::text;
            o.standard = keep(next_word("a hexadecimal digit for each cell"));
        } else
            return unknown(kind, "is no kind of option", words::all_of({words::option_kinds}));
        o.first_only = taken("first");
        o.title = o.help = {o.name, o.name};
        if (!peek().empty()) o.title = o.help = words();
        if (!peek().empty()) o.help = words();
        declared_->options.push_back(o);
    }
    static bool is_size(std::string_view text, int least, int most) {
        const auto sides = split(text, 'x');
        return sides.size() == 2 && parse_number(sides[0], least, most) && parse_number(sides[1], least, most);
    }
    void reason() {
        const auto name = keep(next_name("the reason's name"));
        Reason r{name, words()};
        if (taken("draw")) r.of_draw = words();
        for (Reason& known : declared_->reasons)
            if (known.name == name) return void(known = r);
        declared_->reasons.push_back(r);
    }
    void ending() { // its reason has words of its own, or is its own word
        while (ok() && !peek().empty() && peek() != "end" && peek() != "stuck" && peek() != "clock")
            next(); // if OPTION:
        const auto word = next();
        if (word == "clock" && !peek().empty()) next();
        const auto name = peek();
        if (name.empty() || name == "pass") return;
        for (const Reason& known : declared_->reasons)
            if (known.name == name) return;
        const auto kept = keep(name);
        declared_->reasons.push_back({kept, {kept, kept}});
    }
    void preset() {
        std::string variant(declared_->info.name);
        const Token at = here();
        std::string given;
        while (ok() && !peek().empty() && !peek().starts_with('"')) given += next();
        if (given.empty()) return fail_at(at, "a preset names options, as in preset size=5x5 \"Small\"");
        presets_.emplace_back(variant + ":" + given, words(), at);
    }
    void finish() {
        GameInfo& info = declared_->info;
        if (info.summary.en.empty()) info.summary = {info.title, info.title};
        if (info.origin.en.empty()) info.origin = {"written", "scritto"};
        if (info.colours[0].en.empty()) info.colours = {{{"Black", "Nero"}, {"White", "Bianco"}}};
        declared_->presets.push_back({info.name, {info.title, info.title}});
        for (auto& [variant, title, at] : presets_) declared_->presets.push_back({keep(variant), title});
        info.reasons = declared_->reasons;
        info.options = declared_->options;
        info.presets = declared_->presets;
        info.rules = keep(std::to_string(fnv1a(declared_->text)));
    }

    const std::shared_ptr<Declared> declared_;
    const std::vector<Statement>& all_;
    std::vector<std::tuple<std::string, Words, Token>> presets_;
    std::optional<Token> sign_at_;
};

}

Expected<std::shared_ptr<const Declared>> declare(std::string_view text) {
    auto declared = std::make_shared<Declared>();
    declared->text = plain_text(std::string(text));
    const auto all = statements_of(declared->text);
    if (!all) return problem("rules: " + all.error().text);
    if (auto done = Declaring(declared, *all).run(); !done) return problem("rules: " + done.error().text);
    for (const Statement& s : *all) // what makes the larger form of position
        declared->has_kinds |= s.key.starts_with("hand ");
    int numbers = 0;
    std::size_t clicks = 0;
    for (const Statement& s : *all) {
        numbers += s.key.starts_with("number ") || s.key.starts_with("cell ");
        if (!s.key.starts_with("move ")) continue;
        std::size_t here = 0;
        for (const Line& line : s.lines)
            for (const Token& t : line.tokens) here += t.text == "in" || t.text == "choose";
        clicks = std::max(clicks, here);
    }
    declared->has_kinds |= numbers > 2 || clicks > 3;
    return declared;
}

}
