// A list that grows and shrinks at its end, and whose copies share all but the end: copying one of n takes time for n / 64.
#pragma once
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace tavoliere {

template <class T> class SharedList {
public:
    std::size_t size() const { return block * whole_.size() + rest_.size(); }
    const T& operator[](std::size_t i) const {
        return i / block < whole_.size() ? (*whole_[i / block])[i % block] : rest_[i % block];
    }
    const T& back() const { return (*this)[size() - 1]; }
    void push_back(T item) {
        rest_.push_back(std::move(item));
        if (rest_.size() < block) return;
        whole_.push_back(std::make_shared<const std::vector<T>>(std::move(rest_)));
        rest_ = {};
    }
    void pop_back() {
        if (rest_.empty()) {
            rest_ = *whole_.back();
            whole_.pop_back();
        }
        rest_.pop_back();
    }

private:
    static constexpr std::size_t block = 64;
    std::vector<std::shared_ptr<const std::vector<T>>> whole_; // of `block` each
    std::vector<T> rest_;                                      // fewer than `block`
};

}
