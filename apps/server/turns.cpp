#include "server/turns.hpp"
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace tavoliere::server {

namespace {

double share(Errand errand) {
    constexpr std::array<double, errands> shares{16, 8, 4, 1};
    return shares[std::size_t(errand)];
}

}

template <class Key, class Inner>
double Turns::Accounts<Key, Inner>::least_beside(const Account& account) const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [key, other] : of)
        if (other.present && &other != &account) least = std::min(least, other.used);
    return least;
}

template <class Key, class Inner>
Turns::Accounts<Key, Inner>::Account& Turns::Accounts<Key, Inner>::enter(const Key& key) {
    Account& account = of[key];
    if (account.present++) return account;
    if (const double least = least_beside(account); std::isfinite(least)) account.used = std::max(account.used, least);
    return account;
}

template <class Key, class Inner>
void Turns::Accounts<Key, Inner>::spend(Account& account, double used, double a_slice) {
    account.used = std::min(account.used + used, std::max(account.used, least_beside(account) + 2 * a_slice));
}

Turns::Place Turns::enter(Errand errand, const Visitor& asker) {
    accounts_.enter(errand).inner.enter(asker.address).inner.enter(asker.connection);
    return {errand, asker, ++entered_};
}

void Turns::charge(const Place& place, Seconds used) {
    auto& errand = accounts_.of.at(place.errand);
    auto& address = errand.inner.of.at(place.asker.address);
    const double time = used.count(), part = 1 / share(place.errand);
    accounts_.spend(errand, time * part, slice.count()); // of the smallest share, whose first turn comes after that
    errand.inner.spend(address, time, slice.count());
    address.inner.spend(address.inner.of.at(place.asker.connection), time, slice.count());
}

void Turns::leave(const Place& place) {
    auto& errand = accounts_.of.at(place.errand);
    auto& address = errand.inner.of.at(place.asker.address);
    if (!--address.inner.of.at(place.asker.connection).present) address.inner.of.erase(place.asker.connection);
    if (!--address.present) errand.inner.of.erase(place.asker.address);
    if (--errand.present) return;
    // Of four errands the accounts outlast those who come; not the last of them.
    if (!std::isfinite(accounts_.least_beside(errand))) accounts_.of.clear();
}

bool Turns::is_before(const Place& a, const Place& b) const {
    // The errand whose next slice would end first: a small share waits for its turn, where both have used as much.
    const auto end = [&](const Place& p) { return accounts_.of.at(p.errand).used + slice.count() / share(p.errand); };
    if (a.errand != b.errand) return std::tuple(end(a), a.errand) < std::tuple(end(b), b.errand);
    const auto& addresses = accounts_.of.at(a.errand).inner.of;
    const auto &from_a = addresses.at(a.asker.address), &from_b = addresses.at(b.asker.address);
    if (from_a.used != from_b.used) return from_a.used < from_b.used;
    if (a.asker.address == b.asker.address) {
        const double by_a = from_a.inner.of.at(a.asker.connection).used,
                     by_b = from_b.inner.of.at(b.asker.connection).used;
        if (by_a != by_b) return by_a < by_b;
    }
    return a.number < b.number;
}

bool Turns::ousts(const Place& a, const Place& b, Seconds had) const {
    return (had >= slice || a.errand < b.errand) && is_before(a, b);
}

}
