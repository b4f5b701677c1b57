// JSON read: RFC 8259, strictly, and no more of it than the caller bears.
#pragma once
#include "base/problem.hpp"
#include "base/text.hpp"
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tavoliere {

// A value. What it is not it gives as nullptr, or as a number that is unreadable: nothing is made into something else.
class Json {
public:
    struct Member;

    bool is_null() const { return std::holds_alternative<Null>(value_); }
    const bool* boolean() const { return std::get_if<bool>(&value_); }
    const std::string* text() const { return std::get_if<std::string>(&value_); } // UTF-8; may have NUL in it
    const std::vector<Json>* array() const { return std::get_if<std::vector<Json>>(&value_); }
    const std::vector<Member>* object() const {
        return std::get_if<std::vector<Member>>(&value_);
    } // as they were written
    // A member by its name; nullptr where this is no object, or has none of that name.
    const Json* find(std::string_view name) const;
    // The same; null where there is none.
    const Json& operator[](std::string_view name) const;

    // The digits of a number as they were written, however many; nullptr where this is none.
    const std::string* digits() const;
    // A number without fraction or exponent, exactly.
    template <std::integral T = std::int64_t>
    Number<T> whole(std::type_identity_t<T> least, std::type_identity_t<T> most) const {
        return parse_number<T>(whole_digits(), least, most);
    }
    // The double nearest to a number.
    Number<double> decimal(double least, double most) const;

private:
    struct Null {};
    struct Digits {
        std::string text;
    };
    std::string_view whole_digits() const; // "0" of "-0"; empty where this is no number

    std::variant<Null, bool, Digits, std::string, std::vector<Json>, std::vector<Member>> value_;
    friend class JsonReader;
};

struct Json::Member {
    std::string name;
    Json value;
};

// What a reader bears. A value takes some twenty times as much memory as its text, at most.
struct JsonBounds {
    std::size_t bytes;            // of the text
    int depth = 16;               // of arrays and objects in one another
    std::uint64_t first_line = 1; // the number of the text's first line, for problems
};

// The whole text as one value; a byte order mark before it is skipped. A problem where it is no JSON, is not UTF-8, has a name twice
// in an object or half a surrogate pair, or is too large or too deep: "line 2, column 7: a comma or ] is missing before "x"".
// Columns are counted in characters, from 1.
Expected<Json> read_json(std::string_view text, const JsonBounds& bounds);

}
