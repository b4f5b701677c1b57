#include "base/json_read.hpp"
#include <algorithm>
#include <optional>

namespace tavoliere {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The bytes of the character that a text begins with; 0 where it is not UTF-8.
std::size_t utf8_size(std::string_view text) {
    const Letter letter = first_letter(text);
    return letter.is_valid ? letter.bytes : 0;
}

void append_utf8(std::string& out, unsigned code) {
    const auto add = [&](unsigned byte) { out += char(static_cast<unsigned char>(byte)); };
    if (code < 0x80) return add(code);
    if (code < 0x800)
        add(0xC0 | code >> 6);
    else if (code < 0x10000)
        add(0xE0 | code >> 12), add(0x80 | (code >> 6 & 0x3F));
    else
        add(0xF0 | code >> 18), add(0x80 | (code >> 12 & 0x3F)), add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
}

// The first name that an object has twice.
const std::string* name_given_twice(const std::vector<Json::Member>& members) {
    std::vector<const std::string*> names;
    for (const auto& m : members) names.push_back(&m.name);
    const auto text = [](const std::string* name) -> const std::string& { return *name; };
    std::ranges::sort(names, {}, text);
    const auto twice = std::ranges::adjacent_find(names, {}, text);
    return twice == names.end() ? nullptr : *twice;
}

}

// Goes through the text once. What a function could not read it has noted, and gives false.
class JsonReader {
public:
    JsonReader(std::string_view text, const JsonBounds& bounds)
        : text_(text), first_line_(bounds.first_line), room_(bounds.depth) {}

    Expected<Json> all() {
        Json value;
        if (!read(value)) return problem(std::move(wrong_));
        skip_blanks();
        if (at_ < text_.size())
            return wrong("nothing is wanted after the value, and there is " + found()), problem(wrong_);
        return value;
    }

private:
    bool read(Json& into) {
        skip_blanks();
        switch (now()) {
        case '{': return read_object(into.value_.emplace<std::vector<Json::Member>>());
        case '[': return read_array(into.value_.emplace<std::vector<Json>>());
        case '"': return read_text(into.value_.emplace<std::string>());
        case 't': into.value_ = true; return read_word("true");
        case 'f': into.value_ = false; return read_word("false");
        case 'n': return read_word("null");
        default: break;
        }
        if (is_digit(now()) || now() == '-') return read_number(into.value_.emplace<Json::Digits>().text);
        return wrong("a value is wanted here, and there is " + found());
    }

    bool read_word(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return wrong("a value is wanted here, and there is " + found());
        at_ += word.size();
        return true;
    }

    bool read_object(std::vector<Json::Member>& members) {
        return read_list('}',
                         [&] {
                             if (now() != '"') return wrong("a name in quotes is wanted here, and there is " + found());
                             Json::Member& member = members.emplace_back();
                             if (!read_text(member.name)) return false;
                             skip_blanks();
                             if (now() != ':') return wrong("a colon is wanted here, and there is " + found());
                             ++at_;
                             return read(member.value);
                         }) &&
               has_each_name_once(members);
    }
    bool has_each_name_once(const std::vector<Json::Member>& members) {
        const std::string* const twice = name_given_twice(members);
        return !twice || wrong("the object that ends here has " + in_quotes(*twice) + " twice");
    }
    bool read_array(std::vector<Json>& values) {
        return read_list(']', [&] { return read(values.emplace_back()); });
    }

    // Items between commas, from a bracket to its counterpart.
    bool read_list(char end, const auto& read_item) {
        if (room_ == 0) return wrong("arrays and objects are too deep in one another");
        --room_;
        ++at_;
        skip_blanks();
        for (bool is_first = true; now() != end; is_first = false) {
            if (!is_first) {
                if (now() != ',')
                    return wrong("a comma or " + std::string(1, end) + " is wanted here, and there is " + found());
                ++at_;
                skip_blanks();
            }
            if (!read_item()) return false;
            skip_blanks();
        }
        ++at_;
        ++room_;
        return true;
    }

    // -? (0 | [1-9][0-9]*) (.[0-9]+)? ([eE][+-]?[0-9]+)?
    bool read_number(std::string& digits) {
        const std::size_t begin = at_;
        if (now() == '-') ++at_;
        if (now() == '0')
            ++at_;
        else if (!skip_digits())
            return false;
        if (is_digit(now())) return wrong("a number does not begin with 0 and another digit");
        if (now() == '.' && (++at_, !skip_digits())) return false;
        if (now() == 'e' || now() == 'E') {
            ++at_;
            if (now() == '+' || now() == '-') ++at_;
            if (!skip_digits()) return false;
        }
        digits = text_.substr(begin, at_ - begin);
        return true;
    }
    bool skip_digits() {
        if (!is_digit(now())) return wrong("a digit is wanted here, and there is " + found());
        while (is_digit(now())) ++at_;
        return true;
    }

    bool read_text(std::string& out) {
        const std::size_t begin = at_++;
        while (now() != '"') {
            if (at_ == text_.size()) return at_ = begin, wrong("this text has no end");
            if (now() == '\\') {
                if (!read_escape(out)) return false;
                continue;
            }
            const std::size_t size = utf8_size(text_.substr(at_));
            if (size == 0) return wrong("this is not UTF-8");
            if (static_cast<unsigned char>(now()) < 0x20)
                return wrong("a control character in a text is written as \\u00XX");
            out += text_.substr(at_, size);
            at_ += size;
        }
        ++at_;
        return true;
    }

    bool read_escape(std::string& out) {
        constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        const std::size_t begin = at_++;
        if (now() == 'u' && at_ < text_.size()) {
            auto code = read_code();
            if (code && *code >= 0xD800 && *code < 0xDC00 && text_.substr(at_).starts_with("\\u")) {
                ++at_;
                const auto second = read_code();
                const bool is_pair = second && *second >= 0xDC00 && *second < 0xE000;
                code = is_pair ? std::optional(0x10000 + ((*code - 0xD800) << 10) + (*second - 0xDC00)) : std::nullopt;
            }
            if (!code || (*code >= 0xD800 && *code < 0xE000))
                return at_ = begin,
                       wrong("\\u is wanted with four hexadecimal digits, and halves of surrogate pairs in pairs");
            append_utf8(out, *code);
            return true;
        }
        const std::size_t which = at_ < text_.size() ? letters.find(now()) : std::string_view::npos;
        if (which == std::string_view::npos)
            return at_ = begin, wrong("after a backslash one of \" \\ / b f n r t u is wanted");
        out += meanings[which];
        ++at_;
        return true;
    }
    // uXXXX
    std::optional<unsigned> read_code() {
        unsigned code = 0;
        for (int i = 0; i < 4; ++i) {
            ++at_;
            const char c = now();
            const int digit = is_digit(c)            ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                     : -1;
            if (digit < 0) return {};
            code = 16 * code + unsigned(digit);
        }
        ++at_;
        return code;
    }

    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    char now() const {
        return at_ < text_.size() ? text_[at_] : '\0';
    } // what is beyond the end fits nowhere, as NUL does
    std::string found() const {
        if (at_ >= text_.size()) return "the end";
        return in_quotes(text_.substr(at_, std::max<std::size_t>(1, utf8_size(text_.substr(at_)))));
    }
    bool wrong(std::string what) {
        const std::string_view before = text_.substr(0, at_);
        const std::size_t line = before.rfind('\n') + 1; // its beginning; 0 in the first
        const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
        wrong_ = "line " + std::to_string(first_line_ + std::uint64_t(std::ranges::count(before, '\n'))) + ", column " +
                 std::to_string(1 + std::ranges::count_if(before.substr(line), is_first_byte)) + ": " + std::move(what);
        return false;
    }

    const std::string_view text_;
    std::size_t at_ = 0;
    const std::uint64_t first_line_;
    int room_; // how much deeper it may go
    std::string wrong_;
};

const Json* Json::find(std::string_view name) const {
    const auto* const members = object();
    if (!members) return nullptr;
    const auto at = std::ranges::find(*members, name, &Member::name);
    return at == members->end() ? nullptr : &at->value;
}

const Json& Json::operator[](std::string_view name) const {
    static const Json nothing;
    const Json* const member = find(name);
    return member ? *member : nothing;
}

const std::string* Json::digits() const {
    const auto* const number = std::get_if<Digits>(&value_);
    return number ? &number->text : nullptr;
}

std::string_view Json::whole_digits() const {
    const std::string_view written = digits() ? std::string_view(*digits()) : "";
    return written == "-0" ? "0" : written;
}

Number<double> Json::decimal(double least, double most) const {
    return parse_decimal(digits() ? std::string_view(*digits()) : "", least, most);
}

Expected<Json> read_json(std::string_view text, const JsonBounds& bounds) {
    take(text, byte_order_mark);
    if (text.size() > bounds.bytes)
        return problem("it has " + std::to_string(text.size()) + " bytes; at most " + std::to_string(bounds.bytes) +
                       " are read");
    return JsonReader(text, bounds).all();
}

}
