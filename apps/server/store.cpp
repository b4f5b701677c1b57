#include "server/store.hpp"
#include "server/store_postgres.hpp"
#include "server/store_sqlite.hpp"
#include "sql/sql.hpp"

namespace tavoliere::server {

Expected<std::unique_ptr<Store>> Store::open(std::string url) {
    return sql::is_postgres(url) ? open_postgres_store(url) : open_sqlite_store(url);
}

int Store::number_of(const std::string& network) const {
    const auto hash = sha256_of(salt() + network);
    return 256 * hash[0] + hash[1];
}

Keeping::Time kept_unbegun_by_link(const Keeping& keeping) {
    if (!keeping.unbegun) return {};
    return *keeping.unbegun + std::chrono::days(most_clock_days);
}

std::vector<std::pair<const char*, std::chrono::seconds>> kinds_to_remove(const Keeping& keeping) {
    std::vector<std::pair<const char*, std::chrono::seconds>> kinds;
    const auto add = [&](const char* kept_as, const Keeping::Time& time) {
        if (time) kinds.emplace_back(kept_as, *time);
    };
    add("unbegun", keeping.unbegun);
    add("awaited", kept_unbegun_by_link(keeping));
    add("untouched", keeping.untouched);
    add("over", keeping.finished);
    return kinds;
}

Expected<void> check_ready(const std::string& url) {
    return sql::is_postgres(url) ? check_postgres_ready(url) : check_sqlite_ready(*store_path(url));
}

}
