// Requests and answers of HTTP as plain values: what is answered knows no socket.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavoliere::server {

inline constexpr std::size_t most_header_bytes = std::size_t{8} * 1024;
inline constexpr std::size_t most_body_bytes = std::size_t{64} * 1024;

struct HttpRequest {
    std::string method, target; // "GET", "/api/games?a=b"; empty: it could not be read
    std::string from = {};      // the address that the connection comes from
    unsigned version = 11;      // 10 times the number
    bool is_upgrade = false;    // to a WebSocket
    std::vector<std::pair<std::string, std::string>> headers = {}; // names in small letters, in the order they came
    std::string body = {};
    std::uint64_t number = 0; // of this process's requests, from 1
    std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now(); // when it had been read

    std::vector<std::string_view> all(std::string_view name) const; // values of the headers of that name
    std::string_view first(std::string_view name) const;            // empty: none
};

class Follower;
struct HttpResponse;

// An answer that comes in lines: what the connection is told as a follower. It is closed after the last one, and its end ends what is told.
struct HttpStream {
    std::function<void(Follower&)> begin; // by the thread of the sockets
    // What is answered in the stream's place where this is its first message; nothing where it is a line.
    std::function<std::optional<HttpResponse>(std::string_view message)> refusal;
    std::function<bool(std::string_view message)> is_last;
};

struct HttpResponse {
    unsigned status = 200;
    std::vector<std::pair<std::string_view, std::string>> headers =
        {};                                        // but the length and what becomes of the connection
    std::shared_ptr<const std::string> body = {};  // none: neither it nor its length is sent
    bool is_head = false;                          // its length is sent, and not the body
    std::shared_ptr<const HttpStream> stream = {}; // in the body's place
};

// What is wrong with bytes that are no request.
enum class Unreadable : std::uint8_t { long_header, long_body, no_http };

}
