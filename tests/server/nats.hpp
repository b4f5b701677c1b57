// A NATS of a test's own, on a free port of the loopback.
#pragma once
#include <string>
#include <sys/types.h>

namespace tavoliere {

class NatsProcess {
public:
    NatsProcess();
    ~NatsProcess() { kill(); }
    NatsProcess(const NatsProcess&) = delete;
    NatsProcess& operator=(const NatsProcess&) = delete;

    std::string url() const;
    void kill();  // as kill -9 does
    void start(); // again, where it was; answers when this returns

private:
    unsigned short port_;
    pid_t process_ = 0;
};

}
