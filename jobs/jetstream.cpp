#include "jobs/jetstream.hpp"
#include "base/json_read.hpp"
#include "base/text.hpp"
#include "nats/nats.hpp"
#include <limits>
#include <map>
#include <mutex>
#include <tuple>

namespace tavoliere::jobs {
namespace {

using std::chrono::nanoseconds;
using Steady = std::chrono::steady_clock;

// For so long a worker goes by what it read of the jobs, while there are messages of the one that it works at.
constexpr std::chrono::seconds offers_last(1);
constexpr std::size_t most_answer = std::size_t(64) << 20; // the numbers of a job's messages

// What JetStream answers: JSON, with a member "error" where it refused.
Expected<Json> read_answer(const std::string& data) {
    auto json = read_json(data, {.bytes = most_answer});
    if (!json) return problem("queue: its server's answer is not understood: " + json.error().text);
    if (const Json* const error = json->find("error")) {
        const std::string* const why = (*error)["description"].text();
        return problem("queue: its server refuses: " + as_one_line(why ? *why : data));
    }
    return json;
}

// A stream for each job, whose messages are numbers of units, and its one consumer, whom all workers ask. JetStream acknowledges what it has not
// synced, and may lose it: the rows say what is sent, and reconcile.
class JetStream final : public WorkQueue {
public:
    explicit JetStream(std::unique_ptr<RowsQueue> rows) : rows_(std::move(rows)) {}

    Expected<void> connect(const std::string& urls) {
        // What is said while it is away is said again by whoever has the unit, or is not needed.
        auto opened = nats::Connection::open(urls, {.kept_bytes = 1 << 16});
        if (!opened) return problem("queue: " + opened.error().text);
        connection_ = std::move(*opened);
        nats::Message answer;
        const auto answered =
            connection_->is_connected() ? connection_->request("$JS.API.INFO", "", answer) : nats::Answered::no;
        if (answered == nats::Answered::nobody_listens) return problem(without_jetstream);
        if (answered == nats::Answered::yes)
            if (const auto info = read_answer(answer.data); !info) return std::unexpected(info.error());
        return {};
    }

    Expected<std::optional<Unit>> take(const Worker& worker, const std::set<JobNumber>& unwilling) override {
        if (!connection_->is_connected()) return rows_->take(worker, unwilling);
        if (latest_ && latest_worker_ == worker.name && Steady::now() < latest_until_ &&
            !unwilling.contains(latest_->job))
            if (auto unit = pull(*latest_, worker); !unit || *unit) return unit;
        latest_.reset();
        const auto offers = rows_->offers(worker, unwilling);
        if (!offers) return std::unexpected(offers.error());
        for (const auto& offer : *offers) {
            if (!offer.is_sent) continue;
            if (auto unit = pull(offer, worker); !unit || *unit) return unit;
            const auto done = rows_->reconcile(offer.job, [&] { return messages_of(offer); });
            if (!done) return std::unexpected(done.error());
        }
        if (const auto deleted = delete_idle_streams(); !deleted) return std::unexpected(deleted.error());
        const auto next = rows_->next(worker, unwilling);
        if (!next) return std::unexpected(next.error());
        if (next->unit || next->to_send.empty()) return next->unit;
        for (const auto& [number, id] : next->to_send)
            if (const auto sent = send(next->of, number, id); !sent) return std::unexpected(sent.error());
        return pull(next->of, worker);
    }

    Expected<bool> renew(const Unit& unit, const Worker& worker) override {
        const auto reply = held(unit, worker);
        if (reply.empty()) return rows_->renew(unit, worker);
        connection_->publish(reply, "+WPI");
        return rows_->note(unit, worker);
    }
    Expected<void> give_back(const Unit& unit, const Worker& worker) override {
        if (const auto mine = make_mine(unit, worker); !mine) return mine;
        return rows_->give_back(unit, worker);
    }
    Expected<void> fail(const Unit& unit, const Worker& worker, const std::string& why) override {
        if (const auto mine = make_mine(unit, worker); !mine) return mine;
        return rows_->fail(unit, worker, why);
    }
    void finish(const Unit& unit, const Worker& worker) override {
        const auto reply = held(unit, worker);
        if (reply.empty()) return;
        connection_->publish(reply, "+ACK"); // one that is lost is given again, and found to be done
        const std::lock_guard lock(mutex_);
        held_.erase(key(unit, worker));
    }
    Expected<bool> is_exhausted(const Worker& worker, const std::set<JobNumber>& unwilling) override {
        return rows_->is_exhausted(worker, unwilling);
    }
    std::string trouble() const override {
        if (connection_->is_connected()) return {};
        return "queue: nobody answers there; units are handed out by the jobs' own database meanwhile";
    }

private:
    using Offer = RowsQueue::Offer;
    using Key = std::tuple<JobNumber, std::int64_t, std::string>;
    static constexpr const char* without_jetstream =
        "queue: its server has no JetStream; start it as nats-server -js -sd FOLDER";

    static Key key(const Unit& unit, const Worker& worker) { return {unit.job, unit.number, worker.name}; }
    static std::string stream(const std::string& mark) { return "tavoliere-job-" + mark; }
    static std::string stream(const Offer& offer) { return stream(offer.mark); }

    // Where the answer to a unit's message goes; empty where it did not come by one.
    std::string held(const Unit& unit, const Worker& worker) {
        const std::lock_guard lock(mutex_);
        const auto found = held_.find(key(unit, worker));
        return unit.copy == 0 && found != held_.end() ? found->second : "";
    }
    Expected<void> make_mine(const Unit& unit, const Worker& worker) {
        if (held(unit, worker).empty()) return {};
        if (const auto claimed = rows_->claim(unit, worker); !claimed) return claimed;
        finish(unit, worker);
        return {};
    }

    // The next message's unit; nothing where there is none.
    Expected<std::optional<Unit>> pull(const Offer& offer, const Worker& worker) {
        for (;;) {
            nats::Message message;
            const auto answered = connection_->request("$JS.API.CONSUMER.MSG.NEXT." + stream(offer) + ".work",
                                                       R"({"batch":1,"no_wait":true})", message);
            // Without a way to answer it is no message, but says that there is none.
            if (answered != nats::Answered::yes || message.reply.empty()) return std::nullopt;
            // $JS.ACK.STREAM.CONSUMER.TIMES.… , or $JS.ACK.DOMAIN.ACCOUNT.STREAM.CONSUMER.TIMES.…
            const auto words = split(message.reply, '.');
            const auto times = parse_number(words.size() < 9 ? "" : words[words.size() == 9 ? 4 : 6], 1,
                                            std::numeric_limits<int>::max());
            const auto number = parse_number<std::int64_t>(message.data, 0, std::numeric_limits<std::int64_t>::max());
            std::optional<Unit> unit;
            if (times && number) { // whoever else can write there may write anything
                auto wanted = rows_->delivered(offer, *number, *times, worker);
                if (!wanted) return wanted;
                unit = *wanted;
            }
            if (!unit) {
                connection_->publish(message.reply, "+ACK");
                continue;
            }
            const std::lock_guard lock(mutex_);
            held_[key(*unit, worker)] = message.reply;
            if (!latest_) latest_ = offer, latest_worker_ = worker.name, latest_until_ = Steady::now() + offers_last;
            return unit;
        }
    }

    Expected<void> send(const Offer& offer, std::int64_t number, const std::string& id) {
        nats::Message answer;
        const auto ask = [&] {
            return connection_->request(stream(offer) + "." + std::to_string(number), std::to_string(number), answer,
                                        id);
        };
        auto answered = ask();
        if (answered == nats::Answered::nobody_listens) {
            if (const auto made = make_stream(offer); !made) return made;
            answered = ask();
        }
        if (answered == nats::Answered::no) answered = ask(); // if it was there, this is a double
        if (answered != nats::Answered::yes) return unreachable();
        const auto taken = read_answer(answer.data);
        if (!taken) return std::unexpected(taken.error());
        return {};
    }

    // Nothing where they are there already.
    Expected<void> make_stream(const Offer& offer) {
        const std::string name = stream(offer);
        const auto lease = std::to_string(nanoseconds(offer.lease).count());
        for (
            const auto& [subject, settings] :
            {std::pair("$JS.API.STREAM.CREATE." + name,
                       R"({"name":")" + name + R"(","subjects":[")" + name +
                           R"(.*"],"retention":"workqueue","storage":"file","num_replicas":1,"max_consumers":-1,)"
                           R"("max_msgs":-1,"max_bytes":-1,"max_age":0,"discard":"old"})"),
             // How often is counted by the rows: a message that JetStream gives up stays there, and nobody is told for certain.
             std::pair("$JS.API.CONSUMER.DURABLE.CREATE." + name + ".work",
                       R"({"stream_name":")" + name +
                           R"(","config":{"durable_name":"work","deliver_policy":"all","replay_policy":"instant",)"
                           R"("ack_policy":"explicit","max_deliver":-1,"max_ack_pending":100000,"ack_wait":)" +
                           lease + "}}")}) {
            nats::Message answer;
            const auto answered = connection_->request(subject, settings, answer);
            if (answered == nats::Answered::nobody_listens) return problem(without_jetstream);
            if (answered == nats::Answered::no) return unreachable();
            if (const auto made = read_answer(answer.data); !made) return std::unexpected(made.error());
        }
        return rows_->note_stream(offer); // its job may have been removed meanwhile, and its stream deleted
    }

    // The numbers of the units of which there are messages.
    Expected<std::set<std::int64_t>> messages_of(const Offer& offer) {
        std::set<std::int64_t> numbers;
        for (std::size_t seen = 0;;) {
            nats::Message answer;
            const auto answered =
                connection_->request("$JS.API.STREAM.INFO." + stream(offer),
                                     R"({"subjects_filter":">","offset":)" + std::to_string(seen) + "}", answer);
            if (answered != nats::Answered::yes) return unreachable();
            const auto json = read_json(answer.data, {.bytes = most_answer});
            if (!json) return problem("queue: its server's answer is not understood: " + json.error().text);
            constexpr int not_found = 404; // all of it is lost
            if (const auto code = (*json)["error"]["code"].whole<int>(0, 999); code && *code == not_found)
                return numbers;
            if (const auto refused = read_answer(answer.data); !refused) return std::unexpected(refused.error());
            const auto* const subjects = (*json)["state"]["subjects"].object();
            if (!subjects || subjects->empty()) return numbers;
            for (const auto& subject : *subjects)
                if (const auto number =
                        parse_number<std::int64_t>(std::string_view(subject.name).substr(subject.name.rfind('.') + 1),
                                                   0, std::numeric_limits<std::int64_t>::max()))
                    numbers.insert(*number);
            seen += subjects->size();
            const auto all = (*json)["total"].whole<std::size_t>(0, std::numeric_limits<std::size_t>::max());
            if (!all || seen >= *all) return numbers;
        }
    }

    // Whoever made them, of whatever jobs of these rows. Where one is wanted again after all, it is made again.
    Expected<void> delete_idle_streams() {
        const auto idle = rows_->idle_streams();
        if (!idle) return std::unexpected(idle.error());
        for (const std::string& mark : *idle) {
            nats::Message answer; // that there is no such stream is as good
            if (connection_->request("$JS.API.STREAM.DELETE." + stream(mark), "", answer) != nats::Answered::yes)
                return {}; // another time
            if (const auto forgotten = rows_->forget_stream(mark); !forgotten) return forgotten;
        }
        return {};
    }

    static std::unexpected<Problem> unreachable() {
        return std::unexpected(Problem{"queue: its server does not answer", 1});
    }

    std::unique_ptr<RowsQueue> rows_;
    std::unique_ptr<nats::Connection> connection_;
    std::optional<Offer> latest_; // from which a message came, to latest_worker_
    std::string latest_worker_;
    Steady::time_point latest_until_;
    std::mutex mutex_;                // a lease is renewed by another thread than asks for units
    std::map<Key, std::string> held_; // where the answer goes
};

}

Expected<std::unique_ptr<WorkQueue>> open_jetstream(const std::string& urls, std::unique_ptr<RowsQueue> rows) {
    auto queue = std::make_unique<JetStream>(std::move(rows));
    if (const auto connected = queue->connect(urls); !connected) return std::unexpected(connected.error());
    return queue;
}

}
