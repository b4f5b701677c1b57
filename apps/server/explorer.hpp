// What was played from a position: a database of games is asked, or where there is none the openings that are built in. By a thread of
// its own, for what it has to read may lie on a slow disk.
#pragma once
#include "ask/openings.hpp"
#include "ask/requests.hpp"
#include "base/problem.hpp"
#include "server/visitors.hpp"
#include "server/worker.hpp"
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::database {
class Database;
}

namespace tavoliere::server {

extern const std::span<const std::string_view> openings_files; // of openings/, as texts

class Explorer {
public:
    // A problem where the folder has no database; without a name the openings answer.
    static Expected<std::unique_ptr<Explorer>> open(const std::string& folder, Visitors& visitors);
    ~Explorer();
    Explorer(const Explorer&) = delete;
    Explorer& operator=(const Explorer&) = delete;

    // From any thread. `answer` hears JSON, from the explorer's thread, unless it is stopped first. Fails where too much waits already.
    using Answer = std::function<void(Expected<std::string>)>;
    Expected<void> ask(const ExplorerRequest& request, const std::string& network, Answer answer);
    void stop() { thread_.stop(); }

private:
    Explorer(std::string folder, std::unique_ptr<database::Database> database, Visitors& visitors);
    Expected<std::string> look(const ExplorerRequest& request);
    Expected<std::string> look_in_openings(const ExplorerRequest& request);
    void open_again();

    const std::string folder_;
    std::unique_ptr<database::Database> database_; // this and the next are the thread's
    std::chrono::steady_clock::time_point opened_;
    std::vector<Openings> openings_; // read when they are first asked for
    Visitors& visitors_;
    Worker thread_;
};

}
