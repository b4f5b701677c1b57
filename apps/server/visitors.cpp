#include "server/visitors.hpp"
#include "ask/limits.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <cmath>
#include <fmt/format.h>
#include <ranges>
#include <utility>

namespace tavoliere::server {

namespace {

namespace ip = boost::asio::ip;

constexpr double most_games_at_once = 1000, games_per_second = 0.1; // of a network
// For who connects again, to say at least what he came for; to connect costs a server as much as so many messages.
constexpr double least_credit = message_burst / 4.;
constexpr std::size_t most_credits = 1000; // kept for a network

// An address as it is compared: "::ffff:192.0.2.7" is 192.0.2.7.
std::optional<ip::address> read_address(std::string_view text) {
    boost::system::error_code error;
    const auto address = ip::make_address(std::string(text), error);
    if (error) return {};
    if (address.is_v6() && address.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, address.to_v6());
    return address;
}

// One of X-Forwarded-For, where some proxies write a port: "192.0.2.7:4711", "[2001:db8::1]:4711".
std::optional<ip::address> read_forwarded(std::string_view text) {
    if (text.starts_with('[')) return read_address(text.substr(1, text.find(']') - 1));
    if (std::ranges::count(text, ':') == 1) text = text.substr(0, text.find(':'));
    return read_address(text);
}

std::string network_at(const ip::address& address) {
    if (address.is_v4()) return address.to_string();
    auto bytes = address.to_v6().to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    return ip::address_v6(bytes).to_string() + "/64";
}

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

}

double Credit::at(Clock::time_point now) const {
    return std::min(most_, left_ + per_second_ * std::chrono::duration<double>(now - last_).count());
}

bool Credit::take(Clock::time_point now) {
    left_ = at(now) - 1;
    last_ = now;
    return left_ >= 0;
}

void Credit::raise_to(double least, Clock::time_point now) {
    left_ = std::max(at(now), least);
    last_ = now;
}

int Credit::seconds_until_one(Clock::time_point now) const {
    return std::max(1, int(std::ceil((1 - at(now)) / per_second_)));
}

std::string network_of(std::string_view address) {
    const auto read = read_address(address);
    return read ? network_at(*read) : std::string(address);
}

Expected<Visitors> Visitors::behind(const std::vector<std::string>& proxies, std::size_t most) {
    std::set<std::string> read;
    for (const std::string& text : proxies) {
        const auto address = read_address(text);
        if (!address)
            return problem(
                fmt::format("--proxy: {} is no address; one that the proxy's requests come from is wanted: 127.0.0.1",
                            in_quotes(text)));
        read.insert(address->to_string());
    }
    return Visitors(std::move(read), most);
}

std::string Visitors::network_of(const HttpRequest& request) const {
    const auto from = read_address(request.from);
    if (!from) return request.from;
    if (!is_proxy(from->to_string())) return network_at(*from);
    // Each proxy adds at the end whom it heard from: what stands before is what others say.
    std::optional<ip::address> farthest = from;
    const auto lists = request.all("x-forwarded-for");
    for (const std::string_view list : lists | std::views::reverse)
        for (const std::string_view text : split(list, ',') | std::views::reverse) {
            const auto address = read_forwarded(trimmed(text));
            if (!address) return network_at(*farthest);
            farthest = address;
            if (!is_proxy(address->to_string())) return network_at(*address);
        }
    return network_at(*farthest);
}

bool Visitors::enter(const std::string& network, bool is_proxy) {
    Network& its = at(network, Clock::now());
    const std::size_t places = most_ - std::min(most_, present_);
    if (!places || (!is_proxy && its.present >= 2 * places)) return false;
    ++its.present;
    ++present_;
    return true;
}

void Visitors::leave(const std::string& network) {
    --networks_.at(network).present;
    --present_;
}

Credit Visitors::take_credit(const std::string& network, Clock::time_point now) {
    Network& its = at(network, now);
    std::erase_if(its.left, [&](const Credit& credit) { return credit.is_whole(now); });
    if (its.left.empty()) return {double(message_burst), double(messages_per_second), now};
    Credit latest = its.left.back();
    its.left.pop_back();
    latest.raise_to(least_credit, now);
    return latest;
}

void Visitors::give_back(const std::string& network, const Credit& credit, Clock::time_point now) {
    if (credit.is_whole(now)) return;
    Network& its = at(network, now);
    std::erase_if(its.left, [&](const Credit& other) { return other.is_whole(now); });
    if (its.left.size() < most_credits) its.left.push_back(credit);
}

Expected<void> Visitors::may_make_a_game(const std::string& network, Clock::time_point now) {
    Network& its = at(network, now);
    if (!its.games) its.games = Credit{most_games_at_once, games_per_second, now};
    Credit after = *its.games;
    if (!after.take(now)) {
        const int seconds = its.games->seconds_until_one(now);
        return std::unexpected(Problem{
            fmt::format(
                "new: {:.0f} games were made from this network, and one more can be every {:.0f} s; try again in {} s",
                most_games_at_once, 1 / games_per_second, seconds),
            seconds});
    }
    its.games = after;
    return {};
}

bool Visitors::Network::is_forgettable(Clock::time_point now) const {
    return !present && (!games || games->is_whole(now)) &&
           std::ranges::all_of(left, [&](const Credit& credit) { return credit.is_whole(now); });
}

// Memory is bounded by who was there lately.
Visitors::Network& Visitors::at(const std::string& network, Clock::time_point now) {
    if (networks_.size() >= looked_through_at_) {
        std::erase_if(networks_,
                      [&](const auto& one) { return one.first != network && one.second.is_forgettable(now); });
        looked_through_at_ = std::max<std::size_t>(1024, 2 * networks_.size());
    }
    return networks_[network];
}

}
