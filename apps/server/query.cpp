#include "server/query.hpp"
#include <algorithm>

namespace tavoliere::server {

namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}

std::optional<std::string> url_decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = high < 0 ? -1 : hex_digit(text[i + 2]);
        if (low < 0) return {};
        out += char(high * 16 + low);
        i += 2;
    }
    return out;
}

std::string url_encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("-._~").find(c) != std::string_view::npos;
        if (stays)
            out += c;
        else
            out.append({'%', digits[static_cast<unsigned char>(c) >> 4], digits[static_cast<unsigned char>(c) & 15]});
    }
    return out;
}

Target target_of(std::string_view target) {
    const std::string_view path = target.substr(0, target.find('?'));
    return {path, target.substr(std::min(path.size() + 1, target.size()))};
}

std::vector<std::pair<std::string_view, std::string_view>> pairs_of(std::string_view query) {
    std::vector<std::pair<std::string_view, std::string_view>> pairs;
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(pair.size() + 1, query.size()));
        if (pair.empty()) continue;
        const std::string_view name = pair.substr(0, pair.find('='));
        pairs.emplace_back(name, pair.substr(std::min(name.size() + 1, pair.size())));
    }
    return pairs;
}

std::optional<std::string> query_text(std::string_view target, std::string_view name) {
    for (const auto& [each, value] : pairs_of(target_of(target).query))
        if (each == name) return url_decoded(value);
    return {};
}

}
