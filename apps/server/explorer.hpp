// A database of games to be asked what was played from a position, by a thread of its own: what it has to read may lie on a slow disk.
#pragma once
#include "ask/requests.hpp"
#include "base/problem.hpp"
#include "server/visitors.hpp"
#include "server/worker.hpp"
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tavoliere::database {
class Database;
}

namespace tavoliere::server {

class Explorer {
public:
    // A problem where the folder has no database; without a name there is none, and whoever asks is told so.
    static Expected<std::unique_ptr<Explorer>> open(const std::string& folder, Visitors& visitors);
    ~Explorer();
    Explorer(const Explorer&) = delete;
    Explorer& operator=(const Explorer&) = delete;

    static constexpr std::string_view none =
        "explorer: this server has no database of games; its owner names one by --db";
    bool has_games() const { return !folder_.empty(); }

    // From any thread. `answer` hears JSON, from the explorer's thread, unless it is stopped first. Fails where too much waits already.
    using Answer = std::function<void(Expected<std::string>)>;
    Expected<void> ask(const ExplorerRequest& request, const std::string& network, Answer answer);
    void stop() { thread_.stop(); }

private:
    Explorer(std::string folder, std::unique_ptr<database::Database> database, Visitors& visitors);
    Expected<std::string> look(const ExplorerRequest& request);
    void open_again();

    const std::string folder_;
    std::unique_ptr<database::Database> database_; // this and the next are the thread's
    std::chrono::steady_clock::time_point opened_;
    Visitors& visitors_;
    Worker thread_;
};

}
