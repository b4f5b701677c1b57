#include "support.hpp"
#include <arpa/inet.h>
#include <boost/json/src.hpp>
#include <fstream>
#include <map>
#include <netinet/in.h>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>

namespace tavoliere {

const boost::json::array& test_data(const std::string& file) {
    static std::map<std::string, boost::json::value> read;
    auto it = read.find(file);
    if (it == read.end()) {
        std::ifstream in(std::string(TEST_DATA) + "/" + file);
        std::stringstream text;
        text << in.rdbuf();
        it = read.emplace(file, boost::json::parse(text.str())).first;
    }
    return it->second.as_array();
}

std::unique_ptr<GameSession> opened(std::string_view variant, std::string_view position) {
    auto session = open(variant);
    if (!session) {
        ADD_FAILURE() << session.error().text;
        return open("ataxx").value();
    }
    if (auto set = (*session)->set_position(position); !set) ADD_FAILURE() << variant << ": " << set.error().text;
    return std::move(*session);
}

// Below those that the system gives to who asks for any, and eight for each process, so that nobody else takes it before it is used.
unsigned short free_port() {
    constexpr int first = 20'000, many = 12'000, of_process = 8;
    static int given = 0;
    for (int tries = 0; tries < many; ++tries) {
        const auto port = static_cast<unsigned short>(first + (getpid() * of_process + given++) % many);
        const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in place{};
        place.sin_family = AF_INET;
        place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        place.sin_port = htons(port);
        const bool is_free = bind(socket, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0;
        close(socket);
        if (is_free) return port;
    }
    ADD_FAILURE() << "no port is free";
    return 0;
}

}
