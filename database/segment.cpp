#include "database/segment.hpp"
#include "base/checksum.hpp"
#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>

namespace tavoliere::database {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr FileKind segment_kind{"a segment of a database", 1024 * file_kind::gb};
constexpr std::uint64_t entries_a_fence = 1024;
constexpr std::uint64_t version = 1;

struct Head {
    char magic[8] = {'t', 'a', 'v', 'o', 'p', 'o', 's', '\n'};
    std::uint64_t its_version = version;
};
struct Foot {
    std::uint64_t entries, tallies, moves, marks;
    std::uint64_t checksum; // of all before
    std::uint64_t own;      // of the foot to here
};

std::uint64_t own_checksum(const Foot& foot) {
    Checksum sum;
    sum.add(&foot, offsetof(Foot, own));
    return sum.value();
}

// Fences begin where words do.
constexpr std::uint64_t padding(std::uint64_t entries) { return (8 - entries * sizeof(Entry) % 8) % 8; }
constexpr std::uint64_t move_padding(std::uint64_t moves) { return (8 - moves * sizeof(detail::TallyMove) % 8) % 8; }
constexpr std::uint64_t fences_of(std::uint64_t entries) { return (entries + entries_a_fence - 1) / entries_a_fence; }

constexpr std::size_t block = 1 << 18;

}

std::unexpected<Problem> Segment::damaged(const std::string& what) const {
    return problem("database: " + in_quotes(path_) + ": " + what);
}

Expected<Segment> Segment::open(const std::string& path) {
    auto file = MappedFile::open(path, segment_kind);
    if (!file) return std::unexpected(file.error());
    Segment segment(path, std::move(*file));
    const std::string_view bytes = segment.file_.bytes();
    Head head;
    Foot foot{};
    if (bytes.size() < sizeof head + sizeof foot || std::memcmp(bytes.data(), head.magic, sizeof head.magic) != 0)
        return segment.damaged("it is no segment of a database, or not all of one");
    std::memcpy(&head, bytes.data(), sizeof head);
    if (head.its_version != version)
        return segment.damaged("it is of version " + std::to_string(head.its_version) + "; this program reads " +
                               std::to_string(version));
    std::memcpy(&foot, bytes.data() + bytes.size() - sizeof foot, sizeof foot);
    constexpr std::uint64_t most = std::uint64_t(1) << 48; // so that no sum below goes round
    if (foot.own != own_checksum(foot) || std::max({foot.entries, foot.tallies, foot.moves, foot.marks}) > most)
        return segment.damaged("its end is missing or damaged");
    const char* at = bytes.data() + sizeof head;
    const auto take = [&]<class T>(std::span<const T>& kept, std::uint64_t count, std::uint64_t pad) {
        kept = {reinterpret_cast<const T*>(at), std::size_t(count)};
        at += count * sizeof(T) + pad;
    };
    const std::uint64_t size = sizeof head + foot.entries * sizeof(Entry) + padding(foot.entries) +
                               fences_of(foot.entries) * sizeof(PositionKey) + foot.tallies * sizeof(detail::Tally) +
                               foot.moves * sizeof(detail::TallyMove) + move_padding(foot.moves) +
                               foot.marks * sizeof(std::uint64_t) + sizeof foot;
    if (size != bytes.size()) return segment.damaged("a part of it is missing");
    take(segment.entries_, foot.entries, padding(foot.entries));
    take(segment.fences_, fences_of(foot.entries), 0);
    take(segment.tallies_, foot.tallies, 0);
    take(segment.moves_, foot.moves, move_padding(foot.moves));
    take(segment.marks_, foot.marks, 0);
    return segment;
}

Expected<void> Segment::check(const std::function<bool()>& stop) const {
    const std::string_view bytes = file_.bytes();
    Foot foot{};
    std::memcpy(&foot, bytes.data() + bytes.size() - sizeof foot, sizeof foot);
    read_in_order();
    Checksum sum;
    for (std::string_view rest = bytes.substr(0, bytes.size() - sizeof foot); !rest.empty() && !stop();) {
        const std::string_view piece = rest.substr(0, block);
        sum.add(piece.data(), piece.size());
        rest.remove_prefix(piece.size());
    }
    if (stop()) return {};
    if (sum.value() != foot.checksum) return damaged("its bytes are not those that were written");
    for (std::size_t i = 1; i < entries_.size(); ++i)
        if (entries_[i] < entries_[i - 1]) return damaged("its entries are not in order");
    file_.expect(MappedFile::Reading::here_and_there);
    return {};
}

std::span<const Entry> Segment::find(PositionKey key) const {
    // The first entry of the key lies after the last fence below it, and ends before the first one above.
    const auto below = std::ranges::lower_bound(fences_, key), above = std::ranges::upper_bound(fences_, key);
    const auto first = std::uint64_t(std::max<std::ptrdiff_t>(below - fences_.begin() - 1, 0)) * entries_a_fence;
    const auto end = std::min<std::uint64_t>(std::uint64_t(above - fences_.begin()) * entries_a_fence, entries_.size());
    if (first >= end) return {};
    const auto there = entries_.subspan(first, end - first);
    const auto key_of = [](const Entry& e) { return PositionKey(e.key); };
    const auto low = std::ranges::lower_bound(there, key, {}, key_of),
               high = std::ranges::upper_bound(there, key, {}, key_of);
    return there.subspan(std::size_t(low - there.begin()), std::size_t(high - low));
}

void Segment::count(PositionKey key, NextCounts& counts) const {
    const auto tally = std::ranges::lower_bound(tallies_, key, {}, &detail::Tally::key);
    if (tally != tallies_.end() && tally->key == key && tally->first <= moves_.size() &&
        tally->moves <= moves_.size() - tally->first) {
        for (const detail::TallyMove& m : moves_.subspan(tally->first, tally->moves))
            counts[Next(m.next)].add({m.x, m.o, m.draw, m.unknown});
        return;
    }
    for (const Entry& e : find(key)) ++counts[Next(e.next)][e.outcome()];
}

bool Segment::has_mark(std::uint64_t mark) const { return std::ranges::binary_search(marks_, mark); }

Expected<SegmentWriter> SegmentWriter::create(const std::string& path) {
    auto file = WholeFile::create(path);
    if (!file) return std::unexpected(file.error());
    SegmentWriter writer(std::move(*file));
    const Head head;
    writer.write(&head, sizeof head);
    return writer;
}

void SegmentWriter::write(const void* bytes, std::size_t count) {
    unwritten_.append(static_cast<const char*>(bytes), count);
    if (unwritten_.size() >= block) flush();
}
void SegmentWriter::flush() {
    file_.write(unwritten_);
    unwritten_.clear();
}

void SegmentWriter::add(const Entry& entry) {
    if (count_ == 0 || entry.key != key_) {
        end_position();
        key_ = entry.key;
    }
    if (count_ % entries_a_fence == 0) fences_.push_back(PositionKey(entry.key));
    ++count_;
    if (++times_ < tallied_from) {
        few_.emplace_back(Next(entry.next), entry.outcome());
    } else {
        for (const auto& [next, outcome] : std::exchange(few_, {})) ++next_[next][outcome];
        ++next_[Next(entry.next)][entry.outcome()];
    }
    write(&entry, sizeof entry);
}

void SegmentWriter::end_position() {
    if (times_ >= tallied_from) {
        tallies_.push_back({key_, moves_.size(), std::uint32_t(next_.size()), 0});
        for (const auto& [next, c] : next_)
            moves_.push_back(
                {next, std::uint32_t(c.x), std::uint32_t(c.o), std::uint32_t(c.draw), std::uint32_t(c.unknown)});
    }
    times_ = 0;
    few_.clear();
    next_.clear();
}

void SegmentWriter::add_mark(std::uint64_t mark) { marks_.push_back(mark); }

Expected<void> SegmentWriter::finish() {
    end_position();
    constexpr std::uint64_t zero = 0;
    const auto write_all = [&](const auto& list) { write(list.data(), list.size() * sizeof list[0]); };
    write(&zero, padding(count_));
    write_all(fences_);
    write_all(tallies_);
    write_all(moves_);
    write(&zero, move_padding(moves_.size()));
    write_all(marks_);
    flush();
    Foot foot{count_, tallies_.size(), moves_.size(), marks_.size(), file_.checksum(), 0};
    foot.own = own_checksum(foot);
    file_.write(&foot, sizeof foot);
    return file_.finish();
}

Expected<bool> merge(std::span<const Segment* const> from, const std::string& path, const std::function<bool()>& stop) {
    auto writer = SegmentWriter::create(path);
    if (!writer) return std::unexpected(writer.error());
    for (const Segment* s : from) s->read_in_order();
    // The least of what each segment has left, from the front.
    const auto merged = [&](auto list_of, auto take) {
        using List = decltype(list_of(*from[0]));
        std::vector<List> left;
        for (const Segment* s : from)
            if (const List list = list_of(*s); !list.empty()) left.push_back(list);
        const auto later = [](const List& a, const List& b) { return b.front() < a.front(); };
        std::ranges::make_heap(left, later);
        for (std::uint64_t done = 0; !left.empty(); ++done) {
            if (done % 65536 == 0 && stop()) return false;
            std::ranges::pop_heap(left, later);
            List& least = left.back();
            take(least.front());
            least = least.subspan(1);
            if (least.empty())
                left.pop_back();
            else
                std::ranges::push_heap(left, later);
        }
        return true;
    };
    if (!merged([](const Segment& s) { return s.entries(); }, [&](const Entry& e) { writer->add(e); }) ||
        !merged([](const Segment& s) { return s.marks(); }, [&](std::uint64_t mark) { writer->add_mark(mark); }))
        return false;
    if (auto done = writer->finish(); !done) return std::unexpected(done.error());
    return true;
}

}
