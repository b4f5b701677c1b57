// By which names the server is asked, and which pages may open a WebSocket here: its own, and those that whoever runs it has named.
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

    // Why a request is refused by its header Host; nothing where that names this machine by an address or as "localhost", or the place of
    // a named page, or nothing. Else a page of any name that its owner points at this machine could play with its games (DNS rebinding).
    std::optional<Problem> host_refusal(std::string_view host);
    // Why a page is refused, by the headers Origin and Host of its request; nothing where it is welcome. The log says each
    // reason once.
    std::optional<Problem> refusal(std::string_view origin, std::string_view host);

private:
    void log(std::string_view what, const Problem& refused);
    std::vector<Origin> named_;
    std::set<std::string> told_;
};

}
