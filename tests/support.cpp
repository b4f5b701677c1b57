#include "support.hpp"
#include <boost/json/src.hpp>
#include <fstream>
#include <map>
#include <sstream>

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

}
