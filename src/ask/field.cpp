#include "ask/field.hpp"
#include "ask/reading.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <limits>

namespace tavoliere {

namespace {

template <class... F> struct Cases : F... {
    using F::operator()...;
};

std::string joined(std::span<const std::string_view> names, std::string_view between) {
    std::string all;
    for (const std::string_view name : names) (all += all.empty() ? "" : between) += name;
    return all;
}

// "a whole number from 1 to 5"
std::string wanted(const Domain& domain) {
    return std::visit(
        Cases{[](const TextLine&) -> std::string { return "a text"; },
              [](const WholeRange& range) -> std::string {
                  if (range.least == 0 && range.most == any_number.most) return "a whole number, not negative,";
                  return (range.step > 1 ? "a multiple of " + std::to_string(range.step) : "a whole number") +
                         " from " + std::to_string(range.least) + " to " + std::to_string(range.most);
              },
              [](const DecimalRange& range) -> std::string {
                  return "a number from " + json_number(range.least) + " to " + json_number(range.most);
              },
              [](const ChoiceOf& choice) -> std::string { return "one of " + joined(choice.names, ", "); },
              [](const OnOff&) -> std::string { return "true or false"; },
              [](const FileName& name) -> std::string {
                  return name.what == "FOLDER" ? "the name of a folder" : "the name of a file";
              },
              [](const TextList& texts) -> std::string {
                  return "an array of texts, " + std::to_string(texts.most) + " at most,";
              },
              [](const Nested& shape) -> std::string { return std::string(shape.name); }},
        domain);
}

Problem missing(const Domain& domain, std::string_view where, std::string_view name) {
    return {member(where, name) + ": " + wanted(domain) + " is wanted here"};
}

Expected<void> set_choice(const ChoiceOf& choice, std::string_view what, std::string_view text, const Slot& slot) {
    const auto chosen = choose(text, choice.names);
    if (!chosen) return problem(std::string(what) + ": " + chosen.error().text);
    if (const auto* const letter = std::get_if<char*>(&slot))
        **letter = text[0];
    else if (const auto* const word = std::get_if<std::string*>(&slot))
        **word = text;
    else if (const auto* const number = std::get_if<NumberSlot>(&slot))
        number->put(number->at, *chosen);
    return {};
}

// A text with its blanks as the field keeps them.
std::string kept_of(std::string_view text, TextLine::Blanks blanks) {
    constexpr std::string_view all = " \t\r\n";
    if (blanks == TextLine::Blanks::kept) return std::string(text);
    const std::size_t first = text.find_first_not_of(all);
    if (first == text.npos) return {};
    text = text.substr(first, text.find_last_not_of(all) + 1 - first);
    if (blanks == TextLine::Blanks::trimmed) return std::string(text);
    std::string words;
    for (const char c : text)
        if (all.find(c) == all.npos)
            words += c;
        else if (words.back() != ' ')
            words += ' ';
    return words;
}

Expected<void> set_line(const TextLine& line, std::string_view what, std::string_view text, const Slot& slot) {
    take(text, byte_order_mark); // of what was pasted out of a file
    std::string kept = kept_of(text, line.blanks);
    if (const auto plain = need_one_line(what, kept); !plain) return plain;
    if (const auto letters = letters_in(kept); line.most && *letters > line.most)
        return problem(std::string(what) + ": " + std::to_string(*letters) + " letters are too many; it has at most " +
                       std::to_string(line.most));
    *std::get<std::string*>(slot) = std::move(kept);
    return {};
}

Expected<void> set_file(const FileName& name, std::string_view what, std::string_view text, std::string& kept) {
    if (text.empty()) return problem(std::string(what) + ": it is empty; " + wanted(name) + " is wanted here");
    kept = text;
    return {};
}

Expected<void> add_text(const TextList& texts, std::string_view what, std::string_view text, const Slot& slot) {
    auto& all = *std::get<std::vector<std::string>*>(slot);
    if (all.size() >= texts.most)
        return problem(std::string(what) + ": it is given more than " + std::to_string(texts.most) + " times");
    std::string one;
    const auto set = texts.are_files ? set_file({}, what, text, one) : set_line({}, what, text, &one);
    if (set) all.push_back(std::move(one));
    return set;
}

void keep_decimal(const Slot& slot, double number) {
    if (auto* const* const maybe = std::get_if<std::optional<double>*>(&slot))
        **maybe = number;
    else
        *std::get<double*>(slot) = number;
}

Expected<void> set_texts(const TextList& texts, std::string_view what, const Json& list, const Slot& slot) {
    const auto* const items = list.array();
    if (!items || items->size() > texts.most)
        return problem(std::string(what) + ": " + wanted(texts) + " is wanted here");
    auto& all = *std::get<std::vector<std::string>*>(slot);
    for (const Json& each : *items) {
        if (!each.text()) return problem(std::string(what) + ": texts are wanted here");
        all.push_back(*each.text());
    }
    return {};
}

// A value of JSON that is not missing.
Expected<void> set_value(const Domain& domain, const Json& object, std::string_view where, const Field& field,
                         void* request) {
    const std::string what = member(where, field.name);
    const Json& value = object[field.name];
    const Slot slot = field.slot(request);
    const auto wrong = [&] { return std::unexpected(missing(domain, where, field.name)); };
    return std::visit(Cases{[&](const TextLine& line) -> Expected<void> {
                                if (!value.text()) return wrong();
                                return set_line(line, what, *value.text(), slot);
                            },
                            [&](const ChoiceOf& choice) -> Expected<void> {
                                if (!value.text()) return wrong();
                                return set_choice(choice, what, *value.text(), slot);
                            },
                            [&](const WholeRange& range) -> Expected<void> {
                                const auto number = value.whole<std::uint64_t>(range.least, range.most);
                                if (!number || *number % range.step) return wrong();
                                const auto& kept = std::get<NumberSlot>(slot);
                                kept.put(kept.at, *number);
                                return {};
                            },
                            [&](const DecimalRange& range) -> Expected<void> {
                                const auto number = value.decimal(range.least, range.most);
                                if (!number) return wrong();
                                keep_decimal(slot, *number);
                                return {};
                            },
                            [&](const OnOff&) -> Expected<void> {
                                if (!value.boolean()) return wrong();
                                *std::get<bool*>(slot) = *value.boolean();
                                return {};
                            },
                            [&](const FileName& name) -> Expected<void> {
                                if (!value.text()) return wrong();
                                return set_file(name, what, *value.text(), *std::get<std::string*>(slot));
                            },
                            [&](const TextList& texts) { return set_texts(texts, what, value, slot); },
                            [&](const Nested& shape) { return shape.read(value, what, std::get<void*>(slot)); }},
                      domain);
}

}

Expected<std::size_t> choose(std::string_view text, std::span<const std::string_view> names) {
    if (const auto found = std::ranges::find(names, text); found != names.end())
        return std::size_t(found - names.begin());
    return problem(in_quotes(text) + (names.size() == 2 ? " is neither " + joined(names, " nor ")
                                                        : " is not one of " + joined(names, ", ")));
}

Expected<void> set_field(const Field& field, std::string_view what, std::string_view text, void* request, Asker asker) {
    const Slot slot = field.slot(request);
    const auto refused = [&](std::string_view wanted) {
        return problem(std::string(what) + ": " + in_quotes(text) + " is not " + std::string(wanted));
    };
    const Domain& domain = field.domain_for(asker);
    return std::visit(
        Cases{[&](const TextLine& line) { return set_line(line, what, text, slot); },
              [&](const ChoiceOf& choice) { return set_choice(choice, what, text, slot); },
              [&](const WholeRange& range) -> Expected<void> {
                  const auto number = parse_number<std::uint64_t>(text, range.least, range.most);
                  if (!number || *number % range.step) return refused(wanted(range));
                  const auto& kept = std::get<NumberSlot>(slot);
                  kept.put(kept.at, *number);
                  return {};
              },
              [&](const DecimalRange& range) -> Expected<void> {
                  const auto number = parse_decimal(text, range.least, range.most);
                  if (!number) return refused(wanted(range));
                  keep_decimal(slot, *number);
                  return {};
              },
              [&](const OnOff&) -> Expected<void> {
                  constexpr std::string_view names[] = {"on", "off"};
                  const auto chosen = choose(text, names);
                  if (!chosen) return problem(std::string(what) + ": " + chosen.error().text);
                  *std::get<bool*>(slot) = *chosen == 0;
                  return {};
              },
              [&](const FileName& name) { return set_file(name, what, text, *std::get<std::string*>(slot)); },
              [&](const TextList& texts) { return add_text(texts, what, text, slot); },
              [&](const Nested&) -> Expected<void> {
                  return problem(std::string(what) + ": this cannot be said as text");
              }},
        domain);
}

Expected<void> read_fields(std::span<const Field> fields, const Json& object, std::string_view where, void* request,
                           Asker asker) {
    for (const Field& field : fields) {
        if (asker == Asker::stranger && field.traits.is_owners) continue;
        const Domain& domain = field.domain_for(asker);
        if (object.find(field.name) || std::holds_alternative<Nested>(domain)) {
            if (auto set = set_value(domain, object, where, field, request); !set) return set;
        } else if (field.is_required_of(asker)) {
            return std::unexpected(missing(domain, where, field.name));
        }
    }
    return {};
}

std::optional<std::string> text_of(const Field& field, void* request) {
    using Text = std::optional<std::string>;
    const Slot slot = field.slot(request);
    const auto* const choice = std::get_if<ChoiceOf>(&field.domain);
    return std::visit(Cases{[](const void*) -> Text { return {}; },
                            [](const std::vector<std::string>*) -> Text { return {}; },
                            [](const std::string* text) -> Text { return text->empty() ? Text() : *text; },
                            [](const char* letter) -> Text { return *letter ? Text(std::string(1, *letter)) : Text(); },
                            [](const bool* flag) -> Text { return *flag ? "on" : "off"; },
                            [](const double* number) -> Text { return json_number(*number); },
                            [](const std::optional<double>* number) -> Text {
                                return *number ? Text(json_number(**number)) : Text();
                            },
                            [&](const NumberSlot& number) -> Text {
                                const auto value = number.get(number.at);
                                if (!value) return {};
                                return choice ? std::string(choice->names[*value]) : std::to_string(*value);
                            }},
                      slot);
}

std::string written_fields(std::span<const Field> fields, void* request) {
    JsonObject object;
    for (const Field& field : fields) {
        const Slot slot = field.slot(request);
        if (const auto* const* const texts = std::get_if<std::vector<std::string>*>(&slot)) {
            if (!(*texts)->empty()) object.raw(field.name, json_strings(**texts));
            continue;
        }
        const auto text = text_of(field, request);
        if (!text) continue;
        std::visit(Cases{[&](const WholeRange& range) {
                             if (parse_number<std::uint64_t>(*text, range.least, range.most))
                                 object.raw(field.name, *text);
                         },
                         [&](const DecimalRange& range) {
                             if (parse_decimal(*text, range.least, range.most)) object.raw(field.name, *text);
                         },
                         [&](const OnOff&) { object.add(field.name, *text == "on"); },
                         [&](const auto&) { object.add(field.name, *text); }},
                   field.domain);
    }
    return object.text();
}

std::string range_text(const Domain& domain) {
    constexpr std::uint64_t boundless = 1'000'000'000'000'000; // who reads it is told of no larger bound
    return std::visit(
        Cases{[](const WholeRange& range) {
                  return std::to_string(range.least) +
                         (range.most == any_number.most || range.most > boundless
                              ? " or more"
                              : " to " + std::to_string(range.most)) +
                         (range.step > 1 ? " by " + std::to_string(range.step) : "");
              },
              [](const DecimalRange& range) { return json_number(range.least) + " to " + json_number(range.most); },
              [](const ChoiceOf& choice) { return joined(choice.names, "|"); },
              [](const FileName& name) { return std::string(name.what); },
              [](const TextList& list) -> std::string { return list.are_files ? "FILE" : "TEXT"; },
              [](const Nested& shape) { return std::string(shape.name); },
              [](const auto&) -> std::string { return "TEXT"; }},
        domain);
}

}
