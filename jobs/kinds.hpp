// What jobs can be of: each kind a file, with the table of its fields, how a unit of it is done, and the file that its results are.
#pragma once
#include "ask/field.hpp"
#include "base/problem.hpp"
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tavoliere::jobs {

// A request understood. The same on every machine.
class Work {
public:
    // Takes what a unit came to; of each unit, in order.
    using Take = std::function<Expected<void>(std::string_view bytes)>;

    virtual ~Work() = default;
    // All that decides what comes of it, files by their checksums, as "name=value; name=value": two that are the same give the same bytes.
    virtual std::string identity() const = 0;
    virtual std::uint64_t items() const = 0;
    // Items first … last - 1, which are the same bytes whatever was done before. What it gives where `stop` came first is of no use.
    virtual Expected<std::string> make(std::uint64_t first, std::uint64_t last,
                                       const std::atomic<bool>& stop) const = 0;
    // All of them as one process would have written them; `for_each` calls what it is given with each unit's bytes.
    virtual Expected<void> write(const std::string& path,
                                 const std::function<Expected<void>(const Take&)>& for_each) const = 0;
};

// A request as it is kept.
struct Written {
    std::string request;  // JSON
    std::string attached; // what files held that it names
};

struct Kind {
    std::string_view name, items; // "match", "pairs of games"
    Words help;
    std::span<const Field> fields; // but those that are nothing of a job's: where it writes, how many threads
    std::shared_ptr<void> (*blank)();
    // Of a request that was filled in by the fields.
    Expected<Written> (*written)(void* request);
    Expected<std::unique_ptr<Work>> (*understood)(const Written& written);
};
std::span<const Kind> kinds();
Expected<const Kind*> find_kind(std::string_view name);

// One a file.
extern const Kind selfplay_kind, match_kind, puzzles_kind;
extern const Kind review_kind, levels_kind;

}
