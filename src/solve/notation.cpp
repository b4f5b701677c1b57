#include "solve/notation.hpp"
#include "game/options.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

struct Signs {
    std::string_view up, two_ups, down, two_downs, plus_minus, tiny, miny;
};
constexpr Signs ascii{"^", "^^", "v", "vv", "+-", "+_", "-_"}, unicode{"↑", "⇑", "↓", "⇓", "±", "⧾", "⧿"};

class Writer {
public:
    Writer(Values& values, Script script, std::size_t most)
        : v(values), signs(script == Script::ascii ? ascii : unicode), left_(most) {}

    // Nothing: too long.
    std::optional<std::string> text(Value g) {
        std::optional<std::string> out;
        if (const auto n = v.as_number_up_star(g))
            out = number_up_star(*n);
        else if ((out = tiny(g)) || (out = symmetric(g)) || (out = switched(g)) || is_long())
            ;
        else
            out = braces(g);
        if (!out || out->size() > left_) {
            left_ = 0;
            return {};
        }
        return out;
    }

private:
    bool is_long() const { return left_ == 0; }

    std::string number_up_star(const NumberUpStar& n) const {
        std::string out = n.number != Dyadic(0) ? n.number.text() : "";
        const int ups = std::abs(n.ups);
        if (ups == 2)
            out += n.ups > 0 ? signs.two_ups : signs.two_downs;
        else if (ups)
            out += std::string(n.ups > 0 ? signs.up : signs.down) + (ups > 1 ? std::to_string(ups) : "");
        if (n.nimber) out += "*" + (n.nimber > 1 ? std::to_string(n.nimber) : "");
        return out.empty() ? "0" : out;
    }

    std::optional<std::string> tiny(Value g) {
        if (const auto of = tiny_of(g)) return subscript(signs.tiny, *of);
        if (const auto of = tiny_of(v.negative(g))) return subscript(signs.miny, *of);
        return {};
    }
    // G of { 0 | { 0 | -G } }. It is above 0, or the form would not be canonical.
    std::optional<Value> tiny_of(Value g) const {
        const auto is_zero = [&](std::span<const Value> side) { return side.size() == 1 && side[0] == v.zero(); };
        if (!is_zero(v.left(g)) || v.right(g).size() != 1) return {};
        const Value threat = v.right(g)[0];
        if (!is_zero(v.left(threat)) || v.right(threat).size() != 1) return {};
        if (v.as_number_up_star(threat)) return {};
        return v.negative(v.right(threat)[0]);
    }
    std::optional<std::string> subscript(std::string_view sign, Value of) {
        const auto inner = text(of);
        if (!inner) return {};
        const bool plain = v.is_number(of) && v.left_stop(of).is_integer();
        return std::string(sign) + (plain ? *inner : "(" + *inner + ")");
    }

    // A game that is its own negative: Left's options say all.
    std::optional<std::string> symmetric(Value g) {
        if (v.negative(g) != g || v.left(g).empty()) return {};
        const auto inner = list(v.left(g));
        if (!inner) return {};
        const bool plain = v.left(g).size() == 1 && v.is_number(v.left(g)[0]);
        return std::string(signs.plus_minus) + (plain ? *inner : "(" + *inner + ")");
    }

    // { a | b } with numbers a > b, as the middle and how far both are from it.
    std::optional<std::string> switched(Value g) const {
        if (v.left(g).size() != 1 || v.right(g).size() != 1) return {};
        const Value a = v.left(g)[0], b = v.right(g)[0];
        if (!v.is_number(a) || !v.is_number(b)) return {};
        const Dyadic sum = v.left_stop(a) + v.left_stop(b), difference = v.left_stop(a) - v.left_stop(b);
        if (!sum.is_even() || !difference.is_even()) return {};
        return sum.half().text() + std::string(signs.plus_minus) + difference.half().text();
    }

    std::optional<std::string> braces(Value g) {
        const auto lefts = list(v.left(g));
        if (!lefts) return {};
        const auto rights = list(v.right(g));
        if (!rights) return {};
        return "{" + *lefts + "|" + *rights + "}";
    }

    // Short ones first, so that it does not depend on the order in which values were found.
    std::optional<std::string> list(std::span<const Value> options) {
        std::vector<std::string> texts;
        std::size_t together = 0;
        for (Value o : options) {
            auto one = text(o);
            if (!one || (together += one->size() + 1) > left_) {
                left_ = 0;
                return {};
            }
            texts.push_back(std::move(*one));
        }
        std::ranges::sort(texts, [](const std::string& a, const std::string& b) {
            return a.size() != b.size() ? a.size() < b.size() : a < b;
        });
        std::string out;
        for (const std::string& t : texts) out += (out.empty() ? "" : ",") + t;
        return out;
    }

    Values& v;
    const Signs& signs;
    std::size_t left_; // bytes that a text may have; 0 once one was longer
};

// By recursive descent.
//
//     sum    = [ "-" ] term { ( "+" | "-" | what follows by itself ) term }        1/2^* is a number, an up and a nimber added
//     term   = number | ups | nimber | ( switch | tiny ) operand | "{" list bars list { bars list } "}" | "(" sum ")"
//     bars   = "|" { "|" }                                           more of them part first: {0||1|2} is {0|{1|2}}
class Reader {
public:
    Reader(Values& values, std::string_view text) : v(values), all_(text), rest_(text) {}

    Expected<Value> whole() {
        const Value g = sum(0);
        skip();
        if (wrong_.empty() && !rest_.empty()) refuse("what follows is not part of the value");
        if (wrong_.empty() && v.over()) refuse("the game is too large to work out here");
        if (!wrong_.empty()) return problem(wrong_);
        return g;
    }

private:
    static constexpr int deepest = 100;

    Value refuse(const std::string& what) {
        if (wrong_.empty())
            wrong_ = "value: " + in_quotes(all_) + ", at place " + std::to_string(all_.size() - rest_.size() + 1) +
                     ": " + what + "; values are such as 3/4, ^, v3*, *2, +-1, {0|^*}, and sums of them";
        rest_ = {};
        return v.zero();
    }
    void skip() {
        while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
    }
    bool take(std::string_view sign) {
        skip();
        return tavoliere::take(rest_, sign);
    }
    bool take(std::string_view Signs::* sign) { return take(ascii.*sign) || take(unicode.*sign); }
    bool at(std::string_view sign) {
        skip();
        return rest_.starts_with(sign);
    }
    bool at(std::string_view Signs::* sign) { return at(ascii.*sign) || at(unicode.*sign); }
    bool at_digit() {
        skip();
        return !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9';
    }

    Value sum(int depth) {
        if (depth > deepest) return refuse("it is nested too deeply");
        const auto is_switch = [&] { return at(&Signs::plus_minus) || at(&Signs::tiny) || at(&Signs::miny); };
        Value total = v.zero();
        for (bool first = true; wrong_.empty(); first = false) {
            skip();
            const bool ends = rest_.empty() || at(",") || at("|") || at("}") || at(")");
            if (ends && first) return refuse("a value is missing");
            if (ends) break;
            const bool minus = !is_switch() && take("-");
            if (!minus && !is_switch() && take("+") && first) return refuse("a value is missing before the +");
            const Value g = term(depth);
            total = v.sum(total, minus ? v.negative(g) : g);
        }
        return total;
    }

    Value term(int depth) {
        if (take(&Signs::plus_minus)) return switched(depth);
        if (take(&Signs::tiny)) return tiny(operand(depth));
        if (take(&Signs::miny)) return v.negative(tiny(operand(depth)));
        if (take(&Signs::two_ups)) return v.number_up_star({Dyadic(0), 2, 0});
        if (take(&Signs::two_downs)) return v.number_up_star({Dyadic(0), -2, 0});
        if (take(&Signs::up)) return v.number_up_star({Dyadic(0), count(1, 1000), 0});
        if (take(&Signs::down)) return v.number_up_star({Dyadic(0), -count(1, 1000), 0});
        if (take("*")) return v.nimber(count(1, 255));
        return operand(depth);
    }

    // A number, braces or parentheses: what may follow a sign.
    Value operand(int depth) {
        if (at_digit()) return number();
        if (take("{")) return braces(depth + 1);
        if (take("(")) {
            const Value g = sum(depth + 1);
            return wrong_.empty() && !take(")") ? refuse("a ) is missing") : g;
        }
        return refuse("no value begins in this way");
    }

    // Values between commas, none of them obligatory.
    std::vector<Value> list(int depth) {
        std::vector<Value> options;
        if (at("|") || at("}") || at(")")) return options;
        do options.push_back(sum(depth));
        while (wrong_.empty() && take(","));
        return options;
    }

    // What stands between braces: lists, and how many bars are behind each but the last.
    struct Parts {
        std::vector<std::vector<Value>> lists;
        std::vector<int> bars;
    };
    Value braces(int depth) {
        Parts parts;
        for (;;) {
            parts.lists.push_back(list(depth));
            if (!wrong_.empty()) return v.zero();
            if (take("}")) break;
            int bars = 0;
            for (skip(); tavoliere::take(rest_, "|");) ++bars;
            if (bars == 0) return refuse("a | or } is missing");
            parts.bars.push_back(bars);
        }
        return parts.bars.empty() ? refuse("a | is missing before the }") : game(parts, 0, parts.bars.size());
    }
    // Of the lists from `first` to `last`: the longest bars part them.
    Value game(const Parts& parts, std::size_t first, std::size_t last) {
        const auto begin = parts.bars.begin() + std::ptrdiff_t(first), end = parts.bars.begin() + std::ptrdiff_t(last);
        const auto longest = std::max_element(begin, end);
        if (std::count(begin, end, *longest) > 1) return refuse("bars of the same length separate nothing clearly");
        const auto at = std::size_t(longest - parts.bars.begin());
        auto left = side(parts, first, at), right = side(parts, at + 1, last);
        return v.make(std::move(left), std::move(right));
    }
    std::vector<Value> side(const Parts& parts, std::size_t first, std::size_t last) {
        if (first == last) return parts.lists[first];
        return {game(parts, first, last)};
    }

    Value switched(int depth) {
        std::vector<Value> left, right;
        if (!take("("))
            left = {operand(depth)};
        else if (left = list(depth + 1); wrong_.empty() && !take(")"))
            return refuse("a ) is missing");
        for (Value o : left) right.push_back(v.negative(o));
        return v.make(std::move(left), std::move(right));
    }
    Value tiny(Value g) { return v.make({v.zero()}, {v.make({v.zero()}, {v.negative(g)})}); }

    // Digits where there are some: `otherwise` where not.
    int count(int otherwise, long most) {
        const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
        if (digits == 0) return otherwise;
        const auto n = parse_number(rest_.substr(0, digits), 0, most);
        if (!n) return refuse("this number is not from 0 to " + std::to_string(most)), 0;
        rest_.remove_prefix(digits);
        return int(*n);
    }
    Value number() {
        const int top = count(0, 1000);
        if (!tavoliere::take(rest_, "/")) return v.number(Dyadic(top));
        const int bottom = count(0, 1 << 20);
        if (bottom == 0 || (bottom & (bottom - 1))) return refuse("a denominator is a power of two to 1048576");
        return v.number(Dyadic::of_units(Dyadic(top).units / bottom));
    }

    Values& v;
    const std::string_view all_;
    std::string_view rest_;
    std::string wrong_;
};

}

std::string text(Values& values, Value g, Script script, std::size_t most) {
    if (const auto out = Writer(values, script, most).text(g)) return *out;
    return "(" + std::to_string(values.count_positions(g)) + " positions, birthday " +
           std::to_string(values.birthday(g)) + ")";
}

Expected<Value> parse_value(Values& values, std::string_view text) { return Reader(values, text).whole(); }

}
