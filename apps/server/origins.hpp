// Which pages may open a WebSocket here: the server's own, and those that whoever runs it has named.
#pragma once
#include "base/problem.hpp"
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

// Where a page comes from, spelled as a browser does: small letters, names in Punycode, no dot at the end.
struct Origin {
    std::string scheme, name; // "https", "play.example"
    int port;                 // also where it is the scheme's own
    friend bool operator==(const Origin&, const Origin&) = default;
};

class Origins {
public:
    // Those besides the server's own, "https://play.example"; a problem where one is none.
    static Expected<Origins> named(const std::vector<std::string>& texts);

    // Why a page is refused, by the headers Origin and Host of its request; nothing where it is welcome. The log says each
    // reason once.
    std::optional<Problem> refusal(std::string_view origin, std::string_view host);

private:
    std::vector<Origin> named_;
    std::set<std::string> told_;
};

}
