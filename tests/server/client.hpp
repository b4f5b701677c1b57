// What talks to the server in the tests. Everything that waits gives up after half a minute, with an exception.
#pragma once
#include <boost/json.hpp>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace tavoliere {

using Headers = std::map<std::string, std::string>;

struct HttpAnswer {
    int status;
    Headers headers; // names in lower case
    std::string body;
};
HttpAnswer http(unsigned short port, const std::string& target, const Headers& headers = {},
                const std::string& method = "GET", const std::string& body = {});
// What comes back until the server closes the connection.
std::string raw(unsigned short port, const std::string& bytes);
// The HTTP status with which a WebSocket is opened (101), or refused.
int upgrade_status(unsigned short port, const std::string& target, const std::string& origin,
                   const std::string& host = "");

// An answer that comes in lines.
class Stream {
public:
    Stream(unsigned short port, const std::string& target, const Headers& headers = {},
           const std::string& method = "GET", const std::string& body = {});
    ~Stream();
    int status() const;
    std::string line();         // the next one; an exception at the end
    boost::json::object next(); // the next one that is not empty
    bool is_at_end();           // waits for another line, or the end
private:
    struct Socket;
    std::unique_ptr<Socket> socket_;
};

// A socket that says this and no more, and what it hears.
class Silent {
public:
    explicit Silent(unsigned short port, const std::string& bytes = {});
    ~Silent();
    std::string heard(); // the next twelve bytes

private:
    struct Socket;
    std::unique_ptr<Socket> socket_;
};

// A WebSocket at /api/play.
class Client {
public:
    // `from`: another address of the loopback, which is another network's to the server.
    explicit Client(unsigned short port, const std::string& from = "127.0.0.1",
                    const std::string& target = "/api/play");
    ~Client();
    Client(Client&&) noexcept;
    Client& operator=(Client&&) noexcept;

    void send(std::string_view text);
    void send_binary(std::string_view bytes);
    boost::json::object receive(); // the next message, whatever it is
    // Sends a request and gives its answer whole; states that nobody asked for are kept for news().
    boost::json::object ask(std::string_view type, const boost::json::object& d);
    boost::json::object state(std::string_view type,
                              const boost::json::object& d);                // `d` of the state it must be answered by
    std::string error(std::string_view type, const boost::json::object& d); // of the error it must be answered by
    boost::json::object news();                      // `d` of the next state that nobody asked for
    bool has_news() const { return !news_.empty(); } // which came before the last answer
    int close_code();                                // waits until the server closes the connection

private:
    struct Socket;
    boost::json::object answer(int id);

    std::unique_ptr<Socket> socket_;
    std::deque<boost::json::object> news_;
    int last_id_ = 0;
};

inline const boost::json::object person = {{"kind", "person"}};
inline boost::json::object key_of(const boost::json::object& state) { return {{"key", state.at("key")}}; }
inline std::size_t ply_of(const boost::json::object& state) { return state.at("history").as_array().size(); }
inline boost::json::object engine(double seconds = 0.05) { return {{"kind", "engine"}, {"seconds", seconds}}; }

}
