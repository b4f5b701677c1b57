#include "solve/thermograph.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

// A function of t >= 0 in straight pieces, each going on to the next one's start and the last for ever. Slopes are whole.
struct Piece {
    Dyadic t, value;
    int slope;
};
using Wall = std::vector<Piece>;

struct Walls {
    Wall left, right;
};

class Cooling {
public:
    explicit Cooling(Values& values) : v(values) {}

    // Meaningless once the limits have ended it.
    Walls of(Value g) {
        if (const auto known = known_.find(std::uint32_t(g)); known != known_.end()) return known->second;
        Walls walls;
        if (!v.go_on(steps_of_a_wall * (1 + v.left(g).size() + v.right(g).size()))) return walls;
        if (v.left_stop(g) == v.right_stop(g)) { // a number, or that close to one: a mast
            walls.left = walls.right = {{Dyadic(0), v.left_stop(g), 0}};
        } else {
            for (Value o : v.left(g)) walls.left = best(walls.left, sheared(of(o).right, -1), 1);
            for (Value o : v.right(g)) walls.right = best(walls.right, sheared(of(o).left, 1), -1);
            if (v.over()) return {};
            cut_where_they_meet(walls);
        }
        known_.emplace(std::uint32_t(g), walls);
        return walls;
    }
    bool is_exact() const { return exact_; }

private:
    static constexpr std::size_t steps_of_a_wall = 16;

    static Wall sheared(Wall wall, int slope) { // slope * t more
        for (Piece& p : wall) {
            p.value = p.value + slope * p.t;
            p.slope += slope;
        }
        return wall;
    }

    // f(t, a there, b there) wherever a piece of one begins, and where they cross.
    template <class F> void sweep(const Wall& a, const Wall& b, F f) {
        std::size_t i = 0, j = 0;
        Dyadic t(0);
        while (true) {
            const Piece at_a = moved(a[i], t), at_b = moved(b[j], t);
            const bool more_a = i + 1 < a.size(), more_b = j + 1 < b.size();
            const bool ends = !more_a && !more_b;
            const Dyadic next = ends || !more_b ? (more_a ? a[i + 1].t : t)
                                : !more_a       ? b[j + 1].t
                                                : std::min(a[i + 1].t, b[j + 1].t);
            f(t, at_a, at_b);
            // Between t and the next piece the difference changes by `slope` a unit of t.
            const Dyadic difference = at_a.value - at_b.value;
            const int slope = at_a.slope - at_b.slope;
            if (slope != 0 && (difference > Dyadic(0)) != (slope > 0) && difference != Dyadic(0)) {
                const Dyadic cross = t + quotient(difference, -slope);
                if (ends || cross < next) f(cross, moved(a[i], cross), moved(b[j], cross));
            }
            if (ends) return;
            t = next;
            if (more_a && a[i + 1].t == t) ++i;
            if (more_b && b[j + 1].t == t) ++j;
        }
    }
    static Piece moved(const Piece& p, Dyadic t) {
        const Dyadic along = t - p.t;
        return {t, p.value + p.slope * along, p.slope};
    }
    // Slopes lie between -1 and 1 and differ by 2 at most.
    Dyadic quotient(Dyadic d, int by) {
        if (by < 0) return quotient(-d, -by);
        if (by == 2 && !d.is_even()) exact_ = false;
        return by == 2 ? d.half() : d;
    }

    // The larger of two walls at every t, or with sign -1 the smaller; an empty one is none.
    Wall best(const Wall& a, const Wall& b, int sign) {
        if (a.empty() || b.empty()) return a.empty() ? b : a;
        Wall out;
        sweep(a, b, [&](Dyadic, const Piece& p, const Piece& q) {
            const Dyadic ahead = sign * (p.value - q.value);
            const bool take_p = ahead > Dyadic(0) || (ahead == Dyadic(0) && sign * (p.slope - q.slope) >= 0);
            push(out, take_p ? p : q);
        });
        return out;
    }
    static void push(Wall& wall, const Piece& p) {
        if (wall.empty() || wall.back().slope != p.slope || moved(wall.back(), p.t).value != p.value) wall.push_back(p);
    }

    // At 0 the left one is above. It falls or stands, the right one rises or stands, and in the end one of them moves: they meet.
    void cut_where_they_meet(Walls& walls) {
        Walls below;
        bool met = false;
        sweep(walls.left, walls.right, [&](Dyadic t, const Piece& l, const Piece& r) {
            if (met) return;
            met = l.value <= r.value;
            push(below.left, met ? Piece{t, l.value, 0} : l);
            push(below.right, met ? Piece{t, l.value, 0} : r);
        });
        walls = std::move(below);
    }

    Values& v;
    std::unordered_map<std::uint32_t, Walls> known_;
    bool exact_ = true;
};

std::vector<Thermograph::Corner> corners(const Wall& wall) {
    std::vector<Thermograph::Corner> out;
    for (const Piece& p : wall) out.push_back({p.t, p.value});
    return out;
}

}

std::optional<Thermograph> thermograph(Values& values, Value g) {
    if (values.over()) return {};
    Cooling cooling(values);
    const Walls walls = cooling.of(g);
    if (values.over() || !cooling.is_exact()) return {};
    // One of the walls moves until they meet and has a corner there; the other may have run straight up from before.
    Thermograph out{corners(walls.left), corners(walls.right), walls.left.back().value,
                    std::max(walls.left.back().t, walls.right.back().t)};
    if (values.is_number(g))
        out.temperature = Dyadic::of_units(-(std::int64_t(1) << (Dyadic::places - out.mean.exponent())));
    for (auto* side : {&out.left, &out.right})
        if (!values.is_number(g) && side->back().temperature < out.temperature)
            side->push_back({out.temperature, side->back().value});
    return out;
}

}
