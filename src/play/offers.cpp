#include "play/offers.hpp"
#include "ask/reading.hpp"
#include "base/json.hpp"
#include <algorithm>

namespace tavoliere {

namespace {

constexpr int most_times = 3; // that the same is offered before a move

}

std::string_view to_text(Deal deal) { return deal_names[std::size_t(deal)]; }

std::optional<Deal> deal_named(std::string_view name) {
    const auto found = std::ranges::find(deal_names, name);
    if (found == deal_names.end()) return {};
    return Deal(found - deal_names.begin());
}

Expected<Offers> Offers::read(const std::string& stored) {
    const auto list = read_value(stored, "offers");
    if (!list) return std::unexpected(list.error());
    if (!list->array()) return problem("offers: an array […] is wanted here");
    Offers offers;
    for (const Json& each : *list->array()) {
        const auto what = read_text(each, "offers", "what");
        if (!what) return std::unexpected(what.error());
        const auto by = read_text(each, "offers", "by");
        if (!by) return std::unexpected(by.error());
        const auto deal = deal_named(*what);
        if (!deal || (*by != "x" && *by != "o")) return problem("offers: a kind of offer and who made it are wanted");
        Offer offer{*deal, (*by)[0]};
        if (offers.find(offer.what, offer.by)) return problem("offers: one of a kind is wanted for each side");
        for (const auto& [name, kept] : {std::pair("declined", &offer.declined), {"withdrawn", &offer.withdrawn}}) {
            const Json* const value = each.find(name);
            if (value && !value->boolean()) return problem(member("offers", name) + ": true or false is wanted here");
            *kept = value && *value->boolean();
        }
        if (const Json* const value = each.find("times")) {
            const auto times = value->whole<int>(1, most_times);
            if (!times)
                return problem("offers.times: a whole number from 1 to " + std::to_string(most_times) +
                               " is wanted here");
            offer.times = *times;
        }
        offers.offers_.push_back(offer);
    }
    return offers;
}

JsonObject Offers::fields(const Offer& offer) {
    JsonObject out;
    out.add("what", to_text(offer.what)).add("by", std::string_view(&offer.by, 1)).add("declined", offer.declined);
    return out;
}

const Offers::Offer* Offers::find(Deal deal, char by) const {
    const auto is = [&](const Offer& offer) { return offer.what == deal && offer.by == by; };
    const auto found = std::ranges::find_if(offers_, is);
    return found == offers_.end() ? nullptr : &*found;
}

bool Offers::is_open(Deal deal, char by) const {
    const Offer* offer = find(deal, by);
    return offer && offer->is_open();
}

Expected<void> Offers::make(Deal deal, char by) {
    const Offer* before = find(deal, by);
    // A rematch is offered when the game is over: no move will come.
    const std::string then =
        deal == Deal::rematch ? "only the other side can offer it now" : "it can be offered again after a move";
    const std::string the_deal = "offer: the " + std::string(to_text(deal)) + " ";
    if (before && before->declined) return problem(the_deal + "was declined; " + then);
    const int times = before ? before->times + 1 : 1;
    if (times > most_times) return problem(the_deal + "was offered " + std::to_string(most_times) + " times; " + then);
    std::erase_if(offers_, [&](const Offer& offer) { return offer.what == deal && offer.by == by; });
    offers_.push_back({.what = deal, .by = by, .times = times});
    return {};
}

Expected<void> Offers::decline(Deal deal, char side) {
    const auto is_meant = [&](const Offer& offer) { return offer.what == deal && offer.is_open(); };
    const auto offer = std::ranges::find_if(offers_, is_meant);
    if (offer == offers_.end()) return problem("decline: no " + std::string(to_text(deal)) + " is offered any more");
    (offer->by == side ? offer->withdrawn : offer->declined) = true;
    return {};
}

void Offers::remove(Deal deal) {
    std::erase_if(offers_, [&](const Offer& offer) { return offer.what == deal; });
}

std::string Offers::to_json() const {
    std::vector<Offer> shown;
    std::ranges::copy_if(offers_, std::back_inserter(shown), [](const Offer& offer) { return !offer.withdrawn; });
    return json_array(shown, [](const Offer& offer) { return fields(offer).text(); });
}

std::string Offers::stored() const {
    return json_array(offers_, [](const Offer& offer) {
        return fields(offer).add("withdrawn", offer.withdrawn).add("times", offer.times).text();
    });
}

}
