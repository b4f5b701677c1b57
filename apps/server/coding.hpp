// How a body is sent: as it is, or compressed by gzip (RFC 1952), as the one who asks can have it; and what he would rather have.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

// A body of that type may become much smaller: texts and WebAssembly may, pictures made of dots and fonts are compressed already.
bool is_compressible(std::string_view type);

// Whether gzip is to be sent to who has these headers Accept-Encoding, none perhaps: RFC 9110, 12.5.3. It is where it is named, or *
// is, with no weight of 0, and the body as it is is not wanted more.
bool wants_gzip(const std::vector<std::string_view>& accepted);

// How much who has these headers Accept wants a type, "text/html", from 0, not at all, to 1: RFC 9110, 12.5.1. What names it most
// closely counts, and nothing that has parameters of its own; without such a header everything is wanted.
double wish_for(std::string_view type, const std::vector<std::string_view>& accepted);

// `level`: 1, fast, to 9, small.
std::string gzipped(std::string_view body, int level);

}
