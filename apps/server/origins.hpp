// Which pages may open a WebSocket here, and have the API do more than tell what is the same for all: the server's own, by which names it is known, and those that whoever runs it has named.
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

    // Why a WebSocket is refused, by the headers Host and Origin of the request that opens it, the second of which other programs
    // than browsers leave out; nothing where it is welcome.
    //
    // Welcome are named pages, and whoever asks by the server's own address where that is a number, "localhost" or a named page's
    // name: any other name could be one that its owner points at this machine, so that his page counts as the server's (DNS rebinding).
    std::optional<Problem> refusal(std::string_view host, std::optional<std::string_view> origin);
    // The log says each reason once.
    void tell(const Problem& refused);

private:
    std::optional<Problem> reason(std::string_view host, std::optional<std::string_view> origin) const;
    std::vector<Origin> named_;
    std::set<std::string> told_;
};

}
