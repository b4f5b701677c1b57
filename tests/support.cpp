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

unsigned short free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof place;
    EXPECT_EQ(bind(socket, reinterpret_cast<sockaddr*>(&place), size), 0);
    EXPECT_EQ(getsockname(socket, reinterpret_cast<sockaddr*>(&place), &size), 0);
    close(socket);
    return ntohs(place.sin_port);
}

}
