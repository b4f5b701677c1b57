// How far a long job has come, in a file beside what it makes: the same command goes on from there after the program was ended,
// however that was.
//
//     tavoliere job 1
//     train                                  which job
//     inputs=corners; hidden=128; …          its settings: all that decides what comes of it, on one line
//     (bytes)                                its state, as the job writes it; then a checksum of all before
//
// Written whole, so that there is always the last one saved or none. Numbers as this machine has them.
#pragma once
#include "base/file.hpp"
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace tavoliere {

// Of two settings, "name=value; name=value; …", the first part in which they differ: "it has "seed=1" where this one has
// "seed=2"". What only one of them has is "" in the other.
std::string first_difference(std::string_view its, std::string_view ours);

namespace file_kind {
inline constexpr FileKind job{"a checkpoint of a job", 1 * gb};
}

// A checksum as settings have it: 16 digits.
std::string hex(std::uint64_t sum);

class JobFile {
public:
    // A path that is empty: nothing is kept.
    JobFile(std::string path, std::string job, const std::string& settings);

    // The file for what is made at `out`; none where that is no plain file, and so nothing to go on with.
    static std::string path_for(const std::string& out);

    // The state that was saved last; nothing where there is none. A problem: the file is broken, of another job, or of other settings.
    Expected<std::optional<std::string>> load() const;
    Expected<void> save(std::string_view state);
    // Whether it is time to save: saving takes no more than a twentieth of the job's time.
    bool is_due() const { return !path_.empty() && Clock::now() >= next_; }
    // Once what was made is written there is nothing to go on with.
    static void remove(const std::string& path);

    // For a state that load() gave and that the job cannot read: the job's format is another one.
    std::unexpected<Problem> unreadable() const { return wrong("its state is broken"); }

private:
    using Clock = std::chrono::steady_clock;
    std::unexpected<Problem> wrong(const std::string& what) const;

    std::string path_, job_, settings_;
    Clock::time_point next_ = Clock::now();
};

// What a state is written into, and read from in the same order.
class StateWriter {
public:
    template <class T>
        requires std::is_arithmetic_v<T>
    void put(T value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void put(std::string_view text) {
        put(std::uint64_t(text.size()));
        bytes_ += text;
    }
    // Numbers, all of them: how many there are is known to whoever reads them.
    template <class List> void put_all(const List& numbers) {
        bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof *numbers.data());
    }
    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};
class StateReader {
public:
    explicit StateReader(std::string_view bytes) : left_(bytes) {}

    template <class T> T get() {
        T value{};
        copy(&value, sizeof value);
        return value;
    }
    std::string text() {
        const auto size = get<std::uint64_t>();
        if (size > left_.size()) is_whole_ = false;
        std::string out(left_.substr(0, is_whole_ ? std::size_t(size) : 0));
        left_.remove_prefix(out.size());
        return out;
    }
    template <class List> void get_all(List& numbers) { copy(numbers.data(), numbers.size() * sizeof *numbers.data()); }
    bool has_more() const { return is_whole_ && !left_.empty(); }
    // Nothing was missing, and nothing is left.
    bool was_whole() const { return is_whole_ && left_.empty(); }

private:
    void copy(void* to, std::size_t count);

    std::string_view left_;
    bool is_whole_ = true;
};

}
