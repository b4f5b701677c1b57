// What reads the statements of a text into rules: one reader, whose parts lie in files by what they read: lines and what has a name
// (reader.cpp), the board and what is on it, relations, zones, expressions, and moves with what they end in.
#pragma once
#include "games/written/compile.hpp"
#include "games/written/graph.hpp"
#include "games/written/reading.hpp"
#include <map>

namespace tavoliere::written {

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
    Expected<std::shared_ptr<const Rules>> read();

private:
    // --- its lines (reader.cpp)

    bool holds(const Line& line);
    void start(const Line& line);
    const OptionInfo* option_of(std::string_view name) const;
    std::vector<std::string> option_names() const;
    void used_names();
    void said_once();
    void statement(const Statement& s);
    std::string_view fresh_name(std::string_view what);
    int amount();
    int piece_kind();
    std::string piece_name(int kind) const;
    bool is_kind_alone(std::string_view name, std::string_view owner, const Token& at);

    // --- the board and what is on it (reader_board.cpp)

    void board();
    void find_directions();
    int direction(std::string_view name) const;
    bool is_foreign_direction(std::string_view name);
    void start_statement();
    void draw_statement();
    void tell(std::uint32_t kind, LegendEntry&& mark);
    bool has_edge(Cell c, Point middle) const;
    Point way_of(int d) const;

    // --- relations (reader_relations.cpp)

    Pair none() const;
    static void each_cell(Pair& r, const Pair& b, auto f) {
        for (std::size_t player : {0u, 1u})
            for (std::size_t c = 0; c < r.to[player].size(); ++c) f(r.to[player][c], b.to[player][c]);
    }
    Pair relation();
    Pair chain();
    Pair part();
    Pair to_the_edge(const Pair& r);
    using Cells_list = std::vector<Cells>;
    bool is_relation(std::string_view name) const;
    Pair atom();
    // A relation as an argument of an operation: 2 its number, which after a failure may be that of none.
    int relation_argument() { return ok() ? used(relation()) : 0; }
    int used(const Pair& r);
    int straight_argument();
    int one_direction();
    int all_directions();

    // --- zones (reader_zones.cpp)

    ZonePair zone();
    ZonePair zone_part();

    // --- expressions (reader_expressions.cpp)

    void begin_position();
    int mine_all() { return graph_.either(state_.plane[mine], state_.plane[mine_too]); }
    int theirs_all() { return graph_.either(state_.plane[theirs], state_.plane[theirs_too]); }
    int taken_all() { return graph_.either(graph_.either(mine_all(), theirs_all()), state_.plane[stones]); }
    void too_much();
    Value set(int node) { return too_much(), Value{true, node}; }
    Value num(int node) { return too_much(), Value{false, node}; }
    int a_set(Value v);
    int number(Value v);
    Value expression();
    Value conjunction();
    Value comparison();
    Value comparison_of();
    Value sum();
    Value product();
    Value own(bool of_mine);
    Value primary();
    Value primary_of();
    std::ptrdiff_t index_of(const Token& t) const;
    int held_kind();
    bool some_hand() const { return rules_->hands[0] >= 0 || rules_->hands[1] >= 0; }
    const Value* function(std::string_view word);
    Pair sides() const;
    Value unfolded(const Definition& d, const Token& at);
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
    Value each_direction();

    // --- outcomes and moves (reader_moves.cpp)

    std::string_view reason();
    int outcome(Outcome& o);
    void end_statement();
    void move_statement(const Statement& s);
    void choice(bool may_be_none);
    PlannedAfter outputs(const State& s) const;
    std::size_t effect(const Statement& s, std::size_t l);
    void start_line(const Line& line);
    static std::size_t lines_below(const Statement& s, std::size_t l);
    void change(int removed, const std::array<int, planes>& added, bool apart = true);
    std::array<int, planes> nothing_added();
    void action(std::string_view word, int when);
    void check_work();
    Token move_at(std::size_t m) const;

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
    std::vector<std::uint32_t> drawn_kinds_; // of the legend's entries
    Value result_;
    int depth_ = 0, unfolding_ = 0, along_ = -1;
    bool has_stuck_ = false;
};

}
