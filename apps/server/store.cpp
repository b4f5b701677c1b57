#include "server/store.hpp"
#include "play/live_game.hpp"
#include "server/store_postgres.hpp"
#include "server/store_sqlite.hpp"
#include "sql/sql.hpp"
#include <spdlog/spdlog.h>

namespace tavoliere::server {

Expected<std::unique_ptr<Store>> Store::open(const std::string& url) {
    return sql::is_postgres(url) ? open_postgres_store(url) : open_sqlite_store(url);
}

std::optional<Glance> glance_at(const std::string& key, const std::string& opens, const GameRow& row,
                                std::int64_t changed) {
    const auto refuse = [](const std::string& why) {
        spdlog::error("store: a game cannot be shown: {}", why);
        return std::nullopt;
    };
    const auto read = read_opens(opens);
    if (!read) return refuse(read.error().text);
    if (const auto shown = check_shown(row); !shown) return refuse(shown.error().text);
    return Glance{key,        row.variant, row.turn,  read->seats, row.players,
                  row.result, row.version, row.start, row.moves,   changed};
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
