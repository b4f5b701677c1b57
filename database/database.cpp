#include "database/database.hpp"
#include "ask/requests.hpp"
#include "base/checksum.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/json_read.hpp"
#include "base/text.hpp"
#include "records/json_form.hpp"
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <ranges>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace tavoliere::database {
namespace {

namespace fs = std::filesystem;

constexpr int version = 1;
constexpr int patience_milliseconds = 10'000;
constexpr std::size_t most_of_a_level = 8; // segments, before they are merged
constexpr std::size_t most_replayers = 64; // that are kept
constexpr std::size_t longest_faults = 100;

constexpr const char* schema = R"(
    CREATE TABLE variants(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, plies INTEGER NOT NULL DEFAULT 0,
        x INTEGER NOT NULL DEFAULT 0, o INTEGER NOT NULL DEFAULT 0, draw INTEGER NOT NULL DEFAULT 0,
        unknown INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE sources(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE games(id INTEGER PRIMARY KEY, variant INTEGER NOT NULL, source INTEGER NOT NULL,
        outcome INTEGER NOT NULL, start TEXT, first TEXT, second TEXT, date TEXT, moves BLOB NOT NULL, rest TEXT);
    CREATE TABLE segments(number INTEGER PRIMARY KEY, level INTEGER NOT NULL, first INTEGER NOT NULL,
        last INTEGER NOT NULL);
)";

constexpr std::string_view results[] = {"1-0", "0-1", "1/2-1/2", "*"};
Outcome outcome_of(std::string_view result) {
    return Outcome(std::min<std::ptrdiff_t>(std::ranges::find(results, result) - std::begin(results), 3));
}

// Numbers of seven bits a byte, the lowest first; all bytes but a number's last have the highest bit.
std::string packed(const std::vector<std::int32_t>& actions) {
    std::string bytes;
    for (const std::int32_t action : actions) {
        auto n = std::uint32_t(action);
        for (; n >= 128; n >>= 7) bytes += char(n | 128);
        bytes += char(n);
    }
    return bytes;
}
std::optional<std::vector<std::int32_t>> unpacked(std::string_view bytes, int most) {
    std::vector<std::int32_t> actions;
    std::uint64_t n = 0;
    int shift = 0;
    for (const char byte : bytes) {
        n |= std::uint64_t(byte & 127) << shift;
        if (byte & 128) {
            if ((shift += 7) > 28) return {};
            continue;
        }
        if (n >= std::uint64_t(most)) return {};
        actions.push_back(std::int32_t(n));
        n = 0, shift = 0;
    }
    if (shift) return {};
    return actions;
}

// What a record has beside its columns; empty where that is nothing.
std::string rest_of(const Record& record) {
    if (record.comment.empty() && record.notes.empty() && record.tags.empty()) return {};
    JsonObject o;
    if (!record.comment.empty()) o.add("comment", record.comment);
    if (!record.notes.empty()) o.raw("notes", json_strings(record.notes));
    if (!record.tags.empty()) o.raw("tags", tags_json(record));
    return o.text();
}
bool read_rest(std::string_view text, Record& record) {
    if (text.empty()) return true;
    const auto json = read_json(text, {.bytes = file_kind::record.most_bytes});
    if (!json || !read_tags((*json)["tags"], record)) return false;
    if (const std::string* comment = (*json)["comment"].text()) record.comment = *comment;
    if (const auto* notes = (*json)["notes"].array())
        for (const Json& note : *notes) {
            if (!note.text()) return false;
            record.notes.push_back(*note.text());
        }
    return true;
}

std::string tag(const Record& record, std::string_view name) {
    const auto found = std::ranges::find(record.tags, name, [](const auto& t) -> std::string_view { return t.first; });
    return found == record.tags.end() ? "" : found->second;
}

// Two games are the same where these are.
std::uint64_t mark_of(const std::string& variant, const std::string& start, std::string_view moves) {
    Checksum sum;
    for (const std::string_view part : {std::string_view(variant), std::string_view(start), moves}) {
        const std::uint64_t size = part.size();
        sum.add(&size, sizeof size);
        sum.add(part.data(), part.size());
    }
    return mix(sum.value());
}

struct Part {
    std::uint32_t number;
    int level;
    GameId first, last;
    std::unique_ptr<Segment> segment;
};

class Folder final : public Database {
public:
    Folder(std::string folder, SQLite::Database database, std::optional<AppendedFile> lock)
        : folder_(std::move(folder)), database_(std::move(database)), lock_(std::move(lock)) {}

    static Expected<std::unique_ptr<Database>> open(const std::string& folder, bool writes);

    Expected<Added> add(const std::vector<NewGame>& games) override {
        return guarded<Added>([&] { return add_them(games); });
    }
    Expected<void> merge(const IsOver& stop) override {
        return guarded<void>([&] { return merge_them(stop); });
    }
    Expected<Found> find(const Place& place, std::size_t most, const Days& days) override {
        return guarded<Found>([&] { return find_them(place, most, days); });
    }
    Expected<Explored> explore(const Place& place) override;
    Expected<Statistics> statistics() override {
        return guarded<Statistics>([&] { return count_them(); });
    }
    Expected<void> for_each(const Filter& filter, const std::function<Expected<bool>(const KeptGame&)>& each) override {
        return guarded<void>([&] { return give_each(filter, each); });
    }
    Expected<void> check(const std::function<void(const std::string&)>& fault, const IsOver& stop) override {
        return guarded<void>([&] { return check_them(fault, stop); });
    }

private:
    std::unexpected<Problem> wrong(std::string_view what) const {
        return problem("database: " + in_quotes(folder_) + ": " + as_one_line(what));
    }
    template <class T> Expected<T> guarded(auto work) const {
        try {
            return work();
        } catch (const SQLite::Exception& error) { return wrong(error.what()); }
    }
    std::string path_of(std::uint32_t number) const {
        char name[32];
        std::snprintf(name, sizeof name, "/positions/%04u.segment", unsigned(number));
        return folder_ + name;
    }

    Expected<void> begin(bool writes);
    Expected<void> read_parts();
    void remove_others();
    std::int64_t id_of(std::unordered_map<std::string, std::int64_t>& known, const char* table,
                       const std::string& name);
    Expected<const Replayer*> replayer(const std::string& variant);
    Expected<Added> add_them(const std::vector<NewGame>& games);
    Expected<void> merge_them(const IsOver& stop);
    Expected<Found> find_them(const Place& place, std::size_t most, const Days& days);
    Expected<Statistics> count_them();
    Expected<void> give_each(const Filter& filter, const std::function<Expected<bool>(const KeptGame&)>& each);
    Expected<void> check_them(const std::function<void(const std::string&)>& fault, const IsOver& stop);
    Expected<KeptGame> game_in(SQLite::Statement& row);

    const std::string folder_;
    SQLite::Database database_;
    std::optional<AppendedFile> lock_; // of who writes
    std::vector<Part> parts_;          // the oldest first; each has games that come before those of the next
    std::unordered_map<std::string, std::int64_t> variants_, sources_;
    std::unordered_map<std::string, std::unique_ptr<Replayer>> replayers_;
};

constexpr const char* game_columns =
    "SELECT games.id, variants.name, sources.name, games.outcome, games.start, games.moves, games.rest FROM games"
    " LEFT JOIN variants ON variants.id = games.variant LEFT JOIN sources ON sources.id = games.source ";

Expected<std::unique_ptr<Database>> Folder::open(const std::string& folder, bool writes) {
    const auto wrong = [&](std::string_view what) {
        return problem("database: " + in_quotes(folder) + ": " + as_one_line(what));
    };
    const std::string file = folder + "/games.sqlite";
    std::optional<AppendedFile> lock;
    if (writes) {
        if (file_exists(folder) && !file_exists(file) && (!is_folder(folder) || !fs::is_empty(folder)) &&
            !file_exists(folder + "/lock"))
            return wrong("it is there already, and no database of games");
        std::error_code error;
        fs::create_directories(folder, error);
        if (error) return wrong("it cannot be made: " + error.message());
        auto held = AppendedFile::open(folder + "/lock"); // first: by it a folder is known whose maker was killed
        if (!held) return std::unexpected(held.error());
        lock = std::move(*held);
        fs::create_directories(folder + "/positions", error);
        if (error) return wrong("it cannot be made: " + error.message());
    } else if (!file_exists(file)) {
        return wrong(file_exists(folder) ? "it is no database of games: it has no games.sqlite"
                                         : "there is no such folder");
    }
    if (auto plain = need_plain_if_there(file, file_kind::store); !plain) return std::unexpected(plain.error());
    try {
        // Who only reads may have to undo what a killed writer left half done.
        const int how = SQLite::OPEN_READWRITE | (writes ? SQLite::OPEN_CREATE : 0);
        auto made =
            std::make_unique<Folder>(folder, SQLite::Database(file, how, patience_milliseconds), std::move(lock));
        if (auto begun = made->begin(writes); !begun) return std::unexpected(begun.error());
        return made;
    } catch (const SQLite::Exception& error) { return wrong(error.what()); }
}

Expected<void> Folder::begin(bool writes) {
    if (writes) {
        database_.exec("PRAGMA synchronous = EXTRA");
        database_.exec("PRAGMA cache_size = -65536"); // a batch of games stays in memory until it is committed
        if (database_.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0) {
            SQLite::Transaction all(database_);
            database_.exec(schema);
            database_.exec("PRAGMA user_version = " + std::to_string(version));
            all.commit();
        }
    } else {
        database_.exec("PRAGMA query_only = ON");
    }
    if (const int found = database_.execAndGet("PRAGMA user_version").getInt(); found == 0)
        return wrong("it is not made yet, or no database of games; import makes it whole");
    else if (found != version)
        return wrong("its games are of version " + std::to_string(found) + "; this program reads " +
                     std::to_string(version));
    if (auto read = read_parts(); !read) return read;
    if (writes) remove_others();
    return {};
}

// Who merges removes segments, whose place others have taken in the list.
Expected<void> Folder::read_parts() {
    for (int attempts = 1;; ++attempts) {
        parts_.clear();
        Expected<void> all;
        SQLite::Statement rows(database_, "SELECT number, level, first, last FROM segments ORDER BY first");
        while (all && rows.executeStep()) {
            Part part{rows.getColumn(0).getUInt(),
                      rows.getColumn(1).getInt(),
                      rows.getColumn(2).getUInt(),
                      rows.getColumn(3).getUInt(),
                      {}};
            auto segment = Segment::open(path_of(part.number));
            if (!segment)
                all = std::unexpected(segment.error());
            else
                part.segment = std::make_unique<Segment>(std::move(*segment)), parts_.push_back(std::move(part));
        }
        if (all || attempts == 3) return all;
    }
}

void Folder::remove_others() {
    std::set<std::string> named;
    for (const Part& part : parts_) named.insert(fs::path(path_of(part.number)).filename().string());
    std::error_code none;
    for (const auto& file : fs::directory_iterator(folder_ + "/positions", none))
        if (!named.contains(file.path().filename().string())) fs::remove(file.path(), none);
}

std::int64_t Folder::id_of(std::unordered_map<std::string, std::int64_t>& known, const char* table,
                           const std::string& name) {
    if (const auto there = known.find(name); there != known.end()) return there->second;
    if (known.size() > 10'000) known.clear();
    const std::string of(table);
    SQLite::Statement add(database_, "INSERT OR IGNORE INTO " + of + "(name) VALUES (?)");
    add.bind(1, name);
    add.exec();
    SQLite::Statement get(database_, "SELECT id FROM " + of + " WHERE name = ?");
    get.bind(1, name);
    get.executeStep();
    return known[name] = get.getColumn(0).getInt64();
}

Expected<const Replayer*> Folder::replayer(const std::string& variant) {
    if (const auto there = replayers_.find(variant); there != replayers_.end()) return there->second.get();
    auto made = open_replayer(variant);
    if (!made) return std::unexpected(made.error());
    if (replayers_.size() >= most_replayers) replayers_.clear();
    return (replayers_[variant] = std::move(*made)).get();
}

Expected<Added> Folder::add_them(const std::vector<NewGame>& games) {
    Added added;
    struct Kept {
        const NewGame* game;
        std::string moves;
        std::uint64_t mark;
    };
    std::vector<Kept> kept;
    std::unordered_set<std::uint64_t> here;
    for (const NewGame& game : games) {
        std::string moves = packed(game.played.actions);
        const std::uint64_t mark = mark_of(game.record.variant, game.played.start, moves);
        const auto has_it = [&](const Part& part) { return part.segment->has_mark(mark); };
        if (!here.insert(mark).second || std::ranges::any_of(parts_, has_it))
            ++added.duplicates;
        else
            kept.push_back({&game, std::move(moves), mark});
    }
    if (kept.empty()) return added;

    const std::int64_t last = database_.execAndGet("SELECT coalesce(max(id), 0) FROM games").getInt64();
    if (last < 0 || last + std::int64_t(kept.size()) > most_games)
        return wrong("it is full: a database has at most " + std::to_string(most_games) + " games");
    const GameId first = GameId(last) + 1;
    std::vector<Entry> entries;
    std::vector<std::uint64_t> marks;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const ReplayedGame& played = kept[i].game->played;
        const std::uint32_t id = (first + GameId(i)) << 2 | std::uint32_t(outcome_of(kept[i].game->record.result));
        for (std::size_t ply = 0; ply < played.keys.size(); ++ply)
            entries.push_back({played.keys[ply], ply + 1 < played.keys.size() ? next_of(played.keys[ply + 1]) : 0, id,
                               std::uint16_t(ply)});
        marks.push_back(kept[i].mark);
    }
    std::ranges::sort(entries, [](const Entry& a, const Entry& b) { return a < b; });
    std::ranges::sort(marks);

    std::uint32_t number = 1;
    for (const Part& part : parts_) number = std::max(number, part.number + 1);
    auto writer = SegmentWriter::create(path_of(number));
    if (!writer) return std::unexpected(writer.error());
    for (const Entry& entry : entries) writer->add(entry);
    for (const std::uint64_t mark : marks) writer->add_mark(mark);
    if (auto done = writer->finish(); !done) return std::unexpected(done.error());
    auto segment = Segment::open(path_of(number));
    if (!segment) return std::unexpected(segment.error());

    const GameId end = first + GameId(kept.size()) - 1;
    variants_.clear(); // what a transaction that came to nothing added is not there
    sources_.clear();
    SQLite::Transaction all(database_, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement insert(database_, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    std::unordered_map<std::int64_t, Statistics::Variant> sums;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const NewGame& game = *kept[i].game;
        const Outcome outcome = outcome_of(game.record.result);
        const std::int64_t variant = id_of(variants_, "variants", game.record.variant);
        const auto bind_some = [&](int at, const std::string& text) {
            text.empty() ? insert.bind(at) : insert.bind(at, text);
        };
        insert.bind(1, first + GameId(i));
        insert.bind(2, variant);
        insert.bind(3, id_of(sources_, "sources", game.source));
        insert.bind(4, int(outcome));
        bind_some(5, game.played.start == "startpos" ? "" : game.played.start);
        bind_some(6, tag(game.record, "First"));
        bind_some(7, tag(game.record, "Second"));
        bind_some(8, tag(game.record, "Date"));
        insert.bind(9, kept[i].moves.data(), int(kept[i].moves.size()));
        bind_some(10, rest_of(game.record));
        insert.exec();
        insert.reset();
        Statistics::Variant& sum = sums[variant];
        ++sum.games[outcome];
        sum.plies += game.played.actions.size();
    }
    SQLite::Statement sum_up(database_, "UPDATE variants SET plies = plies + ?, x = x + ?, o = o + ?, draw = draw + ?,"
                                        " unknown = unknown + ? WHERE id = ?");
    for (const auto& [variant, sum] : sums) {
        int at = 0;
        for (const std::uint64_t n : {sum.plies, sum.games.x, sum.games.o, sum.games.draw, sum.games.unknown})
            sum_up.bind(++at, std::int64_t(n));
        sum_up.bind(++at, variant);
        sum_up.exec();
        sum_up.reset();
    }
    SQLite::Statement name(database_, "INSERT INTO segments VALUES (?, 0, ?, ?)");
    name.bind(1, number);
    name.bind(2, first);
    name.bind(3, end);
    name.exec();
    all.commit();
    parts_.push_back({number, 0, first, end, std::make_unique<Segment>(std::move(*segment))});
    added.games = kept.size();
    added.positions = entries.size();
    return added;
}

Expected<void> Folder::merge_them(const IsOver& stop) {
    // Levels only fall from the oldest to the newest, so that those of a level lie side by side.
    for (;;) {
        std::size_t begin = parts_.size();
        while (begin > 0 && parts_[begin - 1].level == parts_.back().level) --begin;
        if (parts_.size() - begin < most_of_a_level) return {};
        std::vector<const Segment*> from;
        std::uint32_t number = 1;
        for (const Part& part : parts_) number = std::max(number, part.number + 1);
        for (std::size_t i = begin; i < parts_.size(); ++i) from.push_back(parts_[i].segment.get());
        const auto done = database::merge(from, path_of(number), stop);
        if (!done) return std::unexpected(done.error());
        if (!*done) return {};
        auto segment = Segment::open(path_of(number));
        if (!segment) return std::unexpected(segment.error());
        Part merged{number, parts_.back().level + 1, parts_[begin].first, parts_.back().last,
                    std::make_unique<Segment>(std::move(*segment))};
        SQLite::Transaction all(database_, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement drop(database_, "DELETE FROM segments WHERE first >= ?");
        drop.bind(1, merged.first);
        drop.exec();
        SQLite::Statement name(database_, "INSERT INTO segments VALUES (?, ?, ?, ?)");
        name.bind(1, merged.number);
        name.bind(2, merged.level);
        name.bind(3, merged.first);
        name.bind(4, merged.last);
        name.exec();
        all.commit();
        for (std::size_t i = begin; i < parts_.size(); ++i) {
            std::error_code none;
            fs::remove(path_of(parts_[i].number), none);
        }
        parts_.resize(begin);
        parts_.push_back(std::move(merged));
    }
}

// What a row says may be anybody's.
Expected<KeptGame> Folder::game_in(SQLite::Statement& row) {
    const auto id = row.getColumn(0).getInt64();
    const auto bad = [&](const std::string& what) { return wrong("game " + std::to_string(id) + ": " + what); };
    KeptGame game{GameId(id), {}, row.getColumn(2).getString()};
    const auto found = replayer(row.getColumn(1).getString());
    if (!found) return bad(found.error().text);
    game.record.variant = (*found)->variant();
    const int outcome = row.getColumn(3).getInt();
    if (outcome < 0 || outcome > 3) return bad("it has no result");
    game.record.result = results[outcome];
    if (!row.getColumn(4).isNull()) game.record.start = row.getColumn(4).getString();
    const SQLite::Column bytes = row.getColumn(5);
    const auto actions =
        unpacked({static_cast<const char*>(bytes.getBlob()), std::size_t(bytes.getBytes())}, (*found)->actions());
    if (!actions) return bad("its moves are not whole");
    for (const std::int32_t action : *actions) game.record.moves.push_back((*found)->action_text(action));
    if (!read_rest(row.getColumn(6).getString(), game.record) || game.record.notes.size() > game.record.moves.size())
        return bad("its tags cannot be read");
    if (!is_one_line(game.record.start) || !is_one_line(game.source)) return bad("it has a text that is not plain");
    return game;
}

// A condition of SQL, and what is bound in it.
std::string condition_of(const Days& days) {
    std::string where;
    if (!days.since.empty()) where += " AND replace(games.date, '.', '-') >= @since";
    // "2026" is until its last day.
    if (!days.until.empty()) where += " AND substr(replace(games.date, '.', '-'), 1, length(@until)) <= @until";
    return where;
}
Expected<void> bind(SQLite::Statement& rows, const Days& days) {
    for (const auto& [name, day] : {std::pair("@since", days.since), {"@until", days.until}}) {
        if (day.empty()) continue;
        std::string text = day;
        std::ranges::replace(text, '.', '-');
        constexpr std::string_view form = "0000-00-00";
        const bool has_form = std::ranges::equal(text, form.substr(0, text.size()), [](char c, char wanted) {
            return wanted == '-' ? c == '-' : c >= '0' && c <= '9';
        });
        if (!has_form || (text.size() != 4 && text.size() != 7 && text.size() != 10))
            return problem(std::string(name).substr(1) + ": " + in_quotes(day) +
                           " is no date; a year, a month or a day is wanted: 2026, 2026-11, 2026-11-27");
        rows.bind(name, text);
    }
    return {};
}

Expected<Found> Folder::find_them(const Place& place, std::size_t most, const Days& days) {
    const auto rules = replayer(place.variant);
    if (!rules) return std::unexpected(rules.error());
    const auto at = (*rules)->next(place.start, place.moves);
    if (!at) return std::unexpected(at.error());
    Found found;
    const std::string on_days = condition_of(days);
    SQLite::Statement on_day(database_, "SELECT 1 FROM games WHERE games.id = @id" + on_days);
    if (auto bound = bind(on_day, days); !bound) return std::unexpected(bound.error());
    const auto is_wanted = [&](GameId id) {
        if (on_days.empty()) return true;
        on_day.bind("@id", id);
        const bool is_there = on_day.executeStep();
        on_day.reset();
        return is_there;
    };
    std::vector<std::pair<GameId, int>> newest;
    for (const auto& part : parts_ | std::views::reverse) {
        const auto entries = part.segment->find(at->here);
        found.times += entries.size();
        for (const auto& e : entries | std::views::reverse)
            if (!newest.empty() && newest.back().first == e.game())
                newest.back().second = e.ply;
            else if (newest.size() == most)
                break;
            else if (is_wanted(e.game()))
                newest.emplace_back(e.game(), e.ply);
    }
    SQLite::Statement row(database_, std::string(game_columns) + "WHERE games.id = ?");
    for (const auto& [id, ply] : newest) {
        row.bind(1, id);
        if (!row.executeStep()) return wrong("game " + std::to_string(id) + " is missing");
        auto game = game_in(row);
        if (!game) return std::unexpected(game.error());
        found.games.push_back({std::move(*game), ply});
        row.reset();
    }
    return found;
}

Expected<Explored> Folder::explore(const Place& place) {
    const auto rules = replayer(place.variant);
    if (!rules) return std::unexpected(rules.error());
    const auto at = (*rules)->next(place.start, place.moves);
    if (!at) return std::unexpected(at.error());
    NextCounts counts;
    for (const Part& part : parts_) part.segment->count(at->here, counts);
    Explored explored{(*rules)->variant(), at->position, {}, {}, {}};
    for (const auto& [next, c] : counts) explored.all.add(c);
    if (const auto ended = counts.extract(0)) explored.ended = ended.mapped();
    std::map<Next, Explored::Move> moves;
    for (const NextMove& m : at->moves)
        if (const auto c = counts.find(next_of(m.key)); c != counts.end()) {
            Explored::Move& move = moves[c->first];
            move.moves.push_back(m.text);
            move.counts = c->second;
        }
    if (moves.size() != counts.size())
        return wrong("it has moves for " + in_quotes(at->position) + " that are not legal there; see db check");
    for (auto& [next, move] : moves) explored.moves.push_back(std::move(move));
    sort_by_frequency(explored.moves);
    return explored;
}

Expected<Statistics> Folder::count_them() {
    Statistics sum;
    SQLite::Statement rows(
        database_, "SELECT name, plies, x, o, draw, unknown FROM variants ORDER BY x + o + draw + unknown DESC, name");
    while (rows.executeStep()) {
        const auto number = [&](int column) { return std::uint64_t(rows.getColumn(column).getInt64()); };
        sum.variants.push_back(
            {rows.getColumn(0).getString(), number(1), {number(2), number(3), number(4), number(5)}});
    }
    sum.segments = parts_.size();
    for (const Part& part : parts_) {
        sum.positions += part.segment->entries().size();
        sum.tallies += part.segment->tallies();
        sum.segment_bytes += part.segment->bytes();
    }
    std::error_code none;
    sum.game_bytes = fs::file_size(folder_ + "/games.sqlite", none);
    return sum;
}

Expected<void> Folder::give_each(const Filter& filter, const std::function<Expected<bool>(const KeptGame&)>& each) {
    std::string where = "WHERE 1";
    if (!filter.variant.empty()) where += " AND variants.name = @variant";
    if (!filter.player.empty()) where += " AND (games.first = @player OR games.second = @player)";
    if (!filter.result.empty()) where += " AND games.outcome = @outcome";
    SQLite::Statement rows(database_, game_columns + where + condition_of(filter.days) + " ORDER BY games.id");
    if (auto bound = bind(rows, filter.days); !bound) return bound;
    if (!filter.variant.empty()) {
        const auto rules = replayer(filter.variant);
        if (!rules) return std::unexpected(rules.error());
        rows.bind("@variant", (*rules)->variant());
    }
    if (!filter.player.empty()) rows.bind("@player", filter.player);
    if (!filter.result.empty()) rows.bind("@outcome", int(outcome_of(filter.result)));
    while (rows.executeStep()) {
        const auto game = game_in(rows);
        if (!game) return std::unexpected(game.error());
        const auto goes_on = each(*game);
        if (!goes_on) return std::unexpected(goes_on.error());
        if (!*goes_on) break;
    }
    return {};
}

Expected<void> Folder::check_them(const std::function<void(const std::string&)>& fault, const IsOver& stop) {
    SQLite::Statement pages(database_, "PRAGMA integrity_check");
    while (pages.executeStep())
        if (const std::string said = pages.getColumn(0); said != "ok") fault("games.sqlite: " + as_one_line(said));
    std::uint64_t positions = 0;
    std::size_t marks = 0;
    for (const Part& part : parts_) {
        if (auto whole = part.segment->check(stop); !whole) fault(whole.error().text);
        positions += part.segment->entries().size();
        marks += part.segment->marks().size();
    }
    std::uint64_t games = 0, played = 0, faults = 0;
    auto part = parts_.begin();
    auto done = give_each({}, [&](const KeptGame& game) -> Expected<bool> {
        ++games;
        const auto lacks = [&](const std::string& what) {
            if (++faults <= longest_faults) fault("game " + std::to_string(game.id) + ": " + what);
        };
        const auto rules = replayer(game.record.variant);
        const auto replayed = (*rules)->replay(game.record.start, game.record.moves);
        if (!replayed) return lacks(replayed.error().text), !stop();
        played += replayed->keys.size();
        while (part != parts_.end() && part->last < game.id) ++part;
        if (part == parts_.end()) return lacks("no segment has it"), !stop();
        for (std::size_t ply = 0; ply < replayed->keys.size(); ++ply) {
            const Entry wanted{replayed->keys[ply],
                               ply + 1 < replayed->keys.size() ? next_of(replayed->keys[ply + 1]) : 0,
                               game.id << 2 | std::uint32_t(outcome_of(game.record.result)), std::uint16_t(ply)};
            const auto entries = part->segment->find(wanted.key);
            const auto there = std::lower_bound(entries.begin(), entries.end(), wanted);
            if (there == entries.end() || wanted < *there || there->next != wanted.next) {
                lacks("its position at ply " + std::to_string(ply) + " is not among the positions");
                break;
            }
        }
        return !stop();
    });
    if (!done) fault(done.error().text);
    if (stop() || !done || faults) return {};
    if (played != positions || games != marks)
        fault(std::to_string(games) + " games have " + std::to_string(played) + " positions; the segments have " +
              std::to_string(marks) + " and " + std::to_string(positions));
    return {};
}

}

Place place_of(const StudyPlace& asked) {
    Place place{asked.game, asked.position, {}};
    for (const std::string_view move : split(asked.moves, ' '))
        if (!move.empty()) place.moves.emplace_back(move);
    return place;
}

Expected<std::unique_ptr<Database>> Database::open(const std::string& folder) { return Folder::open(folder, false); }
Expected<std::unique_ptr<Database>> Database::open_to_write(const std::string& folder) {
    return Folder::open(folder, true);
}

}
