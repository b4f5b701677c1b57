// Whose turn it is, where more is asked of the engine than it can do at once: in shares by what is asked, within that in equal
// shares by the address that asks, and within that by its connections.
//
// Each of them has an account of the time that it used, divided by its share; the one with the lowest is next. Who comes, or comes
// again, begins at the lowest of those that are there: nobody saves up turns by asking for nothing. And nobody is further ahead of
// the lowest than two slices: what several threads had to give to one, for nobody else wanted it, is not paid back later.
//
//     moves        x 16    192.0.2.7    connection 3
//                                       connection 9
//                          192.0.2.8    connection 4
//     hints        x  8
//     analyses     x  4    192.0.2.7    connection 3
//     own games    x  1    192.0.2.9    connection 12
//
// So a move that one person waits for takes at most 29/16 of the time that it would take alone, and nobody waits for ever.
#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace tavoliere::server {

// What is asked of the engine, the most urgent first.
enum class Errand : std::uint8_t {
    move,     // a person waits for it
    hint,     //
    analysis, //
    own_game, // a move of the engine against itself
};
inline constexpr int errands = 4;

// Who has something done.
struct Visitor {
    std::string address;          // or network: whom `connections` belong to
    std::uint64_t connection = 0; // a number of its own
};

class Turns {
public:
    using Seconds = std::chrono::duration<double>;
    static constexpr Seconds slice{0.25}; // after which another one may have the turn

    struct Place {
        Errand errand;
        Visitor asker;
        std::uint64_t number; // in the order in which they came
    };

    Place enter(Errand errand, const Visitor& asker);
    void charge(const Place& place, Seconds used);
    void leave(const Place& place);

    // Whether a's turn comes before b's.
    bool is_before(const Place& a, const Place& b) const;
    // Whether a takes the turn from b, which has had it for so long.
    bool ousts(const Place& a, const Place& b, Seconds had) const;

private:
    template <class Key, class Inner> struct Accounts {
        struct Account {
            double used = 0;
            int present = 0;
            Inner inner = {};
        };
        std::map<Key, Account> of;
        Account& enter(const Key& key);
        double least_beside(const Account& account) const; // of those present; infinite: there are none
        void spend(Account& account, double used, double a_slice);
    };
    struct Nothing {};
    using Connections = Accounts<std::uint64_t, Nothing>;
    using Addresses = Accounts<std::string, Connections>;

    Accounts<Errand, Addresses> accounts_;
    std::uint64_t entered_ = 0;
};

}
