// Statements to rules: every expression becomes nodes of the graph, every line of a move changes what the planes will be.
#include "games/written/compile.hpp"
#include "games/written/graph.hpp"
#include "games/written/reading.hpp"
#include "games/written/words.hpp"
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>

namespace tavoliere::written {
namespace {

// What an expression is: a node that is a set or a number.
struct Value {
    bool is_set = true;
    int node = 0;
};

// What has a name in a move or a definition.
using Bound = std::pair<std::string, Value>;

// What stands on the board after the lines so far, as nodes.
struct State {
    std::array<int, planes> plane{};
    std::array<int, most_numbers> number{};
    std::array<int, most_kinds> hand{}, their_hand{};
    int restarts = -1; // a condition
    int must = -1;
};

// What the lines under `along` do, put together before any of it is done.
struct Together {
    int removed;
    std::array<int, planes> added;
};

struct Definition {
    std::vector<std::string> names;
    const Line* line;
    std::size_t first, end;
    Token at;
};

class Reader : public Reading {
public:
    Reader(std::shared_ptr<const Declared> declared, const Options& options)
        : declared_(std::move(declared)), options_(options), graph_(*rules_) {
        rules_->declared = declared_;
        rules_->kinds = declared_->info.pieces[1].en.empty() ? 1 : 2;
    }

    Expected<std::shared_ptr<const Rules>> read() {
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
        if (ok() && rules_->moves.empty())
            fail_at({{}, 1, 1}, "there is no move; a line move NAME at in empty begins one");
        if (ok() && !has_stuck_)
            fail_at({{}, 1, 1},
                    rules_->passes
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

private:
    // --- lines

    // Does a line hold for these options? `if misere: …`, `if start = uai and not misere: …`.
    bool holds(const Line& line) {
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
                    unknown(
                        name,
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
    void start(const Line& line) {
        enter(line);
        if (peek() != "if") return;
        while (!peek().empty() && peek() != ":") next();
        next();
    }
    const OptionInfo* option_of(std::string_view name) const {
        for (const OptionInfo& o : declared_->options)
            if (o.name == name) return &o;
        return nullptr;
    }
    std::vector<std::string> option_names() const {
        std::vector<std::string> names;
        for (const OptionInfo& o : declared_->options) names.emplace_back(o.name);
        return names;
    }

    // What is named and never used was meant to be: said where it is named, whatever the options.
    void used_names() {
        const auto everything = statements_of(declared_->text);
        if (!ok() || !everything) return;
        for (const Statement& s : *everything) {
            const bool named = s.key.starts_with("relation ") || s.key.starts_with("zone ") ||
                               s.key.starts_with("let ") || s.key.starts_with("block ") ||
                               s.key.starts_with("number ") || s.key.starts_with("cell ");
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
    void said_once() {
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

    void statement(const Statement& s) {
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
                return fail_at(at, "no cell of this board is related to any by " + in_quotes(name) +
                                       "; a relation has some");
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
    std::string_view fresh_name(std::string_view what) {
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
    int amount() {
        if (const OptionInfo* o = option_of(peek()); o && o->kind == OptionInfo::Kind::number)
            return options_.number(next());
        return whole(0, 999);
    }
    int piece_kind() {
        const auto name = next_name("a kind of piece");
        for (int kind = 0; kind < rules_->kinds; ++kind)
            if (piece_name(kind) == name) return kind;
        std::vector<std::string> names;
        for (int kind = 0; kind < rules_->kinds; ++kind) names.push_back(piece_name(kind));
        unknown(name, "is no kind of piece", names);
        return 0;
    }
    std::string piece_name(int kind) const {
        int i = 0;
        for (const Statement& s : all_)
            if (s.key.starts_with("piece ") && i++ == kind) return s.key.substr(6);
        return kind == 0 ? "piece" : "";
    }

    // A kind where it is not said whose: then it is told how that is said.
    bool is_kind_alone(std::string_view name, std::string_view owner, const Token& at) {
        const std::string n(name);
        if (zones_.contains(n) || definitions_.contains(n) ||
            std::ranges::find(bound_, n, &Bound::first) != bound_.end())
            return false; // that is meant
        for (int kind = 0; kind < rules_->kinds; ++kind)
            if (ok() && !name.empty() && piece_name(kind) == name)
                return fail_at(at, "a kind follows its owner and a dot, as in " + std::string(owner) + "." +
                                       std::string(name)),
                       true;
        return false;
    }

    // --- the board

    void board() {
        const Token at = here();
        const auto kind = next_word("rectangle, hexagon or cairo");
        if (!words::is_in(words::boards, kind))
            return unknown(kind, "is no board; rectangle, hexagon and cairo are", words::all_of({words::boards}));
        int a = 0, b = 0;
        const Token size_at = here();
        if (const OptionInfo* o = option_of(peek()); o && o->kind == OptionInfo::Kind::size) {
            const Size s = options_.size(next());
            a = s.columns, b = s.rows;
        } else if (peek().contains('x')) {
            const auto sides = split(next(), 'x');
            const auto n = parse_number(sides[0], 1, 125), m = parse_number(sides.back(), 1, 125);
            if (sides.size() != 2 || !n || !m)
                return fail_at(size_at, in_quotes(size_at.text) + " is no size; columns x rows are, as in 8x8");
            a = int(*n), b = int(*m);
        } else {
            a = b = amount();
        }
        if (!ok()) return;
        const int cells = kind == "hexagon" ? 3 * a * (a - 1) + 1 : kind == "cairo" ? 2 * a * b : a * b;
        if (cells < 2 || cells > Geometry::most_cells || a < 1 || b < 1)
            return fail_at(size_at, "this board has " + std::to_string(cells) + " cells; a board has 2 to " +
                                        std::to_string(Geometry::most_cells));
        if (rules_->geometry) return fail_at(at, "there is a board already; one is enough");
        rules_->geometry = kind == "rectangle" ? rectangle(a, b) : kind == "hexagon" ? hexagon(a) : cairo(a, b);
        find_directions();
        graph_.begin();
    }

    // Directions: the ways from a cell to a neighbour that lies equally far, named as on a map.
    void find_directions() {
        const Geometry& g = *rules_->geometry;
        std::vector<Point> ways;
        auto& all = rules_->directions;
        for (int c = 0; c < g.size(); ++c)
            for (const auto* around : {&g.over_edge(Cell(c)), &g.over_corner(Cell(c))})
                for (Cell d : *around) {
                    const Point way{g.centre(d).x - g.centre(Cell(c)).x, g.centre(d).y - g.centre(Cell(c)).y};
                    std::size_t k = 0;
                    while (k < ways.size() && std::hypot(ways[k].x - way.x, ways[k].y - way.y) > 1e-3) ++k;
                    if (k == ways.size()) {
                        if (k == 16) return all.clear(); // no straight lines, as on pentagons
                        const auto sign = [](double v) { return (v > 0.01) - (v < -0.01); };
                        static constexpr std::string_view vertical[] = {"n", "", "s"}, across[] = {"w", "", "e"};
                        ways.push_back(way);
                        all.push_back({std::string(vertical[sign(way.y) + 1]) + std::string(across[sign(way.x) + 1]),
                                       std::vector<Cell>(std::size_t(g.size()), nowhere)});
                    }
                    all[k].next[std::size_t(c)] = d;
                }
        for (std::size_t i = 0; i < ways.size(); ++i)
            for (std::size_t j = 0; j < ways.size(); ++j) {
                if (i != j && all[i].name == all[j].name) return all.clear();
                if (std::hypot(ways[i].x + ways[j].x, ways[i].y + ways[j].y) < 1e-3) all[i].opposite = int(j);
            }
        for (Direction& d : all) {
            if (d.opposite < 0) return all.clear();
            for (int c = 0; c < g.size(); ++c)
                if (d.next[std::size_t(c)] != nowhere) d.ascending = d.next[std::size_t(c)] > c;
        }
    }
    int direction(std::string_view name) const {
        for (std::size_t i = 0; i < rules_->directions.size(); ++i)
            if (rules_->directions[i].name == name) return int(i);
        return -1;
    }

    // A direction that other boards have: then it is said which this one has.
    bool is_foreign_direction(std::string_view name) {
        static constexpr std::string_view all[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};
        if (std::ranges::find(all, name) == std::end(all) || direction(name) >= 0 || rules_->directions.empty())
            return false;
        std::string here;
        for (const auto& word : all)
            if (direction(word) >= 0) here += (here.empty() ? "" : " ") + std::string(word);
        fail_at(back(), in_quotes(name) + " is no direction of this board; " + here + " are");
        return true;
    }

    // --- relations:  chain {| chain | - chain | & chain},  chain := part {. part},  part := atom {*}

    Pair none() const {
        return {{std::vector<Cells>(std::size_t(rules_->geometry->size())),
                 std::vector<Cells>(std::size_t(rules_->geometry->size()))}};
    }
    static void each_cell(Pair& r, const Pair& b, auto f) {
        for (std::size_t player : {0u, 1u})
            for (std::size_t c = 0; c < r.to[player].size(); ++c) f(r.to[player][c], b.to[player][c]);
    }
    Pair relation() {
        if (++depth_ > 60) return fail("this is too deep; simpler definitions do"), none();
        Pair r = chain();
        while (ok()) {
            if (taken("|"))
                each_cell(r, chain(), [](Cells& a, const Cells& b) { a |= b; });
            else if (taken("-"))
                each_cell(r, chain(), [](Cells& a, const Cells& b) { a &= ~b; });
            else if (taken("&"))
                each_cell(r, chain(), [](Cells& a, const Cells& b) { a &= b; });
            else
                break;
        }
        --depth_;
        return r;
    }
    Pair chain() {
        Pair r = part();
        while (ok() && taken(".")) {
            worked(2000);
            const Pair b = part();
            for (std::size_t player : {0u, 1u})
                for (Cells& to : r.to[player]) {
                    Cells further;
                    for (std::size_t c = 0; c < b.to[player].size(); ++c)
                        if (to[c]) further |= b.to[player][c];
                    to = further;
                }
        }
        return r;
    }
    Pair part() {
        Pair r = atom();
        while (ok() && taken("*")) r = to_the_edge(r);
        return r;
    }
    // A relation of straight directions, as far as they go.
    Pair to_the_edge(const Pair& r) {
        Pair out = none();
        worked(500);
        for (std::size_t player : {0u, 1u}) {
            Cells_list sum(r.to[player].size());
            for (const Direction& d : rules_->directions) {
                bool within = true;
                for (std::size_t c = 0; c < sum.size() && within; ++c)
                    within = d.next[c] == nowhere || r.to[player][c][d.next[c]];
                if (!within) continue;
                for (std::size_t c = 0; c < sum.size(); ++c) {
                    if (d.next[c] != nowhere) sum[c].set(d.next[c]);
                    for (Cell at = d.next[c]; at != nowhere; at = d.next[at]) out.to[player][c].set(at);
                }
            }
            if (sum != r.to[player])
                return fail("* goes on along straight directions; this relation is none or has others too"), out;
        }
        return out;
    }
    using Cells_list = std::vector<Cells>;
    bool is_relation(std::string_view name) const {
        return words::is_in(words::relations, name) || relations_.contains(std::string(name)) || direction(name) >= 0 ||
               (words::is_in(words::under_along, name) && along_ >= 0);
    }
    Pair atom() {
        const Geometry& g = *rules_->geometry;
        worked(20);
        Pair r = none();
        if (taken("(")) {
            r = relation();
            close(")");
            return r;
        }
        if (taken("their")) {
            r = atom();
            std::swap(r.to[0], r.to[1]);
            return r;
        }
        if (words::is_in(words::of_zones, peek())) { // from(ZONE, R): of those cells alone
            const bool from = next() == "from";
            close("(");
            const ZonePair z = zone();
            close(",");
            r = relation();
            close(")");
            for (std::size_t player : {0u, 1u})
                for (std::size_t c = 0; c < r.to[player].size(); ++c) {
                    const Cells& cells = player ? z.o : z.x;
                    if (!from)
                        r.to[player][c] &= cells;
                    else if (!cells[c])
                        r.to[player][c].reset();
                }
            return r;
        }
        const auto name = next_word("a relation");
        if (const auto known = relations_.find(std::string(name)); known != relations_.end()) return known->second;
        int d = direction(name);
        if (words::is_in(words::under_along, name) && along_ >= 0)
            d = name == "dir" ? along_ : rules_->directions[std::size_t(along_)].opposite;
        if (d < 0 && !words::is_in(words::relations, name)) {
            auto names = words::all_of({words::relations});
            for (const auto& [n, p] : relations_) names.push_back(n);
            for (const Direction& one : rules_->directions) names.push_back(one.name);
            if (is_foreign_direction(name)) return r;
            unknown(name,
                    "is no relation of this board; directions, side, corner, beyond, self, mirror and those that the "
                    "text names are",
                    names);
            return r;
        }
        for (int c = 0; c < g.size(); ++c) {
            Cells to;
            if (d >= 0) {
                if (const Cell n = rules_->directions[std::size_t(d)].next[std::size_t(c)]; n != nowhere) to.set(n);
            } else if (name == "self") {
                to.set(std::size_t(c));
            } else if (name == "side" || name == "corner") {
                for (Cell n : name == "side" ? g.over_edge(Cell(c)) : g.over_corner(Cell(c))) to.set(n);
            } else if (name == "beyond") {
                for (const auto* around : {&g.over_edge(Cell(c)), &g.over_corner(Cell(c))})
                    for (Cell n : *around)
                        if (const Cell b = g.beyond(Cell(c), n); b != nowhere) to.set(b);
            } else { // mirror: columns and rows exchanged
                const NameParts at = *parse_name(g.name(Cell(c)));
                if (const auto m =
                        g.find(column_letters(at.row - 0) + std::to_string(at.column + 1) + std::string(at.rest)))
                    to.set(*m);
            }
            r.to[0][std::size_t(c)] = r.to[1][std::size_t(c)] = to;
        }
        return r;
    }
    // A relation as an argument of an operation: 2 its number, which after a failure may be that of none.
    int relation_argument() { return ok() ? used(relation()) : 0; }
    int used(const Pair& r) {
        if (!ok()) return 0;
        const int id = graph_.relation(r);
        too_much();
        return 2 * id;
    }
    int straight_argument() {
        const Token at = here();
        const int r = relation_argument();
        if (ok() &&
            !(rules_->relations[std::size_t(r)].is_straight && rules_->relations[std::size_t(r + 1)].is_straight))
            fail_at(at, "straight directions are needed here, such as n or side on this board");
        return r;
    }
    int one_direction() {
        const Token at = here();
        const int r = straight_argument();
        if (ok() && (std::popcount(rules_->relations[std::size_t(r)].directions) != 1 ||
                     std::popcount(rules_->relations[std::size_t(r + 1)].directions) != 1))
            fail_at(at, "a single direction is needed here, such as n, or dir under each and along");
        return r;
    }
    int all_directions() {
        Pair r = none();
        for (const Direction& d : rules_->directions)
            for (std::size_t player : {0u, 1u})
                for (std::size_t c = 0; c < r.to[player].size(); ++c)
                    if (d.next[c] != nowhere) r.to[player][c].set(d.next[c]);
        if (rules_->directions.empty()) fail("this board has no straight lines");
        return used(r);
    }

    // --- zones:  part {| part | - part | & part}, left to right

    ZonePair zone() {
        if (++depth_ > 60) return fail("this is too deep; simpler definitions do"), ZonePair();
        ZonePair z = zone_part();
        while (ok()) {
            if (taken("|")) {
                const ZonePair b = zone_part();
                z = {z.x | b.x, z.o | b.o};
            } else if (peek() == "-") {
                const auto is_cell = [&](const Token& t) { return rules_->geometry->find(t.text).has_value(); };
                const bool one = is_cell(back());
                next();
                const Token at = here();
                const ZonePair b = zone_part();
                if (one && is_cell(at) && (z.x & b.x).none())
                    return fail_at(at,
                                   "a - b is a without b, and nothing is taken away here; cells are named one by one, "
                                   "as in a1 b1 c1"),
                           z;
                z = {z.x & ~b.x, z.o & ~b.o};
            } else if (taken("&")) {
                const ZonePair b = zone_part();
                z = {z.x & b.x, z.o & b.o};
            } else
                break;
        }
        --depth_;
        return z;
    }
    ZonePair zone_part() {
        const Geometry& g = *rules_->geometry;
        if (taken("(")) {
            const ZonePair z = zone();
            close(")");
            return z;
        }
        if (taken("their")) {
            const ZonePair z = zone_part();
            return {z.o, z.x};
        }
        Cells z;
        if (g.find(peek())) {
            while (const auto c = g.find(peek())) z.set(*c), next();
            return {z, z};
        }
        if (is_relation(peek()) && (peek(1) == "(" || peek(1) == "*")) { // the cells that it gives
            const Pair r = part();
            close("(");
            const ZonePair of = zone();
            close(")");
            ZonePair out;
            for (int c = 0; c < g.size(); ++c) {
                if (of.x[std::size_t(c)]) out.x |= r.to[0][std::size_t(c)];
                if (of.o[std::size_t(c)]) out.o |= r.to[1][std::size_t(c)];
            }
            return out;
        }
        const Token at = here();
        const auto name = next_word("a zone");
        if (const auto known = zones_.find(std::string(name)); known != zones_.end()) return known->second;
        if (const OptionInfo* o = option_of(name)) {
            if (o->kind == OptionInfo::Kind::cells) {
                const auto cells = options_.cells(name, g);
                if (!cells) return fail_at(at, cells.error().text), ZonePair();
                for (Cell c : *cells) z.set(c);
                return {z, z};
            }
            return fail_at(at, in_quotes(name) + " is an option, but no set of cells; one of kind cells is"),
                   ZonePair();
        }
        int low = 999, high = -1, right = -1;
        for (int c = 0; c < g.size(); ++c) {
            const NameParts p = *parse_name(g.name(Cell(c)));
            low = std::min(low, p.row), high = std::max(high, p.row), right = std::max(right, p.column);
        }
        const auto pick = [&](auto wanted) {
            for (int c = 0; c < g.size(); ++c) z[std::size_t(c)] = wanted(*parse_name(g.name(Cell(c))), Cell(c));
            return ZonePair{z, z};
        };
        if (name == "all") return pick([](NameParts, Cell) { return true; });
        if (name == "none") return {};
        if (name == "dark") return pick([](NameParts p, Cell) { return (p.column + p.row) % 2 == 0; });
        if (name == "top") return pick([&](NameParts p, Cell) { return p.row == high; });
        if (name == "bottom") return pick([&](NameParts p, Cell) { return p.row == low; });
        if (name == "left") return pick([](NameParts p, Cell) { return p.column == 0; });
        if (name == "right") return pick([&](NameParts p, Cell) { return p.column == right; });
        if (name == "centre") { // the cells nearest to the middle
            const Point m{(g.low().x + g.high().x) / 2, (g.low().y + g.high().y) / 2};
            const auto away = [&](Cell c) { return std::hypot(g.centre(c).x - m.x, g.centre(c).y - m.y); };
            double least = 1e9;
            for (int c = 0; c < g.size(); ++c) least = std::min(least, away(Cell(c)));
            return pick([&](NameParts, Cell c) { return away(c) < least + 1e-6; });
        }
        if (name == "row" || name == "column") {
            const bool is_row = name == "row";
            const int n = whole(1, 250) - 1;
            return pick([&](NameParts p, Cell) { return (is_row ? p.row : p.column) == n; });
        }
        if (name == "rim") { // no neighbour that way
            const Token dir = here();
            const int d = direction(next_word("a direction"));
            if (d < 0)
                return ok() ? (fail_at(dir,
                                       in_quotes(dir.text) + " is no direction of this board; rim is followed by one"),
                               ZonePair())
                            : ZonePair();
            return pick([&](NameParts, Cell c) { return rules_->directions[std::size_t(d)].next[c] == nowhere; });
        }
        if (name == "tip") { // what reaches farthest that way
            const auto way = next_word("ne, nw, se or sw");
            if (!words::is_in(words::tips, way))
                return unknown(way, "is no corner of a board; ne, nw, se and sw are", words::all_of({words::tips})),
                       ZonePair();
            const double y = way[0] == 'n' ? -1 : 1, x = way[1] == 'e' ? 1 : -1;
            const auto reach = [&](Cell c) {
                double most = -1e9;
                for (const Point& p : g.outline(c)) most = std::max(most, p.x * x + p.y * y);
                return most;
            };
            double most = -1e9;
            for (int c = 0; c < g.size(); ++c) most = std::max(most, reach(Cell(c)));
            return pick([&](NameParts, Cell c) { return reach(c) > most - 1e-6; });
        }
        if (name == "marked") { // marked OPTION BIT: the cells whose digit has that bit
            const auto which = next_name("an option of kind marks");
            const OptionInfo* o = option_of(which);
            if (!o || o->kind != OptionInfo::Kind::text)
                return ok() ? (unknown(which, "is no option of kind marks", option_names()), ZonePair()) : ZonePair();
            const int bit = whole(1, 8);
            const auto& given = options_.given(which);
            const std::string_view digits = given ? std::string_view(*given) : o->standard;
            std::string all;
            for (char c : digits)
                if (c != '.') all += c;
            if (int(all.size()) != g.size())
                return fail_at(at, std::string(which) + " has " + std::to_string(all.size()) +
                                       " digits; the board has " + std::to_string(g.size()) + " cells"),
                       ZonePair();
            for (std::size_t c = 0; c < all.size(); ++c) {
                const auto value = std::string_view("0123456789abcdef").find(all[c]);
                if (value == std::string_view::npos)
                    return fail_at(at, in_quotes(all) +
                                           " has a letter that is no hexadecimal digit; 0 to 9 and a to f are"),
                           ZonePair();
                z[c] = value & std::size_t(bit);
            }
            return {z, z};
        }
        auto names = words::all_of({words::zones});
        for (const auto& [n, v] : zones_) names.push_back(n);
        unknown(name, "is no zone and no cell of this board; top, row 1, a1 b2 and those that the text names are",
                names);
        return {};
    }
    void start_statement() {
        const auto who = next_word("x, o or stones");
        if (!words::is_in(words::owners, who))
            return unknown(who, "is nobody; x, o or stones are", words::all_of({words::owners}));
        const int kind = taken(".") ? piece_kind() : 0;
        const Token at = here();
        if (who != "stones" && is_kind_alone(peek(), who, at)) return;
        const ZonePair z = zone();
        Cells& plane = who == "x"   ? (kind ? rules_->x_too : rules_->x)
                       : who == "o" ? (kind ? rules_->o_too : rules_->o)
                                    : rules_->stones;
        Cells others;
        for (Cells* p : {&rules_->x, &rules_->o, &rules_->stones, &rules_->x_too, &rules_->o_too})
            if (p != &plane) others |= *p;
        if (const Cells twice = others & z.x; ok() && twice.any()) {
            std::size_t c = 0;
            while (!twice[c]) ++c;
            return fail_at(at, rules_->geometry->name(Cell(c)) +
                                   " holds another piece at the start already; one piece to a cell");
        }
        plane |= z.x;
    }

    // draw [x|o] edge|line|cross ZONE [, DIRECTION {| DIRECTION}]
    void draw_statement() {
        const Geometry& g = *rules_->geometry;
        const char of = peek() == "x" || peek() == "o" ? next()[0] : '-';
        const auto shape = next_word("edge, line or cross");
        if (!words::is_in(words::shapes, shape))
            return unknown(shape, "is nothing that is drawn; edge, line and cross are", words::all_of({words::shapes}));
        const ZonePair z = zone();
        const Cells& cells = of == 'o' ? z.o : z.x;
        std::vector<Point> ways;
        if (std::vector<int> known; shape != "cross" && taken(",")) {
            do {
                const auto name = next_word("a direction");
                const int d = direction(name);
                if (std::ranges::find(known, d) != known.end())
                    fail_at(back(), in_quotes(name) + " is there twice");
                else if (d >= 0)
                    known.push_back(d), ways.push_back(way_of(d));
                else if (ok() && !is_foreign_direction(name))
                    fail_at(back(), in_quotes(name) + " is no direction of this board");
            } while (ok() && taken("|"));
        } else if (shape == "line")
            return fail(found() + ", where \",\" comes and then the directions of the line");
        if (!ok()) return;
        auto& strokes = rules_->strokes;
        const std::size_t before = strokes.size();
        const auto add = [&](Point a, Point b) { strokes.push_back({a, b, of}); };
        for (int c = 0; c < g.size(); ++c) {
            if (!cells[std::size_t(c)]) continue;
            const Point m = g.centre(Cell(c));
            const double reach = 0.22;
            if (shape == "cross") {
                add({m.x - reach, m.y - reach}, {m.x + reach, m.y + reach});
                add({m.x - reach, m.y + reach}, {m.x + reach, m.y - reach});
            } else if (shape == "line") {
                for (const Point& w : ways) add(m, {m.x + 0.36 * w.x, m.y + 0.36 * w.y});
            } else {
                const auto& corners = g.outline(Cell(c));
                for (std::size_t i = 0; i < corners.size(); ++i) {
                    const Point a = corners[i], b = corners[(i + 1) % corners.size()];
                    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2}, out{middle.x - m.x, middle.y - m.y};
                    const auto faces = [&](const Point& w) {
                        return out.x * w.x + out.y * w.y > 0.99 * std::hypot(out.x, out.y);
                    };
                    const bool is_inner = std::ranges::any_of(g.over_edge(Cell(c)),
                                                              [&](Cell n) { return cells[n] && has_edge(n, middle); });
                    if (!is_inner && (ways.empty() || std::ranges::any_of(ways, faces))) add(a, b);
                }
            }
        }
        if (strokes.size() == before && cells.any())
            return fail_at(back(), "none of these cells has such an edge, and nothing is drawn");
        if (strokes.size() > most_strokes) fail("too many lines are drawn; at most " + std::to_string(most_strokes));
    }
    // Whether one of the cell's edges has this point in its middle.
    bool has_edge(Cell c, Point middle) const {
        const auto& corners = rules_->geometry->outline(c);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Point a = corners[i], b = corners[(i + 1) % corners.size()];
            if (std::hypot(a.x + b.x - 2 * middle.x, a.y + b.y - 2 * middle.y) < 1e-3) return true;
        }
        return false;
    }
    // A direction, one unit long.
    Point way_of(int d) const {
        const Geometry& g = *rules_->geometry;
        const auto& next = rules_->directions[std::size_t(d)].next;
        std::size_t c = 0;
        while (next[c] == nowhere) ++c;
        const Point a = g.centre(Cell(c)), b = g.centre(next[c]);
        const double length = std::hypot(b.x - a.x, b.y - a.y);
        return {(b.x - a.x) / length, (b.y - a.y) / length};
    }

    // --- outcomes

    std::string_view reason() {
        const auto name = next_name("the reason's name");
        for (const Reason& r : declared_->reasons)
            if (r.name == name) return r.name;
        return name;
    }
    // REASON win | lose | draw | by NUMBER; the node of that number.
    int outcome(Outcome& o) {
        o.reason = reason();
        if (words::is_in(words::outcomes, o.reason) && !words::is_in(words::outcomes, peek()))
            return fail_at(back(), "a word for the reason comes before " + in_quotes(o.reason) +
                                       ", one of yours, as in full " + std::string(o.reason)),
                   -1;
        const auto kind = next_word("win, lose, draw or by");
        const auto found = std::ranges::find(words::outcomes, kind);
        if (found == std::end(words::outcomes))
            return unknown(kind, "is no outcome; win, lose, draw and by are", words::all_of({words::outcomes})), -1;
        o.kind = Outcome::Kind(found - std::begin(words::outcomes));
        if (o.kind != Outcome::lead) return -1;
        begin_position();
        return number(expression());
    }
    void end_statement() {
        Outcome o;
        const Token at = here();
        const int lead = outcome(o);
        expect("if", "when it is so");
        begin_position();
        const int condition = number(expression());
        if (ok() && graph_.constant_of(condition) == 0)
            return fail_at(at, "this end can never come: its condition never holds");
        if (ok() && graph_.constant_of(condition))
            return fail_at(at, "this end comes at once: its condition always holds");
        rules_->end.emplace_back(0, o);
        plan_.ends.push_back(condition);
        plan_.end_leads.push_back(lead);
    }

    // --- expressions

    // All is as it stands before a move.
    void begin_position() {
        for (int p = 0; p < planes; ++p) state_.plane[std::size_t(p)] = graph_.plane(Plane(p));
        if (!rules_->has_stones) state_.plane[stones] = graph_.nothing();
        if (rules_->kinds == 1) state_.plane[mine_too] = state_.plane[theirs_too] = graph_.nothing();
        for (int n = 0; n < most_numbers; ++n) state_.number[std::size_t(n)] = graph_.make(Code::number, -1, -1, -1, n);
        for (int k = 0; k < most_kinds; ++k) {
            state_.hand[std::size_t(k)] = graph_.make(Code::hand, -1, -1, -1, k);
            state_.their_hand[std::size_t(k)] = graph_.make(Code::their_hand, -1, -1, -1, k);
        }
        state_.restarts = state_.must = -1;
    }
    int mine_all() { return graph_.either(state_.plane[mine], state_.plane[mine_too]); }
    int theirs_all() { return graph_.either(state_.plane[theirs], state_.plane[theirs_too]); }
    int taken_all() { return graph_.either(graph_.either(mine_all(), theirs_all()), state_.plane[stones]); }

    void too_much() {
        if (graph_.overflows())
            fail("the rules are too long: at most " + std::to_string(most_nodes) + " sets and numbers, " +
                 std::to_string(most_relations) + " relations and " + std::to_string(most_zones) + " zones are kept");
    }
    Value set(int node) { return too_much(), Value{true, node}; }
    Value num(int node) { return too_much(), Value{false, node}; }
    int a_set(Value v) {
        if (!v.is_set) fail_at(back(), "a set of cells is needed here, and this is a number or a condition");
        return v.is_set ? v.node : graph_.nothing();
    }
    int number(Value v) {
        if (v.is_set)
            fail_at(back(), "a number or a condition is needed here, and this is a set of cells; any, no or # before "
                            "it makes it one");
        return v.is_set ? graph_.constant(0) : v.node;
    }

    Value expression() {
        if (++depth_ > 60) fail("this is too deep; simpler definitions do");
        Value v = conjunction();
        while (taken("or")) {
            const int a = number(v);
            v = num(graph_.make(Code::disj, a, number(conjunction())));
        }
        --depth_;
        return v;
    }
    Value conjunction() {
        Value v = comparison();
        while (taken("and")) {
            const int a = number(v);
            v = num(graph_.make(Code::conj, a, number(comparison())));
        }
        return v;
    }
    Value comparison() {
        if (++depth_ > 60) fail("this is too deep; simpler definitions do");
        const Value v = comparison_of();
        --depth_;
        return v;
    }
    Value comparison_of() {
        if (taken("not")) return num(graph_.negate(number(comparison())));
        if (taken("any")) return num(graph_.make(Code::any, a_set(sum())));
        if (taken("no")) return num(graph_.make(Code::none, a_set(sum())));
        const Value v = sum();
        const auto sign = peek();
        if (sign != "<" && sign != ">" && sign != "=" && sign != "<=" && sign != ">=" && sign != "!=") return v;
        const int a = number(v);
        next();
        if (sign == "=" && peek() == "=") return fail("one = compares"), num(graph_.constant(0));
        const int b = number(sum());
        const bool equal = sign == "=" || sign == "!=", turned = sign == ">" || sign == "<=";
        const int r = equal ? graph_.make(Code::equal, a, b) : graph_.make(Code::less, turned ? b : a, turned ? a : b);
        return num(sign == "!=" || sign == "<=" || sign == ">=" ? graph_.negate(r) : r);
    }
    Value sum() {
        Value v = product();
        while (ok()) {
            if (taken("|")) {
                const int a = a_set(v);
                v = set(graph_.either(a, a_set(product())));
            } else if (taken("+")) {
                const int a = number(v);
                v = num(graph_.make(Code::plus, a, number(product())));
            } else if (taken("-")) {
                const Value w = product();
                if (v.is_set != w.is_set)
                    fail_at(back(), "a set and a number have no difference; # makes a number of a set");
                else
                    v = v.is_set ? set(graph_.without(v.node, w.node)) : num(graph_.make(Code::minus, v.node, w.node));
            } else
                break;
        }
        return v;
    }
    Value product() {
        Value v = primary();
        while (ok()) {
            if (taken("&")) {
                const int a = a_set(v);
                v = set(graph_.both(a, a_set(primary())));
            } else if (taken("*")) {
                const int a = number(v);
                v = num(graph_.make(Code::times, a, number(primary())));
            } else
                break;
        }
        return v;
    }
    Value own(bool of_mine) {
        if (!taken(".")) return set(of_mine ? mine_all() : theirs_all());
        const int kind = piece_kind();
        return set(state_.plane[of_mine ? (kind ? mine_too : mine) : (kind ? theirs_too : theirs)]);
    }
    Value primary() {
        if (++depth_ > 60) fail("this is too deep; simpler definitions do");
        const Value v = ok() ? primary_of() : Value{true, graph_.nothing()};
        --depth_;
        return v;
    }
    Value primary_of() {
        const Token at = here();
        if (taken("(")) {
            const Value v = expression();
            close(")");
            return v;
        }
        if (taken("#")) return num(graph_.make(Code::count, a_set(primary())));
        if (taken("-")) return num(graph_.make(Code::minus, graph_.constant(0), number(primary())));
        const auto word = next_word("a set or a number");
        if (!ok()) return set(graph_.nothing());
        if (word[0] >= '0' && word[0] <= '9') {
            const auto n = parse_number(word, 0, 10000);
            if (!n) return fail_at(at, in_quotes(word) + " is no number from 0 to 10000"), num(graph_.constant(0));
            return num(graph_.constant(int(*n)));
        }
        for (const auto& [name, term] : bound_ | std::views::reverse)
            if (name == word) return term;
        if (word == "mine" || word == "theirs") return own(word == "mine");
        if (word == "stones") return set(state_.plane[stones]);
        if (word == "empty") return set(state_.plane[empty]);
        if (word == "taken") return set(taken_all());
        if (word == "all") return set(graph_.all());
        if (word == "clock") return num(graph_.make(Code::clock));
        if (word == "for_o") return num(graph_.make(Code::is_o));
        if (word == "for_x") return num(graph_.negate(graph_.make(Code::is_o)));
        if (word == "hand") return num(state_.hand[std::size_t(held_kind())]);
        if (word == "their" && peek() == "hand") {
            next();
            return num(state_.their_hand[std::size_t(held_kind())]);
        }
        if (word == "each") return each_direction();
        if (word == "when") {
            close("(");
            const int condition = number(expression());
            close(",");
            const int s = a_set(expression());
            close(")");
            return set(graph_.when(s, condition));
        }
        const bool is_line = word == "row" && peek() != "("; // row 1, the zone; row(5, a) is an operation
        if (const Value* v = is_line ? nullptr : function(word); v) return *v;
        if (const auto d = definitions_.find(std::string(word)); d != definitions_.end())
            return unfolded(d->second, at);
        if (const auto n = numbers_.find(std::string(word)); n != numbers_.end()) {
            if (rules_->is_cell[std::size_t(n->second)]) {
                // What was put there is a set again; before that it is looked up.
                return set(cell_value_[std::size_t(n->second)] >= 0
                               ? cell_value_[std::size_t(n->second)]
                               : graph_.make(Code::kept_cell, -1, -1, -1, n->second));
            }
            return num(state_.number[std::size_t(n->second)]);
        }
        if (const OptionInfo* o = option_of(word)) {
            if (o->kind == OptionInfo::Kind::number) return num(graph_.constant(options_.number(word)));
            if (o->kind == OptionInfo::Kind::flag) return num(graph_.constant(options_.flag(word)));
        }
        const bool theirs = word == "their";
        const std::string name(theirs ? peek() : word);
        if (zones_.contains(name) || option_of(name) ||
            (words::is_in(words::zones, name) && !relations_.contains(name))) {
            at_ = std::size_t(index_of(at)) + (theirs ? 1 : 0);
            const ZonePair z = zones_.contains(name) ? zones_.at(std::string(next())) : zone_part();
            return set(theirs ? graph_.zone({z.o, z.x}) : graph_.zone(z));
        }
        if (rules_->geometry->find(word)) {
            Cells z;
            z.set(*rules_->geometry->find(word));
            while (const auto c = rules_->geometry->find(peek())) z.set(*c), next();
            return set(graph_.zone({z, z}));
        }
        if (is_relation(name) || words::is_in(words::of_zones, word)) { // what it gives for a set
            at_ = std::size_t(index_of(at));
            const Pair r = part();
            if (peek() != "(")
                return fail_at(at, in_quotes(word) + " is a relation; a set in parentheses follows it here"),
                       set(graph_.nothing());
            next();
            const int s = a_set(expression());
            close(")");
            const int by = used(r);
            return set(ok() ? graph_.make(Code::around, s, -1, -1, by) : graph_.nothing());
        }
        auto names = words::all_of({words::sets, words::numbers, words::forms, words::functions, words::conditions});
        for (const auto& b : bound_) names.push_back(b.first);
        for (const auto& [n, v] : definitions_) names.push_back(n);
        for (const auto& [n, v] : zones_) names.push_back(n);
        for (const auto& [n, v] : numbers_) names.push_back(n);
        for (const auto& [n, v] : relations_) names.push_back(n);
        for (const auto& n : words::all_of({words::relations, words::zones})) names.push_back(n);
        if (!is_foreign_direction(word) && !is_kind_alone(word, "mine", at))
            fail_at(at, in_quotes(word) + " is no set and no number here" + nearest_word(word, names));
        return set(graph_.nothing());
    }
    std::ptrdiff_t index_of(const Token& t) const {
        for (std::size_t i = 0; i < tokens_->size(); ++i)
            if ((*tokens_)[i].column == t.column) return std::ptrdiff_t(i);
        return 0;
    }
    int held_kind() {
        if (rules_->kinds == 1 && piece_name(0) == "piece" && peek() != "piece") return 0;
        const int kind = piece_kind();
        if (ok() && rules_->hands[std::size_t(kind)] < 0 && !some_hand())
            fail_at(back(), "nobody has pieces in hand; a line hand PIECE NUMBER gives some");
        return kind;
    }
    bool some_hand() const { return rules_->hands[0] >= 0 || rules_->hands[1] >= 0; }

    // The operations that take arguments in parentheses; nullptr where the word is none.
    const Value* function(std::string_view word) {
        struct Form {
            Code code;
            int sets; // arguments that are sets
            int rel; // 0: no relation; 1: straight directions, all where left out; 2: any, over sides where left out; 3: one direction
        };
        static constexpr Form forms[] = {{Code::flood, 2, 2},   {Code::slide, 2, 1},    {Code::over, 2, 1},
                                         {Code::span, 3, 1},    {Code::hops, 3, 1},     {Code::leap, 3, 3},
                                         {Code::nearest, 1, 3}, {Code::farthest, 1, 3}, {Code::row, 1, 1},
                                         {Code::between, 2, 1}, {Code::parts, 1, 2},    {Code::largest, 1, 2}};
        static_assert(std::size(forms) == std::size(words::functions)); // in the same order
        const auto found = std::ranges::find(words::functions, word);
        if (found == std::end(words::functions)) return nullptr;
        const Form* const form = &forms[found - std::begin(words::functions)];
        close("(");
        std::array<int, 3> args{-1, -1, -1};
        int length = 0;
        if (form->code == Code::row) {
            length = amount();
            if (ok() && (length < 2 || length > 20)) fail_at(back(), "a row has 2 to 20 cells");
            close(",");
        }
        for (int i = 0; i < form->sets; ++i) {
            if (i > 0) close(",");
            const Value v = expression();
            args[std::size_t(i)] = form->code == Code::leap && i == 1 ? number(v) : a_set(v);
        }
        int r = 0;
        if (form->rel == 3) {
            close(",");
            r = one_direction();
        } else if (taken(",")) {
            r = form->rel == 2 ? relation_argument() : straight_argument();
        } else if (form->rel == 2 && ok()) {
            r = used(sides());
        } else if (form->rel == 1 && ok()) {
            r = all_directions();
        }
        close(")");
        if (!ok()) return result_ = set(graph_.nothing()), &result_;
        const int c = form->code == Code::row ? -1 - length : args[2];
        const int node = graph_.make(form->code, args[0], args[1], c, r);
        result_ = is_set(form->code) ? set(node) : num(node);
        return &result_;
    }
    Pair sides() const {
        Pair r = none();
        for (int c = 0; c < rules_->geometry->size(); ++c)
            for (Cell d : rules_->geometry->over_edge(Cell(c)))
                r.to[0][std::size_t(c)].set(d), r.to[1][std::size_t(c)].set(d);
        return r;
    }

    // What is defined stands where its name does.
    Value unfolded(const Definition& d, const Token& at) {
        std::vector<Bound> given;
        if (!d.names.empty()) {
            close("(");
            for (std::size_t i = 0; i < d.names.size(); ++i) {
                if (i > 0) close(",");
                given.emplace_back(d.names[i], expression());
            }
            close(")");
        }
        if (++unfolding_ > 40)
            return fail_at(at, "this definition leads to itself, or through too many others"), set(graph_.nothing());
        const auto* tokens = tokens_;
        const std::size_t begin = at_, end = end_, bound = bound_.size();
        bound_.insert(bound_.end(), given.begin(), given.end());
        tokens_ = &d.line->tokens, at_ = d.first, end_ = d.end;
        const Value v = expression();
        finished();
        tokens_ = tokens, at_ = begin, end_ = end;
        bound_.resize(bound);
        --unfolding_;
        return v;
    }
    // f() for each of the directions that come now.
    template <class F> void along(F f) {
        const int r = straight_argument();
        if (!ok()) return;
        const std::uint32_t directions = rules_->relations[std::size_t(r)].directions;
        if (directions != rules_->relations[std::size_t(r + 1)].directions)
            return fail("both players need the same directions here");
        const int outer = along_;
        const std::size_t begin = at_;
        for (std::size_t d = 0; d < rules_->directions.size() && ok(); ++d)
            if (directions >> d & 1) at_ = begin, along_ = int(d), f();
        along_ = outer;
    }
    Value each_direction() { // each DIRECTIONS (SET or NUMBER): the union, or the sum, over them
        std::optional<Value> all;
        along([&] {
            close("(");
            const Value v = expression();
            close(")");
            if (all && all->is_set != v.is_set) return fail("this is a set in one direction and a number in another");
            all = !all       ? v
                  : v.is_set ? set(graph_.either(all->node, v.node))
                             : num(graph_.make(Code::plus, all->node, v.node));
        });
        return all ? *all : set(graph_.nothing());
    }

    // --- moves

    void move_statement(const Statement& s) {
        if (rules_->moves.size() >= 32) return fail("there are too many moves; at most 32");
        rules_->moves.emplace_back();
        plan_.moves.emplace_back();
        move_ = &rules_->moves.back();
        planned_ = &plan_.moves.back();
        begin_position();
        cell_value_.fill(-1);
        const State before = state_;
        move_->name = std::string(next_name("the move's name"));
        const std::size_t unbound = bound_.size();
        if (taken("if")) {
            planned_->guard = number(expression());
            close(":");
        }
        bool more = true;
        if (peek() == "hand" && peek(1) != "in") { // hand PIECE: taken from the hand
            next();
            const int kind = held_kind();
            more = taken(",");
            if (!ok()) return;
            move_->from_hand = kind;
            const int has = graph_.negate(graph_.make(Code::is, state_.hand[std::size_t(kind)], -1, -1, 0));
            planned_->guard = planned_->guard < 0 ? has : graph_.make(Code::conj, planned_->guard, has);
            state_.hand[std::size_t(kind)] =
                graph_.make(Code::minus, state_.hand[std::size_t(kind)], graph_.constant(1));
        }
        if (more) do
                choice(false);
            while (ok() && taken(","));
        if (!peek().empty())
            fail(in_quotes(peek()) +
                 " is too much; a comma comes before another choice, and | & or - between two sets");
        for (std::size_t l = 1; l < s.lines.size() && ok();) l = effect(s, l);
        bound_.resize(unbound);
        if (!ok()) return;
        if (move_->choices == 0) {
            start(s.lines[0]);
            return fail("nothing is chosen in this move; at in empty chooses a cell");
        }
        planned_->after = outputs(state_);
        planned_->must = state_.must;
        const bool changes = state_.plane != before.plane || state_.number != before.number ||
                             state_.hand != before.hand || state_.their_hand != before.their_hand;
        if (!changes) {
            start(s.lines[0]);
            next();
            return fail_at(here(), "this move has no effect; put, clear or others change what stands on the board");
        }
    }
    // NAME in SET
    void choice(bool may_be_none) {
        const int limit = declared_->has_kinds ? most_choices : 3;
        if (move_->choices == limit) return fail("a move has at most " + std::to_string(limit) + " choices");
        const std::string name(next_name("a name for what is chosen"));
        if (is_relation(name) && !relations_.contains(name))
            return fail_at(back(), in_quotes(name) + " is a relation of this board; another name is needed");
        if (is_relation(name) || (rules_->geometry->find(name)) || zones_.contains(name) ||
            definitions_.contains(name) || numbers_.contains(name))
            return fail_at(back(), in_quotes(name) + " is the name of something already; another name is needed");
        expect("in", "the set that it is chosen from");
        const int from = a_set(expression());
        if (!ok()) return;
        if (graph_[from].code == Code::none_at_all)
            return fail_at(back(), "nothing can ever be chosen here: the set is always empty");
        const int i = move_->choices++;
        planned_->from.push_back(from);
        move_->may_be_none[std::size_t(i)] = may_be_none;
        bound_.emplace_back(name, Value{true, graph_.chosen(i, from)});
    }

    PlannedAfter outputs(const State& s) const {
        PlannedAfter a;
        a.plane = s.plane, a.number = s.number, a.hand = s.hand, a.their_hand = s.their_hand, a.restarts = s.restarts;
        for (std::size_t n = 0; n < most_numbers; ++n)
            if (rules_->is_cell[n]) a.number[n] = cell_value_[n];
        return a;
    }

    // A line of a move; gives the one after it.
    std::size_t effect(const Statement& s, std::size_t l) {
        const Line& line = s.lines[l];
        const std::size_t below = lines_below(s, l);
        if (!holds(line)) return below; // of an option; or wrong
        start_line(line);
        const auto word = next_word("what the move does");
        if (word != "along" && below > l + 1) {
            enter(s.lines[l + 1]);
            return fail("this line is indented too far; only along has lines of its own"), below;
        }
        if (word == "along") {
            if (together_) return fail("along is not in another along; name both directions"), below;
            if (below == l + 1) return fail("along has lines of its own, indented below it"), below;
            Together all{graph_.nothing(), {}};
            all.added.fill(graph_.nothing());
            const auto keeps = bound_.size();
            along([&] {
                const auto* tokens = tokens_;
                const std::size_t at = at_, end = end_;
                finished();
                together_ = &all;
                for (std::size_t k = l + 1; k < below && ok();) k = effect(s, k);
                together_ = nullptr;
                bound_.resize(keeps);
                tokens_ = tokens, at_ = at, end_ = end;
            });
            if (ok()) change(all.removed, all.added, false);
            return below;
        }
        if (word == "do") {
            const auto name = next_name("a block");
            const auto block = blocks_.find(std::string(name));
            if (block == blocks_.end()) {
                std::vector<std::string> names;
                for (const auto& [n, b] : blocks_) names.push_back(n);
                return ok() ? unknown(name, "is no block", names) : void(), below;
            }
            finished();
            if (++unfolding_ > 20) return fail("this block leads to itself"), below;
            for (std::size_t k = 1; k < block->second->lines.size() && ok();) k = effect(*block->second, k);
            --unfolding_;
            return below;
        }
        if (word == "choose") {
            if (together_) return fail("nothing is chosen under along; choose stands outside of it"), below;
            planned_->half = outputs(state_);
            move_->has_half = true;
            choice(true);
            finished();
            return below;
        }
        if (word == "keep") {
            const std::string name(next_name("a name"));
            if (numbers_.contains(name))
                return fail_at(back(), in_quotes(name) + " is kept from turn to turn; set " + name +
                                           " = … changes it, and keep has names of a move's own"),
                       below;
            close("=");
            const Value v = expression();
            finished();
            bound_.emplace_back(name, v);
            return below;
        }
        if (word == "gain") {
            const State now = state_;
            begin_position();
            planned_->gain = number(expression());
            state_ = now;
            finished();
            return below;
        }
        // ACTION if CONDITION: the condition is read first, and without it what is done is done with nothing.
        const std::size_t begin = at_;
        std::size_t condition = at_;
        while (condition < end_ && (*tokens_)[condition].text != "if") ++condition;
        int when = graph_.constant(1);
        const std::size_t end = end_;
        if (condition < end_) {
            at_ = condition + 1;
            when = number(expression());
            finished();
            at_ = begin, end_ = condition;
        }
        if (ok()) action(word, when);
        finished();
        end_ = end;
        return below;
    }
    void start_line(const Line& line) {
        enter(line);
        if (peek() != "if") return;
        while (!peek().empty() && peek() != ":") next();
        next();
    }
    static std::size_t lines_below(const Statement& s, std::size_t l) {
        std::size_t e = l + 1;
        while (e < s.lines.size() && s.lines[e].indent > s.lines[l].indent) ++e;
        return e;
    }

    // The pieces on some cells go, and others come.
    // `apart`: no two of those that come can come to one cell.
    void change(int removed, const std::array<int, planes>& added, bool apart = true) {
        if (together_) {
            together_->removed = graph_.either(together_->removed, removed);
            for (int p = 0; p < planes; ++p)
                together_->added[std::size_t(p)] =
                    graph_.either(together_->added[std::size_t(p)], added[std::size_t(p)]);
            return too_much();
        }
        int all_added = graph_.nothing();
        for (int added_here : added) all_added = graph_.either(all_added, added_here);
        int earlier = graph_.nothing(); // where two things come to one cell, the first has it
        for (int p = 0; p < planes; ++p) {
            if (p == empty || (p > empty && rules_->kinds == 1)) continue;
            int others = graph_.nothing();
            for (int q = 0; q < planes; ++q)
                if (q != p) others = graph_.either(others, added[std::size_t(q)]);
            int& plane = state_.plane[std::size_t(p)];
            plane = graph_.either(graph_.without(plane, graph_.either(removed, others)),
                                  apart ? added[std::size_t(p)] : graph_.without(added[std::size_t(p)], earlier));
            earlier = graph_.either(earlier, added[std::size_t(p)]);
        }
        state_.plane[empty] = graph_.without(graph_.either(state_.plane[empty], removed), all_added);
        too_much();
    }
    std::array<int, planes> nothing_added() {
        std::array<int, planes> a;
        a.fill(graph_.nothing());
        return a;
    }

    void action(std::string_view word, int when) {
        const auto if_so = [&](int s) { return graph_.when(s, when); };
        const auto select = [&](int then, int otherwise) { // when is 0 or not: then * when + otherwise * not when
            const int yes = graph_.negate(graph_.negate(when)), no = graph_.negate(when);
            return graph_.make(Code::plus, graph_.make(Code::times, then, yes),
                               graph_.make(Code::times, otherwise, no));
        };
        if (word == "put") {
            const auto whose = next_word("mine, theirs or stones");
            Plane plane = mine;
            if (whose == "theirs")
                plane = theirs;
            else if (whose == "stones")
                plane = stones;
            else if (whose != "mine")
                return is_kind_alone(whose, "mine", back())
                           ? void()
                           : unknown(whose, "cannot be put; mine, theirs and stones can",
                                     words::all_of({words::put_by}));
            if (plane != stones && taken(".")) {
                if (piece_kind() == 1) plane = plane == mine ? mine_too : theirs_too;
            } else if (is_kind_alone(peek(), whose, here()))
                return;
            const int s = if_so(a_set(expression()));
            auto added = nothing_added();
            added[plane] = s;
            change(graph_.nothing(), added);
        } else if (word == "clear") {
            change(if_so(a_set(expression())), nothing_added());
        } else if (word == "turn") { // pieces change sides
            const int s = if_so(a_set(expression()));
            auto added = nothing_added();
            static constexpr std::pair<Plane, Plane> sides[] = {
                {mine, theirs}, {theirs, mine}, {mine_too, theirs_too}, {theirs_too, mine_too}};
            for (const auto& [from, to] : sides) added[to] = graph_.both(state_.plane[from], s);
            change(graph_.nothing(), added);
        } else if (word == "carry") {
            const int from = a_set(expression());
            expect("to", "the cell that it goes to");
            const int to = a_set(expression());
            const int a = if_so(graph_.when(from, graph_.make(Code::any, to))),
                      b = if_so(graph_.when(to, graph_.make(Code::any, from)));
            auto added = nothing_added();
            for (int p = 0; p < planes; ++p)
                if (p != empty) {
                    const int here = graph_.both(state_.plane[std::size_t(p)], a);
                    added[std::size_t(p)] =
                        graph_[here].code == Code::none_at_all ? here : graph_.when(b, graph_.make(Code::any, here));
                }
            change(a, added);
        } else if (word == "shift") {
            const int s = if_so(a_set(expression()));
            close(",");
            const int d = one_direction();
            if (!ok()) return;
            const bool home = taken("home");
            auto added = nothing_added();
            for (int p = 0; p < planes; ++p)
                if (p != empty)
                    added[std::size_t(p)] =
                        graph_.make(Code::around, graph_.both(state_.plane[std::size_t(p)], s), -1, -1, d);
            if (home) {
                if (!some_hand())
                    return fail_at(back(), "nobody has pieces in hand; a line hand PIECE NUMBER gives some");
                ZonePair edge;
                for (int c = 0; c < rules_->geometry->size(); ++c) {
                    edge.x[std::size_t(c)] = rules_->relations[std::size_t(d)].to[std::size_t(c)].none();
                    edge.o[std::size_t(c)] = rules_->relations[std::size_t(d + 1)].to[std::size_t(c)].none();
                }
                const int off = graph_.both(graph_.zone(edge), s);
                static constexpr Plane of_mine[] = {mine, mine_too}, of_theirs[] = {theirs, theirs_too};
                for (std::size_t k = 0; k < std::size_t(rules_->kinds); ++k) {
                    state_.hand[k] = graph_.make(Code::plus, state_.hand[k],
                                                 graph_.make(Code::count, graph_.both(state_.plane[of_mine[k]], off)));
                    state_.their_hand[k] =
                        graph_.make(Code::plus, state_.their_hand[k],
                                    graph_.make(Code::count, graph_.both(state_.plane[of_theirs[k]], off)));
                }
            }
            change(s, added);
        } else if (word == "give" || word == "take") { // give [their] PIECE NUMBER
            const bool their = taken("their");
            if (!some_hand()) return fail("nobody has pieces in hand; a line hand PIECE NUMBER gives some");
            const std::size_t kind = std::size_t(piece_kind());
            const int n = number(expression());
            int& hand = (their ? state_.their_hand : state_.hand)[kind];
            hand = select(graph_.make(word == "give" ? Code::plus : Code::minus, hand, n), hand);
        } else if (word == "set") {
            const auto name = next_name("a number or a cell");
            const auto n = numbers_.find(std::string(name));
            if (n == numbers_.end()) {
                std::vector<std::string> names;
                for (const auto& [k, v] : numbers_) names.push_back(k);
                return ok() ? unknown(name, "is no number and no cell that is kept", names) : void();
            }
            close("=");
            const std::size_t id = std::size_t(n->second);
            if (rules_->is_cell[id]) {
                const int old =
                    cell_value_[id] >= 0 ? cell_value_[id] : graph_.make(Code::kept_cell, -1, -1, -1, n->second);
                const int s = a_set(expression());
                cell_value_[id] =
                    graph_.constant_of(when) ? s : graph_.either(if_so(s), graph_.when(old, graph_.negate(when)));
            } else {
                const int to = number(expression());
                if (const int fixed = graph_.constant_of(to).value_or(0); fixed < 0 || fixed > 255)
                    return fail_at(back(),
                                   "what is kept from turn to turn is 0 to 255, and this is " + std::to_string(fixed));
                state_.number[id] = select(to, state_.number[id]);
            }
        } else if (word == "restart") {
            if (rules_->clock_limit == 0)
                return fail_at(back(), "there is no clock; a line clock 100 REASON gives one");
            state_.restarts = state_.restarts < 0 ? when : graph_.make(Code::disj, state_.restarts, when);
        } else if (word == "must") {
            int c = number(expression());
            if (!graph_.constant_of(when)) c = graph_.make(Code::disj, graph_.negate(when), c);
            state_.must = state_.must < 0 ? c : graph_.make(Code::conj, state_.must, c);
        } else {
            unknown(word,
                    "is nothing that a move does; put, clear, carry, shift, turn, set, give, take, restart, must, "
                    "keep, choose, along and do are",
                    words::all_of({words::actions}));
        }
    }

    // What listing the moves of a position may cost, worked out before any is listed.
    void check_work() {
        double work = 0;
        for (std::size_t m = 0; m < plan_.moves.size(); ++m) {
            const auto& planned = plan_.moves[m];
            std::vector<double> cost(std::size_t(most_choices) + 2);
            std::vector<bool> seen(graph_.nodes().size());
            const auto add = [&](auto self, int n) -> void {
                if (n < 0 || seen[std::size_t(n)]) return;
                seen[std::size_t(n)] = true;
                const Node& node = graph_[n];
                cost[std::size_t(node.level)] += graph_.cost_of(n);
                self(self, node.a), self(self, node.b);
                if (node.code != Code::around_cell) self(self, node.c);
            };
            for (int n : planned.from) add(add, n);
            add(add, planned.guard), add(add, planned.must);
            double ways = 1;
            for (std::size_t i = 0; i < planned.from.size(); ++i) {
                work += ways * (1 + cost[i]);
                ways *= std::max(1.0, graph_.most_of(planned.from[i]));
            }
            work += ways * (1 + cost[planned.from.size()]);
            if (ways > most_ways)
                return fail_at(move_at(m), "this move may be made in " + std::to_string(std::int64_t(ways)) +
                                               " ways; at most " + std::to_string(most_ways) +
                                               ", so the sets that it is chosen from must be smaller, or the board");
        }
        if (work > most_work)
            fail_at(move_at(0), "to list the moves of a position may take " + std::to_string(std::int64_t(work)) +
                                    " operations; at most " + std::to_string(std::int64_t(most_work)));
    }
    Token move_at(std::size_t m) const {
        for (const Statement& s : all_)
            if (s.key.starts_with("move ") && m-- == 0) return s.lines[0].tokens[0];
        return {{}, 1, 1};
    }

    const std::shared_ptr<const Declared> declared_;
    const Options& options_;
    std::shared_ptr<Rules> rules_ = std::make_shared<Rules>();
    Graph graph_;
    Plan plan_;
    std::vector<Statement> all_;
    const Statement* statement_ = nullptr;
    MoveRule* move_ = nullptr;
    PlannedMove* planned_ = nullptr;
    Together* together_ = nullptr;
    State state_;
    std::array<int, most_numbers> cell_value_{-1, -1, -1, -1};
    std::map<std::string, Pair> relations_;
    std::map<std::string, ZonePair> zones_;
    std::map<std::string, int> numbers_;
    std::map<std::string, Definition> definitions_;
    std::map<std::string, const Statement*> blocks_;
    std::vector<Bound> bound_;
    Value result_;
    int depth_ = 0, unfolding_ = 0, along_ = -1;
    bool has_stuck_ = false;
};

}

Expected<std::shared_ptr<const Rules>> read(std::shared_ptr<const Declared> declared, const Options& options) {
    return Reader(std::move(declared), options).read();
}

}
