// A NATS of a test's own, on a free port of the loopback.
#pragma once
#include <filesystem>
#include <string>
#include <sys/types.h>

namespace tavoliere {

class NatsProcess {
public:
    enum class Keeps : bool { nothing, streams }; // streams: by JetStream, in a temporary folder
    explicit NatsProcess(Keeps keeps = Keeps::nothing);
    ~NatsProcess();
    NatsProcess(const NatsProcess&) = delete;
    NatsProcess& operator=(const NatsProcess&) = delete;

    std::string url() const;
    void kill();      // as kill -9 does
    void lose_data(); // of one that was killed
    void start();     // again, where it was; answers when this returns

private:
    std::filesystem::path folder_; // of its streams
    unsigned short port_;
    pid_t process_ = 0;
};

}
