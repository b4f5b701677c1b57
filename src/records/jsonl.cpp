// Games as JSON lines, an object a line:
//
//     {"game":"ataxx","start":"…","moves":["g2","a1-c3"],"comment":"…","notes":["",…],"result":"1-0","tags":{"First":"Ada",…}}
//
// Of these `game` alone must be there.
#include "base/json.hpp"
#include "records/format.hpp"
#include "records/json_form.hpp"
#include <algorithm>
#include <utility>

namespace tavoliere {
namespace {

constexpr std::string_view known[] = {"game", "start", "moves", "comment", "notes", "result", "tags"};

Expected<Record> read(std::string_view text, std::uint64_t first_line) {
    const auto json = read_object("jsonl", text, first_line);
    if (!json) return std::unexpected(json.error());
    const auto wrong = [&](const std::string& what) {
        const auto blank = text.substr(0, text.find_first_not_of(" \t\r\n"));
        const auto line = first_line + std::uint64_t(std::ranges::count(blank, '\n'));
        return problem("jsonl: line " + std::to_string(line) + ": " + what);
    };
    Record record;
    const auto take_text = [&](std::string_view name, std::string& kept) -> Expected<void> {
        auto value = text_member(*json, name, kept);
        if (!value) return wrong(value.error().text);
        kept = std::move(*value);
        return {};
    };
    const auto take_texts = [&](std::string_view name, std::vector<std::string>& kept) -> Expected<void> {
        const Json& value = (*json)[name];
        if (value.is_null()) return {};
        if (!value.array()) return wrong(std::string(name) + " is not an array of texts");
        for (const Json& one : *value.array()) {
            if (!one.text()) return wrong(std::string(name) + " is not an array of texts");
            kept.push_back(as_one_line(*one.text()));
        }
        return {};
    };
    for (const Expected<void>& taken :
         {take_text("game", record.variant), take_text("start", record.start), take_text("comment", record.comment),
          take_text("result", record.result), take_texts("moves", record.moves), take_texts("notes", record.notes)})
        if (!taken) return std::unexpected(taken.error());
    if (auto tags = read_tags((*json)["tags"], record); !tags) return wrong(tags.error().text);
    for (const auto& [name, value] : *json->object())
        if (std::ranges::find(known, name) == std::end(known)) {
            // What others have added is a tag like another.
            if (!is_tag_name(name)) return wrong(in_quotes(name) + " cannot be a tag's name");
            record.tags.emplace_back(name, value.text() ? as_one_line(*value.text()) : json_text(value));
        }
    if (record.variant.empty()) return wrong("game is missing");
    if (!is_result(record.result))
        return wrong("result: " + in_quotes(record.result) + " is not a result; results are 1-0, 0-1, 1/2-1/2 and *");
    if (record.notes.size() > record.moves.size()) return wrong("there are more notes than moves");
    record.comment = comment_text(record.comment);
    for (std::string& note : record.notes) note = comment_text(note);
    return record;
}

std::string write(const Record& record, const GameSession&) {
    JsonObject out;
    out.add("game", record.variant);
    if (record.start != "startpos") out.add("start", record.start);
    out.raw("moves", json_strings(record.moves));
    if (!record.comment.empty()) out.add("comment", record.comment);
    if (!record.notes.empty()) out.raw("notes", json_strings(record.notes));
    out.add("result", record.result);
    if (!record.tags.empty()) out.raw("tags", tags_json(record));
    return out.text() + "\n";
}

}

const RecordFormat jsonl_format{
    "jsonl",      [](std::string_view text) { return text.starts_with('{') && !first_object_has(text, "header"); },
    first_object, "",
    read,         write};

}
