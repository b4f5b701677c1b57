// Jobs in rows, of SQLite or PostgreSQL: what is true, and a queue beside it in the same ones.
#include "base/hash.hpp"
#include "base/job_file.hpp"
#include "base/text.hpp"
#include "jobs/jetstream.hpp"
#include "jobs/rows_queue.hpp"
#include "sql/sql.hpp"
#include <algorithm>
#include <map>
#include <mutex>
#include <random>

namespace tavoliere::jobs {
namespace {

constexpr int leases_sent = 3; // after so many a unit that was sent is the rows' again, where only they are asked
constexpr std::int64_t on_its_way = 2000; // ms, after which there is a message of a unit that was sent, or it is lost
constexpr std::uint64_t most_sent = 256;  // at once
constexpr double seconds_ahead = 2;       // of work for each worker, that are sent at once
constexpr int told = 20;                  // units that are set aside
constexpr int measured_results = 20;      // by which the next unit is cut

// What makes the tables of version n those of version n + 1, up to the words for types. Never change one that was released: append.
// A number is never another job's, when the first one is removed too: workers know jobs by them.
// A unit's state: open (since `expires`, or thereabouts, where there is a result of another copy), out (a worker has it until `expires`), sent (there is a message of it; `worker` has it until `expires`, where one is named), done (there is a result), aside (no worker could do it, and why).
#define TAVOLIERE_JOBS_1(NUMBER, WHOLE, REAL, BYTES)                                                                   \
    "CREATE TABLE jobs (number " NUMBER ", kind text NOT NULL, request text NOT NULL, attached " BYTES                 \
    " NOT NULL, identity text NOT NULL, items " WHOLE " NOT NULL, unit " WHOLE " NOT NULL, checked " WHOLE             \
    " NOT NULL, lease " WHOLE " NOT NULL, version text NOT NULL, signature text NOT NULL, running " WHOLE              \
    " NOT NULL DEFAULT 1, begun " WHOLE " NOT NULL, salt " WHOLE " NOT NULL, next_item " WHOLE                         \
    " NOT NULL DEFAULT 0, next_unit " WHOLE " NOT NULL DEFAULT 0);"                                                    \
    "CREATE TABLE workers (name text PRIMARY KEY, version text NOT NULL, signature text NOT NULL, seen " WHOLE         \
    " NOT NULL, aside text NOT NULL DEFAULT '');"                                                                      \
    "CREATE TABLE units (job " WHOLE " NOT NULL, number " WHOLE " NOT NULL, copy " WHOLE " NOT NULL, first " WHOLE     \
    " NOT NULL, last " WHOLE " NOT NULL, state text NOT NULL DEFAULT 'open', worker text NOT NULL DEFAULT '',"         \
    " expires " WHOLE " NOT NULL DEFAULT 0, attempts " WHOLE " NOT NULL DEFAULT 0, why text NOT NULL DEFAULT '',"      \
    " PRIMARY KEY (job, number, copy));"                                                                               \
    "CREATE INDEX units_by_state ON units (state, job, number);"                                                       \
    "CREATE TABLE results (job " WHOLE " NOT NULL, number " WHOLE " NOT NULL, copy " WHOLE                             \
    " NOT NULL, worker text NOT NULL, seconds " REAL " NOT NULL, made " WHOLE " NOT NULL, bytes " BYTES                \
    " NOT NULL, PRIMARY KEY (job, number, copy));"                                                                     \
    "CREATE INDEX results_of_workers ON results (worker);"                                                             \
    "CREATE INDEX latest_results ON results (job, made)"
// Jobs that grow (0: no; 1: yes; 2: to their end), how often results of theirs were taken back, what their units ask and after how many
// results, and each result's place in the order in which they were kept, from 1; 0: another copy was kept before.
#define TAVOLIERE_JOBS_2(WHOLE)                                                                                        \
    "ALTER TABLE jobs ADD COLUMN grows " WHOLE " NOT NULL DEFAULT 0;"                                                  \
    "ALTER TABLE jobs ADD COLUMN epoch " WHOLE " NOT NULL DEFAULT 0;"                                                  \
    "ALTER TABLE units ADD COLUMN asked text NOT NULL DEFAULT '';"                                                     \
    "ALTER TABLE units ADD COLUMN after_results " WHOLE " NOT NULL DEFAULT 0;"                                         \
    "ALTER TABLE results ADD COLUMN place " WHOLE " NOT NULL DEFAULT 0;"                                               \
    "CREATE INDEX results_in_order ON results (job, place)"
// Streams of a message server's that may be there, of jobs that may be gone.
#define TAVOLIERE_JOBS_3(WHOLE) "CREATE TABLE streams (mark text PRIMARY KEY, job " WHOLE " NOT NULL)"
constexpr const char* of_sqlite[] = {TAVOLIERE_JOBS_1("integer PRIMARY KEY AUTOINCREMENT", "integer", "real", "blob"),
                                     TAVOLIERE_JOBS_2("integer"), TAVOLIERE_JOBS_3("integer")};
constexpr const char* of_postgres[] = {TAVOLIERE_JOBS_1("bigserial PRIMARY KEY", "bigint", "double precision", "bytea"),
                                       TAVOLIERE_JOBS_2("bigint"), TAVOLIERE_JOBS_3("bigint")};
#undef TAVOLIERE_JOBS_1
#undef TAVOLIERE_JOBS_2
#undef TAVOLIERE_JOBS_3
constexpr sql::Kept kept_rows{.name = "jobs",
                              .application = 0x7476'6a62, // "tvjb"
                              .schema = "tavoliere_jobs",
                              .sqlite = of_sqlite,
                              .postgres = of_postgres};

std::unexpected<Problem> failed(const std::string& where, const sql::Error& error) {
    return std::unexpected(Problem{"jobs: " + where + ": " + as_one_line(error.what()), error.may_pass() ? 1 : 0});
}

// One connection, for one thread at a time.
struct Rows {
    std::string where;
    std::unique_ptr<sql::Database> database;
    Clock clock;
    std::mutex mutex;

    std::int64_t now() const { return clock ? clock().time_since_epoch().count() : database->now(); }

    // What was changed is there whole or not at all. A problem that is given leaves nothing.
    template <class T> Expected<T> change(auto work) { return transact<T>(true, work); }
    template <class T> Expected<T> look(auto work) { return transact<T>(false, work); }

    static sql::Value value_of(std::integral auto number) { return std::int64_t(number); }
    static sql::Value value_of(double number) { return number; }
    static sql::Value value_of(std::string_view text) { return std::string(text); }
    static sql::Value value_of(const sql::Bytes& bytes) { return bytes; }
    sql::Table asked(const char* text, const auto&... values) {
        return database->ask(text, std::vector<sql::Value>{value_of(values)...});
    }
    std::int64_t run(const char* text, const auto&... values) { return asked(text, values...).changed; }
    std::int64_t number(const char* text, const auto&... values) {
        const sql::Table table = asked(text, values...);
        return table.size() ? table.whole(0, 0) : 0;
    }

private:
    template <class T> Expected<T> transact(bool writes, auto work) {
        const std::lock_guard lock(mutex);
        try {
            database->begin(writes);
            Expected<T> done = work();
            if (writes && done)
                database->commit();
            else
                database->roll_back();
            return done;
        } catch (const sql::Error& error) {
            database->roll_back();
            return failed(where, error);
        }
    }
};

// But what is attached, which may be long.
constexpr const char* job_columns =
    "SELECT number, kind, request, identity, items, unit, checked, lease, version, signature, running, begun,"
    " grows FROM jobs ";

Job job_at(const sql::Table& rows, int row) {
    const auto text = [&](int i) { return rows.text(row, i); };
    const auto whole = [&](int i) { return rows.whole(row, i); };
    Job job;
    job.number = whole(0);
    job.kind = text(1), job.request = text(2), job.identity = text(3);
    job.items = std::uint64_t(whole(4)), job.unit = std::uint64_t(whole(5)), job.check = std::uint64_t(whole(6));
    job.lease = std::uint32_t(whole(7));
    job.version = text(8), job.signature = text(9);
    job.is_running = whole(10) != 0;
    job.begun = Instant(std::chrono::milliseconds(whole(11)));
    job.grows = whole(12) > 0, job.is_over = whole(12) > 1;
    return job;
}

// Why a worker is set aside; empty where it is trusted.
std::string why_aside(Rows& rows, const Worker& worker) {
    const auto found = rows.asked("SELECT aside FROM workers WHERE name = $1", worker.name);
    return found.size() ? found.text(0, 0) : "";
}

// A job that grows goes back to where it was before a result of the worker's, for what came after may rest on it.
void take_back(Rows& rows, const std::string& worker) {
    const auto jobs = rows.asked("SELECT job, min(place) FROM results JOIN jobs ON jobs.number = job"
                                 " WHERE grows > 0 AND results.worker = $1 AND place > 0 GROUP BY job",
                                 worker);
    for (int i = 0; i < jobs.size(); ++i) {
        const std::int64_t job = jobs.whole(i, 0), place = jobs.whole(i, 1);
        rows.run("UPDATE jobs SET grows = 1, epoch = epoch + 1 WHERE number = $1", job);
        rows.run("DELETE FROM units WHERE job = $1 AND after_results >= $2", job, place);
        rows.run("DELETE FROM results WHERE job = $1 AND number NOT IN (SELECT number FROM results WHERE job = $1"
                 " AND place > 0 AND place < $2)",
                 job, place);
        rows.run("UPDATE units SET state = 'open', worker = '', attempts = 0 WHERE job = $1 AND state = 'done'"
                 " AND NOT EXISTS (SELECT 1 FROM results WHERE results.job = units.job"
                 " AND results.number = units.number AND results.copy = units.copy)",
                 job);
    }
}

// With all that it did: what no other worker has done is to be done again. Copies that are no longer needed go.
void set_aside(Rows& rows, const std::string& worker, const std::string& why) {
    rows.run("UPDATE workers SET aside = $1 WHERE name = $2", why, worker);
    take_back(rows, worker);
    rows.run("UPDATE units SET state = 'open', worker = '', attempts = 0, expires = $2 WHERE (job, number, copy) IN"
             " (SELECT job, number, copy FROM results WHERE worker = $1)",
             worker, rows.now());
    rows.run("UPDATE units SET state = 'open', worker = '', expires = $2 WHERE state = 'out' AND worker = $1", worker,
             rows.now());
    rows.run("DELETE FROM results WHERE worker = $1", worker);
    rows.run("DELETE FROM units WHERE state = 'open' AND copy > 0 AND"
             " (SELECT count(*) FROM results WHERE results.job = units.job AND results.number = units.number) +"
             " (SELECT count(*) FROM units AS other WHERE other.job = units.job AND other.number = units.number"
             " AND other.copy < units.copy AND other.state IN ('open', 'out')) > 1");
}

// A unit is to be done by one worker more.
void add_copy(Rows& rows, JobNumber job, std::int64_t number) {
    rows.run("INSERT INTO units (job, number, copy, first, last, asked, after_results, expires)"
             " SELECT job, number, max(copy) + 1, first, last, asked, after_results, $3 FROM units"
             " WHERE job = $1 AND number = $2 GROUP BY job, number, first, last, asked, after_results",
             job, number, rows.now());
}

// Looks at the results of a unit, once there is one more.
void compare(Rows& rows, const Unit& unit) {
    std::map<std::string, std::vector<std::string>> by_bytes; // who made them
    const auto each =
        rows.asked("SELECT bytes, worker FROM results WHERE job = $1 AND number = $2", unit.job, unit.number);
    for (int i = 0; i < each.size(); ++i) by_bytes[each.text(i, 0)].push_back(each.text(i, 1));
    if (by_bytes.size() < 2) return;
    const auto most = std::ranges::max_element(by_bytes, {}, [](const auto& b) { return b.second.size(); });
    const auto as_many =
        std::ranges::count_if(by_bytes, [&](const auto& b) { return b.second.size() == most->second.size(); });
    if (as_many == 1) {
        for (const auto& [bytes, workers] : by_bytes)
            if (&bytes != &most->first)
                for (const std::string& worker : workers)
                    set_aside(rows, worker,
                              "its result of unit " + std::to_string(unit.number) + " of job " +
                                  std::to_string(unit.job) + " is not what " + std::to_string(most->second.size()) +
                                  " others made");
        return;
    }
    // Who is right is for one more to say.
    if (rows.number("SELECT count(*) FROM units WHERE job = $1 AND number = $2 AND state IN ('open', 'out')", unit.job,
                    unit.number))
        return;
    add_copy(rows, unit.job, unit.number);
}

// The job's next unit. One of every so many is done twice; which one is for nobody to know who works.
void add_unit(Rows& rows, const Unit& unit, std::uint64_t check, std::uint64_t salt) {
    rows.run("UPDATE jobs SET next_item = $1, next_unit = $2 WHERE number = $3", unit.last, unit.number + 1, unit.job);
    const std::uint64_t block = check ? std::uint64_t(unit.number) / check : 0;
    const bool twice = check && std::uint64_t(unit.number) % check == mix(salt ^ mix(block)) % check;
    for (int copy = 0; copy <= int(twice); ++copy)
        rows.run("INSERT INTO units (job, number, copy, first, last, asked, after_results)"
                 " VALUES ($1, $2, $3, $4, $5, $6, $7)",
                 unit.job, unit.number, copy, unit.first, unit.last, unit.asked, unit.after);
}

// Of the last results; not what is left, and by whom.
Measured measured_by_latest(Rows& rows, JobNumber job) {
    const auto latest =
        rows.asked("SELECT sum(seconds), sum(last - first), max(last - first) FROM (SELECT seconds, first,"
                   " last FROM results JOIN units USING (job, number, copy) WHERE job = $1"
                   " ORDER BY made DESC LIMIT $2) AS latest",
                   job, measured_results);
    return {.seconds = latest.real(0, 0),
            .items = std::uint64_t(latest.whole(0, 1)),
            .largest = std::uint64_t(latest.whole(0, 2))};
}

class Store final : public JobStore {
public:
    explicit Store(std::shared_ptr<Rows> rows) : rows_(std::move(rows)) {}

    Expected<JobNumber> begin(const NewJob& job) override {
        return rows_->change<JobNumber>([&]() -> Expected<JobNumber> {
            std::random_device random;
            const auto salt = std::int64_t(std::uint64_t(random()) << 31 ^ random());
            return rows_->number(
                "INSERT INTO jobs (kind, request, identity, items, unit, checked, lease, version, signature, begun, "
                "salt,"
                " attached, grows) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING number",
                job.kind, job.request, job.identity, job.items, job.unit, job.check, job.lease, job.version,
                job.signature, rows_->now(), salt, sql::Bytes{job.attached}, int(job.grows));
        });
    }

    Expected<std::vector<Job>> jobs() override {
        return rows_->look<std::vector<Job>>([&] {
            std::vector<Job> all;
            const auto rows = rows_->asked((std::string(job_columns) + "ORDER BY number").c_str());
            for (int i = 0; i < rows.size(); ++i) all.push_back(job_at(rows, i));
            return all;
        });
    }

    Expected<Job> find(JobNumber number) override {
        return rows_->look<Job>([&] { return found(number); });
    }

    Expected<Progress> progress(const Job& job) override {
        return rows_->look<Progress>([&] { return counted(job); });
    }

    Expected<void> stop(JobNumber job) override { return set_running(job, false); }
    Expected<void> resume(JobNumber job) override { return set_running(job, true); }

    Expected<void> remove(JobNumber number) override {
        return rows_->change<void>([&]() -> Expected<void> {
            const auto job = found(number);
            if (!job) return std::unexpected(job.error());
            if (job->is_running && !is_complete(*job, counted(*job)))
                return problem("job " + std::to_string(number) + " is not done; stop it first");
            for (const char* each : {"DELETE FROM results WHERE job = $1", "DELETE FROM units WHERE job = $1",
                                     "DELETE FROM jobs WHERE number = $1"})
                rows_->run(each, number);
            return {};
        });
    }

    Expected<std::uint64_t> check(JobNumber number) override {
        return rows_->change<std::uint64_t>([&]() -> Expected<std::uint64_t> {
            const auto job = found(number);
            if (!job) return std::unexpected(job.error());
            if (!job->is_running) return problem("job " + std::to_string(number) + " is stopped; resume it first");
            if (!is_done(*job, counted(*job)))
                return problem("job " + std::to_string(number) +
                               " is not done; begun with --check 1 it is checked on the way");
            rows_->run("UPDATE jobs SET checked = 1 WHERE number = $1", number);
            const auto once = rows_->asked("SELECT number FROM units WHERE job = $1 GROUP BY number"
                                           " HAVING max(copy) = 0 AND max(state) = 'done' ORDER BY number",
                                           number);
            for (int i = 0; i < once.size(); ++i) add_copy(*rows_, number, once.whole(i, 0));
            return std::uint64_t(
                rows_->number("SELECT count(*) FROM units WHERE job = $1 AND copy > 0 AND state <> 'done'", number));
        });
    }

    Expected<Kept> keep(const Unit& unit, const Worker& worker, const Result& result) override {
        return rows_->change<Kept>([&]() -> Expected<Kept> {
            if (!why_aside(*rows_, worker).empty()) return Kept::refused;
            // A worker that was not heard of may come after another one had its unit, and after the job has gone.
            if (rows_->number("SELECT count(*) FROM units WHERE job = $1 AND number = $2 AND copy = $3"
                              " AND state <> 'done'",
                              unit.job, unit.number, unit.copy) == 0 ||
                rows_->number("SELECT count(*) FROM results WHERE job = $1 AND number = $2 AND worker = $3", unit.job,
                              unit.number, worker.name) > 0)
                return Kept::was_there;
            rows_->run("INSERT INTO results (job, number, copy, worker, seconds, made, bytes, place)"
                       " SELECT $1, $2, $3, $4, $5, $6, $7, CASE WHEN EXISTS (SELECT 1 FROM results WHERE job = $1"
                       " AND number = $2) THEN 0 ELSE (SELECT coalesce(max(place), 0) + 1 FROM results WHERE job = $1)"
                       " END",
                       unit.job, unit.number, unit.copy, worker.name, result.seconds, rows_->now(),
                       sql::Bytes{result.bytes});
            rows_->run("UPDATE units SET state = 'done', worker = $1, why = ''"
                       " WHERE job = $2 AND number = $3 AND copy = $4",
                       worker.name, unit.job, unit.number, unit.copy);
            rows_->run("UPDATE units SET expires = $1 WHERE job = $2 AND number = $3 AND state = 'open'", rows_->now(),
                       unit.job, unit.number);
            compare(*rows_, unit);
            return why_aside(*rows_, worker).empty() ? Kept::counts : Kept::refused;
        });
    }

    Expected<Growth> growth(JobNumber job, std::uint64_t epoch, std::uint64_t known) override {
        return rows_->look<Growth>([&]() -> Expected<Growth> {
            const auto row = rows_->asked("SELECT epoch, next_unit FROM jobs WHERE number = $1", job);
            if (row.size() == 0) return problem("jobs: there is no job " + std::to_string(job));
            Growth growth{.epoch = std::uint64_t(row.whole(0, 0)), .next_unit = row.whole(0, 1)};
            growth.results = results_of(job);
            const auto heard = rows_->asked("SELECT bytes FROM results WHERE job = $1 AND place > $2 ORDER BY place",
                                            job, growth.epoch == epoch ? known : 0);
            for (int i = 0; i < heard.size(); ++i) growth.heard.push_back(heard.text(i, 0));
            const auto asked = rows_->asked("SELECT asked, state FROM units WHERE job = $1 AND copy = 0 AND NOT EXISTS"
                                            " (SELECT 1 FROM results WHERE results.job = units.job"
                                            " AND results.number = units.number) ORDER BY number",
                                            job);
            for (int i = 0; i < asked.size(); ++i) {
                growth.asked.push_back(asked.text(i, 0));
                growth.is_waited_for |= asked.text(i, 1) != "aside";
            }
            return growth;
        });
    }

    Expected<void> disown(JobNumber job, std::uint64_t epoch, std::uint64_t place) override {
        return rows_->change<void>([&]() -> Expected<void> {
            const auto made = rows_->asked("SELECT results.number, worker FROM results JOIN jobs ON jobs.number = job"
                                           " WHERE job = $1 AND place >= $2 AND epoch = $3 ORDER BY place LIMIT 1",
                                           job, place, epoch);
            if (made.size()) // or somebody else said so
                set_aside(*rows_, made.text(0, 1),
                          "its result of unit " + std::to_string(made.whole(0, 0)) + " of job " + std::to_string(job) +
                              " is none");
            return {};
        });
    }

    Expected<bool> grow(JobNumber job, const Growth& growth, const std::optional<std::string>& asked) override {
        return rows_->change<bool>([&]() -> Expected<bool> {
            const auto row =
                rows_->asked("SELECT epoch, next_unit, checked, salt, grows FROM jobs WHERE number = $1", job);
            if (row.size() == 0 || row.whole(0, 4) != 1 || std::uint64_t(row.whole(0, 0)) != growth.epoch ||
                row.whole(0, 1) != growth.next_unit || results_of(job) != growth.results)
                return false;
            if (!asked) {
                const auto decisive = rows_->asked("SELECT number FROM results WHERE job = $1 AND place = $2"
                                                   " AND number NOT IN (SELECT number FROM units WHERE job = $1"
                                                   " AND copy > 0)",
                                                   job, growth.decided_by);
                if (row.whole(0, 2) > 0 && growth.decided_by > 0 && decisive.size())
                    add_copy(*rows_, job, decisive.whole(0, 0));
                return rows_->run("UPDATE jobs SET grows = 2 WHERE number = $1", job) > 0;
            }
            const auto number = std::uint64_t(growth.next_unit);
            add_unit(*rows_,
                     {.job = job,
                      .number = growth.next_unit,
                      .first = number,
                      .last = number + 1,
                      .asked = *asked,
                      .after = growth.results},
                     std::uint64_t(row.whole(0, 2)), std::uint64_t(row.whole(0, 3)));
            rows_->run("UPDATE jobs SET items = $1 WHERE number = $2", number + 1, job);
            return true;
        });
    }

    Expected<void>
    for_each_result(JobNumber job,
                    const std::function<Expected<void>(const Unit&, const std::string&)>& each) override {
        return rows_->look<void>([&]() -> Expected<void> {
            const auto grows = rows_->number("SELECT grows FROM jobs WHERE number = $1", job);
            const auto rows =
                rows_->asked("SELECT number, copy, first, last, asked, after_results FROM results JOIN units"
                             " USING (job, number, copy) WHERE job = $1 AND ($2 = 0 OR place > 0)"
                             " ORDER BY CASE WHEN $2 > 0 THEN place ELSE 0 END, number, copy",
                             job, grows);
            for (int i = 0; i < rows.size(); ++i) {
                const Unit unit{.job = job,
                                .number = rows.whole(i, 0),
                                .copy = int(rows.whole(i, 1)),
                                .first = std::uint64_t(rows.whole(i, 2)),
                                .last = std::uint64_t(rows.whole(i, 3)),
                                .asked = rows.text(i, 4),
                                .after = std::uint64_t(rows.whole(i, 5))};
                if (i > 0 && rows.whole(i - 1, 0) == unit.number) continue; // done twice
                const auto bytes =
                    rows_->asked("SELECT bytes FROM results WHERE job = $1 AND number = $2 AND copy = $3", unit.job,
                                 unit.number, unit.copy);
                if (auto taken = each(unit, bytes.size() ? bytes.text(0, 0) : ""); !taken) return taken;
            }
            return {};
        });
    }

private:
    std::uint64_t results_of(JobNumber job) {
        return std::uint64_t(rows_->number("SELECT coalesce(max(place), 0) FROM results WHERE job = $1", job));
    }

    Expected<Job> found(JobNumber number) {
        const auto row = rows_->asked((std::string(job_columns) + "WHERE number = $1").c_str(), number);
        if (row.size() == 0) return problem("jobs: there is no job " + std::to_string(number));
        Job job = job_at(row, 0);
        job.attached = rows_->asked("SELECT attached FROM jobs WHERE number = $1", number).text(0, 0);
        return job;
    }

    Expected<void> set_running(JobNumber job, bool runs) {
        return rows_->change<void>([&]() -> Expected<void> {
            if (rows_->run("UPDATE jobs SET running = $1 WHERE number = $2", int(runs), job) == 0)
                return problem("jobs: there is no job " + std::to_string(job));
            if (runs)
                rows_->run("UPDATE units SET state = 'open', attempts = 0, why = '', worker = '', expires = $2"
                           " WHERE job = $1 AND state = 'aside'",
                           job, rows_->now());
            return {};
        });
    }

    Progress counted(const Job& job) {
        Progress p;
        const auto done =
            rows_->asked("SELECT count(*), sum(size), sum(spent), sum(twice) FROM (SELECT max(last - first) AS size,"
                         " sum(seconds) AS spent, CASE WHEN count(*) > 1 THEN 1 ELSE 0 END AS twice FROM results"
                         " JOIN units USING (job, number, copy) WHERE job = $1 GROUP BY number) AS of_units",
                         job.number);
        p.units = std::uint64_t(done.whole(0, 0)), p.items = std::uint64_t(done.whole(0, 1));
        p.seconds = done.real(0, 2);
        const auto twice = std::uint64_t(done.whole(0, 3));
        p.checks = std::uint64_t(
            rows_->number("SELECT count(DISTINCT number) FROM units WHERE job = $1 AND copy > 0", job.number));
        p.split =
            std::uint64_t(rows_->number("SELECT count(*) FROM (SELECT number FROM results WHERE job = $1 AND number"
                                        " IN (SELECT number FROM results WHERE job = $1 AND copy > 0)"
                                        " GROUP BY number HAVING count(DISTINCT bytes) > 1) AS of_units",
                                        job.number));
        p.agreed = twice - p.split;
        p.makers =
            std::uint64_t(rows_->number("SELECT count(DISTINCT worker) FROM results WHERE job = $1", job.number));
        const auto latest = measured_by_latest(*rows_, job.number);
        if (latest.items) p.cost = latest.seconds / double(latest.items);
        // Of units that were sent it is not known who has them before a third of the lease is over: who was done with one just now has another.
        const auto out = rows_->asked(
            "SELECT worker FROM units WHERE job = $1 AND state IN ('out', 'sent') AND worker <> '' AND expires >= $2"
            " UNION SELECT worker FROM results WHERE job = $1 AND made >= $3"
            " AND EXISTS (SELECT 1 FROM units WHERE job = $1 AND state = 'sent') ORDER BY worker",
            job.number, rows_->now(), rows_->now() - 1000 * std::int64_t(job.lease));
        for (int i = 0; i < out.size(); ++i) p.workers.push_back(out.text(i, 0));
        p.out = p.workers.size();
        const auto aside = rows_->asked(
            "SELECT number, first, last, why FROM units WHERE job = $1 AND state = 'aside' ORDER BY number",
            job.number);
        p.aside = std::uint64_t(aside.size());
        for (int i = 0; i < std::min(aside.size(), told); ++i)
            p.why.push_back({aside.whole(i, 0), std::uint64_t(aside.whole(i, 1)), std::uint64_t(aside.whole(i, 2)),
                             aside.text(i, 3)});
        const auto liars = rows_->asked("SELECT name, aside FROM workers WHERE aside <> '' ORDER BY name");
        for (int i = 0; i < liars.size(); ++i) p.liars.push_back({liars.text(i, 0), liars.text(i, 1)});
        return p;
    }

    std::shared_ptr<Rows> rows_;
};

class Queue final : public RowsQueue {
public:
    explicit Queue(std::shared_ptr<Rows> rows) : rows_(std::move(rows)) {}

    Expected<std::optional<Unit>> take(const Worker& worker, const std::set<JobNumber>& unwilling) override {
        return rows_->change<std::optional<Unit>>([&]() -> Expected<std::optional<Unit>> {
            if (const auto trusted = look_around(worker); !trusted) return std::unexpected(trusted.error());
            rows_->run("UPDATE units SET state = 'open', worker = '' WHERE state = 'sent' AND expires < $1",
                       rows_->now());
            for (const Job& job : jobs_for(worker, unwilling))
                if (auto unit = open_unit(job, worker); unit || (unit = cut(job)))
                    return unit->is_to_be_found ? *unit : lease(job, *unit, worker);
            return std::nullopt;
        });
    }

    Expected<bool> renew(const Unit& unit, const Worker& worker) override {
        return rows_->change<bool>([&]() -> Expected<bool> {
            rows_->run("UPDATE workers SET seen = $1 WHERE name = $2", rows_->now(), worker.name);
            return rows_->run("UPDATE units SET expires = $1 WHERE job = $2 AND number = $3 AND copy = $4"
                              " AND state = 'out' AND worker = $5",
                              end_of_lease(unit), unit.job, unit.number, unit.copy, worker.name) > 0;
        });
    }

    Expected<void> give_back(const Unit& unit, const Worker& worker) override {
        return rows_->change<void>([&]() -> Expected<void> {
            rows_->run("UPDATE units SET state = 'open', worker = '', attempts = attempts - 1, expires = $5"
                       " WHERE job = $1 AND number = $2 AND copy = $3 AND state = 'out' AND worker = $4",
                       unit.job, unit.number, unit.copy, worker.name, rows_->now());
            return {};
        });
    }

    Expected<void> fail(const Unit& unit, const Worker& worker, const std::string& why) override {
        return rows_->change<void>([&]() -> Expected<void> {
            rows_->run("UPDATE units SET state = CASE WHEN attempts < $1 THEN 'open' ELSE 'aside' END, why = $2,"
                       " worker = '', expires = $7 WHERE job = $3 AND number = $4 AND copy = $5 AND state = 'out'"
                       " AND worker = $6",
                       most_attempts, as_one_line(why), unit.job, unit.number, unit.copy, worker.name, rows_->now());
            rows_->run("UPDATE jobs SET running = 0 WHERE number = $1 AND NOT EXISTS (SELECT 1 FROM results"
                       " WHERE job = $1) AND (SELECT count(*) FROM units WHERE job = $1 AND state = 'aside') >= $2",
                       unit.job, most_attempts);
            return {};
        });
    }

    Expected<bool> is_exhausted(const Worker& worker, const std::set<JobNumber>& unwilling) override {
        return rows_->look<bool>([&] {
            for (const Job& job : jobs_for(worker, unwilling))
                if (is_to_be_cut(job) ||
                    rows_->number("SELECT count(*) FROM units WHERE job = $1 AND (state IN ('out', 'sent')"
                                  " OR state = 'open' AND number NOT IN (SELECT number FROM results WHERE job = $1))",
                                  job.number) ||
                    may_be_checked(job, worker))
                    return false;
            return true;
        });
    }

    Expected<std::vector<Offer>> offers(const Worker& worker, const std::set<JobNumber>& unwilling) override {
        return rows_->look<std::vector<Offer>>([&]() -> Expected<std::vector<Offer>> {
            if (const auto trusted = need_trusted(worker); !trusted) return std::unexpected(trusted.error());
            std::vector<Offer> all;
            for (const Job& job : jobs_for(worker, unwilling)) all.push_back(offer_of(job));
            return all;
        });
    }

    Expected<std::optional<Unit>> delivered(const Offer& offer, std::int64_t number, int times,
                                            const Worker& worker) override {
        bool is_stopped = false;
        const auto look = [&]() -> Expected<std::optional<Unit>> {
            if (const auto trusted = need_trusted(worker); !trusted) return std::unexpected(trusted.error());
            const auto row = rows_->asked("SELECT first, last, running FROM units JOIN jobs ON jobs.number = job"
                                          " WHERE job = $1 AND units.number = $2 AND copy = 0 AND state = 'sent'",
                                          offer.job, number);
            if (row.size() == 0) return std::nullopt;
            is_stopped = row.whole(0, 2) == 0;
            return Unit{offer.job,  number, 0, std::uint64_t(row.whole(0, 0)), std::uint64_t(row.whole(0, 1)),
                        offer.lease};
        };
        if (times == 1)
            if (auto unit = rows_->look<std::optional<Unit>>(look); !unit || !is_stopped) return unit;
        return rows_->change<std::optional<Unit>>([&]() -> Expected<std::optional<Unit>> {
            auto unit = look();
            if (!unit || !*unit) return unit;
            if (times > 1)
                rows_->run("UPDATE units SET state = CASE WHEN attempts + 1 < $1 THEN 'sent' ELSE 'aside' END,"
                           " attempts = attempts + 1, expires = $2, why = CASE WHEN worker = '' THEN 'a worker'"
                           " ELSE worker END || ' was not heard of any more', worker = $3"
                           " WHERE job = $4 AND number = $5 AND copy = 0",
                           most_attempts, end_of_lease(**unit), worker.name, offer.job, number);
            if (is_stopped)
                rows_->run("UPDATE units SET state = 'open', worker = '' WHERE job = $1 AND number = $2 AND copy = 0"
                           " AND state = 'sent'",
                           offer.job, number);
            return look();
        });
    }

    Expected<Next> next(const Worker& worker, const std::set<JobNumber>& unwilling) override {
        return rows_->change<Next>([&]() -> Expected<Next> {
            if (const auto trusted = look_around(worker); !trusted) return std::unexpected(trusted.error());
            for (const Job& job : jobs_for(worker, unwilling)) {
                if (job.grows) { // what its next unit is, its results alone say: there is nothing to be sent ahead
                    if (auto unit = open_unit(job, worker); unit || (unit = cut(job)))
                        return Next{.unit = unit->is_to_be_found ? *unit : lease(job, *unit, worker)};
                    continue;
                }
                if (const auto unit = open_unit(job, worker, true)) return Next{.unit = lease(job, *unit, worker)};
                Next found{.of = offer_of(job)};
                for (auto most = to_send_at_once(job); found.to_send.size() < most;)
                    if (const auto unit = open_unit(job, worker, false))
                        found.to_send.emplace_back(unit->number, send(job, *unit));
                    else if (!cut(job))
                        break;
                if (!found.to_send.empty()) return remember(found.of), found;
                // All that was cut is to be done twice.
                if (const auto unit = open_unit(job, worker, true)) return Next{.unit = lease(job, *unit, worker)};
            }
            return Next{};
        });
    }

    Expected<void> reconcile(JobNumber job, const std::function<Expected<std::set<std::int64_t>>()>& there) override {
        const auto sent = rows_->look<std::vector<std::int64_t>>([&] {
            const auto now = rows_->now();
            const auto rows =
                rows_->asked("SELECT units.number FROM units JOIN jobs ON jobs.number = job WHERE job = $1"
                             " AND state = 'sent' AND expires < CASE WHEN worker = '' THEN $2 + $3 * lease ELSE $4 END",
                             job, now - on_its_way, 1000 * leases_sent, now);
            std::vector<std::int64_t> all;
            for (int i = 0; i < rows.size(); ++i) all.push_back(rows.whole(i, 0));
            return all;
        });
        if (!sent) return std::unexpected(sent.error());
        if (sent->empty()) return {};
        const auto numbers = there();
        if (!numbers) return std::unexpected(numbers.error());
        return rows_->change<void>([&]() -> Expected<void> {
            for (const auto number : *sent)
                if (!numbers->contains(number))
                    rows_->run("UPDATE units SET state = 'open', worker = '' WHERE job = $1 AND number = $2"
                               " AND copy = 0 AND state = 'sent'",
                               job, number);
            return {};
        });
    }

    Expected<void> note_stream(const Offer& offer) override {
        return rows_->change<void>([&]() -> Expected<void> {
            remember(offer);
            return {};
        });
    }
    Expected<std::vector<std::string>> idle_streams() override {
        return rows_->look<std::vector<std::string>>([&] {
            const auto rows = rows_->asked((std::string("SELECT mark FROM streams WHERE ") + is_idle).c_str());
            std::vector<std::string> all;
            for (int i = 0; i < rows.size(); ++i) all.push_back(rows.text(i, 0));
            return all;
        });
    }
    Expected<void> forget_stream(const std::string& mark) override {
        return rows_->change<void>([&]() -> Expected<void> {
            rows_->run((std::string("DELETE FROM streams WHERE mark = $1 AND ") + is_idle).c_str(), mark);
            return {};
        });
    }

    Expected<bool> note(const Unit& unit, const Worker& worker) override {
        return rows_->change<bool>([&]() -> Expected<bool> {
            return rows_->run("UPDATE units SET worker = $1, expires = $2 WHERE job = $3 AND number = $4 AND copy = 0"
                              " AND state = 'sent' AND (worker IN ('', $1) OR expires < $5)",
                              worker.name, end_of_lease(unit), unit.job, unit.number, rows_->now()) > 0;
        });
    }

    Expected<void> claim(const Unit& unit, const Worker& worker) override {
        return rows_->change<void>([&]() -> Expected<void> {
            rows_->run("UPDATE units SET state = 'out', worker = $1, expires = $2, attempts = attempts + 1"
                       " WHERE job = $3 AND number = $4 AND copy = 0 AND state = 'sent' AND worker IN ('', $1)",
                       worker.name, end_of_lease(unit), unit.job, unit.number);
            return {};
        });
    }

private:
    // Of a stream: its job is gone, or has a result of each of its units. Those of which there are copies are never sent.
    static constexpr const char* is_idle =
        "NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.number = streams.job AND (next_item < items OR EXISTS"
        " (SELECT 1 FROM units WHERE units.job = streams.job AND state IN ('open', 'out', 'sent', 'aside')"
        " AND NOT EXISTS (SELECT 1 FROM results WHERE results.job = units.job AND results.number = units.number))))";

    void remember(const Offer& offer) {
        rows_->run("INSERT INTO streams (mark, job) VALUES ($1, $2) ON CONFLICT (mark) DO NOTHING", offer.mark,
                   offer.job);
    }
    Expected<void> need_trusted(const Worker& worker) {
        const std::string why = why_aside(*rows_, worker);
        if (why.empty()) return {};
        return problem("this worker, " + worker.name + ", is set aside: " + why);
    }
    // Before one is given something: it is known, and what others had who were not heard of in time is open again.
    Expected<void> look_around(const Worker& worker) {
        if (const auto trusted = need_trusted(worker); !trusted) return trusted;
        const std::int64_t now = rows_->now();
        rows_->run("INSERT INTO workers (name, version, signature, seen) VALUES ($1, $2, $3, $4) ON CONFLICT (name)"
                   " DO UPDATE SET version = excluded.version, signature = excluded.signature, seen = excluded.seen",
                   worker.name, worker.version, worker.signature, now);
        rows_->run("UPDATE units SET state = CASE WHEN attempts < $1 THEN 'open' ELSE 'aside' END,"
                   " why = worker || ' was not heard of any more', worker = '' WHERE state = 'out' AND expires < $2",
                   most_attempts, now);
        return {};
    }

    // Whether another worker that was just heard of may make a check without which the job is not complete. One that has nothing to do
    // is heard of only every `longest_wait`. Waited for is it no longer than that from when the check could be made by it: it may be unwilling.
    bool may_be_checked(const Job& job, const Worker& worker) {
        const std::int64_t since =
            rows_->now() - std::max(1000 * std::int64_t(job.lease), 3 * std::int64_t(longest_wait.count()));
        return rows_->number(
                   "SELECT count(*) FROM units WHERE job = $1 AND state = 'open' AND expires >= $2"
                   " AND (SELECT count(DISTINCT bytes) FROM results WHERE results.job = $1"
                   " AND results.number = units.number) > CASE WHEN $3 = 1 AND (SELECT count(DISTINCT worker)"
                   " FROM results WHERE results.job = $1) > 1 THEN 0 ELSE 1 END"
                   " AND EXISTS (SELECT 1 FROM workers WHERE name <> $4 AND version = $5 AND signature = $6"
                   " AND aside = '' AND seen >= $2 AND NOT EXISTS (SELECT 1 FROM results WHERE results.job = $1"
                   " AND results.number = units.number AND results.worker = workers.name))",
                   job.number, since, int(job.grows), worker.name, worker.version, worker.signature) > 0;
    }

    bool is_to_be_cut(const Job& job) {
        return rows_->number("SELECT count(*) FROM jobs WHERE number = $1 AND next_item < items", job.number) > 0;
    }

    Offer offer_of(const Job& job) {
        const auto row =
            rows_->asked("SELECT salt, (SELECT count(*) FROM units WHERE job = $1 AND state = 'sent') FROM jobs"
                         " WHERE number = $1",
                         job.number);
        const std::uint64_t mark =
            mix(std::uint64_t(row.whole(0, 0)) ^ mix(std::uint64_t(job.begun.time_since_epoch().count())));
        return {.job = job.number,
                .mark = hex(mark),
                .lease = std::chrono::seconds(job.lease),
                .is_sent = row.whole(0, 1) > 0};
    }

    // As many as keep all workers busy until somebody looks again.
    std::uint64_t to_send_at_once(const Job& job) {
        const Measured m = measured(job, 0);
        if (m.items == 0 || m.largest == 0) return 1;
        const double cost = std::max(m.seconds / double(m.items) * double(m.largest), 1e-6); // of a unit
        return std::clamp(std::uint64_t(double(m.workers) * seconds_ahead / cost), m.workers, most_sent);
    }
    // Gives what no other sending of it has.
    std::string send(const Job& job, const Unit& unit) {
        const auto until = rows_->now() + std::int64_t{1000} * leases_sent * job.lease;
        rows_->run("UPDATE units SET state = 'sent', worker = '', expires = $1 WHERE job = $2 AND number = $3"
                   " AND copy = $4",
                   until, unit.job, unit.number, unit.copy);
        return std::to_string(unit.number) + "-" + std::to_string(until);
    }

    // Those whose units it may have, first the one that the fewest work at.
    std::vector<Job> jobs_for(const Worker& worker, const std::set<JobNumber>& unwilling) {
        const auto rows = rows_->asked(
            (std::string(job_columns) +
             "WHERE running = 1 AND version = $1 AND signature = $2 ORDER BY (SELECT count(*)"
             " FROM units WHERE units.job = jobs.number AND state IN ('out', 'sent') AND worker <> ''), number")
                .c_str(),
            worker.version, worker.signature);
        std::vector<Job> all;
        for (int i = 0; i < rows.size(); ++i)
            if (Job job = job_at(rows, i); !unwilling.contains(job.number)) all.push_back(std::move(job));
        return all;
    }

    // One that is cut already; `twice`: of those that have copies, or of those that have none. Nobody does two copies of a unit.
    std::optional<Unit> open_unit(const Job& job, const Worker& worker, std::optional<bool> twice = {}) {
        const auto row = rows_->asked(
            "SELECT number, copy, first, last, asked, after_results, (SELECT epoch FROM jobs WHERE jobs.number = job)"
            " FROM units WHERE job = $1 AND state = 'open'"
            " AND NOT EXISTS (SELECT 1 FROM units AS other WHERE other.job = $1 AND other.number = units.number"
            " AND other.state IN ('out', 'done') AND other.worker = $2)"
            " AND ($3 < 0 OR $3 = CASE WHEN EXISTS (SELECT 1 FROM units AS other WHERE other.job = $1"
            " AND other.number = units.number AND other.copy <> units.copy) THEN 1 ELSE 0 END)"
            " ORDER BY number, copy LIMIT 1",
            job.number, worker.name, twice ? int(*twice) : -1);
        if (row.size() == 0) return {};
        return Unit{.job = job.number,
                    .number = row.whole(0, 0),
                    .copy = int(row.whole(0, 1)),
                    .first = std::uint64_t(row.whole(0, 2)),
                    .last = std::uint64_t(row.whole(0, 3)),
                    .asked = row.text(0, 4),
                    .after = std::uint64_t(row.whole(0, 5)),
                    .epoch = std::uint64_t(row.whole(0, 6))};
    }

    // The next one.
    std::optional<Unit> cut(const Job& job) {
        if (job.grows)
            return job.is_over ? std::nullopt : std::optional(Unit{.job = job.number, .is_to_be_found = true});
        const auto row = rows_->asked("SELECT next_item, next_unit, salt FROM jobs WHERE number = $1", job.number);
        Unit unit{job.number, row.whole(0, 1), 0, std::uint64_t(row.whole(0, 0)), job.items};
        if (unit.first >= job.items) return {};
        unit.last = std::min(job.items, unit.first + (job.unit ? job.unit : unit_size(measured(job, unit.first))));
        add_unit(*rows_, unit, job.check, std::uint64_t(row.whole(0, 2)));
        return unit;
    }

    Measured measured(const Job& job, std::uint64_t next) {
        Measured m = measured_by_latest(*rows_, job.number);
        m.left = job.items - next;
        m.workers =
            1 + std::uint64_t(rows_->number("SELECT count(*) FROM units WHERE job = $1 AND state IN ('out', 'sent')"
                                            " AND worker <> ''",
                                            job.number));
        return m;
    }

    std::int64_t end_of_lease(const Unit& unit) const {
        return rows_->now() + std::chrono::milliseconds(unit.lease).count();
    }
    Unit lease(const Job& job, Unit unit, const Worker& worker) {
        unit.lease = std::chrono::seconds(job.lease);
        rows_->run("UPDATE units SET state = 'out', worker = $1, expires = $2, attempts = attempts + 1"
                   " WHERE job = $3 AND number = $4 AND copy = $5",
                   worker.name, end_of_lease(unit), unit.job, unit.number, unit.copy);
        return unit;
    }

    std::shared_ptr<Rows> rows_;
};

}

Expected<Place> open_jobs(const std::string& url, const sql::Opening& how, const Clock& clock,
                          const std::string& queue) {
    auto database = sql::open(url, kept_rows, how);
    if (!database) return std::unexpected(database.error());
    const auto rows = std::make_shared<Rows>();
    rows->where = sql::is_postgres(url) ? sql::shown(url) : in_quotes(url.substr(url.find(':') + 1));
    rows->database = std::move(*database);
    rows->clock = clock;
    auto rows_queue = std::make_unique<Queue>(rows);
    if (queue.empty()) return Place{std::make_unique<Store>(rows), std::move(rows_queue)};
    auto handed_out = open_jetstream(queue, std::move(rows_queue));
    if (!handed_out) return std::unexpected(handed_out.error());
    return Place{std::make_unique<Store>(rows), std::move(*handed_out)};
}

}
