// What jobs can be of: each kind a file, with the table of its fields, how a unit of it is done, and the file that its results are.
#pragma once
#include "ask/field.hpp"
#include "base/problem.hpp"
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::jobs {

// Work whose units are not known beforehand: what was found decides what is asked next. It is told of all results in the order in which
// they were kept, and each worker has one; whoever finds nothing to do asks it for the next unit.
class Growing {
public:
    virtual ~Growing() = default;
    virtual Expected<void> learn(std::string_view result) = 0;
    // Whether that can be learnt.
    virtual bool is_result(std::string_view bytes) const = 0;
    // What a unit is to do, while others are at `out`; nothing where all that would help is under way, or all is done.
    virtual Expected<std::optional<std::string>> next(std::span<const std::string> out) = 0;
    virtual bool is_over() = 0;
    // A unit, by what the first `after` results told and nothing else.
    virtual Expected<std::string> make(const std::string& asked, std::uint64_t after,
                                       const std::atomic<bool>& stop) const = 0;
    // How far it is: names and what they are, as JSON and for people.
    struct Line {
        std::string_view name;
        std::string text;
        bool is_number = true;
    };
    virtual std::vector<Line> progress() = 0;
};

// A request understood. The same on every machine.
class Work {
public:
    // Takes what a unit came to; of each unit, in order.
    using Take = std::function<Expected<void>(std::string_view bytes)>;

    virtual ~Work() = default;
    // All that decides what comes of it, files by their checksums, as "name=value; name=value": two that are the same give the same bytes.
    virtual std::string identity() const = 0;
    // Work whose items are numbered: how many they are, and items first … last - 1, which are the same bytes whatever was done before.
    // What it gives where `stop` came first is of no use.
    virtual std::uint64_t items() const { return 0; }
    virtual Expected<std::string> make(std::uint64_t, std::uint64_t, const std::atomic<bool>&) const {
        return problem("job: its units have no items");
    }
    // Or work that grows, of which nothing is found yet; nullptr for the other.
    virtual Expected<std::unique_ptr<Growing>> growing() const { return nullptr; }
    // All results as one process would have written them; of work that grows those there are, whenever that is. `for_each` calls what it
    // is given with each unit's bytes.
    virtual Expected<void> write(const std::string& path,
                                 const std::function<Expected<void>(const Take&)>& for_each) const = 0;
};

// A request as it is kept.
struct Written {
    std::string request;  // JSON
    std::string attached; // what files held that it names
};

struct Kind {
    std::string_view name, items; // "match", "pairs of games"; "questions", where its work grows
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
extern const Kind review_kind, levels_kind, solve_kind;

}
