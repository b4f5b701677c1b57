// Games in a format that the first byte chooses: where the first can be read and played it is written in every format, and read
// again the same.
#include "fuzz.hpp"
#include "records/format.hpp"
#include <algorithm>
#include <array>
#include <map>

namespace {

using namespace tavoliere;

// Tags of one name keep their order.
bool is_same(const Record& a, const Record& b) {
    using ByName = std::multimap<std::string, std::string>;
    return a.variant == b.variant && a.start == b.start && a.moves == b.moves && a.comment == b.comment &&
           a.notes == b.notes && a.result == b.result &&
           ByName(a.tags.begin(), a.tags.end()) == ByName(b.tags.begin(), b.tags.end());
}

}

void tavoliere::fuzz::try_one(std::string_view input) {
    if (input.empty()) return;
    const auto formats = record_formats();
    const RecordFormat& format = *formats[static_cast<unsigned char>(input[0]) % formats.size()];
    input.remove_prefix(1);
    const auto size = format.first_game(input);
    require(!size || *size <= input.size(), "a game is a part of its file");
    auto record = format.read(input.substr(0, size.value_or(input.size())), 1);
    if (!record) return require_one_line(record.error());
    auto session = played(*record);
    if (!session) return require_one_line(session.error());
    for (const RecordFormat* other : formats) {
        const std::string text = other->write(*record, **session);
        auto again = other->read(text, 1);
        require(again.has_value(), "a game that is written can be read");
        require(played(*again).has_value(), "and played");
        require(is_same(*record, *again), "and is the same");
    }
}
