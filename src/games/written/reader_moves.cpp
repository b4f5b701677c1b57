// Moves of a text, line by line, and how a game ends.
#include "games/written/reader.hpp"
#include "games/written/words.hpp"
#include <algorithm>

namespace tavoliere::written {

std::string_view Reader::reason() {
    const auto name = next_name("the reason's name");
    for (const Reason& r : declared_->reasons)
        if (r.name == name) return r.name;
    return name;
}

// REASON win | lose | draw | by NUMBER; the node of that number.
int Reader::outcome(Outcome& o) {
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

void Reader::end_statement() {
    Outcome o;
    const Token at = here();
    const int lead = outcome(o);
    expect("if", "when it is so");
    begin_position();
    const int condition = number(expression());
    if (ok() && graph_.constant_of(condition) == 0)
        return fail_at(at, "this end can never come: its condition never holds");
    if (ok() && graph_.constant_of(condition)) return fail_at(at, "this end comes at once: its condition always holds");
    rules_->end.emplace_back(0, o);
    plan_.ends.push_back(condition);
    plan_.end_leads.push_back(lead);
}

void Reader::move_statement(const Statement& s) {
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
        state_.hand[std::size_t(kind)] = graph_.make(Code::minus, state_.hand[std::size_t(kind)], graph_.constant(1));
    }
    if (more) do
            choice(false);
        while (ok() && taken(","));
    if (!peek().empty())
        fail(in_quotes(peek()) + " is too much; a comma comes before another choice, and | & or - between two sets");
    for (std::size_t l = 1; l < s.lines.size() && ok();) l = effect(s, l);
    bound_.resize(unbound);
    if (!ok()) return;
    if (move_->choices == 0) {
        start(s.lines[0]);
        return fail("nothing is chosen in this move; at in empty chooses a cell");
    }
    planned_->after = outputs(state_);
    planned_->must = state_.must;
    const bool changes = state_.plane != before.plane || state_.number != before.number || state_.hand != before.hand ||
                         state_.their_hand != before.their_hand;
    if (!changes) {
        start(s.lines[0]);
        next();
        return fail_at(here(), "this move has no effect; put, clear or others change what stands on the board");
    }
}

// NAME in SET
void Reader::choice(bool may_be_none) {
    const int limit = declared_->has_kinds ? most_choices : 3;
    if (move_->choices == limit) return fail("a move has at most " + std::to_string(limit) + " choices");
    const std::string name(next_name("a name for what is chosen"));
    if (is_relation(name) && !relations_.contains(name))
        return fail_at(back(), in_quotes(name) + " is a relation of this board; another name is needed");
    if (is_relation(name) || (rules_->geometry->find(name)) || zones_.contains(name) || definitions_.contains(name) ||
        numbers_.contains(name))
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

PlannedAfter Reader::outputs(const State& s) const {
    PlannedAfter a;
    a.plane = s.plane, a.number = s.number, a.hand = s.hand, a.their_hand = s.their_hand, a.restarts = s.restarts;
    for (std::size_t n = 0; n < most_numbers; ++n)
        if (rules_->is_cell[n]) a.number[n] = cell_value_[n];
    return a;
}

// A line of a move; gives the one after it.
std::size_t Reader::effect(const Statement& s, std::size_t l) {
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

void Reader::start_line(const Line& line) {
    enter(line);
    if (peek() != "if") return;
    while (!peek().empty() && peek() != ":") next();
    next();
}

std::size_t Reader::lines_below(const Statement& s, std::size_t l) {
    std::size_t e = l + 1;
    while (e < s.lines.size() && s.lines[e].indent > s.lines[l].indent) ++e;
    return e;
}

// The pieces on some cells go, and others come.
// `apart`: no two of those that come can come to one cell.
void Reader::change(int removed, const std::array<int, planes>& added, bool apart) {
    if (together_) {
        together_->removed = graph_.either(together_->removed, removed);
        for (int p = 0; p < planes; ++p)
            together_->added[std::size_t(p)] = graph_.either(together_->added[std::size_t(p)], added[std::size_t(p)]);
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

std::array<int, planes> Reader::nothing_added() {
    std::array<int, planes> a;
    a.fill(graph_.nothing());
    return a;
}

void Reader::action(std::string_view word, int when) {
    const auto if_so = [&](int s) { return graph_.when(s, when); };
    const auto select = [&](int then, int otherwise) { // when is 0 or not: then * when + otherwise * not when
        const int yes = graph_.negate(graph_.negate(when)), no = graph_.negate(when);
        return graph_.make(Code::plus, graph_.make(Code::times, then, yes), graph_.make(Code::times, otherwise, no));
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
                       : unknown(whose, "cannot be put; mine, theirs and stones can", words::all_of({words::put_by}));
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
            if (!some_hand()) return fail_at(back(), "nobody has pieces in hand; a line hand PIECE NUMBER gives some");
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
        if (rules_->clock_limit == 0) return fail_at(back(), "there is no clock; a line clock 100 REASON gives one");
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
void Reader::check_work() {
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

Token Reader::move_at(std::size_t m) const {
    for (const Statement& s : all_)
        if (s.key.starts_with("move ") && m-- == 0) return s.lines[0].tokens[0];
    return {{}, 1, 1};
}

}
