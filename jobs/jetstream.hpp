// Units handed out by a work queue of NATS' JetStream.
#pragma once
#include "jobs/rows_queue.hpp"

namespace tavoliere::jobs {

// By "nats://HOST:PORT", or several with commas between them. While nobody answers there, the rows hand out units themselves.
Expected<std::unique_ptr<WorkQueue>> open_jetstream(const std::string& urls, std::unique_ptr<RowsQueue> rows);

}
