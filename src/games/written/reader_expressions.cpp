// Expressions of a text: sets and numbers, which become nodes of the graph.
#include "games/written/reader.hpp"
#include "games/written/words.hpp"
#include <algorithm>
#include <optional>
#include <ranges>

namespace tavoliere::written {

// All is as it stands before a move.
void Reader::begin_position() {
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

void Reader::too_much() {
    if (graph_.overflows())
        fail("the rules are too long: at most " + std::to_string(most_nodes) + " sets and numbers, " +
             std::to_string(most_relations) + " relations and " + std::to_string(most_zones) + " zones are kept");
}

int Reader::a_set(Value v) {
    if (!v.is_set) fail_at(back(), "a set of cells is needed here, and this is a number or a condition");
    return v.is_set ? v.node : graph_.nothing();
}

int Reader::number(Value v) {
    if (v.is_set)
        fail_at(back(), "a number or a condition is needed here, and this is a set of cells; any, no or # before "
                        "it makes it one");
    return v.is_set ? graph_.constant(0) : v.node;
}

Value Reader::expression() {
    if (++depth_ > 60) fail("this is too deep; simpler definitions do");
    Value v = conjunction();
    while (taken("or")) {
        const int a = number(v);
        v = num(graph_.make(Code::disj, a, number(conjunction())));
    }
    --depth_;
    return v;
}

Value Reader::conjunction() {
    Value v = comparison();
    while (taken("and")) {
        const int a = number(v);
        v = num(graph_.make(Code::conj, a, number(comparison())));
    }
    return v;
}

Value Reader::comparison() {
    if (++depth_ > 60) fail("this is too deep; simpler definitions do");
    const Value v = comparison_of();
    --depth_;
    return v;
}

Value Reader::comparison_of() {
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

Value Reader::sum() {
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

Value Reader::product() {
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

Value Reader::own(bool of_mine) {
    if (!taken(".")) return set(of_mine ? mine_all() : theirs_all());
    const int kind = piece_kind();
    return set(state_.plane[of_mine ? (kind ? mine_too : mine) : (kind ? theirs_too : theirs)]);
}

Value Reader::primary() {
    if (++depth_ > 60) fail("this is too deep; simpler definitions do");
    const Value v = ok() ? primary_of() : Value{true, graph_.nothing()};
    --depth_;
    return v;
}

Value Reader::primary_of() {
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
    if (const auto d = definitions_.find(std::string(word)); d != definitions_.end()) return unfolded(d->second, at);
    if (const auto n = numbers_.find(std::string(word)); n != numbers_.end()) {
        if (rules_->is_cell[std::size_t(n->second)]) {
            // What was put there is a set again; before that it is looked up.
            return set(cell_value_[std::size_t(n->second)] >= 0 ? cell_value_[std::size_t(n->second)]
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
    if (zones_.contains(name) || option_of(name) || (words::is_in(words::zones, name) && !relations_.contains(name))) {
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

std::ptrdiff_t Reader::index_of(const Token& t) const {
    for (std::size_t i = 0; i < tokens_->size(); ++i)
        if ((*tokens_)[i].column == t.column) return std::ptrdiff_t(i);
    return 0;
}

int Reader::held_kind() {
    if (rules_->kinds == 1 && piece_name(0) == "piece" && peek() != "piece") return 0;
    const int kind = piece_kind();
    if (ok() && rules_->hands[std::size_t(kind)] < 0 && !some_hand())
        fail_at(back(), "nobody has pieces in hand; a line hand PIECE NUMBER gives some");
    return kind;
}

// The operations that take arguments in parentheses; nullptr where the word is none.
const Value* Reader::function(std::string_view word) {
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

Pair Reader::sides() const {
    Pair r = none();
    for (int c = 0; c < rules_->geometry->size(); ++c)
        for (Cell d : rules_->geometry->over_edge(Cell(c)))
            r.to[0][std::size_t(c)].set(d), r.to[1][std::size_t(c)].set(d);
    return r;
}

// What is defined stands where its name does.
Value Reader::unfolded(const Definition& d, const Token& at) {
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

Value Reader::each_direction() { // each DIRECTIONS (SET or NUMBER): the union, or the sum, over them
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

}
