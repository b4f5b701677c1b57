// A store in a PostgreSQL, "postgresql://…": several servers may share it. Its moves are rows, which are appended.
#pragma once
#include "server/store.hpp"

namespace tavoliere::server {

Expected<std::unique_ptr<Store>> open_postgres_store(const std::string& url);
Expected<void> check_postgres_ready(const std::string& url);

}
