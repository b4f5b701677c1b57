#include "server/outbox.hpp"
#include <set>
#include <utility>

namespace tavoliere::server {

std::shared_ptr<const std::string> Unsent::share(std::string text) {
    shared_ += text.size();
    return {new std::string(std::move(text)), [this](const std::string* gone) {
                shared_ -= gone->size();
                delete gone;
            }};
}

std::uint64_t Unsent::begin(std::function<void()> drop) {
    senders_.emplace_hint(senders_.end(), ++numbers_, std::move(drop));
    return numbers_;
}

void Unsent::add(std::size_t bytes) {
    own_ += bytes;
    if (this->bytes() <= most_ || senders_.empty()) return;
    // One for each that comes: what they share is given back a moment later.
    const auto drop = std::move(senders_.begin()->second);
    senders_.erase(senders_.begin());
    drop();
}

void Outbox::send(std::weak_ptr<Follower> to, std::string text) {
    post_([to = std::move(to), message = plain(std::move(text))] {
        if (const auto follower = to.lock()) follower->answer(message);
    });
}

void Outbox::answer(Follower& to, Text message) { add({to.weak_from_this(), std::move(message), {}}); }

void Outbox::tell(Follower& to, Text state, int from) { add({to.weak_from_this(), std::move(state), from}); }

void Outbox::add(Letter letter) {
    held_.push_back(std::move(letter));
    if (!holds_) release();
}

std::vector<std::shared_ptr<Follower>> Outbox::forget() {
    std::set<std::shared_ptr<Follower>> to;
    for (const Letter& letter : std::exchange(held_, {}))
        if (auto follower = letter.to.lock()) to.insert(std::move(follower));
    return {to.begin(), to.end()};
}

void Outbox::release() {
    holds_ = false;
    if (held_.empty()) return;
    post_([letters = std::exchange(held_, {})] {
        for (const Letter& letter : letters) {
            const auto to = letter.to.lock();
            if (to && letter.from)
                to->tell(letter.text, *letter.from);
            else if (to)
                to->answer(letter.text);
        }
    });
}

}
