// A record: a whole one that is written and read again the same, or a problem.
#include "game/record.hpp"
#include "fuzz.hpp"

void tavoliere::fuzz::try_one(std::string_view input) {
    const auto record = read_record(input);
    if (!record) return require_one_line(record.error());
    const auto again = read_record(write_record(*record));
    require(again.has_value(), "a record that is written can be read");
    require(again->variant == record->variant && again->start == record->start && again->moves == record->moves &&
                again->result == record->result && again->tags == record->tags,
            "and is the same");
}
