// Statements to rules: every expression becomes nodes of the graph, every line of a move changes what the planes will be.
#include "games/written/reader.hpp"
#include "games/written/words.hpp"
#include <algorithm>

namespace tavoliere::written {

Expected<std::shared_ptr<const Rules>> Reader::read() {
    auto all = statements_of(declared_->text);
    if (!all) return problem(all.error().text);
    all_ = std::move(*all);
    std::erase_if(all_, [&](const Statement& s) { return !holds(s.lines[0]); });
    for (const Statement& s : all_)
        for (const Line& line : s.lines)
            for (const Token& t : line.tokens) rules_->has_stones |= t.text == "stones";
    // What is named comes before what uses it, wherever it stands: the board, names, then ends and moves.
    const auto known = words::all_of({words::in_order, words::declaring, words::zone_statement});
    for (const Statement& s : all_) {
        start(s.lines[0]);
        const auto word = next();
        if (word == "#" || word == "/") fail_at(back(), "what follows ; is a comment, and nothing else is");
        if (std::ranges::find(known, word) == known.end())
            unknown(word, "begins no statement; board, relation, zone, let, move, end, stuck and others do", known);
        if (ok() && s.lines.size() > 1 && word != "move" && word != "block") {
            enter(s.lines[1]);
            fail("this line is indented; only a move and a block have lines of their own");
        }
    }
    used_names();
    said_once();
    for (std::size_t i = 0; i < std::size(words::in_order) && ok(); ++i)
        for (const Statement& s : all_) {
            if (!ok()) break;
            start(s.lines[0]);
            const bool is_zone =
                words::in_order[i] == "relation" && peek() == "zone"; // they name each other: as they come
            if (peek() != words::in_order[i] && !is_zone) continue;
            if (i > 0 && !rules_->geometry) break;
            statement(s);
        }
    if (ok() && !rules_->geometry) fail_at({{}, 1, 1}, "there is no board; a line board rectangle 8x8 gives one");
    if (ok() && rules_->moves.empty()) fail_at({{}, 1, 1}, "there is no move; a line move NAME at in empty begins one");
    if (ok() && !has_stuck_)
        fail_at({{}, 1, 1}, rules_->passes
                                ? "stuck pass lets the other go on; what is when neither can move, stuck REASON draw, "
                                  "win or lose says"
                                : "it is not said what happens when no move can be made; stuck REASON lose, win or "
                                  "draw says it");
    if (ok()) check_work();
    if (!ok()) return problem(wrong());
    compile(*rules_, graph_, plan_);
    if (rules_->registers > most_registers || rules_->number_registers > most_registers)
        return problem("line 1, column 1: the rules need " +
                       std::to_string(std::max(rules_->registers, rules_->number_registers)) +
                       " intermediate sets or numbers; at most " + std::to_string(most_registers));
    return std::shared_ptr<const Rules>(rules_);
}

// Does a line hold for these options? `if misere: …`, `if start = uai and not misere: …`.
bool Reader::holds(const Line& line) {
    enter(line);
    if (!taken("if")) return true;
    bool all = true;
    do {
        const bool wanted = !taken("not");
        const auto name = next_name("an option");
        const OptionInfo* option = option_of(name);
        if (!option) {
            const bool in_move = line.indent > 0;
            if (ok())
                unknown(name,
                        in_move
                            ? "is no option of this game; other conditions end the line, as in put mine at if any mine"
                            : "is no option of this game",
                        option_names());
            return false;
        }
        bool is = false;
        if (option->kind == OptionInfo::Kind::flag || option->kind == OptionInfo::Kind::cells)
            is = options_.flag(name);
        else {
            expect("=", "a value of the option");
            const auto value = next_word("a value of the option");
            if (option->kind == OptionInfo::Kind::choice &&
                std::ranges::find(option->choices, value) == option->choices.end())
                return unknown(value, "is no value of " + in_quotes(name),
                               {option->choices.begin(), option->choices.end()}),
                       false;
            const auto& given = options_.given(name);
            is = (given ? std::string_view(*given) : option->standard) == value;
        }
        all = all && is == wanted;
    } while (taken("and"));
    close(":");
    return all;
}

// Stands behind the `if OPTION:` of a line.
void Reader::start(const Line& line) {
    enter(line);
    if (peek() != "if") return;
    while (!peek().empty() && peek() != ":") next();
    next();
}

const OptionInfo* Reader::option_of(std::string_view name) const {
    for (const OptionInfo& o : declared_->options)
        if (o.name == name) return &o;
    return nullptr;
}

std::vector<std::string> Reader::option_names() const {
    std::vector<std::string> names;
    for (const OptionInfo& o : declared_->options) names.emplace_back(o.name);
    return names;
}

// What is named and never used was meant to be: said where it is named, whatever the options.
void Reader::used_names() {
    const auto everything = statements_of(declared_->text);
    if (!ok() || !everything) return;
    for (const Statement& s : *everything) {
        const bool named = s.key.starts_with("relation ") || s.key.starts_with("zone ") || s.key.starts_with("let ") ||
                           s.key.starts_with("block ") || s.key.starts_with("number ") || s.key.starts_with("cell ");
        // One that is inherited may be of an end that this text has not.
        const bool is_reason = s.key.starts_with("reason ") && s.lines[0].tokens[0].origin.empty();
        if (!named && !is_reason) continue;
        std::size_t at = 0;
        const auto& first = s.lines[0].tokens;
        const std::string_view word = std::string_view(s.key).substr(0, s.key.find(' '));
        while (first[at].text != word) ++at;
        const Token& name = first[at + 1];
        bool used = false, set = false;
        for (const Statement& other : *everything) {
            if (other.key == s.key) continue;
            for (const Line& line : other.lines)
                for (std::size_t i = 0; i < line.tokens.size(); ++i)
                    if (line.tokens[i].text == name.text)
                        (i > 0 && line.tokens[i - 1].text == "set" ? set : used) = true;
        }
        if (!used)
            return fail_at(name, "the " + std::string(word) + " " + in_quotes(name.text) +
                                     (set ? " is set and never looked at" : " is never used") +
                                     "; use it or leave it out");
    }
}

// Of two such lines, both of which hold, one would be lost in silence, or be a second way to write the same moves.
void Reader::said_once() {
    std::map<std::string, int> lines;
    for (const Statement& s : all_) {
        start(s.lines[0]);
        const auto word = next();
        if (!ok() || !words::is_in(words::once, word)) continue;
        const std::string what = word == "stuck" && peek() == "pass" ? "stuck pass" : s.key;
        const int first = lines.try_emplace(what, back().line).first->second;
        if (first != back().line)
            fail_at(back(), "line " + std::to_string(first) + " says " + in_quotes(what) + " already; " +
                                (word == "move" ? "another move has another name" : "one is enough"));
    }
}

void Reader::statement(const Statement& s) {
    statement_ = &s;
    const auto word = next();
    if (word == "board")
        board();
    else if (word == "piece")
        return; // declared
    else if (word == "relation") {
        const Token at = here();
        const std::string name(fresh_name("the relation's name"));
        close("=");
        Pair r = relation();
        if (taken("/")) r.to[1] = relation().to[1];
        if (ok() && std::ranges::all_of(r.to[0], &Cells::none) && std::ranges::all_of(r.to[1], &Cells::none))
            return fail_at(at,
                           "no cell of this board is related to any by " + in_quotes(name) + "; a relation has some");
        relations_[name] = std::move(r);
    } else if (word == "zone") {
        const std::string name(fresh_name("the zone's name"));
        close("=");
        ZonePair z = zone();
        if (taken("/")) z.o = zone().o;
        zones_[name] = z;
    } else if (word == "number" || word == "cell") {
        const std::string name(fresh_name("its name"));
        if (rules_->numbers == (declared_->has_kinds ? most_numbers : 2))
            return fail("there are too many numbers and cells; at most 4");
        const std::size_t id = std::size_t(rules_->numbers++);
        rules_->is_cell[id] = word == "cell";
        rules_->first_number[id] = word == "cell" ? nowhere : 0;
        rules_->number_names[id] = name;
        numbers_[name] = int(id);
        if (taken("=")) rules_->first_number[id] = std::uint8_t(whole(0, 250));
    } else if (word == "let") {
        Definition d{{}, nullptr, 0, 0, here()};
        const std::string name(fresh_name("the definition's name"));
        if (taken("(")) {
            do d.names.emplace_back(next_name("what it is given"));
            while (taken(","));
            close(")");
        }
        close("=");
        d.line = &s.lines[0], d.first = at_, d.end = end_;
        if (at_ == end_) return fail("the line ends; a set or a number is expected");
        at_ = end_;
        definitions_[name] = d;
    } else if (word == "block") {
        const std::string name(fresh_name("the block's name"));
        if (s.lines.size() < 2) return fail("a block has lines of its own, indented below it");
        blocks_[name] = &s;
    } else if (word == "hand") {
        const int kind = piece_kind();
        const int count = amount();
        if (ok()) rules_->hands[std::size_t(kind)] = count;
    } else if (word == "start")
        start_statement();
    else if (word == "draw")
        draw_statement();
    else if (word == "repeat") {
        const auto what = next_word("draw or never");
        if (!words::is_in(words::repetitions, what))
            return unknown(what, "says nothing of positions that come again; draw or never does",
                           words::all_of({words::repetitions}));
        rules_->repeats = what == "draw";
    } else if (word == "clock") {
        rules_->clock_limit = amount();
        if (ok() && rules_->clock_limit < 1) return fail("a clock stops at a number above 0");
        rules_->clock_out.reason = reason();
        rules_->clock_out.kind = Outcome::draw;
        if (taken("draw")) {}
    } else if (word == "end")
        end_statement();
    else if (word == "stuck") {
        has_stuck_ |= peek() != "pass";
        if (taken("pass"))
            rules_->passes = true;
        else
            plan_.stuck_lead = outcome(rules_->stuck);
    } else if (word == "move")
        return move_statement(s);
    else if (word == "value") {
        begin_position();
        plan_.value = number(expression());
    }
    finished();
}

std::string_view Reader::fresh_name(std::string_view what) {
    const Token at = here();
    const auto name = next_name(what);
    const std::string n(name);
    if (words::is_taken(name) || direction(n) >= 0)
        fail_at(at, in_quotes(name) + " is a word of the language; another name is needed");
    else if (relations_.contains(n) || zones_.contains(n) || numbers_.contains(n) || definitions_.contains(n) ||
             blocks_.contains(n) || option_of(name))
        fail_at(at, in_quotes(name) + " is the name of something already; another name is needed");
    else if (rules_->geometry && rules_->geometry->find(name))
        fail_at(at, in_quotes(name) + " is a cell of the board; another name is needed");
    return name;
}

// A whole number, or the name of an option that is one.
int Reader::amount() {
    if (const OptionInfo* o = option_of(peek()); o && o->kind == OptionInfo::Kind::number)
        return options_.number(next());
    return whole(0, 999);
}

int Reader::piece_kind() {
    const auto name = next_name("a kind of piece");
    for (int kind = 0; kind < rules_->kinds; ++kind)
        if (piece_name(kind) == name) return kind;
    std::vector<std::string> names;
    for (int kind = 0; kind < rules_->kinds; ++kind) names.push_back(piece_name(kind));
    unknown(name, "is no kind of piece", names);
    return 0;
}

std::string Reader::piece_name(int kind) const {
    int i = 0;
    for (const Statement& s : all_)
        if (s.key.starts_with("piece ") && i++ == kind) return s.key.substr(6);
    return kind == 0 ? "piece" : "";
}

// A kind where it is not said whose: then it is told how that is said.
bool Reader::is_kind_alone(std::string_view name, std::string_view owner, const Token& at) {
    const std::string n(name);
    if (zones_.contains(n) || definitions_.contains(n) || std::ranges::find(bound_, n, &Bound::first) != bound_.end())
        return false; // that is meant
    for (int kind = 0; kind < rules_->kinds; ++kind)
        if (ok() && !name.empty() && piece_name(kind) == name)
            return fail_at(at,
                           "a kind follows its owner and a dot, as in " + std::string(owner) + "." + std::string(name)),
                   true;
    return false;
}

Expected<std::shared_ptr<const Rules>> read(std::shared_ptr<const Declared> declared, const Options& options) {
    return Reader(std::move(declared), options).read();
}

}
