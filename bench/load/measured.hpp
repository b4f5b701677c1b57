// The server that is measured, and what is measured of it.
#pragma once
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace tavoliere::load {

// build/tavoliere serve in a process of its own, with a store of its own in a folder that is gone afterwards.
class Server {
public:
    // Throws where it does not begin.
    Server(const std::string& program, const std::string& folder);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    unsigned short port() const { return port_; }
    double megabytes() const;      // of memory that it has now
    double most_megabytes() const; // that it had at any time
    double processor_seconds() const;

private:
    pid_t process_ = 0;
    unsigned short port_ = 0;
    std::string folder_;
};

// Times in milliseconds, or whatever else has a middle and an end.
class Sample {
public:
    void add(double value) { values_.push_back(value); }
    void clear() { values_.clear(); }
    std::size_t size() const { return values_.size(); }
    // The smallest that `part` of them, 0 to 1, are not above; 0 where there are none.
    double at(double part) const;

private:
    std::vector<double> values_;
};

// A table's row: what was done, and figures with their names and units, in the order in which they are shown.
struct Figure {
    std::string name, unit;
    double value;
};
struct Row {
    std::string what;
    std::vector<Figure> figures;
    void add(std::string_view name, double value, std::string_view unit) {
        figures.push_back({std::string(name), std::string(unit), value});
    }
    void add(std::string_view name, const Sample& milliseconds);
};

}
