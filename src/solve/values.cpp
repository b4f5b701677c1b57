#include "solve/values.hpp"
#include "game/position.hpp" // mix
#include <algorithm>

namespace tavoliere {
namespace {

// Far above what positions of boards have; the birthday of a value still fits 16 bits.
constexpr int most_number = 4000, most_exponent = 30, most_ups = 1000, most_nimber = 1 << 10;

constexpr std::uint32_t id(Value g) { return std::uint32_t(g); }

void sort(std::vector<Value>& options) {
    std::sort(options.begin(), options.end());
    options.erase(std::unique(options.begin(), options.end()), options.end());
}

std::uint32_t hash_of(std::span<const Value> left, std::span<const Value> right) {
    std::uint64_t h = left.size();
    for (Value o : left) h = mix(h + id(o) + 1);
    h = mix(h ^ 0x9e3779b97f4a7c15);
    for (Value o : right) h = mix(h + id(o) + 1);
    return std::uint32_t(h);
}

}

// Limits.

Values::Values(const SolveLimits& limits, const std::atomic<bool>& stop, ValueReport report)
    : table_(1 << 12, none), clock_(limits, stop), report_(std::move(report)), most_memory_(limits.memory_mb << 20) {
    keep({}, {}); // zero
}

std::size_t Values::memory() const {
    constexpr std::size_t a_map_entry = 48;
    return nodes_.capacity() * sizeof(Node) + blocks_.size() * block * sizeof(Value) + table_.size() * sizeof(none) +
           at_most_.bytes() + sums_.bytes() + marks_.capacity() * sizeof(Mark) +
           (numbers_.size() + weights_.size()) * a_map_entry + taken_;
}

Value Values::fail(Unsolved why) {
    if (!over_) over_ = why;
    return zero();
}

// What grows doubles, and for a moment there are the old and the new: three times what is used is never passed.
bool Values::is_within_limits() {
    steps_ = 0;
    if (memory() > most_memory_ / 3) fail(Unsolved::memory);
    if (const auto why = (lent_clock_ ? *lent_clock_ : clock_).over()) fail(*why);
    if (report_ && clock_.wants_report()) report_({clock_.seconds(), size(), memory()});
    return !over_;
}

std::size_t Values::Cache::place(std::uint32_t g, std::uint32_t h, std::size_t size) {
    return std::size_t(mix(std::uint64_t(g) << 32 | h)) & (size - 1);
}
std::optional<std::uint32_t> Values::Cache::find(Value g, Value h) const {
    const Entry& e = entries_[place(id(g), id(h), entries_.size())];
    if (e.g != id(g) || e.h != id(h)) return {};
    return e.answer;
}
void Values::Cache::keep(Value g, Value h, std::uint32_t answer) {
    if (used_ > entries_.size() / 2 && entries_.size() < most) {
        std::vector<Entry> larger(entries_.size() * 2);
        for (const Entry& e : entries_)
            if (e.g != none) larger[place(e.g, e.h, larger.size())] = e;
        entries_ = std::move(larger);
    }
    Entry& e = entries_[place(id(g), id(h), entries_.size())];
    used_ += e.g == none;
    e = {id(g), id(h), answer};
}

// Each canonical form once.

std::size_t Values::find(std::uint32_t hash, const std::vector<Value>& left, const std::vector<Value>& right) const {
    for (std::size_t at = hash;; ++at) {
        at &= table_.size() - 1;
        if (table_[at] == none) return at;
        const Value g{table_[at]};
        if (node(g).hash == hash && std::ranges::equal(this->left(g), left) &&
            std::ranges::equal(this->right(g), right))
            return at;
    }
}

void Values::grow_table() {
    table_.assign(table_.size() * 2, none);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        std::size_t at = nodes_[i].hash;
        while (table_[at &= table_.size() - 1] != none) ++at;
        table_[at] = i;
    }
}

const Value* Values::store(const std::vector<Value>& left, const std::vector<Value>& right) {
    const std::size_t wanted = left.size() + right.size();
    if (block_left_ < wanted) {
        blocks_.push_back(std::make_unique<Value[]>(std::max(block, wanted)));
        block_left_ = std::max(block, wanted);
        next_ = blocks_.back().get();
    }
    Value* const options = next_;
    next_ = std::copy(right.begin(), right.end(), std::copy(left.begin(), left.end(), next_));
    block_left_ -= wanted;
    return options;
}

Value Values::keep(std::vector<Value> left, std::vector<Value> right) {
    sort(left);
    sort(right);
    const std::uint32_t hash = hash_of(left, right);
    const std::size_t at = find(hash, left, right);
    if (table_[at] != none) return Value{table_[at]};
    if (left.size() > 0xffff || right.size() > 0xffff || nodes_.size() == none) return fail(Unsolved::memory);
    Node n;
    n.hash = hash;
    n.lefts = std::uint16_t(left.size());
    n.rights = std::uint16_t(right.size());
    n.options = store(left, right);
    describe(n);
    nodes_.push_back(n);
    table_[at] = std::uint32_t(nodes_.size() - 1);
    if (nodes_.size() > table_.size() / 2) grow_table();
    return Value(nodes_.size() - 1);
}

// What follows from the options. A canonical form is a number exactly if its options are numbers, Left's below Right's; then it
// is n = { n-1 | } or { | n+1 }, or (a + b) / 2 = { a | b }: of numbers no other form is canonical.
void Values::describe(Node& n) const {
    const std::span<const Value> lefts{n.options, n.lefts}, rights{n.options + n.lefts, n.rights};
    n.birthday = 0;
    bool small = lefts.empty() == rights.empty(), numbers = lefts.size() <= 1 && rights.size() <= 1;
    for (const auto side : {lefts, rights})
        for (Value o : side) {
            n.birthday = std::max<std::uint16_t>(n.birthday, std::uint16_t(birthday(o) + 1));
            small &= is_all_small(o);
            numbers &= is_number(o);
        }
    n.is_all_small = small;
    const auto above = [&](Value a, Value b) { return left_stop(a) < left_stop(b); };
    if (!lefts.empty())
        n.left_stop = right_stop(*std::ranges::max_element(lefts, {}, [&](Value o) { return right_stop(o); }));
    if (!rights.empty())
        n.right_stop = left_stop(*std::ranges::min_element(rights, {}, [&](Value o) { return left_stop(o); }));
    n.is_number = numbers && (lefts.empty() || rights.empty() || above(lefts[0], rights[0]));
    if (n.is_number) {
        const Dyadic value = lefts.empty() && rights.empty() ? Dyadic(0)
                             : rights.empty()                ? n.left_stop + Dyadic(1)
                             : lefts.empty()                 ? n.right_stop - Dyadic(1)
                                                             : (n.left_stop + n.right_stop).half();
        n.left_stop = n.right_stop = value;
        n.is_number_up_star = true;
    } else {
        find_number_up_star(n);
    }
}

// Of x + k ups + *m the canonical forms are, + between nimbers as numbers in base 2 without carrying,
//
//     k = 0           { x, x*, …, x*(m-1) | x, x*, …, x*(m-1) }
//     k = 1, m = 1    { x, x* | x }
//     other k > 0     { x | x + (k-1) ups + *(m+1) }
//
// and mirrored for k < 0. With x = 0 they are in Winning Ways, chapter 8; adding a number adds it to every option.
void Values::find_number_up_star(Node& n) const {
    const std::span<const Value> lefts{n.options, n.lefts}, rights{n.options + n.lefts, n.rights};
    const Dyadic x = n.left_stop;
    if (x != n.right_stop || lefts.empty() || rights.empty()) return;
    for (const auto side : {lefts, rights})
        for (Value o : side)
            if (!node(o).is_number_up_star || left_stop(o) != x) return;
    const auto is = [&](Value o, int ups, int star) { return node(o).ups == ups && node(o).nimber == star; };
    const auto found = [&](int ups, int star) {
        n.is_number_up_star = true;
        n.ups = std::int16_t(ups);
        n.nimber = std::uint16_t(star);
    };
    if (std::ranges::equal(lefts, rights)) {
        for (Value o : lefts)
            if (node(o).ups != 0 || node(o).nimber >= lefts.size()) return;
        return found(0, int(lefts.size()));
    }
    for (const int sign : {1, -1}) { // what follows holds for Left where k > 0
        const auto mine = sign > 0 ? lefts : rights, theirs = sign > 0 ? rights : lefts;
        if (theirs.size() != 1) continue;
        const Node& answer = node(theirs[0]);
        if (mine.size() == 2 && is(theirs[0], 0, 0) &&
            ((is(mine[0], 0, 0) && is(mine[1], 0, 1)) || (is(mine[0], 0, 1) && is(mine[1], 0, 0))))
            return found(sign, 1);
        if (mine.size() == 1 && is(mine[0], 0, 0) && sign * answer.ups >= 0)
            return found(answer.ups + sign, answer.nimber ^ 1);
    }
}

std::optional<NumberUpStar> Values::as_number_up_star(Value g) const {
    const Node& n = node(g);
    if (!n.is_number_up_star) return {};
    return NumberUpStar{n.left_stop, n.ups, n.nimber};
}

Value Values::number(Dyadic d) {
    if (const auto known = numbers_.find(d.units); known != numbers_.end()) return known->second;
    if (d > Dyadic(most_number) || d < Dyadic(-most_number) || d.exponent() > most_exponent)
        return fail(Unsolved::memory);
    Value g = zero();
    if (d.is_integer()) {
        const int sign = d < Dyadic(0) ? -1 : 1;
        for (int n = 1; n <= sign * d.floor(); ++n) g = sign > 0 ? keep({g}, {}) : keep({}, {g});
    } else {
        const Dyadic step = Dyadic::of_units(std::int64_t(1) << (Dyadic::places - d.exponent()));
        const Value below = number(d - step), above = number(d + step);
        g = keep({below}, {above});
    }
    if (!over_) numbers_.emplace(d.units, g);
    return g;
}

Value Values::nimber(int n) { return number_up_star({Dyadic(0), 0, n}); }

Value Values::number_up_star(const NumberUpStar& n) {
    if (std::abs(n.ups) > most_ups || n.nimber > most_nimber) return fail(Unsolved::memory);
    const Value x = number(n.number);
    if (over_) return zero();
    const auto with_nimber = [&](int m) {
        std::vector<Value> stars;
        for (int k = 0; k < m; ++k) stars.push_back(stars.empty() ? x : keep(stars, stars));
        return stars.empty() ? x : keep(stars, stars);
    };
    const int sign = n.ups < 0 ? -1 : 1, ups = sign * n.ups;
    // Up from k = 0 or 1, so that the nimber comes out as it should: each step adds *1 to it.
    Value g = with_nimber(n.nimber ^ (ups & 1));
    for (int k = 1; k <= ups; ++k) {
        std::vector<Value> mine{x};
        if (k == 1 && g == x) mine.push_back(with_nimber(1)); // ^*
        g = sign > 0 ? keep(mine, {g}) : keep({g}, mine);
    }
    return g;
}

// Order.

Outcome Values::outcome(Value g) {
    const bool left = left_wins_first(g), right = right_wins_first(g);
    return left ? (right ? Outcome::next : Outcome::left) : right ? Outcome::right : Outcome::previous;
}

// G <= H: Left, moving first in G - H, does not win. So it holds unless some G^L >= H or some H^R <= G.
//
// The stops decide most comparisons of games that are not all-small: G <= H has them in the same order, and G lies below H where
// its Left stop is less than H's Right stop. And k ups + *m > 0 for k >= 2, or k = 1 and m != 1.
bool Values::is_at_most(Value g, Value h) {
    if (g == h) return true;
    const Node &a = node(g), &b = node(h);
    if (a.is_number && b.is_number) return a.left_stop <= b.left_stop;
    if (a.left_stop > b.left_stop || a.right_stop > b.right_stop) return false;
    if (a.left_stop < b.right_stop) return true;
    if (a.is_number_up_star && b.is_number_up_star)
        return b.ups - a.ups >= 2 || (b.ups - a.ups == 1 && (a.nimber ^ b.nimber) != 1);
    if (const auto known = at_most_.find(g, h)) return *known;
    if (!go_on(1 + a.lefts + b.rights)) return false;
    const bool holds = is_at_most_by_options(g, h);
    if (!over_) at_most_.keep(g, h, holds);
    return holds;
}

// A move in a number is never better than one elsewhere (number avoidance), so those need not be tried.
bool Values::is_at_most_by_options(Value g, Value h) {
    if (!is_number(g))
        for (Value o : left(g))
            if (is_at_most(h, o)) return false;
    if (!is_number(h))
        for (Value o : right(h))
            if (is_at_most(o, g)) return false;
    return true;
}

// Canonical forms.

// A form { left | right } whose options are canonical. The answers are kept in marks_, one a value.
class Values::Raw {
public:
    Raw(Values& values, const std::vector<Value>& left, const std::vector<Value>& right)
        : v(values), left_(left), right_(right) {
        v.marks_.resize(v.nodes_.size());
        if (++v.serial_ == none / 2) {
            std::ranges::fill(v.marks_, Mark{});
            v.serial_ = 1;
        }
    }
    bool is_at_least(Value x) { // X <= G
        return ask(&Mark::below, x, [&] {
            for (Value o : right_)
                if (v.is_at_most(o, x)) return false;
            for (Value o : v.left(x))
                if (is_at_most(o)) return false;
            return true;
        });
    }
    bool is_at_most(Value x) { // G <= X
        return ask(&Mark::above, x, [&] {
            for (Value o : left_)
                if (v.is_at_most(x, o)) return false;
            for (Value o : v.right(x))
                if (is_at_least(o)) return false;
            return true;
        });
    }

private:
    template <class F> bool ask(std::uint32_t Mark::* side, Value x, F find) {
        std::uint32_t& mark = v.marks_[id(x)].*side;
        if (mark / 2 == v.serial_) return mark & 1;
        if (!v.go_on(1 + left_.size() + right_.size())) return false;
        const bool holds = find();
        v.marks_[id(x)].*side = 2 * v.serial_ + holds;
        return holds;
    }

    Values& v;
    const std::vector<Value>&left_, &right_;
};

void Values::drop_dominated(std::vector<Value>& options, bool lefts) {
    for (std::size_t i = 0; i < options.size() && go_on(options.size());) {
        const Value o = options[i];
        const bool dominated = std::ranges::any_of(
            options, [&](Value p) { return p != o && (lefts ? is_at_most(o, p) : is_at_most(p, o)); });
        if (dominated)
            options.erase(options.begin() + long(i));
        else
            ++i;
    }
}

Value Values::make(std::vector<Value> left, std::vector<Value> right) {
    if (!go_on(left.size() + right.size())) return zero();
    sort(left);
    sort(right);
    drop_dominated(left, true);
    drop_dominated(right, false);
    const Value g = bypassed(std::move(left), std::move(right));
    return over_ ? zero() : g;
}

// Without reversible options. Whether an option is reversible depends on the value alone, which does not change; so the form as
// it came is what everything is compared with, and options that take the place of others are tried in their turn. Each has an
// earlier birthday than the one it replaces: it ends. What dominated what may have gone, and new options may dominate or be
// dominated; dropping those makes nothing reversible.
Value Values::bypassed(std::vector<Value> left, std::vector<Value> right) {
    const std::vector<Value> as_left = left, as_right = right;
    Raw g(*this, as_left, as_right);
    const auto bypass = [&](std::vector<Value>& options, bool lefts) {
        bool changed = false;
        for (std::size_t i = 0; i < options.size() && go_on(options.size());) {
            const auto answers = lefts ? this->right(options[i]) : this->left(options[i]);
            const auto through =
                std::ranges::find_if(answers, [&](Value a) { return lefts ? g.is_at_least(a) : g.is_at_most(a); });
            if (through == answers.end()) {
                ++i;
                continue;
            }
            changed = true;
            options.erase(options.begin() + long(i));
            for (Value o : lefts ? this->left(*through) : this->right(*through))
                if (std::ranges::find(options, o) == options.end()) options.push_back(o);
        }
        if (changed) drop_dominated(options, lefts);
    };
    bypass(left, true);
    bypass(right, false);
    return over_ ? zero() : keep(std::move(left), std::move(right));
}

Value Values::negative(Value g) {
    if (node(g).negative != none) return Value{node(g).negative};
    if (!go_on(1 + node(g).lefts + node(g).rights)) return zero();
    std::vector<Value> now_left, now_right;
    for (Value o : right(g)) now_left.push_back(negative(o));
    for (Value o : left(g)) now_right.push_back(negative(o));
    if (over_) return zero();
    const Value h = keep(std::move(now_left), std::move(now_right)); // the mirror of a canonical form is one
    if (over_) return zero();
    nodes_[id(g)].negative = id(h);
    nodes_[id(h)].negative = id(g);
    return h;
}

Value Values::sum(Value g, Value h) {
    if (!go_on(1)) return zero();
    if (g > h) std::swap(g, h); // so that zero comes first
    if (g == zero()) return h;
    const auto a = as_number_up_star(g), b = as_number_up_star(h);
    if (a && b) return number_up_star({a->number + b->number, a->ups + b->ups, a->nimber ^ b->nimber});
    if (node(g).negative == id(h)) return zero();
    if (const auto known = sums_.find(g, h)) return Value{*known};
    std::vector<Value> to_left, to_right;
    const auto add_moves = [&](Value in, Value other) {
        for (Value o : left(in)) to_left.push_back(sum(o, other));
        for (Value o : right(in)) to_right.push_back(sum(o, other));
    };
    if (!is_number(g)) add_moves(g, h);
    if (!is_number(h)) add_moves(h, g);
    if (over_) return zero();
    // A number x added to a G that is not a number: x + G = { x + G^L | x + G^R }, canonical if G is (number translation).
    const bool canonical = is_number(g) || is_number(h);
    const Value s =
        canonical ? keep(std::move(to_left), std::move(to_right)) : make(std::move(to_left), std::move(to_right));
    if (!over_) sums_.keep(g, h, id(s));
    return s;
}

std::size_t Values::count_positions(Value g) const {
    std::vector<bool> seen(id(g) + 1); // options were kept before what they are options of
    std::vector<Value> open{g};
    seen[id(g)] = true;
    std::size_t n = 0;
    while (!open.empty()) {
        const Value h = open.back();
        open.pop_back();
        ++n;
        for (const auto side : {left(h), right(h)})
            for (Value o : side)
                if (!seen[id(o)]) {
                    seen[id(o)] = true;
                    open.push_back(o);
                }
    }
    return n;
}

// Atomic weights (Conway; Winning Ways, chapter 8; Siegel, II.7). All-small games are measured in ups: the weight of G is the
// game w for which G is as close as can be to w ups. Weights add, a nimber weighs 0, and
//
//     two ahead    w >= 2: G > 0.   w >= 1: Left wins G if he begins.   And mirrored.
//
// The formal weight is W = { w(G^L) - 2 | w(G^R) + 2 }. It is the weight unless it is an integer. Then (the eccentric case) G is
// compared with a star too far to matter, *N with N above all nimbers in G; where both are confused the weight is 0; where G
// is above, the largest integer n that Right's options allow, not n >= w(G^R) + 2; where below, the smallest that Left's do.
std::optional<Value> Values::atomic_weight(Value g) {
    if (over_ || !is_all_small(g)) return {};
    const Value w = weight(g);
    return over_ ? std::nullopt : std::optional(w);
}

Value Values::weight(Value g) {
    if (const auto n = as_number_up_star(g)) return number(Dyadic(n->ups));
    if (const auto known = weights_.find(id(g)); known != weights_.end()) return known->second;
    if (!go_on(1 + node(g).lefts + node(g).rights)) return zero();
    std::vector<Value> lefts, rights;
    const Value two = number(Dyadic(2)), less_two = number(Dyadic(-2));
    for (Value o : left(g)) lefts.push_back(sum(weight(o), less_two));
    for (Value o : right(g)) rights.push_back(sum(weight(o), two));
    const Value formal = make(lefts, rights);
    if (over_) return zero();
    const bool is_integer = is_number(formal) && left_stop(formal).is_integer();
    const Value w = is_integer ? integer_weight(g, formal, lefts, rights) : formal;
    if (!over_) weights_.emplace(id(g), w);
    return w;
}

Value Values::integer_weight(Value g, Value formal, const std::vector<Value>& left, const std::vector<Value>& right) {
    const Value far =
        nimber(int(std::bit_ceil(unsigned(birthday(g)) + 1))); // a game born on day b has no *n with n > b
    const bool above = is_at_most(far, g), below = is_at_most(g, far);
    if (above == below) return zero(); // confused: equal they are not
    const int step = above ? 1 : -1;
    const auto allowed = [&](int n) {
        const Value v = number(Dyadic(n));
        return above ? std::ranges::none_of(right, [&](Value o) { return is_at_most(o, v); })
                     : std::ranges::none_of(left, [&](Value o) { return is_at_most(v, o); });
    };
    int n = left_stop(formal).floor(); // itself allowed, being what { left | right } is
    while (!over_ && allowed(n + step)) n += step;
    return number(Dyadic(n));
}

// A game born on day b lies between -b ups and b ups with room to spare, so both searches end.
Values::Bounds Values::bounds_in_ups(Value g) {
    const auto ups = [&](int n) { return number_up_star({Dyadic(0), n, 0}); };
    Bounds b{0, 0};
    while (!over_ && !is_at_most(ups(b.least), g)) --b.least;
    while (!over_ && is_at_most(ups(b.least + 1), g)) ++b.least;
    b.most = b.least;
    while (!over_ && !is_at_most(g, ups(b.most))) ++b.most;
    return b;
}

}
