#include "scenes.hpp"
#include "base/random.hpp"
#include "peer.hpp"
#include "session/session.hpp"
#include <boost/asio/steady_timer.hpp>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace tavoliere::load {

namespace net = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr const char* variant = "ataxx";
constexpr int peers_of_network = 50;

double ms(std::chrono::steady_clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }
Instant now() { return std::chrono::steady_clock::now(); }

std::string fresh_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "tavoliere-load-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no folder at " + name);
    return name;
}

// A game's moves, drawn by chance so that it does not end before there are `count`: pieces are moved about, and now and then, where
// the game would be drawn for that, one is added; and each side keeps some choice, where it can.
std::vector<std::string> drawn_moves(std::size_t count) {
    const auto session = std::move(*open(variant));
    Random random(1);
    std::vector<std::string> moves;
    int moved = 0;
    const auto play_one_of = [&](std::vector<std::string> some, std::size_t least) {
        while (!some.empty()) {
            const auto i = std::size_t(random.below(int(some.size())));
            const std::string move = some[i];
            some.erase(some.begin() + std::ptrdiff_t(i));
            if (!session->play(move)) throw std::runtime_error("a move that is none: " + move);
            if (!session->result() && session->moves().size() >= least) {
                moves.push_back(move);
                return true;
            }
            session->undo();
        }
        return false;
    };
    while (moves.size() < count) {
        // A piece that goes has where it comes from, one that is added has not: "a1-a3" and "b2".
        std::vector<std::string> all, wanted;
        for (const auto& m : session->moves()) {
            all.push_back(m.text);
            if (m.text.contains('-') == (moved < 90)) wanted.push_back(m.text);
        }
        if (!play_one_of(wanted, 12) && !play_one_of(all, 12) && !play_one_of(all, 1))
            throw std::runtime_error("the game ends after " + std::to_string(moves.size()) + " moves");
        moved = moves.back().contains('-') ? moved + 1 : 0;
    }
    return moves;
}

// One server and all that is connected to it.
class Scene {
public:
    explicit Scene(const Settings& settings) : server(settings.program, fresh_folder()) {}

    Server server;
    net::io_context io{1};
    std::vector<std::unique_ptr<Peer>> peers;

    Peer& connect() {
        const auto network = unsigned(peers.size() / peers_of_network);
        peers.push_back(std::make_unique<Peer>(io, server.port(), network));
        return *peers.back();
    }
    void run_for(double seconds) {
        io.restart();
        io.run_for(
            std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds)));
    }
    // Begins to count the processor's time.
    void begin() {
        began_ = now();
        processor_ = server.processor_seconds();
    }
    // What every row ends with.
    void close(Row& row) const {
        const double share =
            (server.processor_seconds() - processor_) / std::chrono::duration<double>(now() - began_).count();
        row.add("errors", errors, "");
        row.add("server's processors", share, "");
        row.add("server's memory", server.megabytes(), "MB");
    }
    void count_error(std::string_view message) {
        if (!errors)
            std::fprintf(stderr, "load: the first error: %.300s\n",
                         message.empty() ? "a connection was closed" : std::string(message).c_str());
        ++errors;
    }
    int errors = 0;

private:
    Instant began_{};
    double processor_ = 0;
};

// A game by link with its two players, who play the same moves as all others, again and again in a new game.
class Match {
public:
    struct Times {
        Sample answer, receipt;
        int moves = 0;
    };
    Match(Scene& scene, const std::vector<std::string>& moves, Times& times)
        : scene_(scene), moves_(moves), times_(times) {
        for (Peer*& player : players_) player = &scene.connect();
        const std::string made =
            players_[0]->ask("new", std::string(R"({"game":")") + variant +
                                        R"(","x":{"kind":"person"},"o":{"kind":"person"},"seat":"x"})");
        keys_[0] = text_in(made, "key");
        keys_[1] = new_seat();
        watch_ = text_in(made, "watch");
        players_[1]->ask("sit", R"({"key":")" + text_in(made, "invite") + R"(","seat":")" + keys_[1] + R"("})");
    }
    const std::string& watch() const { return watch_; }

    // After everybody has come. `moved`: called whenever a move was answered and the opponent has it.
    void listen(std::function<void(Match&)> moved = {}) {
        moved_ = std::move(moved);
        for (std::size_t i : {0, 1}) players_[i]->listen([this, i](std::string_view message) { heard(i, message); });
    }
    bool is_over() const { return ply_ >= int(moves_.size()); }
    bool is_waiting() const { return asked_ != 0 || owed_ != 0; }
    int ply() const { return ply_; }
    Instant sent() const { return sent_; }

    // The next move, where the one before was answered: false where it was not, or none is left.
    bool move() {
        if (is_waiting() || is_over()) return false;
        const auto mover = std::size_t(ply_ % 2);
        sent_ = now();
        asked_ = players_[mover]->send("move", R"({"key":")" + keys_[mover] + R"(","ply":)" + std::to_string(ply_) +
                                                   R"(,"move":")" + moves_[std::size_t(ply_)] + R"("})");
        owed_ = 1;
        return true;
    }

private:
    static std::string new_seat() {
        static Random random(std::uint64_t(now().time_since_epoch().count()));
        constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        std::string key;
        while (key.size() < 22) key += letters[std::size_t(random.below(int(letters.size())))];
        return key;
    }

    void heard(std::size_t who, std::string_view message) {
        if (message.empty() || message.starts_with(R"({"t":"error")")) return scene_.count_error(message);
        if (!is_waiting()) return; // what came of sitting down
        const auto mover = std::size_t(ply_ % 2);
        if (who == mover && answered_by(message) == asked_ && asked_) {
            times_.answer.add(ms(now() - sent_));
            asked_ = 0;
        } else if (who != mover && owed_ && message.starts_with(R"({"t":"state")")) {
            times_.receipt.add(ms(now() - sent_));
            owed_ = 0;
        }
        if (is_waiting()) return;
        ++ply_;
        ++times_.moves;
        if (moved_) moved_(*this);
    }

    Scene& scene_;
    const std::vector<std::string>& moves_;
    Times& times_;
    std::array<Peer*, 2> players_{};
    std::array<std::string, 2> keys_;
    std::string watch_;
    std::function<void(Match&)> moved_;
    int ply_ = 0, asked_ = 0, owed_ = 0;
    Instant sent_{};
};

// Calls `what` at `first`, and each `period` after it, until `end`; says by how much it was late.
void every(net::io_context& io, Instant first, std::chrono::steady_clock::duration period, Instant end, Sample& late,
           std::function<void()> what) {
    if (first >= end) return;
    auto timer = std::make_shared<net::steady_timer>(io, first);
    timer->async_wait([&io, timer, first, period, end, &late,
                       what = std::move(what)](const boost::system::error_code& error) mutable {
        if (error) return;
        late.add(ms(now() - first));
        what();
        every(io, first + period, period, end, late, std::move(what));
    });
}

Instant after(Instant begin, double seconds) {
    return begin +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

}

Row games(const Settings& settings, int games, int watchers) {
    Scene scene(settings);
    // As many as are needed, so that no game ends while it is measured.
    const auto moves = drawn_moves(std::size_t(2 * settings.seconds) + 8);
    Match::Times times;
    Sample seen, late;
    std::vector<std::unique_ptr<Match>> matches;
    for (int i = 0; i < games; ++i) matches.push_back(std::make_unique<Match>(scene, moves, times));
    for (int i = 0; i < watchers; ++i) {
        Match& match = *matches[std::size_t(i % games)];
        Peer& watcher = scene.connect();
        watcher.ask("open", R"({"key":")" + match.watch() + R"("})");
        watcher.listen([&](std::string_view message) {
            if (message.empty()) return scene.count_error(message);
            if (match.is_waiting() || match.ply()) seen.add(ms(now() - match.sent()));
        });
    }
    for (auto& match : matches) match->listen();
    scene.run_for(1);
    seen.clear();
    scene.begin();
    const Instant begin = now(), end = after(begin, settings.seconds);
    int missed = 0;
    // Each game's moves at another part of the half second.
    for (int i = 0; i < games; ++i)
        every(scene.io, begin + i * 500ms / games, 500ms, end, late,
              [&, i] { missed += !matches[std::size_t(i)]->move(); });
    scene.run_for(settings.seconds + 0.5);
    Row row{std::to_string(games) + " games, " + std::to_string(watchers) + " watchers", {}};
    row.add("moves/s", times.moves / settings.seconds, "");
    row.add("answer", times.answer);
    row.add("opponent", times.receipt);
    if (watchers) row.add("watchers", seen);
    row.add("not answered in time", missed, "");
    row.add("generator late p99", late.at(0.99), "ms");
    scene.close(row);
    return row;
}

Row crowd(const Settings& settings, int watchers) {
    Scene scene(settings);
    const auto moves = drawn_moves(std::size_t(2 * settings.seconds) + 8);
    Match::Times times;
    Sample seen, last, late;
    Match match(scene, moves, times);
    int owed = 0;
    for (int i = 0; i < watchers; ++i) {
        Peer& watcher = scene.connect();
        watcher.ask("open", R"({"key":")" + match.watch() + R"("})");
        watcher.listen([&](std::string_view message) {
            if (message.empty()) return scene.count_error(message);
            if (!message.starts_with(R"({"t":"state")")) return;
            seen.add(ms(now() - match.sent()));
            if (--owed == 0) last.add(seen.at(1) > 0 ? ms(now() - match.sent()) : 0);
        });
    }
    match.listen();
    scene.run_for(1);
    seen.clear();
    scene.begin();
    const Instant begin = now();
    int missed = 0;
    every(scene.io, begin, 500ms, after(begin, settings.seconds), late, [&] {
        owed = watchers;
        missed += !match.move();
    });
    scene.run_for(settings.seconds + 0.5);
    Row row{"one game, " + std::to_string(watchers) + " watchers", {}};
    row.add("moves/s", times.moves / settings.seconds, "");
    row.add("answer", times.answer);
    row.add("watchers", seen);
    row.add("last watcher p50", last.at(0.5), "ms");
    row.add("last watcher worst", last.at(1), "ms");
    row.add("not answered in time", missed, "");
    scene.close(row);
    return row;
}

Row idle(const Settings& settings, int connections) {
    Scene scene(settings);
    Peer stranger(scene.io, scene.server.port(), 60'000);
    const double before = scene.server.megabytes();
    scene.begin();
    for (int i = 0; i < connections; ++i)
        scene.connect().listen([&](std::string_view message) {
            if (message.empty()) scene.count_error(message);
        });
    scene.run_for(1);
    Sample ping;
    for (int i = 0; i < 90; ++i) {
        const Instant sent = now();
        stranger.ask("ping", "{}");
        ping.add(ms(now() - sent));
    }
    Row row{std::to_string(connections) + " idle connections", {}};
    row.add("before", before, "MB");
    row.add("a connection", (scene.server.megabytes() - before) * 1024 / connections, "kB");
    row.add("ping", ping);
    scene.close(row);
    return row;
}

Row deaf(const Settings& settings, int connections) {
    Scene scene(settings);
    // A game of thousands of plies, made by many networks, as one has no more than so many messages.
    const auto moves = drawn_moves(3300);
    std::string key;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        static std::unique_ptr<Peer> player;
        if (i % 90 == 0) player = std::make_unique<Peer>(scene.io, scene.server.port(), unsigned(50'000 + i));
        if (i == 0)
            key = text_in(player->ask("new", std::string(R"({"game":")") + variant +
                                                 R"(","x":{"kind":"person"},"o":{"kind":"person"}})"),
                          "key");
        player->ask("move",
                    R"({"key":")" + key + R"(","ply":)" + std::to_string(i) + R"(,"move":")" + moves[i] + R"("})");
        if (i + 1 == moves.size()) player.reset();
    }
    const double before = scene.server.megabytes();
    scene.begin();
    double most = before;
    Peer stranger(scene.io, scene.server.port(), 60'000);
    Sample ping;
    for (int i = 0; i < connections; ++i) {
        // It writes what it asks, and nobody reads from the socket.
        Peer& peer = scene.connect();
        for (int k = 0; k < 20; ++k) peer.send_unheard("open", R"({"key":")" + key + R"("})");
        if (i % 100 == 99) {
            const Instant sent = now();
            if (i / 100 < 90) stranger.ask("ping", "{}"), ping.add(ms(now() - sent));
            most = std::max(most, scene.server.megabytes());
        }
    }
    scene.run_for(2);
    most = std::max(most, scene.server.megabytes());
    Row row{std::to_string(connections) + " connections that never read", {}};
    row.add("plies", double(moves.size()), "");
    row.add("before", before, "MB");
    row.add("most", most, "MB");
    row.add("ping", ping);
    scene.close(row);
    return row;
}

Row rush(const Settings& settings, int games) {
    Scene scene(settings);
    // Each player has 100 messages at once: more moves than these would be measured at the pace of the limit.
    const auto moves = drawn_moves(180);
    Match::Times times;
    std::vector<std::unique_ptr<Match>> matches;
    for (int i = 0; i < games; ++i) matches.push_back(std::make_unique<Match>(scene, moves, times));
    int first_over = 0;
    Instant end{};
    for (auto& match : matches)
        match->listen([&](Match& moved) {
            // Until the first game is over all are under way.
            if (!moved.move() && moved.is_over() && !first_over) {
                first_over = times.moves;
                end = now();
            }
        });
    scene.run_for(1);
    scene.begin();
    const Instant begin = now();
    for (auto& match : matches) match->move();
    while (!first_over && now() < begin + 120s) scene.run_for(0.05);
    if (!first_over) first_over = times.moves, end = now();
    Row row{"moves at full speed in " + std::to_string(games) + " games", {}};
    row.add("moves/s", first_over / std::chrono::duration<double>(end - begin).count(), "");
    row.add("answer", times.answer);
    scene.close(row);
    return row;
}

}
