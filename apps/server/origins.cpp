#include "server/origins.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace tavoliere::server {

namespace {

constexpr std::size_t most_told = 100;
constexpr std::size_t most_name = 253; // letters, as the domain name system has it

// A host and, where one is written, its port.
struct Authority {
    std::string name;
    std::optional<int> port;
};

// The code points of UTF-8; nothing where it is none.
std::optional<std::u32string> code_points(std::string_view text) {
    std::u32string points;
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        if (!letter.is_valid) return {};
        points += letter.code;
        text.remove_prefix(letter.bytes);
    }
    return points;
}

// RFC 3492, with its names and constants.
std::string punycode(const std::u32string& label) {
    constexpr std::uint32_t base = 36, t_min = 1, t_max = 26, skew = 38, damp = 700;
    std::uint32_t n = 128, delta = 0, bias = 72;
    std::string out;
    for (const char32_t c : label)
        if (c < 128) out += char(c);
    const auto basic = std::uint32_t(out.size());
    if (basic > 0) out += '-';
    const auto digit = [](std::uint32_t value) { return char(value < 26 ? 'a' + value : '0' + (value - 26)); };
    for (std::uint32_t handled = basic; handled < label.size();) {
        char32_t next = 0x110000;
        for (const char32_t c : label)
            if (c >= n) next = std::min(next, c);
        delta += (std::uint32_t(next) - n) * (handled + 1);
        n = std::uint32_t(next);
        for (const char32_t c : label) {
            if (c < n) ++delta;
            if (c != n) continue;
            std::uint32_t q = delta;
            for (std::uint32_t k = base;; k += base) {
                const std::uint32_t t = k <= bias ? t_min : k >= bias + t_max ? t_max : k - bias;
                if (q < t) break;
                out += digit(t + (q - t) % (base - t));
                q = (q - t) / (base - t);
            }
            out += digit(q);
            delta = handled == basic ? delta / damp : delta / 2;
            delta += delta / (handled + 1);
            std::uint32_t k = 0;
            for (; delta > (base - t_min) * t_max / 2; k += base) delta /= base - t_min;
            bias = k + (base - t_min + 1) * delta / (delta + skew);
            delta = 0;
            ++handled;
        }
        ++delta;
        ++n;
    }
    return out;
}

// A name of the domain name system, or an IPv4 address, as browsers spell it; nothing where it is none. Capitals beyond A to Z
// are not made small: who names an origin writes them small.
std::optional<std::string> read_name(std::string_view text) {
    if (text.ends_with('.')) text.remove_suffix(1);
    if (text.empty() || text.size() > most_name) return {};
    std::string name;
    for (const std::string_view label : split(text, '.')) {
        const auto points = code_points(label);
        if (!points || points->empty()) return {};
        const bool is_ascii = std::ranges::all_of(*points, [](char32_t c) { return c < 128; });
        const auto fits = [](char32_t c) {
            const bool is_letter = (c | 32) >= 'a' && (c | 32) <= 'z';
            return c >= 128 || is_letter || (c >= '0' && c <= '9') || c == '-' || c == '_';
        };
        if (!std::ranges::all_of(*points, fits)) return {};
        if (!name.empty()) name += '.';
        name += is_ascii ? lower(label) : "xn--" + lower(punycode(*points));
    }
    return name;
}

// "[::1]" in its shortest spelling, so that two spellings are one.
std::optional<std::string> read_ipv6(std::string_view text) {
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address_v6(text, error);
    if (error) return {};
    return "[" + address.to_string() + "]";
}

std::optional<Authority> read_authority(std::string_view text) {
    const bool is_ipv6 = text.starts_with('[');
    const auto end = is_ipv6 ? text.find(']') : text.find(':');
    if (is_ipv6 && end == text.npos) return {};
    const auto name = is_ipv6 ? read_ipv6(text.substr(1, end - 1)) : read_name(text.substr(0, end));
    if (!name) return {};
    const std::string_view rest = end == text.npos ? "" : text.substr(end + (is_ipv6 ? 1 : 0));
    if (rest.empty() || rest == ":") return Authority{*name, {}};
    if (!rest.starts_with(':')) return {};
    const auto port = parse_number<int>(rest.substr(1), 0, 65535);
    return port ? std::optional(Authority{*name, *port}) : std::nullopt;
}

int usual_port(std::string_view scheme) { return scheme == "http" ? 80 : 443; }

std::optional<Origin> read_origin(std::string_view text) {
    const auto end = text.find("://");
    if (end == text.npos) return {};
    const std::string scheme = lower(text.substr(0, end));
    if (scheme != "http" && scheme != "https") return {};
    const auto authority = read_authority(text.substr(end + 3));
    if (!authority) return {};
    return Origin{scheme, authority->name, authority->port.value_or(usual_port(scheme))};
}

std::string spelled(const Origin& origin) {
    const bool is_usual = origin.port == usual_port(origin.scheme);
    return fmt::format("{}://{}{}", origin.scheme, origin.name, is_usual ? "" : fmt::format(":{}", origin.port));
}

// By an address, which no other page can have, or by the name that every machine has for itself.
bool is_this_machine(std::string_view name) {
    boost::system::error_code error;
    if (name.starts_with('[') || name == "localhost" || name.ends_with(".localhost")) return true;
    boost::asio::ip::make_address_v4(std::string(name), error);
    return !error;
}

// Whether a page has the address that it asks at. A proxy may leave the port out of it, and there the name alone tells.
bool is_own(const Origin& page, std::string_view host) {
    const auto here = read_authority(host);
    return here && here->name == page.name && here->port.value_or(page.port) == page.port;
}

}

Expected<Origins> Origins::named(const std::vector<std::string>& texts) {
    Origins origins;
    for (std::string_view text : texts) {
        const auto origin = read_origin(text.ends_with('/') ? text.substr(0, text.size() - 1) : text);
        if (!origin)
            return problem(fmt::format(
                "--origin: {} is no origin; what stands before the path in a page's address is: https://play.example",
                in_quotes(text)));
        origins.named_.push_back(*origin);
    }
    return origins;
}

std::optional<Problem> Origins::reason(std::string_view host, std::optional<std::string_view> origin) const {
    std::optional<Origin> page;
    if (origin) {
        page = read_origin(*origin);
        if (!page)
            return Problem{fmt::format("Origin: {} is no address of a page, which begins with http:// or https://",
                                       in_quotes(*origin))};
        if (std::ranges::find(named_, *page) != named_.end()) return {};
        if (!is_own(*page, host))
            return Problem{fmt::format("Origin: the page comes from {}, which is not this server's own address by the "
                                       "header Host, {}; a proxy must leave Host as it is, or the server must be "
                                       "started with --origin {}",
                                       in_quotes(*origin), in_quotes(host), spelled(*page))};
    }
    if (host.empty()) return {}; // of HTTP/1.0, which no browser speaks
    const auto here = read_authority(host);
    if (!here) return Problem{fmt::format("Host: {} is no host", in_quotes(host))};
    if (is_this_machine(here->name) || std::ranges::find(named_, here->name, &Origin::name) != named_.end()) return {};
    return Problem{fmt::format("Host: {} is no name of this server; who runs it names it by --origin {}",
                               in_quotes(host), page ? spelled(*page) : "https://" + here->name)};
}

std::optional<Problem> Origins::refusal(std::string_view host, std::optional<std::string_view> origin) {
    auto refused = reason(host, origin);
    if (refused) tell(*refused);
    return refused;
}

void Origins::tell(const Problem& refused) {
    if (told_.size() < most_told && told_.insert(refused.text).second) spdlog::warn("refused: {}", refused.text);
}

}
