// The declarations of all requests as one JSON Schema, of which the page's types and the tables of docs/protocol.md are made.
#pragma once
#include "ask/field.hpp"
#include <span>
#include <string>

namespace tavoliere {

// A field's schema, and those of the forms that a Nested names: {"PLAYER":…,"CONTROL":…}. They refer to each other below "#/$defs/".
std::string field_schema(const RequestInfo& request, const Field& field, Asker asker);
std::string nested_schemas();

// JSON Schema 2020-12. A message of the WebSocket is valid by it, unless it has more members than are read. `$defs` has each request
// by its kind and name: "message.move", "query.diagram" of HTTP, "command.solve" of the command line with the options' names in
// `x-option`. Descriptions are English, and Italian in `x-it`. `commands` are those of the command line, of whatever part of the
// program.
std::string requests_schema(std::span<const RequestInfo> commands);

}
