#include "records/format.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <array>

namespace tavoliere {
namespace {

constexpr std::array formats{&tgn_format, &sgf_format, &pgn_format, &jsonl_format, &abstractplay_format};

}

std::span<const RecordFormat* const> record_formats() { return formats; }

const RecordFormat* find_record_format(std::string_view name) {
    const auto found = std::ranges::find(formats, name, &RecordFormat::name);
    return found == formats.end() ? nullptr : *found;
}

const RecordFormat* guess_record_format(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const auto found = std::ranges::find_if(formats, [&](const RecordFormat* f) { return f->begins(text); });
    return found == formats.end() ? nullptr : *found;
}

Expected<std::unique_ptr<GameSession>> played(Record& record) {
    auto opened = open(record.variant);
    if (!opened) return opened;
    GameSession& session = **opened;
    const std::string first = session.position();
    if (auto set = session.set_position(record.start); !set) return std::unexpected(set.error());
    record.variant = session.variant();
    record.start = session.position() == first ? "startpos" : session.position();
    record.first_is_o = session.view().turn == 'o';
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        auto move = session.play(record.moves[i]);
        if (!move) return problem("move " + std::to_string(i + 1) + ": " + move.error().text);
        record.moves[i] = move->text;
    }
    while (!record.notes.empty() && record.notes.back().empty()) record.notes.pop_back();
    // Nobody's name, in PGN by its standard and in other forms by habit.
    std::erase_if(record.tags,
                  [](const auto& t) { return (t.first == "First" || t.first == "Second") && t.second == "?"; });
    if (const auto taken = take_result(record, session.result()); !taken) return std::unexpected(taken.error());
    return opened;
}

Expected<void> take_result(Record& record, const std::optional<Result>& by_moves) {
    if (!by_moves) return {};
    const std::string text = result_text(by_moves);
    if (record.result != "*" && record.result != text)
        return problem("the result is " + record.result + " where its moves lead to " + text);
    record.result = text;
    return {};
}

bool is_black_second(const GameInfo& info) {
    const auto [first, second] = info.colour_names();
    return second == "Black" || first == "White";
}

const std::string* find_tag(const Record& record, std::string_view name) {
    const auto tag = std::ranges::find(record.tags, name, [](const auto& t) -> std::string_view { return t.first; });
    return tag == record.tags.end() ? nullptr : &tag->second;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        if (!letter.is_valid) return false;
        text.remove_prefix(letter.bytes);
    }
    return true;
}

std::string from_latin1(std::string_view text) {
    std::string out;
    for (char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80)
            out += c;
        else
            out += char(0xC0 | byte >> 6), out += char(0x80 | (byte & 0x3F));
    }
    return out;
}

}
