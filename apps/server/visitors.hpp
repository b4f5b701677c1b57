// Who is there, by the network that they come from: so that one of them, however many connections it opens, leaves room for the others.
// From any thread.
#pragma once
#include "base/problem.hpp"
#include "server/http.hpp"
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

// So many at once, and some more each second, never more than those saved.
class Credit {
public:
    using Clock = std::chrono::steady_clock;
    Credit(double most, double per_second, Clock::time_point now = Clock::now())
        : most_(most), per_second_(per_second), left_(most), last_(now) {}
    // False where it was one too many.
    bool take(Clock::time_point now = Clock::now());
    // What is known only afterwards may be more than there is: then there is none until that is made good.
    void spend(double amount, Clock::time_point now);
    bool has(double amount, Clock::time_point now) const { return at(now) >= amount; }
    void raise_to(double least, Clock::time_point now);
    bool is_whole(Clock::time_point now) const { return at(now) >= most_; }
    int seconds_until(double amount, Clock::time_point now) const; // at least 1

private:
    double at(Clock::time_point now) const;
    double most_, per_second_, left_;
    Clock::time_point last_;
};

// What belongs to one household or firm: an IPv4 address, "192.0.2.7", or the first 64 bits of an IPv6 one, "2001:db8:0:1::/64". The text
// itself where it is no address.
std::string network_of(std::string_view address);

class Visitors {
public:
    using Clock = Credit::Clock;

    // `most`: connections at the same time. `proxies`: the addresses of those whose header X-Forwarded-For is believed; a problem where one
    // is none.
    static Expected<Visitors> behind(const std::vector<std::string>& proxies, std::size_t most);

    // The network of who sent a request: of the last address in X-Forwarded-For that is no proxy's, where the request comes from a proxy.
    std::string network_of(const HttpRequest& request) const;
    bool is_proxy(std::string_view address) const { return proxies_.contains(std::string(address)); }

    // A connection comes, unless its network has twice as many as there are places left: then it is not counted, and must be refused. So
    // one network can take two thirds of all places, a second one two thirds of what that leaves, and there is always one for who comes
    // next. Proxies bring many people, and can take all.
    bool enter(const std::string& network, bool is_proxy);
    void leave(const std::string& network);
    std::size_t present() const;
    std::size_t known() const;

    // For the messages of a connection: what another one of the network left, so that little is won by connecting again.
    Credit take_credit(const std::string& network, Clock::time_point now = Clock::now());
    void give_back(const std::string& network, const Credit& credit, Clock::time_point now = Clock::now());
    // Fails where the network has made too many games lately.
    Expected<void> may_make_a_game(const std::string& network, Clock::time_point now = Clock::now());
    // Fails where the network has asked for too much over HTTP lately: too often, or for too many bytes.
    Expected<void> may_ask(const std::string& network, Clock::time_point now = Clock::now());
    void note_bytes(const std::string& network, std::size_t bytes, Clock::time_point now = Clock::now());
    // Fails where too much was computed for the network lately, what the engine does apart, which has its own turns. `what` begins
    // the problem.
    Expected<void> may_compute(std::string_view what, const std::string& network, Clock::time_point now = Clock::now());
    void note_computing(const std::string& network, std::chrono::duration<double> time,
                        Clock::time_point now = Clock::now());
    // The processor time of this thread until this is gone, and of what it has painted by others, as computed for the network.
    class Bill {
    public:
        Bill(Visitors& visitors, std::string network);
        ~Bill();
        Bill(const Bill&) = delete;
        Bill& operator=(const Bill&) = delete;

    private:
        Visitors& visitors_;
        std::string network_;
        std::chrono::duration<double> begun_;
    };

private:
    struct Network {
        std::size_t present = 0;
        std::vector<Credit> left = {}; // by connections that are gone, in the order in which they went
        std::optional<Credit> games = {}, requests = {}, bytes = {}, computing = {}; // none: whole
        bool is_forgettable(Clock::time_point now) const;
    };
    Visitors(std::set<std::string> proxies, std::size_t most) : proxies_(std::move(proxies)), most_(most) {}
    Network& at(const std::string& network, Clock::time_point now);

    std::set<std::string> proxies_;
    std::size_t most_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>(); // guards what follows
    std::size_t present_ = 0;
    std::map<std::string, Network> networks_;
    std::size_t looked_through_at_ = 1024; // so many networks: those of whom nothing need be known are forgotten then
};

}
