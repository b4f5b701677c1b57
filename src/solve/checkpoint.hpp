// A proof table in a file, to go on from after the run was killed.
//
//     tavoliere checkpoint 3
//     variant …                of the search that it belongs to, and no other
//     position …
//     buckets N                the table's size
//     at most N                its largest size, which the memory limit decides
//     nodes N
//     seconds N
//     (bytes) for each bucket that is not empty a word of 32 bits, how many empty ones come before it and which
//             entries it has, and those entries; then a checksum of all before
//
// Numbers as this machine has them: a checkpoint is not for another one.
#pragma once
#include "solve/proof_table.hpp"
#include "solve/solution.hpp"

namespace tavoliere {

struct CheckpointHead {
    std::string variant, position;
    std::uint64_t nodes = 0;
    double seconds = 0;
};

// Other threads may go on writing to the table: a torn entry is a miss. False where `is_over` ended it: then the file is as it was.
Expected<bool> save_checkpoint(const std::string& path, const CheckpointHead& head, const ProofTable& table,
                               const IsOver& is_over = never_over);

// Into an empty table. A problem where the file is not whole, or of another search, and nothing where `is_over` ended it; then the
// table is not to be used.
Expected<std::optional<CheckpointHead>> load_checkpoint(const std::string& path, const CheckpointHead& expected,
                                                        ProofTable& table, const IsOver& is_over = never_over);

}
