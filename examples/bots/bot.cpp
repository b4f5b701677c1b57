// Plays a live game by moves drawn by chance: bot 127.0.0.1 8080 KEY
// KEY is a seat's key, or an invitation, whose seat it takes. g++ -std=c++20 -O1 bot.cpp -o bot -pthread; Boost 1.75 or newer is needed.
#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <boost/json/src.hpp>
#include <iostream>
#include <random>

namespace http = boost::beast::http;
namespace json = boost::json;
using boost::asio::ip::tcp;

std::string host, port, key;

// Sends a request, and gives each line of what is answered to `hear`, until that has heard enough.
void ask(http::verb method, const std::string& path, const std::string& body, auto hear) {
    boost::asio::io_context io;
    tcp::socket socket(io);
    boost::asio::connect(socket, tcp::resolver(io).resolve(host, port));
    http::request<http::string_body> request(method, "/api/v1/live" + path, 11, body);
    request.set(http::field::host, host + ":" + port);
    request.set(http::field::authorization, "Bearer " + key);
    if (!body.empty()) request.set(http::field::content_type, "application/json");
    request.prepare_payload();
    http::write(socket, request);
    boost::beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(boost::none);
    http::read_header(socket, buffer, parser);
    for (std::string& text = parser.get().body();;) {
        const auto end = parser.is_done() && !text.empty() ? text.size() : text.find('\n');
        if (end != text.npos) {
            const std::string line = text.substr(0, end);
            text.erase(0, end + 1);
            if (line.empty()) continue; // it says that the server is there
            const json::object said = json::parse(line).as_object();
            if (parser.get().result_int() >= 300)
                throw std::runtime_error(json::value_to<std::string>(said.at("detail")));
            if (hear(said)) return;
        } else if (parser.is_done()) {
            return;
        } else {
            http::read_some(socket, buffer, parser);
        }
    }
}

int main(int, char** arguments) try {
    host = arguments[1], port = arguments[2], key = arguments[3];
    std::random_device chance;
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(chance); };
    bool is_invited = false;
    ask(http::verb::get, "", "",
        [&](const json::object& state) { return is_invited = state.contains("invited"), true; });
    if (is_invited) {
        std::string seat; // 22 letters and digits
        while (seat.size() < 22) seat += "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[below(36)];
        ask(http::verb::post, "/seat", json::serialize(json::object{{"seat", seat}}), [](const auto&) { return true; });
        key = seat;
    }
    ask(http::verb::get, "/events", "", [&](const json::object& event) {
        if (event.at("t") != "state") return event.at("t") == "error";
        const json::object& state = event.at("d").as_object();
        if (state.at("result").is_object())
            return std::cout << state.at("result").at("winner").as_string().c_str() << '\n', true;
        const json::array& moves = state.at("moves").as_array();
        if (moves.empty()) return false; // it is not our turn
        const json::object move{{"ply", state.at("history").as_array().size()},
                                {"move", moves[below(moves.size())].at("text")}};
        ask(http::verb::post, "/moves", json::serialize(move), [](const auto&) { return true; });
        return false;
    });
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
