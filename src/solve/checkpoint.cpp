#include "solve/checkpoint.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "game/text.hpp"

namespace tavoliere {
namespace {

constexpr std::string_view beginning = "tavoliere checkpoint 3";
constexpr std::size_t between_looks = 16384; // buckets: a millisecond

// How many empty buckets come next, and which entries the bucket after them has, bit k for entry k; with none only the skip.
struct Step {
    std::uint32_t word;
    static constexpr std::uint32_t longest = (1u << 28) - 1;
    static Step to(std::uint32_t skip, unsigned entries) { return {skip << 4 | entries}; }
    std::uint32_t skip() const { return word >> 4; }
    bool has(unsigned k) const { return word >> k & 1; }
    bool has_any() const { return word & 15; }
};

unsigned entries_of(const Buckets::Bucket& b) {
    unsigned mask = 0;
    for (unsigned k = 0; k < 4; ++k) mask |= unsigned(b.entries[k].data() != 0) << k;
    return mask;
}

}

Expected<bool> save_checkpoint(const std::string& path, const CheckpointHead& head, const ProofTable& table,
                               const IsOver& is_over) {
    auto file = WholeFile::create(path);
    if (!file) return std::unexpected(file.error());
    file->write(std::string(beginning) + "\nvariant " + head.variant + "\nposition " + head.position + "\nbuckets " +
                std::to_string(table.size()) + "\nat most " + std::to_string(table.largest_size()) + "\nnodes " +
                std::to_string(head.nodes) + "\nseconds " + std::to_string(head.seconds) + "\n");
    std::uint32_t skip = 0;
    const auto step = [&](unsigned entries) {
        const Step next = Step::to(skip, entries);
        file->write(&next, sizeof next);
        skip = 0;
    };
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (i % between_looks == 0 && is_over()) return false;
        const Buckets::Bucket b = table[i];
        const unsigned entries = entries_of(b);
        if (!entries) {
            if (++skip == Step::longest) step(0);
            continue;
        }
        step(entries);
        for (unsigned k = 0; k < 4; ++k)
            if (entries >> k & 1) file->write(&b.entries[k], sizeof b.entries[k]);
    }
    if (skip) step(0);
    const std::uint64_t sum = file->checksum();
    file->write(&sum, sizeof sum);
    if (auto done = file->finish(); !done) return std::unexpected(done.error());
    return true;
}

Expected<std::optional<CheckpointHead>> load_checkpoint(const std::string& path, const CheckpointHead& expected,
                                                        ProofTable& table, const IsOver& is_over) {
    const auto wrong = [&](const std::string& what) { return problem("checkpoint " + in_quotes(path) + ": " + what); };
    auto file = FileReader::open(path, file_kind::checkpoint);
    if (!file) return std::unexpected(file.error());
    std::string line;
    if (!file->read_line(line) || line != beginning) return wrong("it does not begin with " + in_quotes(beginning));
    const auto field = [&](std::string_view name) -> std::optional<std::string> {
        if (!file->read_line(line) || !line.starts_with(std::string(name) + " ")) return {};
        return line.substr(name.size() + 1);
    };
    const auto whole = [](const std::optional<std::string>& text, std::uint64_t& value) {
        const auto read = parse_number<std::uint64_t>(text.value_or(""), 0, ~std::uint64_t{0});
        if (read) value = *read;
        return read.has_value();
    };
    const auto decimal = [](const std::optional<std::string>& text, double& value) {
        const auto read = parse_decimal(text.value_or(""), 0, 1e18);
        if (read) value = *read;
        return read.has_value();
    };
    CheckpointHead head = expected;
    std::uint64_t buckets = 0, most = 0;
    const auto variant = field("variant"), position = field("position");
    if (!variant || !position || !whole(field("buckets"), buckets) || !whole(field("at most"), most) ||
        !whole(field("nodes"), head.nodes) || !decimal(field("seconds"), head.seconds))
        return wrong("its head is broken");
    if (*variant != expected.variant || *position != expected.position)
        return wrong("it is of " + in_quotes(*variant) + ", position " + in_quotes(*position) + ", and not of " +
                     in_quotes(expected.variant) + ", " + in_quotes(expected.position));
    if (most != table.largest_size())
        return wrong("it was made with another --memory, about " +
                     std::to_string((most * sizeof(Buckets::Bucket) >> 20) + 1) + " MB for the table");
    if (!table.begin_with(buckets)) return wrong("its head is broken");
    std::size_t steps = 0;
    for (std::uint64_t at = 0; at < buckets;) {
        if (steps++ % between_looks == 0 && is_over()) return std::nullopt;
        Step step{};
        if (!file->read(&step, sizeof step)) return wrong("it is cut off");
        at += step.skip();
        if (step.word == 0 || at > buckets || (step.has_any() && at == buckets)) return wrong("it is broken");
        if (!step.has_any()) continue;
        Buckets::Bucket b{};
        for (unsigned k = 0; k < 4; ++k)
            if (step.has(k) && !file->read(&b.entries[k], sizeof b.entries[k])) return wrong("it is cut off");
        table.restore(at++, b);
    }
    const std::uint64_t sum = file->checksum();
    std::uint64_t said = 0;
    if (!file->read(&said, sizeof said) || said != sum || !file->at_end())
        return wrong("its checksum is wrong: it was changed");
    return head;
}

}
