// Settings written as "name=value,name=value": the limits of a player, the bounds of an SPRT. Each kind is a table of fields.
#pragma once
#include "ask/field.hpp"

namespace tavoliere {

// Settings that are no field of ours: `set` sets one by its name; false where there is none of that name.
struct OtherSettings {
    std::string names = {}; // for who asks for one that is not there
    Expected<bool> (*set)(void* into, std::string_view name, std::string_view value) = nullptr;
};

// Reads the settings in `text` into what the fields are of; `what` begins the problem, as in "player". Fails at the first that is
// wrong, that there is not, or that is there twice; then `into` is not to be used.
Expected<void> read_settings(std::string_view what, std::string_view text, std::span<const Field> fields, void* into,
                             const OtherSettings& others = {});

}
