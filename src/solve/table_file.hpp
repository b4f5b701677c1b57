// A tablebase as a file, written whole or not at all. Lines of text say what it is; the values follow layer by layer, each
// with its checksum:
//
//     tavoliere table 1
//     variant ataxx:size=4x4
//     rules 91ac08d3b1b29f3e                   of the laws' signature: a table of other rules is not taken for one of these
//     counts 30398696 1035187 12871 11599967 47         won, lost, ended, drawn, longest
//     layers 17 from 0                         below `from` they are not solved yet: solve goes on there
//                                              (an empty line, then the checksum of all this)
//     size, bytes, the bytes, checksum         of each layer, the full board first; size: of its values, in bytes
//
// The values are compressed by an adaptive range coder of our own: whether each value is as the one before, and if not,
// its bits from the highest, each by what stood before it. The patterns of a block are in an order in which neighbours are
// often alike: a table of Ataxx takes about a third of its bytes.
#pragma once
#include "base/is_over.hpp"
#include "base/problem.hpp"
#include "solve/tablebase.hpp"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tavoliere {

struct TableHead {
    std::string variant;
    std::uint64_t rules = 0;
    TableCounts counts = {};
    int layers = 0, from = 0;
};
using TableValues = std::vector<LayerValues>; // by layer

// Where a directory keeps the table of a variant. Its name has no character that a shell or a file system minds.
std::string table_path(std::string_view directory, std::string_view variant);

// Where a table's values come from while they are written, of which no more than some thousand need be in one place.
class TableSource {
public:
    virtual ~TableSource() = default;
    virtual std::size_t size(int layer) const = 0; // values
    virtual bool is_wide(int layer) const = 0;
    // The low or the high bytes of some values of the layer, at least one, from number `from` on. Asked in order.
    virtual void read(int layer, bool high, std::size_t from, std::vector<std::uint8_t>& bytes) = 0;
};

std::unique_ptr<TableSource> in_memory(const TableValues& values); // which outlive it

// False where `is_over` ended it: then the file is as it was.
Expected<bool> write_table(const std::string& path, const TableHead& head, TableSource& values,
                           const IsOver& is_over = never_over);
Expected<bool> write_table(const std::string& path, const TableHead& head, const TableValues& values,
                           const IsOver& is_over = never_over);
// The table of that variant and those rules, with as many values a layer as `sizes` says; nothing where `is_over` ended it.
Expected<std::optional<TableHead>> read_table(const std::string& path, const TableHead& expected,
                                              const std::vector<std::size_t>& sizes, TableValues& values,
                                              const IsOver& is_over = never_over);

// The variant that a file says it is a table of; nothing where it is no table at all. A problem: it cannot be read, or is broken.
Expected<std::optional<std::string>> table_variant(const std::string& path);

// One layer, for tests. Broken off where `is_over` says so.
std::string compressed(const std::vector<std::uint8_t>& values, const IsOver& is_over = never_over);
// False: more or fewer than it has.
bool expand(std::string_view bytes, std::vector<std::uint8_t>& values, const IsOver& is_over = never_over);

}
