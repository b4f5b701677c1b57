#include "server/visitors.hpp"
#include "ask/limits.hpp"
#include "base/text.hpp"
#include "pictures/pictures.hpp"
#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <ranges>
#include <utility>

namespace tavoliere::server {

namespace {

namespace ip = boost::asio::ip;

// What a network may have at once, and each second after that.
struct Allowance {
    double at_once, per_second;
    Credit& of(std::optional<Credit>& credit, Credit::Clock::time_point now) const {
        if (!credit) credit.emplace(at_once, per_second, now);
        return *credit;
    }
};
constexpr Allowance games_allowed{1000, 0.1};
// A page is a score of requests and some hundred kilobytes; a school behind one address begins with a page for each pupil.
constexpr Allowance requests_allowed{2000, 50};
constexpr Allowance bytes_allowed{256e6, 4e6};
// Seconds of a processor: a picture or a board takes some thousandths, and a quarter of the thread that answers everybody is left to the
// network that never ends asking.
constexpr Allowance computing_allowed{10, 0.25};
// For who connects again, to say at least what he came for; to connect costs a server as much as so many messages.
constexpr double least_credit = message_burst / 4.;
constexpr std::size_t most_credits = 1000; // kept for a network

// An address as it is compared: "::ffff:192.0.2.7" is 192.0.2.7.
std::optional<ip::address> read_address(std::string_view text) {
    boost::system::error_code error;
    auto address = ip::make_address(std::string(text), error);
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

// Of this thread, and of those who paint for it.
std::chrono::duration<double> processor_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec) + painting_time();
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

void Credit::spend(double amount, Clock::time_point now) {
    left_ = at(now) - amount;
    last_ = now;
}

void Credit::raise_to(double least, Clock::time_point now) {
    left_ = std::max(at(now), least);
    last_ = now;
}

int Credit::seconds_until(double amount, Clock::time_point now) const {
    constexpr double longest = 1e6;
    return int(std::clamp(std::ceil((amount - at(now)) / per_second_), 1., longest));
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
    const std::lock_guard lock(*mutex_);
    Network& its = at(network, Clock::now());
    const std::size_t places = most_ - std::min(most_, present_);
    if (!places || (!is_proxy && its.present >= 2 * places)) return false;
    ++its.present;
    ++present_;
    return true;
}

void Visitors::leave(const std::string& network) {
    const std::lock_guard lock(*mutex_);
    --networks_.at(network).present;
    --present_;
}

Credit Visitors::take_credit(const std::string& network, Clock::time_point now) {
    const std::lock_guard lock(*mutex_);
    Network& its = at(network, now);
    std::erase_if(its.left, [&](const Credit& credit) { return credit.is_whole(now); });
    if (its.left.empty()) return {double(message_burst), double(messages_per_second), now};
    Credit latest = its.left.back();
    its.left.pop_back();
    latest.raise_to(least_credit, now);
    return latest;
}

void Visitors::give_back(const std::string& network, const Credit& credit, Clock::time_point now) {
    const std::lock_guard lock(*mutex_);
    if (credit.is_whole(now)) return;
    Network& its = at(network, now);
    std::erase_if(its.left, [&](const Credit& other) { return other.is_whole(now); });
    if (its.left.size() < most_credits) its.left.push_back(credit);
}

Expected<void> Visitors::may_make_a_game(const std::string& network, Clock::time_point now) {
    const std::lock_guard lock(*mutex_);
    Network& its = at(network, now);
    Credit& left = games_allowed.of(its.games, now);
    if (!left.has(1, now)) {
        const int seconds = left.seconds_until(1, now);
        return std::unexpected(Problem{
            fmt::format(
                "new: {:.0f} games were made from this network, and one more can be every {:.0f} s; try again in {} s",
                games_allowed.at_once, 1 / games_allowed.per_second, seconds),
            seconds});
    }
    left.spend(1, now);
    return {};
}

Expected<void> Visitors::may_ask(const std::string& network, Clock::time_point now) {
    const std::lock_guard lock(*mutex_);
    Network& its = at(network, now);
    Credit& requests = requests_allowed.of(its.requests, now);
    const Credit& bytes = bytes_allowed.of(its.bytes, now);
    const auto refuse = [](std::string_view what, int seconds) {
        return std::unexpected(
            Problem{fmt::format("server: this network has asked for {}; try again in {} s", what, seconds), seconds});
    };
    if (!requests.has(1, now)) return refuse("too much at once", requests.seconds_until(1, now));
    if (!bytes.has(0, now)) return refuse("too many bytes", bytes.seconds_until(0, now));
    requests.spend(1, now);
    return {};
}

void Visitors::note_bytes(const std::string& network, std::size_t bytes, Clock::time_point now) {
    const std::lock_guard lock(*mutex_);
    bytes_allowed.of(at(network, now).bytes, now).spend(double(bytes), now);
}

Expected<void> Visitors::may_compute(std::string_view what, const std::string& network, Clock::time_point now) {
    const std::lock_guard lock(*mutex_);
    const Credit& left = computing_allowed.of(at(network, now).computing, now);
    if (left.has(0, now)) return {};
    const int seconds = left.seconds_until(0, now);
    return std::unexpected(Problem{
        fmt::format("{}: as much was computed for this network as may be; try again in {} s", what, seconds), seconds});
}

void Visitors::note_computing(const std::string& network, std::chrono::duration<double> time, Clock::time_point now) {
    const std::lock_guard lock(*mutex_);
    computing_allowed.of(at(network, now).computing, now).spend(time.count(), now);
}

Visitors::Bill::Bill(Visitors& visitors, std::string network)
    : visitors_(visitors), network_(std::move(network)), begun_(processor_time()) {}

Visitors::Bill::~Bill() { visitors_.note_computing(network_, processor_time() - begun_); }

std::size_t Visitors::present() const {
    const std::lock_guard lock(*mutex_);
    return present_;
}

std::size_t Visitors::known() const {
    const std::lock_guard lock(*mutex_);
    return networks_.size();
}

bool Visitors::Network::is_forgettable(Clock::time_point now) const {
    const auto is_whole = [&](const auto& credit) { return !credit || credit->is_whole(now); };
    return !present && is_whole(games) && is_whole(requests) && is_whole(bytes) && is_whole(computing) &&
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
