#include "server/coding.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <new>
#include <optional>
#include <span>
#include <zlib.h>

namespace tavoliere::server {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// What a header's list names, in small letters, and how much it is wanted: "q=0.5" of "gzip;q=0.5", 1 where there is none, 0 where it cannot
// be read. `is_narrowed`: by a parameter of its own, as in "text/html;level=1", which is something else than what it names.
struct Wish {
    std::string name;
    double weight = 1;
    bool is_narrowed = false;
};

std::vector<Wish> wishes(const std::vector<std::string_view>& accepted) {
    std::vector<Wish> all;
    for (const std::string_view list : accepted)
        for (const std::string_view item : split(list, ',')) {
            const auto parts = split(item, ';');
            Wish& wish = all.emplace_back(lower(trimmed(parts.front())));
            for (std::string_view one : std::span(parts).subspan(1)) {
                one = trimmed(one);
                if (take(one, "q=") || take(one, "Q=")) {
                    wish.weight = parse_decimal(one, 0, 1).value_or(0);
                    break; // what follows is no parameter of its own
                }
                wish.is_narrowed |= !one.empty();
            }
        }
    return all;
}

}

bool is_compressible(std::string_view type) {
    const std::string_view kind = type.substr(0, type.find(';'));
    return kind.starts_with("text/") || kind.ends_with("json") || kind == "image/svg+xml" ||
           kind == "application/wasm" || kind == "image/x-icon";
}

bool wants_gzip(const std::vector<std::string_view>& accepted) {
    std::optional<double> gzip, any, plain;
    for (const auto& [name, weight, is_narrowed] : wishes(accepted)) {
        if (name == "gzip" || name == "x-gzip") gzip = weight;
        if (name == "*") any = weight;
        if (name == "identity") plain = weight;
    }
    const double wanted = gzip.value_or(any.value_or(0));
    return wanted > 0 && wanted >= plain.value_or(0);
}

double wish_for(std::string_view type, const std::vector<std::string_view>& accepted) {
    if (accepted.empty()) return 1;
    const std::string any_of_kind = std::string(type.substr(0, type.find('/'))) + "/*";
    std::optional<double> exact, kind, any;
    for (const auto& [range, weight, is_narrowed] : wishes(accepted)) {
        if (is_narrowed) continue;
        if (range == type) exact = weight;
        if (range == any_of_kind) kind = weight;
        if (range == "*/*") any = weight;
    }
    return exact.value_or(kind.value_or(any.value_or(0)));
}

std::string gzipped(std::string_view body, int level) {
    z_stream stream{};
    constexpr int largest_window = 15, with_gzip_header = 16, usual_memory = 8;
    if (deflateInit2(&stream, level, Z_DEFLATED, largest_window + with_gzip_header, usual_memory, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        throw std::bad_alloc();
    std::string out(deflateBound(&stream, body.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data())); // which zlib only reads
    stream.avail_in = uInt(body.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = uInt(out.size());
    deflate(&stream, Z_FINISH); // the room suffices: that is what deflateBound() says
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

}
