// Something large that is read once for all who ask. It is read by a thread of its own, so that each waits no longer than he likes,
// and what he did not wait for is there for those who ask later.
#pragma once
#include "base/is_over.hpp"
#include "search/threads.hpp"
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace tavoliere {

template <class T> class ReadOnce {
public:
    // Nothing where it was to end before all was read.
    using Read = std::function<std::optional<T>(const IsOver&)>;

    // What is kept under that name in that version, read where it is not; nothing where `is_over` says so first. Another version
    // is forgotten.
    std::optional<T> get(const std::string& name, const std::string& version, const Read& read, const IsOver& is_over) {
        const std::shared_ptr<Item> item = find(name, version, read);
        if (!item->reader) return read_here(*item, name, read, is_over);
        for (;; wait_a_moment()) {
            if (auto value = value_of(*item)) return value;
            if (is_over()) return {}; // asked without the lock: whoever is asked may wait for a turn
        }
    }
    void forget(const std::string& name) {
        std::shared_ptr<Item> old; // ends its reader when nobody has the lock
        const std::lock_guard lock(mutex_);
        if (const auto at = items_.find(name); at != items_.end()) old = std::move(at->second), items_.erase(at);
    }

private:
    struct Item {
        std::string version;
        std::optional<T> value;
        std::atomic<bool> is_unwanted{false};
        std::optional<std::jthread> reader; // none: it could not start
        ~Item() { is_unwanted = true; }
    };

    std::shared_ptr<Item> find(const std::string& name, const std::string& version, const Read& read) {
        std::shared_ptr<Item> old; // likewise
        const std::lock_guard lock(mutex_);
        std::shared_ptr<Item>& item = items_[name];
        if (item && item->version == version) return item;
        old = std::exchange(item, std::make_shared<Item>());
        item->version = version;
        item->reader = start_thread([this, read, made = item.get()] {
            auto value = read([made] { return made->is_unwanted.load(std::memory_order_relaxed); });
            const std::lock_guard guard(mutex_);
            made->value = std::move(value);
        });
        return item;
    }
    std::optional<T> value_of(const Item& item) {
        const std::lock_guard lock(mutex_);
        return item.value;
    }
    // Several may read it at the same time: that is better than to wait without an end.
    std::optional<T> read_here(Item& item, const std::string& name, const Read& read, const IsOver& is_over) {
        if (auto known = value_of(item)) return known;
        auto value = read(is_over);
        if (!value) forget(name);
        const std::lock_guard lock(mutex_);
        return item.value = std::move(value);
    }

    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Item>> items_; // last: their readers use the mutex
};

}
