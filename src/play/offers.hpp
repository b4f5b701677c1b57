// What one player offers the other: a draw, to take moves back, another game. A move withdraws what was offered before.
#pragma once
#include "base/json.hpp"
#include "base/problem.hpp"
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

enum class Deal : char { draw, takeback, rematch };
inline constexpr std::array<std::string_view, 3> deal_names = {"draw", "takeback", "rematch"};

std::string_view to_text(Deal deal);
std::optional<Deal> deal_named(std::string_view name);

class Offers {
public:
    static Expected<Offers> read(const std::string& stored); // what stored() wrote; fails if it is anything else

    bool is_open(Deal deal, char by) const;
    // Whether it was made since somebody moved, whatever became of it.
    bool was_made(Deal deal, char by) const { return find(deal, by); }
    // Fails if it was declined, or made three times, since somebody moved.
    Expected<void> make(Deal deal, char by);
    // The other side's is declined, one's own withdrawn. Fails if none is open.
    Expected<void> decline(Deal deal, char side);
    void clear() { offers_.clear(); }
    void remove(Deal deal);

    std::string to_json() const; // [{"what":"draw","by":"x","declined":false}], as in the protocol
    std::string stored() const;  // with what nobody is shown

private:
    // One that was declined stays: it may not be made again before somebody has moved. So does one that was withdrawn,
    // which nobody sees, to count how often it is made: each time somebody is disturbed.
    struct Offer {
        Deal what;
        char by;
        bool declined = false, withdrawn = false;
        int times = 1;
        bool is_open() const { return !declined && !withdrawn; }
    };
    const Offer* find(Deal deal, char by) const;
    static JsonObject fields(const Offer& offer);

    std::vector<Offer> offers_; // one of a kind for each side
};

}
