#include "solve/checkpoint.hpp"
#include "game/text.hpp"
#include "solve/file.hpp"
#include <charconv>

namespace tavoliere {
namespace {

constexpr std::string_view beginning = "tavoliere checkpoint 1";

struct Run { // of buckets: `skip` empty ones, then `count` that follow
    std::uint64_t skip = 0, count = 0;
};
constexpr std::size_t longest_run = 4096;

bool is_empty(const ProofTable::Bucket& b) {
    return std::all_of(std::begin(b.entries), std::end(b.entries), [](const auto& e) { return e.data == 0; });
}

}

Expected<void> save_checkpoint(const std::string& path, const CheckpointHead& head, const ProofTable& table) {
    auto file = WholeFile::create(path);
    if (!file) return std::unexpected(file.error());
    file->write(std::string(beginning) + "\nvariant " + head.variant + "\nposition " + head.position + "\nbuckets " +
                std::to_string(table.size()) + "\nnodes " + std::to_string(head.nodes) + "\nseconds " +
                std::to_string(head.seconds) + "\n");
    std::vector<ProofTable::Bucket> run;
    Run next;
    const auto flush = [&] {
        next.count = run.size();
        file->write(&next, sizeof next);
        file->write(run.data(), run.size() * sizeof run[0]);
        run.clear();
        next = {};
    };
    for (std::size_t i = 0; i < table.size(); ++i) {
        const ProofTable::Bucket b = table.read(i);
        if (run.size() == longest_run || (is_empty(b) && !run.empty())) flush();
        if (is_empty(b))
            ++next.skip;
        else
            run.push_back(b);
    }
    flush();
    const std::uint64_t sum = file->checksum();
    file->write(&sum, sizeof sum);
    return file->finish();
}

Expected<CheckpointHead> load_checkpoint(const std::string& path, const CheckpointHead& expected, ProofTable& table) {
    const auto wrong = [&](const std::string& what) { return problem("checkpoint " + in_quotes(path) + ": " + what); };
    auto file = SummedReader::open(path);
    if (!file) return std::unexpected(file.error());
    std::string line;
    if (!file->read_line(line) || line != beginning) return wrong("it does not begin with " + in_quotes(beginning));
    const auto field = [&](std::string_view name) -> std::optional<std::string> {
        if (!file->read_line(line) || !line.starts_with(std::string(name) + " ")) return {};
        return line.substr(name.size() + 1);
    };
    const auto number = [](const std::optional<std::string>& text, auto& value) {
        return text && std::from_chars(text->data(), text->data() + text->size(), value).ec == std::errc();
    };
    CheckpointHead head = expected;
    std::uint64_t buckets = 0;
    const auto variant = field("variant"), position = field("position");
    if (!variant || !position || !number(field("buckets"), buckets) || !number(field("nodes"), head.nodes) ||
        !number(field("seconds"), head.seconds))
        return wrong("its head is broken");
    if (*variant != expected.variant || *position != expected.position)
        return wrong("it is of " + in_quotes(*variant) + ", position " + in_quotes(*position) + ", and not of " +
                     in_quotes(expected.variant) + ", " + in_quotes(expected.position));
    if (buckets != table.size())
        return wrong("it was made with another --memory, about " +
                     std::to_string((buckets * sizeof(ProofTable::Bucket) >> 20) + 1) + " MB for the table");
    std::vector<ProofTable::Bucket> run;
    for (std::uint64_t at = 0; at < buckets;) {
        Run next;
        if (!file->read(&next, sizeof next) || next.skip > buckets - at || next.count > buckets - at - next.skip ||
            next.count > longest_run)
            return wrong("it is broken, or cut off");
        run.resize(next.count);
        if (!file->read(run.data(), run.size() * sizeof run[0])) return wrong("it is cut off");
        at += next.skip;
        for (const auto& b : run) table.write(at++, b);
        if (next.skip + next.count == 0) return wrong("it is broken");
    }
    const std::uint64_t sum = file->checksum();
    std::uint64_t said = 0;
    if (!file->read(&said, sizeof said) || said != sum || !file->at_end())
        return wrong("its checksum is wrong: it was changed");
    return head;
}

}
