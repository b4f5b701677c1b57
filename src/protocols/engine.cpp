#include "protocols/engine.hpp"
#include "base/file.hpp"
#include "game/options.hpp"
#include "game/text.hpp"
#include "protocols/remote.hpp"
#include "search/bounds.hpp"
#include "search/clock.hpp"
#include "search/threads.hpp"
#include <algorithm>
#include <chrono>
#include <limits>

namespace tavoliere {

// Milliseconds, moves, positions, plies.
struct Search {
    std::array<std::optional<std::int64_t>, 4> clocks; // as Dialect has them
    std::optional<std::int64_t> moves_to_go, time, nodes, depth, mate;
    bool is_infinite = false, ponders = false;
    bool has_bounds = false; // it was meant to end, whether or not it could be read
    bool is_endless() const { return is_infinite || !has_bounds; }
};

namespace {

// An option that is a number, as it is declared to the other side.
struct Spin {
    std::string_view name;
    std::int64_t least, most;
    void (*set)(Limits&, std::int64_t);
    std::int64_t (*get)(const Limits&);
};
constexpr Spin spins[] = {
    {"Hash", 1, most_hash_mb, [](Limits& l, std::int64_t n) { l.hash_mb = std::size_t(n); },
     [](const Limits& l) { return std::int64_t(l.hash_mb); }},
    {"Threads", 1, most_search_threads, [](Limits& l, std::int64_t n) { l.threads = int(n); },
     [](const Limits& l) { return std::int64_t(l.threads); }},
    {"Level", 0, most_level, [](Limits& l, std::int64_t n) { l.level = int(n); },
     [](const Limits& l) { return std::int64_t(l.level); }},
    {"MultiPV", 1, most_search_lines, [](Limits& l, std::int64_t n) { l.lines = int(n); },
     [](const Limits& l) { return std::int64_t(l.lines); }},
};

std::string joined(std::span<const std::string_view> words) {
    std::string out;
    for (std::string_view w : words) (out += out.empty() ? "" : " ") += w;
    return out;
}

// A word of `go` that has a number after it, and the number that is taken where none can be read: one that ends the search
// soon, and never no number.
struct Bound {
    std::string_view word;
    std::int64_t least, most, otherwise;
    std::optional<std::int64_t>& kept;
};
constexpr std::int64_t longest_time = 1'000'000'000'000, deepest = 1'000'000;
constexpr std::int64_t usual_moves_to_go = 25;

// `wrong` hears, a line each, of what is not as it should be.
Search read_go(std::span<const std::string_view> words, const Dialect& dialect, const auto& wrong) {
    Search s;
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
    const Bound bounds[] = {
        // A clock may have run out: then the move is made at once.
        {dialect.clocks[0], -longest_time, longest_time, 0, s.clocks[0]},
        {dialect.clocks[1], -longest_time, longest_time, 0, s.clocks[1]},
        {dialect.clocks[2], 0, longest_time, 0, s.clocks[2]},
        {dialect.clocks[3], 0, longest_time, 0, s.clocks[3]},
        {"movestogo", 1, deepest, usual_moves_to_go, s.moves_to_go},
        {"movetime", 1, longest_time, 1, s.time},
        {"nodes", 1, any, 1, s.nodes},
        {"depth", 1, deepest, 1, s.depth},
        {"mate", 1, deepest, 1, s.mate},
    };
    const auto bound_named = [&](std::string_view word) { return std::ranges::find(bounds, word, &Bound::word); };
    constexpr std::string_view plain[] = {"infinite", "ponder", "searchmoves"};
    const auto is_known = [&](std::string_view word) {
        return std::ranges::find(plain, word) != std::end(plain) || bound_named(word) != std::end(bounds);
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto has_value = [&] { return i + 1 < words.size() && !is_known(words[i + 1]); };
        s.is_infinite |= words[i] == "infinite";
        s.ponders |= words[i] == "ponder";
        if (words[i] == "searchmoves") {
            wrong("searchmoves: all moves are searched");
            while (has_value()) ++i;
            continue;
        }
        if (std::ranges::find(plain, words[i]) != std::end(plain) || !is_known(words[i])) {
            if (!is_known(words[i])) wrong(in_quotes(words[i]) + " is no word of it"), s.has_bounds = true;
            continue;
        }
        const Bound& b = *bound_named(words[i]);
        const std::string_view text = has_value() ? words[++i] : "";
        const auto number = parse_number(text, b.least, b.most);
        const std::int64_t value = number.value_or(b.otherwise);
        if (!number)
            wrong(std::string(b.word) + ": " + not_a_number(text, b.least, b.most) + "; " + std::to_string(value) +
                  " is taken");
        if (b.kept) wrong(std::string(b.word) + " is given twice; the smaller number is taken");
        b.kept = std::min(b.kept.value_or(value), value);
        s.has_bounds = true;
    }
    return s;
}

// A search by the player `mover`, 0 or 1, with the rest as in `limits`.
Limits limits_of(const Search& s, std::size_t mover, Limits limits) {
    const auto sooner = [&](double seconds) {
        limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, seconds) : seconds;
    };
    const auto no_deeper = [&](std::int64_t plies) {
        const int depth = int(std::min(plies, std::int64_t(most_search_depth)));
        limits.depth = limits.depth ? std::min(limits.depth, depth) : depth;
    };
    if (s.is_infinite) return limits;
    if (s.clocks[mover])
        sooner(share_of_clock(double(std::max<std::int64_t>(0, *s.clocks[mover])) / 1000,
                              double(s.clocks[2 + mover].value_or(0)) / 1000,
                              int(s.moves_to_go.value_or(usual_moves_to_go))));
    if (s.time) sooner(double(*s.time) / 1000);
    if (s.nodes) limits.nodes = std::uint64_t(*s.nodes);
    if (s.depth) no_deeper(*s.depth);
    if (s.mate) no_deeper(2 * *s.mate - 1); // in so many moves of the mover's
    return limits;
}

}

const Dialect* find_dialect(std::string_view name) {
    for (const Dialect* d : {&uai, &ugi})
        if (d->name == name) return d;
    return nullptr;
}

LineEngine::LineEngine(const Dialect& dialect, std::unique_ptr<GameSession> game,
                       std::function<void(const std::string&)> write)
    : dialect_(dialect), session_(std::move(game)), write_(std::move(write)) {}

LineEngine::~LineEngine() {
    stop();
    {
        const std::lock_guard lock(mutex_);
        is_closing_ = true;
    }
    news_.notify_all();
    worker_.reset(); // joins
}

void LineEngine::say(const std::string& line) {
    const std::lock_guard lock(writing_);
    write_(printable(line));
}

// Whoever has heard the answer is to find nothing going on: what comes next waits for the little that is left.
void LineEngine::answer(const std::string& line) {
    {
        const std::lock_guard lock(mutex_);
        if (!jobs_.empty()) jobs_.front()->stop = true;
    }
    say(line);
}

const Command LineEngine::commands[] = {
    {"setoption", Command::Kind::changes, [](LineEngine& e, Words words) { e.set_option(words); }},
    {"position", Command::Kind::changes, [](LineEngine& e, Words words) { e.set_position(words); }},
    {"go", Command::Kind::works, [](LineEngine& e, Words words) { e.go(words); }},
};

const Command* LineEngine::find_command(std::string_view word) const {
    static constexpr Command greeting{"", Command::Kind::asks, [](LineEngine& e, Words) { e.greet(); }},
        new_game{"newgame", Command::Kind::changes, [](LineEngine& e, Words) { e.set_game(e.session_->variant()); }};
    if (std::string_view rest = word; take(rest, dialect_.name))
        for (const Command* c : {&greeting, &new_game})
            if (c->word == rest) return c;
    for (const Command& c : commands)
        if (c.word == word) return &c;
    return dialect_.also.word == word ? &dialect_.also : nullptr;
}

bool LineEngine::hear(std::string_view line) {
    const auto words = words_of(line);
    // Words before a command that is known are ignored, as in UCI.
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "quit") return false;
        if (words[i] == "isready") return say("readyok"), true;
        if (words[i] == "stop") return stop(), true;
        if (words[i] == "ponderhit") return ponder_hit(), true;
        if (const Command* const command = find_command(words[i]))
            return carry_out(*command, Words(words).subspan(i + 1)), true;
    }
    return true;
}

// At once where nothing stands in the way, else after what was asked for before.
void LineEngine::carry_out(const Command& command, Words words) {
    if (command.kind == Command::Kind::works) return command.run(*this, words);
    {
        std::unique_lock lock(mutex_);
        const bool asks = command.kind == Command::Kind::asks;
        if (!asks && will_end_soon()) news_.wait(lock, [&] { return jobs_.empty(); });
        const bool is_free = jobs_.empty() || (asks && jobs_.size() == 1 && jobs_[0]->is_search);
        if (!is_free) {
            lock.unlock();
            put([this, &command, kept = std::vector<std::string>(words.begin(), words.end())](
                    const auto&) { command.run(*this, std::vector<std::string_view>(kept.begin(), kept.end())); },
                false, false);
            return;
        }
    }
    command.run(*this, words);
}

// Something is asked for that comes after all there is: what has no end is stopped. True where that is all there is.
bool LineEngine::will_end_soon() {
    if (!jobs_.empty() && jobs_.back()->is_endless) {
        jobs_.back()->stop = true;
        news_.notify_all();
    }
    return std::ranges::all_of(jobs_, [](const auto& job) { return job->stop.load(); });
}

void LineEngine::work(Work what, bool is_endless) { put(std::move(what), is_endless, true); }

void LineEngine::put(Work what, bool is_endless, bool is_search) {
    {
        const std::lock_guard lock(mutex_);
        if (!worker_) worker_ = start_thread([this] { run_jobs(); });
        if (worker_) {
            will_end_soon();
            jobs_.push_back(std::make_unique<Job>(std::move(what), is_endless, is_search));
        }
    }
    if (!worker_) return say("info string the system has no thread to give");
    news_.notify_all();
}

void LineEngine::run_jobs() {
    std::unique_lock lock(mutex_);
    for (;;) {
        news_.wait(lock, [&] { return is_closing_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        Job& job = *jobs_.front();
        lock.unlock();
        job.what(job.stop);
        lock.lock();
        jobs_.pop_front();
        news_.notify_all();
    }
}

// Under the lock.
void LineEngine::stop_jobs(bool all) {
    for (const auto& job : jobs_)
        if (all || job->is_endless) job->stop = true;
    news_.notify_all();
}

void LineEngine::stop() {
    std::unique_lock lock(mutex_);
    stop_jobs(true);
    news_.wait(lock, [&] { return jobs_.empty(); });
}

void LineEngine::finish(const std::atomic<bool>& interrupted) {
    std::unique_lock lock(mutex_);
    stop_jobs(false);
    while (!news_.wait_for(lock, std::chrono::milliseconds(5), [&] { return jobs_.empty(); }))
        if (interrupted) stop_jobs(true);
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

// setoption name NAME value VALUE, where an empty VALUE takes a text away. Either may have blanks.
void LineEngine::set_option(Words words) {
    const auto at = std::size_t(std::ranges::find(words, "value") - words.begin());
    const std::string given = words.empty() || words[0] != "name" ? "" : joined(words.first(at).subspan(1));
    const std::string name = lower(given), value = joined(words.subspan(std::min(at + 1, words.size())));
    const auto wrong = [&](const std::string& what) { say("info string setoption: " + what); };
    if (name.empty()) return wrong("it is \"setoption name NAME value VALUE\"");
    if (name == "tables" && at < words.size()) return set_tables(value);
    const auto spin = std::ranges::find(spins, name, [](const Spin& s) { return lower(s.name); });
    const bool is_spin = spin != std::end(spins), is_game = dialect_.chooses_game && name == "game";
    const bool is_parameter = find_parameter(name);
    if (!is_spin && !is_game && !is_parameter && name != "network" && name != "tables")
        return wrong("there is no option " + in_quotes(given) + "; " + std::string(dialect_.name) + " lists them");
    if (value.empty()) return wrong("it is \"setoption name " + given + " value VALUE\"");
    if (is_game) return set_game(value);
    if (name == "network") return set_network(value);
    if (name == "tables") return set_tables(value);
    if (is_parameter) {
        if (const std::string told = renamed_parameters(name); !told.empty()) wrong(told);
        if (const auto set = change_parameter(options_.changes, name, value); !set) wrong(set.error().text);
        return;
    }
    const auto number = parse_number(value, spin->least, spin->most);
    if (!number) return wrong(std::string(spin->name) + ": " + not_a_number(value, spin->least, spin->most));
    spin->set(options_, *number);
}

void LineEngine::set_game(std::string_view variant) {
    auto opened = open(variant);
    if (!opened) return say("info string " + opened.error().text);
    session_ = std::move(*opened);
    set_network(network_);
    set_tables(tables_);
}

// own, none, or a file. One that does not fit the game is not taken: the game's own judges then.
void LineEngine::set_network(const std::string& name) {
    if (const auto used = session_->use_network(name); used)
        network_ = name;
    else
        say("info string setoption: " + used.error().text);
}

// A directory without a table of the game is no error: the game is played without.
void LineEngine::set_tables(const std::string& directory) {
    const bool has_none = directory.empty() || directory == "<empty>"; // as UCI writes it
    if (!has_none && !is_folder(directory))
        return say("info string setoption: Tables: " + in_quotes(directory) + " is no folder");
    tables_ = has_none ? "" : directory;
    if (const auto used = session_->use_tables(tables_); !used) say("info string setoption: " + used.error().text);
}

// position startpos | fen FEN [moves MOVE …]. Where something is wrong the game stays as it was.
void LineEngine::set_position(Words words) {
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
    const auto wrong = [&](const std::string& what) { say("info string go: " + what); };
    const Search asked = read_go(words, dialect_, wrong);
    asked.ponders ? ponder(asked) : search(asked);
}

void LineEngine::search(const Search& asked) {
    work(
        [=, this](const std::atomic<bool>& stop) {
            Limits limits = limits_of(asked, session_->view().turn == 'x' ? 0 : 1, options_);
            if (!asked.is_endless() && !(limits.seconds > 0 || limits.nodes || limits.depth)) {
                say("info string go: nothing in it ends this player's search; the move is made at once");
                limits.seconds = 0.001;
            }
            answer("bestmove " + best_move(think(limits, asked.is_endless(), stop)));
        },
        asked.is_endless());
}

// The other player's time runs: the search goes on until there is a stop, which it answers, or until he has made the move that
// was expected. Then what it was given counts, from now on.
void LineEngine::ponder(const Search& asked) {
    const auto hit = std::make_shared<std::atomic<bool>>(false);
    work(
        [=, this](const std::atomic<bool>& stop) {
            const ThoughtView found = think(options_, true, stop);
            if (!*hit) answer("bestmove " + best_move(found));
        },
        true);
    const std::lock_guard lock(mutex_);
    if (!jobs_.empty()) jobs_.back()->on_hit = [=, this] { *hit = true, search(asked); };
}

// What is asked for after it ends a search that ponders: so does its successor.
void LineEngine::ponder_hit() {
    std::function<void()> go_on;
    {
        const std::lock_guard lock(mutex_);
        if (!jobs_.empty() && !jobs_.back()->stop) go_on = jobs_.back()->on_hit;
    }
    if (go_on) go_on();
}

// What it says last is of the move that it gives, which a player for people draws among the best.
ThoughtView LineEngine::think(const Limits& limits, bool until_stopped, const std::atomic<bool>& stop) {
    ThoughtView found;
    std::string told; // the best move of the last report
    const auto best = [](const ThoughtView& t) {
        return t.lines.empty() || t.lines[0].moves.empty() ? "" : t.lines[0].moves[0];
    };
    const auto tell = [&](const ThoughtView& t) { report(t), told = best(t); };
    if (!session_->result()) found = session_->think(limits, tell, stop);
    if (!told.empty() && told != best(found)) tell(found);
    if (until_stopped) { // whoever said infinite does not expect an answer before saying stop
        std::unique_lock lock(mutex_);
        news_.wait(lock, [&] { return stop.load(); });
    }
    return found;
}

std::string LineEngine::best_move(const ThoughtView& thought) const {
    if (thought.lines.empty() || thought.lines[0].moves.empty()) return std::string(dialect_.no_move);
    return dialect_.write_move(thought.lines[0].moves[0]);
}

void LineEngine::report(const ThoughtView& t) {
    const auto nps = t.seconds > 0 ? std::uint64_t(double(t.nodes) / t.seconds) : 0;
    // A player for people looks at more lines than it was asked for.
    const std::size_t shown = std::min(t.lines.size(), std::size_t(options_.lines));
    for (std::size_t i = 0; i < shown; ++i) {
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
