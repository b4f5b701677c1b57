// JSON written out: a few lines instead of a library, because the core goes into the browser too. json_read.hpp reads it.
#pragma once
#include <concepts>
#include <string>
#include <string_view>

namespace tavoliere {

// Text as a JSON string, which is always valid UTF-8 and harmless on a terminal: characters that are not plain (base/text.hpp)
// are written as \uNNNN, and each byte that is no UTF-8 as \ufffd.
std::string json_string(std::string_view text);
std::string json_number(double value); // shortest that reads back; "null" if it is not finite

// An object or array under construction:  JsonObject().add("depth", 3).add("pv", array).text()
class JsonObject {
public:
    JsonObject& raw(std::string_view key, std::string_view json) {
        out_ += (out_.size() > 1 ? "," : "") + json_string(key) + ":" + std::string(json);
        return *this;
    }
    JsonObject& add(std::string_view key, std::string_view text) { return raw(key, json_string(text)); }
    JsonObject& add(std::string_view key, const char* text) { return raw(key, json_string(text)); }
    JsonObject& add(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
    JsonObject& add(std::string_view key, std::integral auto value) { return raw(key, std::to_string(value)); }
    JsonObject& add(std::string_view key, double value) { return raw(key, json_number(value)); }
    std::string text() const { return out_ + "}"; }

private:
    std::string out_ = "{";
};

// [f(a),f(b),…], each f giving JSON.
template <class Range, class F> std::string json_array(const Range& items, F f) {
    std::string out = "[";
    for (const auto& item : items) out += (out.size() > 1 ? "," : "") + f(item);
    return out + "]";
}
template <class Range> std::string json_strings(const Range& texts) {
    return json_array(texts, [](std::string_view t) { return json_string(t); });
}

}
