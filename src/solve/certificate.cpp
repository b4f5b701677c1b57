#include "solve/certificate.hpp"
#include <cstdio>

namespace tavoliere {
namespace {

constexpr std::string_view beginning = "tavoliere proof 1";

std::unexpected<Problem> no_proof(const std::string& why) { return problem("this is not a proof: " + why); }

// "end 0123456789abcdef\n"
std::string ending(std::uint64_t sum) {
    char out[32];
    std::snprintf(out, sizeof out, "end %016llx\n", static_cast<unsigned long long>(sum));
    return out;
}

std::string_view next_line(std::string_view& rest) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    return line;
}

// The line's text after "NAME ".
std::optional<std::string_view> field(std::string_view& rest, std::string_view name) {
    std::string_view line = next_line(rest);
    if (!line.starts_with(name) || line.size() <= name.size() || line[name.size()] != ' ') return {};
    return line.substr(name.size() + 1);
}

Expected<void> parse_strategies(Certificate& c, std::string_view rest) {
    for (std::size_t number = 5; !rest.empty();) {
        const auto head = field(rest, "strategy");
        if (!head || (*head != "x wins" && *head != "o wins" && *head != "x holds" && *head != "o holds"))
            return no_proof("line " + std::to_string(number) + " is not \"strategy\" with x or o, wins or holds");
        ++number;
        Certificate::Strategy s{head->front(), head->ends_with("wins"), rest, number};
        std::size_t size = 0;
        while (!rest.empty() && !rest.starts_with("strategy ")) {
            size += next_line(rest).size() + 1;
            ++number;
        }
        s.lines = s.lines.substr(0, size);
        c.strategies.push_back(s);
    }
    return {};
}

}

Expected<std::unique_ptr<Certificate>> parse_certificate(std::string text) {
    auto c = std::make_unique<Certificate>();
    c->text = std::move(text);
    std::string_view rest = c->text;
    if (next_line(rest) != beginning) return no_proof("it does not begin with \"" + std::string(beginning) + "\"");
    const std::size_t end_size = ending(0).size();
    if (rest.size() < end_size) return no_proof("it ends too soon");
    const std::size_t whole = c->text.size() - end_size;
    Checksum sum;
    sum.add(c->text.data(), whole);
    if (c->text.substr(whole) != ending(sum.value())) return no_proof("its end is missing, or it was changed");
    rest.remove_suffix(end_size);

    const auto variant = field(rest, "variant"), position = field(rest, "position"), value = field(rest, "value");
    const auto known = value ? std::find(value_names.begin(), value_names.end(), *value) : value_names.end();
    if (!variant || !position || known == value_names.end())
        return no_proof("lines 2 to 4 are not \"variant\", \"position\" and \"value\" with win, draw or loss");
    c->variant = *variant;
    c->position = *position;
    c->value = int(known - value_names.begin()) - 1;
    if (auto ok = parse_strategies(*c, rest); !ok) return std::unexpected(ok.error());
    return c;
}

void begin_certificate(WholeFile& file, std::string_view variant, std::string_view position, int value) {
    file.write(std::string(beginning) + "\nvariant " + std::string(variant) + "\nposition " + std::string(position) +
               "\nvalue " + std::string(value_names[std::size_t(value + 1)]) + "\n");
}

Expected<void> end_certificate(WholeFile& file) {
    file.write(ending(file.checksum()));
    return file.finish();
}

}
