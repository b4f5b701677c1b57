// The fields of a request, declared once. From a request's table of them come its readers (JSON, queries, the command line), the lines
// that refuse what is wrong, the JSON Schema, the page's types and the tables of the documentation.
#pragma once
#include "base/json_read.hpp"
#include "base/problem.hpp"
#include "game/info.hpp"
#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace tavoliere {

// Who asks. A stranger asks over a network, and gets only as much of the machine as its owner would give to anybody.
enum class Asker : std::uint8_t { owner, stranger };

// What a field may hold. In JSON a number for WholeRange and DecimalRange, true or false for OnOff, an array for TextList, and a text for the rest.
// One line of plain text (base/text.hpp), of at most so many letters; 0: of as many as a message has room for.
struct TextLine {
    // What becomes of blanks and ends of lines, as a file may have them: those at both ends are dropped, or one space is kept for
    // those between words as well.
    enum class Blanks : std::uint8_t { kept, trimmed, single };
    std::size_t most = 0;
    Blanks blanks = Blanks::kept;
};
struct WholeRange {
    std::uint64_t least, most, step = 1; // multiples of the step alone
};
// As many as there may be of anything.
inline constexpr WholeRange any_number{0, std::numeric_limits<int>::max()};
struct DecimalRange {
    double least, most;
};
struct ChoiceOf {
    std::span<const std::string_view> names;
};
struct OnOff {}; // "on" or "off" where all is text
// As the system has it; never empty. `what` it names, as help says it: a FILE, a FOLDER, or a file or one of a few words.
struct FileName {
    std::string_view what = "FILE";
};
struct TextList {
    std::size_t most;
    bool are_files = false; // each as a FileName, where otherwise each is a line of plain text
};
// As many texts as anybody would write.
inline constexpr std::size_t most_texts = 10'000;
// What only JSON can say, read by a function of its own, from null where it is missing. `what` is how a problem names it, `kept` points
// to the member that keeps it.
struct Nested {
    std::string_view name; // in the documentation, and of its JSON Schema
    Expected<void> (*read)(const Json& value, std::string_view what, void* kept);
};
using Domain = std::variant<TextLine, WholeRange, DecimalRange, ChoiceOf, OnOff, FileName, TextList, Nested>;

enum class Unit : std::uint8_t { none, seconds, megabytes };

// WholeRange numbers of every width, and enumerations: put() takes the number, or which of the choices it is; get() gives nothing where
// none was chosen.
struct NumberSlot {
    void* at;
    void (*put)(void* at, std::uint64_t value);
    std::optional<std::uint64_t> (*get)(const void* at);
};
// Where the value of a field is kept. A char is the first letter of a choice, 0 for none; what has a Nested is any member.
using Slot = std::variant<void*, std::string*, char*, bool*, double*, std::optional<double>*, NumberSlot,
                          std::vector<std::string>*>;

// What a field is beside its name, its domain and its help.
struct FieldTraits {
    std::string_view option =
        {}; // on the command line: "--time", or "GAME" without dashes; "--name" where this is empty
    std::optional<Domain> strangers = {}; // for them, where it is narrower
    Unit unit = Unit::none;
    bool is_limit = false; // 0 is none
    bool is_required = false;
    bool strangers_must = false; // give it, where the owner need not
    bool is_owners = false;      // strangers cannot ask for it: it is ignored
};

struct Field {
    std::string_view name;
    Domain domain;
    Words help; // what it means, for who uses the program; empty in the page's modules, which tell nobody
    FieldTraits traits;
    Slot (*slot)(void* request);

    const Domain& domain_for(Asker asker) const {
        return asker == Asker::stranger && traits.strangers ? *traits.strangers : domain;
    }
    bool is_required_of(Asker asker) const {
        return traits.is_required || (asker == Asker::stranger && traits.strangers_must);
    }
};

namespace detail {

template <class T> struct Kept {
    using Value = T;
    static void put(T& kept, T value) { kept = value; }
    static std::optional<T> get(const T& kept) { return kept; }
};
template <class T> struct Kept<std::optional<T>> {
    using Value = T;
    static void put(std::optional<T>& kept, T value) { kept = value; }
    static std::optional<T> get(const std::optional<T>& kept) { return kept; }
};

template <class T> Slot slot_of(T& kept) {
    if constexpr (std::same_as<T, std::string> || std::same_as<T, char> || std::same_as<T, bool> ||
                  std::same_as<T, double> || std::same_as<T, std::optional<double>> ||
                  std::same_as<T, std::vector<std::string>>)
        return &kept;
    else if constexpr (std::integral<typename Kept<T>::Value> || std::is_enum_v<typename Kept<T>::Value>)
        return NumberSlot{
            &kept,
            [](void* at, std::uint64_t value) { Kept<T>::put(*static_cast<T*>(at), typename Kept<T>::Value(value)); },
            [](const void* at) -> std::optional<std::uint64_t> {
                const auto value = Kept<T>::get(*static_cast<const T*>(at));
                if (!value) return {};
                return std::uint64_t(*value);
            }};
    else
        return static_cast<void*>(&kept);
}

template <auto first, auto... rest> constexpr auto& member_at(auto& object) {
    auto& kept = std::invoke(first, object);
    if constexpr (sizeof...(rest) == 0)
        return kept;
    else
        return member_at<rest...>(kept);
}

}

// A field that is kept in a member of R, or in a member of that; a step of the path may be a function too.
template <class R, auto... path>
constexpr Field field(std::string_view name, Domain domain, [[maybe_unused]] Words help, FieldTraits traits = {}) {
#ifdef TAVOLIERE_FOR_PLAYERS
    help = {};
#endif
    return {name, domain, help, traits,
            [](void* request) { return detail::slot_of(detail::member_at<path...>(*static_cast<R*>(request))); }};
}

// Reads a value that is written as text, as the command line and queries have it. Fails, and keeps what was there, if the domain has
// no such value: "style: \"ink\" is neither screen nor print". `what` is how a problem names the field. A list gets one text more.
Expected<void> set_field(const Field& field, std::string_view what, std::string_view text, void* request, Asker asker);
// Reads all fields from the members of an object; other members are ignored. Fails at the first that is wrong or missing; then
// the request is not to be used. `where` is how a problem names the object: "d.lines: a whole number from 1 to 5 is wanted here".
Expected<void> read_fields(std::span<const Field> fields, const Json& object, std::string_view where, void* request,
                           Asker asker);

// Which of the names a text is. Fails if it is none: "\"ink\" is neither screen nor print".
Expected<std::size_t> choose(std::string_view text, std::span<const std::string_view> names);

// The value of a field as set_field() reads it; nothing where it has none, or one that no text can say.
std::optional<std::string> text_of(const Field& field, void* request);
// All fields that have a value, as an object of JSON from which read_fields() makes the same request. Numbers that the domain lacks stand
// for none, and what is Nested is left out.
std::string written_fields(std::span<const Field> fields, void* request);
// What the domain has: "1 to 5", "1 or more", "screen|print", "TEXT".
std::string range_text(const Domain& domain);

// A kind of request: what it is called, what it does, and its fields.
struct RequestInfo {
    std::string_view name;
    Words help;
    std::string_view answer; // what it is answered by
    std::span<const Field> fields;
    // The value that each field has when it is not given.
    std::optional<std::string> (*standard)(const Field& field);
};

// The table of a request's fields, beside the request.
inline constexpr std::array<Field, 0> no_fields;
template <class R> inline constexpr std::array<Field, 0> fields_of;
template <class R>
constexpr RequestInfo request_info(std::string_view name, Words help, std::string_view answer,
                                   std::span<const Field> fields = fields_of<R>) {
    return {name, help, answer, fields, [](const Field& field) {
                R request;
                return text_of(field, &request);
            }};
}
// A request read whole, or a problem.
template <class R> Expected<R> read_request(const Json& object, std::string_view where, Asker asker) {
    R request;
    if (auto read = read_fields(fields_of<R>, object, where, &request, asker); !read)
        return std::unexpected(read.error());
    return request;
}

}
