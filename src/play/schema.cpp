#include "play/schema.hpp"
#include "base/json.hpp"
#include "play/messages.hpp"

namespace tavoliere {

namespace {

template <class... F> struct Cases : F... {
    using F::operator()...;
};

JsonObject of_type(std::string_view type) { return JsonObject().add("type", type); }

JsonObject domain_schema(const Domain& domain) {
    return std::visit(
        Cases{[](const TextLine& line) {
                  JsonObject out = of_type("string");
                  return line.most ? out.add("maxLength", line.most) : out;
              },
              [](const WholeRange& range) {
                  JsonObject out = of_type("integer");
                  out.add("minimum", range.least);
                  if (range.step > 1) out.add("multipleOf", range.step);
                  return range.most < any_number.most ? out.add("maximum", range.most) : out;
              },
              [](const DecimalRange& range) {
                  return of_type("number").add("minimum", range.least).add("maximum", range.most);
              },
              [](const ChoiceOf& choice) { return of_type("string").raw("enum", json_strings(choice.names)); },
              [](const OnOff&) { return of_type("boolean"); },
              [](const FileName&) { return of_type("string").add("minLength", 1); },
              [](const TextList& list) {
                  return of_type("array").raw("items", of_type("string").text()).add("maxItems", list.most);
              },
              [](const Nested& nested) { return JsonObject().add("$ref", "#/$defs/" + std::string(nested.name)); }},
        domain);
}

// As JSON has it; nothing where the default is that there is none.
std::optional<std::string> standard_json(const RequestInfo& request, const Field& field) {
    const auto text = request.standard(field);
    if (!text || std::holds_alternative<Nested>(field.domain)) return {};
    if (std::holds_alternative<OnOff>(field.domain)) return *text == "on" ? "true" : "false";
    if (std::holds_alternative<TextLine>(field.domain) || std::holds_alternative<ChoiceOf>(field.domain) ||
        std::holds_alternative<FileName>(field.domain))
        return json_string(*text);
    return text == "0" ? std::optional<std::string>() : text;
}

}

std::string field_schema(const RequestInfo& request, const Field& field, Asker asker) {
    JsonObject out = domain_schema(field.domain_for(asker));
    out.add("description", field.help.en).add("x-it", field.help.it);
    if (const auto standard = standard_json(request, field); standard && !field.is_required_of(asker))
        out.raw("default", *standard);
    if (field.traits.unit != Unit::none)
        out.add("x-unit", field.traits.unit == Unit::seconds ? "seconds" : "megabytes");
    if (asker == Asker::owner && !field.traits.option.empty()) out.add("x-option", field.traits.option);
    return out.text();
}

namespace {

std::string request_schema(const RequestInfo& request, Asker asker) {
    JsonObject properties;
    std::vector<std::string_view> required;
    for (const Field& field : request.fields) {
        if (asker == Asker::stranger && field.traits.is_owners) continue;
        properties.raw(field.name, field_schema(request, field, asker));
        if (field.is_required_of(asker)) required.push_back(field.name);
    }
    JsonObject out = of_type("object");
    out.add("description", request.help.en).add("x-it", request.help.it);
    out.raw("properties", properties.text());
    if (!required.empty()) out.raw("required", json_strings(required));
    if (!request.answer.empty()) out.add("x-answer", request.answer);
    return out.text();
}

JsonObject constant(std::string_view text) { return JsonObject().add("const", text); }

std::string object_schema(const JsonObject& properties, const std::vector<std::string_view>& required) {
    return of_type("object")
        .raw("properties", properties.text())
        .raw("required", json_strings(required))
        .add("additionalProperties", false)
        .text();
}

std::string player_schema() {
    const std::string kinds[] = {
        object_schema(JsonObject().raw("kind", constant("person").text()), {"kind"}),
        object_schema(
            JsonObject().raw("kind", constant("engine").text()).raw("level", domain_schema(engine_levels).text()),
            {"kind", "level"}),
        object_schema(
            JsonObject().raw("kind", constant("engine").text()).raw("seconds", domain_schema(engine_seconds).text()),
            {"kind", "seconds"})};
    return JsonObject().raw("oneOf", json_array(kinds, [](const std::string& kind) { return kind; })).text();
}

std::string control_schema() {
    const std::string kinds[] = {object_schema(JsonObject()
                                                   .raw("seconds", domain_schema(clock_seconds).text())
                                                   .raw("increment", domain_schema(clock_increments).text()),
                                               {"seconds"}),
                                 object_schema(JsonObject().raw("days", domain_schema(clock_days).text()), {"days"}),
                                 of_type("null").text()};
    return JsonObject().raw("oneOf", json_array(kinds, [](const std::string& kind) { return kind; })).text();
}

}

std::string nested_schemas() {
    return JsonObject().raw("PLAYER", player_schema()).raw("CONTROL", control_schema()).text();
}

std::string requests_schema(std::span<const RequestInfo> commands) {
    JsonObject defs;
    defs.raw("PLAYER", player_schema()).raw("CONTROL", control_schema());
    for (const RequestInfo& query : queries())
        defs.raw("query." + std::string(query.name), request_schema(query, Asker::stranger));
    for (const RequestInfo& command : commands)
        defs.raw("command." + std::string(command.name), request_schema(command, Asker::owner));
    const auto all = messages();
    for (const RequestInfo& message : all)
        defs.raw("message." + std::string(message.name), request_schema(message, Asker::stranger));
    const std::string any = json_array(all, [](const RequestInfo& message) {
        return JsonObject()
            .add("type", "object")
            .raw("properties",
                 JsonObject()
                     .raw("t", constant(message.name).text())
                     .raw("id", of_type("integer").text())
                     .raw("d", JsonObject().add("$ref", "#/$defs/message." + std::string(message.name)).text())
                     .text())
            .raw("required", R"(["t","id","d"])")
            .text();
    });
    return JsonObject()
        .add("$schema", "https://json-schema.org/draft/2020-12/schema")
        .add("title", "What Tavoliere is asked: the messages to a server")
        .raw("oneOf", any)
        .raw("$defs", defs.text())
        .text();
}

}
