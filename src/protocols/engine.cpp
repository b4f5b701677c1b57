#include "protocols/engine.hpp"
#include "game/options.hpp"
#include "game/text.hpp"
#include "protocols/remote.hpp"
#include "search/clock.hpp"
#include "search/threads.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

// An option that is a number, as it is declared to the other side.
struct Spin {
    std::string_view name;
    std::int64_t least, most;
    void (*set)(Limits&, std::int64_t);
    std::int64_t (*get)(const Limits&);
};
constexpr Spin spins[] = {
    {"Hash", 1, 65536, [](Limits& l, std::int64_t n) { l.hash_mb = std::size_t(n); },
     [](const Limits& l) { return std::int64_t(l.hash_mb); }},
    {"Threads", 1, 256, [](Limits& l, std::int64_t n) { l.threads = int(n); },
     [](const Limits& l) { return std::int64_t(l.threads); }},
    {"Level", 0, most_level, [](Limits& l, std::int64_t n) { l.level = int(n); },
     [](const Limits& l) { return std::int64_t(l.level); }},
    {"MultiPV", 1, 256, [](Limits& l, std::int64_t n) { l.lines = int(n); },
     [](const Limits& l) { return std::int64_t(l.lines); }},
};

std::string joined(std::span<const std::string_view> words) {
    std::string out;
    for (std::string_view w : words) (out += out.empty() ? "" : " ") += w;
    return out;
}

// The number after a word; nothing where there is none.
std::optional<std::int64_t> after(std::span<const std::string_view> words, std::string_view name) {
    const auto at = std::find(words.begin(), words.end(), name);
    if (at == words.end() || at + 1 == words.end()) return {};
    const auto number = parse_number(*(at + 1), 0, 1'000'000'000'000);
    return number ? std::optional(*number) : std::nullopt;
}

}

const Dialect* find_dialect(std::string_view name) {
    for (const Dialect* d : {&uai, &ugi})
        if (d->name == name) return d;
    return nullptr;
}

LineEngine::LineEngine(const Dialect& dialect, std::unique_ptr<Session> game,
                       std::function<void(const std::string&)> write)
    : dialect_(dialect), session_(std::move(game)), write_(std::move(write)) {}

LineEngine::~LineEngine() { stop(); }

void LineEngine::say(const std::string& line) {
    const std::lock_guard lock(writing_);
    write_(line);
}

bool LineEngine::hear(std::string_view line) {
    const auto words = words_of(line);
    const auto is_name_and = [&](std::string_view word, std::string_view rest) {
        return word.starts_with(dialect_.name) && word.substr(dialect_.name.size()) == rest;
    };
    // Words before a command that is known are ignored, as in UCI.
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Words rest = Words(words).subspan(i + 1);
        const std::string_view command = words[i];
        if (command == "quit") return stop(), false;
        if (is_name_and(command, "")) return greet(), true;
        if (is_name_and(command, "newgame")) return set_game(session_->variant()), true;
        if (command == "isready") return say("readyok"), true;
        if (command == "setoption") return set_option(rest), true;
        if (command == "position") return set_position(rest), true;
        if (command == "go") return go(rest), true;
        if (command == "stop") return stop(), true;
        if (dialect_.also(*this, Words(words).subspan(i))) return true;
    }
    return true;
}

void LineEngine::finish() {
    if (worker_ && worker_->joinable() && !endless_) worker_->join();
    stop();
}

void LineEngine::greet() {
    say("id name Tavoliere");
    say("id author the Tavoliere developers");
    if (dialect_.chooses_game) say("option name Game type string default " + std::string(dialect_.variant));
    const auto say_spin = [&](std::string_view name, std::int64_t standard, std::int64_t least, std::int64_t most) {
        say("option name " + std::string(name) + " type spin default " + std::to_string(standard) + " min " +
            std::to_string(least) + " max " + std::to_string(most));
    };
    for (const Spin& s : spins) say_spin(s.name, s.get(Limits{}), s.least, s.most);
    say("option name Network type string default own");
    say("option name Tables type string default " + (tables_.empty() ? "<empty>" : tables_));
    const Parameters own = session_->parameters();
    for (const ParameterInfo& p : parameters()) say_spin(p.name, own.*p.member, p.least, p.most);
    say(std::string(dialect_.name) + "ok");
}

// setoption name NAME value VALUE, where an empty VALUE takes a text away
void LineEngine::set_option(Words words) {
    const bool has_name = words.size() >= 3 && words[0] == "name" && words[2] == "value";
    const std::string name = has_name ? lower(words[1]) : "";
    if (name == "tables" && words.size() == 3) return set_tables("");
    if (!has_name || words.size() < 4) return say("info string setoption: it is \"setoption name NAME value VALUE\"");
    if (dialect_.chooses_game && name == "game") return set_game(words[3]);
    if (name == "network") return set_network(joined(words.subspan(3)));
    if (name == "tables") return set_tables(joined(words.subspan(3)));
    for (const ParameterInfo& p : parameters()) {
        if (p.name != name) continue;
        stop();
        if (const auto set = change_parameter(options_.changes, name, words[3]); !set)
            say("info string setoption: " + set.error().text);
        return;
    }
    for (const Spin& s : spins) {
        if (lower(s.name) != name) continue;
        const auto value = parse_number(words[3], s.least, s.most);
        if (!value)
            return say("info string setoption: " + in_quotes(words[3]) + " is not a value for " + std::string(s.name) +
                       "; it is a number from " + std::to_string(s.least) + " to " + std::to_string(s.most));
        stop();
        s.set(options_, *value);
    }
}

void LineEngine::set_game(std::string_view variant) {
    auto opened = open(variant);
    if (!opened) return say("info string " + opened.error().text);
    stop();
    session_ = std::move(*opened);
    set_network(network_);
    set_tables(tables_);
}

// own, none, or a file. One that does not fit the game is not taken: the game's own judges then.
void LineEngine::set_network(const std::string& name) {
    stop();
    if (const auto used = session_->use_network(name); used)
        network_ = name;
    else
        say("info string setoption: " + used.error().text);
}

// A directory without a table of the game is no error: the game is played without.
void LineEngine::set_tables(const std::string& directory) {
    stop();
    tables_ = directory == "<empty>" ? "" : directory; // as UCI writes it
    if (const auto used = session_->use_tables(tables_); !used) say("info string setoption: " + used.error().text);
}

// position startpos | fen FEN [moves MOVE …]. Where something is wrong the game stays as it was.
void LineEngine::set_position(Words words) {
    stop();
    const auto moves = std::find(words.begin(), words.end(), "moves");
    const Words place = words.first(std::size_t(moves - words.begin()));
    if (place.empty() || (place[0] != "startpos" && place[0] != "fen"))
        return say(
            "info string position: it is \"position startpos\" or \"position fen FEN\", perhaps with \"moves …\"");
    const auto before = session_->copy();
    auto done = session_->set_position(place[0] == "fen" ? joined(place.subspan(1)) : "startpos");
    for (auto m = moves == words.end() ? moves : moves + 1; done && m != words.end(); ++m)
        if (auto played = session_->play(dialect_.read_move(*m)); !played) done = std::unexpected(played.error());
    if (done) return;
    session_ = before->copy();
    say("info string " + done.error().text);
}

void LineEngine::go(Words words) {
    Limits limits = options_;
    const std::size_t mover = session_->view().turn == 'x' ? 0 : 1;
    if (const auto left = after(words, dialect_.clocks[mover]))
        limits.seconds =
            share_of_clock(double(*left) / 1000, double(after(words, dialect_.clocks[2 + mover]).value_or(0)) / 1000);
    if (const auto ms = after(words, "movetime")) limits.seconds = std::max(1.0, double(*ms)) / 1000;
    if (const auto nodes = after(words, "nodes")) limits.nodes = std::uint64_t(std::max<std::int64_t>(1, *nodes));
    if (const auto depth = after(words, "depth")) limits.depth = int(std::clamp<std::int64_t>(*depth, 1, 100));
    const bool limited = limits.seconds > 0 || limits.nodes || limits.depth;
    const bool infinite = std::find(words.begin(), words.end(), "infinite") != words.end();
    if (infinite) limits.seconds = 0, limits.nodes = 0, limits.depth = 0;
    const bool endless = infinite || !limited;
    work([this, limits, endless](const std::atomic<bool>& stop) { think(limits, endless, stop); });
    endless_ = endless;
}

void LineEngine::work(std::function<void(const std::atomic<bool>&)> what) {
    stop();
    stop_ = endless_ = false;
    worker_ = start_thread([this, what = std::move(what)] { what(stop_); });
    if (!worker_) say("info string the system has no thread to give");
}

void LineEngine::think(const Limits& limits, bool until_stopped, const std::atomic<bool>& stop) {
    ThoughtView found;
    if (!session_->result()) found = session_->think(limits, [&](const ThoughtView& t) { report(t); }, stop);
    if (until_stopped) { // whoever said infinite does not expect an answer before saying stop
        std::unique_lock lock(waiting_);
        stopped_.wait(lock, [&] { return stop.load(); });
    }
    say("bestmove " + best_move(found));
}

void LineEngine::stop() {
    if (!worker_) return;
    {
        const std::lock_guard lock(waiting_);
        stop_ = true;
    }
    stopped_.notify_all();
    worker_.reset(); // joins
}

std::string LineEngine::best_move(const ThoughtView& thought) const {
    if (thought.lines.empty() || thought.lines[0].moves.empty()) return std::string(dialect_.no_move);
    return dialect_.write_move(thought.lines[0].moves[0]);
}

void LineEngine::report(const ThoughtView& t) {
    const auto nps = t.seconds > 0 ? std::uint64_t(double(t.nodes) / t.seconds) : 0;
    for (std::size_t i = 0; i < t.lines.size(); ++i) {
        const auto& [score, moves] = t.lines[i];
        std::string line = "info depth " + std::to_string(t.depth);
        if (options_.lines > 1) line += " multipv " + std::to_string(i + 1);
        line += score.kind == Score::Kind::win    ? " score mate " + std::to_string((score.value + 1) / 2)
                : score.kind == Score::Kind::loss ? " score mate -" + std::to_string((score.value + 1) / 2)
                                                  : " score cp " + std::to_string(score.value);
        line += " nodes " + std::to_string(t.nodes) + " nps " + std::to_string(nps) + " time " +
                std::to_string(std::int64_t(t.seconds * 1000)) + " pv";
        for (const std::string& m : moves) line += " " + dialect_.write_move(m);
        say(line);
    }
}

}
