// The language of the user's environment.
#pragma once
#include <cstdlib>
#include <string_view>

namespace tavoliere::cli {

// What the environment says, of the languages we speak.
inline std::string_view own_language() {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value && *value)
            return std::string_view(value).starts_with("it") ? "it" : "en";
    return "en";
}

}
