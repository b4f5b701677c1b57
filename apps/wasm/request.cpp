#include "request.hpp"
#include "base/json.hpp"
#include "base/text.hpp"

namespace tavoliere {

extern "C" [[clang::import_module("page"), clang::import_name("say")]] void page_say(const char* text,
                                                                                     std::size_t size);

std::string& request() {
    static std::string text;
    return text;
}

void say(std::string_view json) { page_say(json.data(), json.size()); }

bool refuse(const Problem& problem) {
    say(JsonObject().add("error", problem.text).text());
    return false;
}
bool answer(const Expected<std::string>& json) {
    if (!json) return refuse(json.error());
    say(*json);
    return true;
}

std::optional<std::string_view> given(std::string_view name) {
    for (std::string_view line : split(request(), '\n'))
        if (take(line, name) && take(line, " ")) return line;
    return {};
}

std::string text_of(std::string_view name, std::string_view standard) {
    const std::string_view text = given(name).value_or("");
    return std::string(text.empty() ? standard : text);
}

Expected<void> read_asked(std::span<const Field> fields, void* asked) {
    for (const Field& field : fields) {
        const auto text = given(field.name);
        if (!text || (text->empty() && std::holds_alternative<TextLine>(field.domain))) {
            if (field.traits.is_required) return problem(std::string(field.name) + ": it is missing");
        } else if (auto set = set_field(field, field.name, *text, asked, Asker::owner); !set) {
            return set;
        }
    }
    return {};
}

}

// Where to write a request of so many bytes.
extern "C" [[clang::export_name("room")]] char* page_room(std::size_t size) {
    tavoliere::request().assign(size, '\0');
    return tavoliere::request().data();
}
