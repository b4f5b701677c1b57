#include "lab/puzzle_maker.hpp"
#include "base/job_file.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "lab/in_order.hpp"
#include <algorithm>
#include <map>
#include <set>

namespace tavoliere {
namespace {

constexpr int apart = 6;                // plies between two puzzles of a game
constexpr std::size_t most_plies = 200; // of a game
constexpr std::size_t most_line = 40;   // plies of a puzzle: what takes longer nobody sees through
constexpr int most_gains = 4;           // moves to find, where the line does not go to the end
constexpr std::size_t explained = 4;    // plies after the last move to find, where the line does not go to the end
constexpr int choice = 3;               // so many times the puzzles wanted are enough to choose from
constexpr std::size_t refuted = 5;      // plies after a wrong move
constexpr std::uint64_t most_light = 100'000;
constexpr int easy_depth = 2;
constexpr int easy_share = 5, depth_share = 3; // one of so many may be easy, or have the same depth

void ignore(const ThoughtView&) {}

Limits searching(std::uint64_t nodes, int lines) {
    Limits limits;
    limits.nodes = nodes;
    limits.lines = lines;
    return limits;
}

// One position made into a puzzle, by searches of so many nodes.
class Composer {
public:
    Composer(const GameSession& start, std::uint64_t nodes, int margin, const std::atomic<bool>& stop)
        : start_(start), session_(start.copy()), nodes_(nodes), margin_(margin), stop_(stop) {}

    // Is there one right move?
    std::optional<OnlyMove> judge(const std::string& position) {
        if (!session_->set_position(position)) return {};
        return only_move(think(2, nodes_), margin_);
    }

    // What judge() found, made into a puzzle; nothing where it could not be shown to the end.
    std::optional<Puzzle> compose(const std::string& position, const std::optional<OnlyMove>& only) {
        if (!only) return {};
        Puzzle p{.id = puzzle_id(*session_),
                 .variant = session_->variant(),
                 .position = position,
                 .goal = only->goal,
                 .proved = only->proved,
                 .nodes = nodes_,
                 .find = 1};
        if (!rate(p, only->line.front()) || !play_out(p, only->line.front())) return {};
        if (!session_->set_position(position)) return {};
        refute(p);
        if (stop_) return {};
        return p;
    }

private:
    ThoughtView think(int lines, std::uint64_t nodes) {
        return session_->think(searching(nodes, lines), ignore, stop_);
    }

    // Of what explains, and is no part of the proof.
    std::uint64_t light() const { return std::min(nodes_, most_light); }

    // By a search that knows nothing yet. Its favourites on the way are what tempts.
    bool rate(Puzzle& p, const std::string& right) {
        const auto fresh = start_.copy();
        if (!fresh->set_position(p.position)) return false;
        tempting_.clear();
        std::string last;
        const auto watch = [&](const ThoughtView& t) {
            const std::string& first = t.lines.front().moves.front();
            if (first != last && first == right) p.depth = t.depth;
            if (first != right) tempting_.insert(tempting_.begin(), first);
            last = first;
        };
        fresh->think(searching(nodes_, 1), watch, stop_);
        tempting_.push_back(fresh->greedy(1));
        return last == right;
    }

    // The line, from the position on the board: as long as the player's move is the only right one, it is to be found; what
    // follows explains. False where it goes another way than it should, or too far.
    bool play_out(Puzzle& p, std::string move) {
        for (bool finding = true; p.line.size() < most_line && !stop_;) {
            const bool own = p.line.size() % 2 == 0;
            if (!session_->play(move)) return false;
            p.line.push_back(move);
            if (session_->result()) {
                if (p.goal != Goal::gain) p.plies = int(p.line.size());
                return true;
            }
            if (p.goal == Goal::gain && !finding && p.line.size() + 1 >= 2 * std::size_t(p.find) + explained)
                return true;
            const ThoughtView seen = finding && !own ? think(2, nodes_) : think(1, light());
            if (p.goal != Goal::gain && !keeps(p.goal, seen.lines.front().score, !own)) return false;
            if (finding && !own) finding = is_to_be_found(p, seen);
            move = seen.lines.front().moves.front();
        }
        return false;
    }

    // Is the player's next move again the only one? A forced one counts where one to be found follows.
    bool is_to_be_found(Puzzle& p, const ThoughtView& seen) const {
        if (seen.lines.size() == 1) return true;
        const auto again = only_move(seen, margin_);
        if (!again || (p.goal != Goal::gain && (again->goal != p.goal || again->proved < p.proved))) return false;
        p.find = int(p.line.size()) / 2 + 1;
        return p.goal != Goal::gain || p.find < most_gains;
    }

    static bool keeps(Goal goal, Score score, bool own) {
        using enum Score::Kind;
        return score.kind == (goal == Goal::draw ? draw : own ? win : loss);
    }

    void refute(Puzzle& p) {
        for (const auto& l : session_->think(searching(1000, 4), ignore, stop_).lines)
            tempting_.push_back(l.moves.front());
        for (const std::string& move : tempting_) {
            const auto is_this = [&](const auto& w) { return w.first == move; };
            if (p.wrong.size() == most_wrong) return;
            if (move == p.line.front() || std::ranges::any_of(p.wrong, is_this)) continue;
            if (!session_->play(move)) continue;
            Puzzle::Moves answer;
            if (!session_->result()) answer = think(1, light()).lines.front().moves;
            answer.resize(std::min(answer.size(), refuted));
            session_->undo();
            p.wrong.emplace_back(move, std::move(answer));
        }
    }

    const GameSession& start_;
    const std::unique_ptr<GameSession> session_; // its table keeps what was searched before
    const std::uint64_t nodes_;
    const int margin_;
    const std::atomic<bool>& stop_;
    Puzzle::Moves tempting_; // the most tempting first
};

// What a game gave.
struct Finds {
    std::vector<Puzzle> proved;
    std::vector<std::string> open; // positions that are puzzles if a longer search says so
};

// One game played and looked through; the same for the same number.
class Finder {
public:
    Finder(const PuzzlePlan& plan, const GameSession& start, std::uint64_t number, const std::atomic<bool>& stop)
        : plan_(plan), start_(start), random_(Random(Random(plan.seed).next() ^ number).next()), stop_(stop),
          looking_(start.copy()), composer_(start, plan.proof, plan.margin, stop) {}

    // From the end backwards: what is known of later positions helps with those before them.
    Finds find() {
        const std::vector<std::string> positions = play();
        std::size_t left = std::min(positions.size(), std::size_t(plan_.last));
        for (auto p = positions.rbegin(); left > 0 && !stop_;) {
            const std::size_t step = look(*p) ? apart : 1;
            if (step >= left) break;
            left -= step;
            p += std::ptrdiff_t(step);
        }
        return std::move(finds_);
    }

private:
    // Every position after random moves at the beginning; none where those ended the game.
    std::vector<std::string> play() {
        const auto game = start_.copy();
        for (int left = plan_.plies - random_.below(plan_.plies / 2 + 1); left > 0 && !game->result(); --left) {
            const auto legal = game->moves();
            (void)game->play(legal[std::size_t(random_.below(int(legal.size())))].text);
        }
        std::vector<std::string> positions;
        Limits limits;
        limits.strength = plan_.strength;
        limits.hash_mb = 1;
        while (positions.size() < most_plies && !game->result() && !stop_) {
            positions.push_back(game->position());
            limits.seed = random_.next();
            if (!game->play(game->think(limits, ignore, stop_).lines.front().moves.front())) break;
        }
        return positions;
    }

    // True where it may be a puzzle.
    bool look(const std::string& position) {
        if (!looking_->set_position(position) || int(looking_->moves().size()) < least_choice) return false;
        bool easy = true; // the right move was the first at every depth
        std::string first;
        const auto watch = [&](const ThoughtView& t) {
            if (first.empty()) first = t.lines.front().moves.front();
            easy = easy && t.lines.front().moves.front() == first;
        };
        const auto only = only_move(looking_->think(searching(plan_.screen, 2), watch, stop_), plan_.margin);
        if (!only) return false;
        if (easy && random_.below(easy_share) != 0) return false;
        const auto found = composer_.judge(position);
        if (!found) return false;
        if (!found->proved) {
            finds_.open.push_back(position);
        } else if (auto puzzle = composer_.compose(position, found)) {
            finds_.proved.push_back(std::move(*puzzle));
        }
        return true;
    }

    const PuzzlePlan& plan_;
    const GameSession& start_;
    Random random_;
    const std::atomic<bool>& stop_;
    const std::unique_ptr<GameSession> looking_;
    Composer composer_;
    Finds finds_;
};

// Those that are kept: no two alike, of many depths.
class Collection {
public:
    explicit Collection(int wanted) : wanted_(wanted) {}

    bool is_full() const { return int(puzzles.size()) >= wanted_; }
    void add(Puzzle p) {
        int& alike = depths_[std::max(p.depth, easy_depth)];
        const int most = p.depth <= easy_depth ? wanted_ / easy_share : std::max(1, wanted_ / depth_share);
        if (is_full() || alike >= most || !ids_.insert(p.id).second) return;
        ++alike;
        puzzles.push_back(std::move(p));
    }

    // Where there are fewer than were wanted, fewer of them may be easy.
    std::vector<Puzzle> finished() {
        const auto is_easy = [](const Puzzle& p) { return p.depth <= easy_depth; };
        auto easy = std::ranges::count_if(puzzles, is_easy);
        while (easy-- * easy_share > std::ssize(puzzles))
            puzzles.erase(std::next(std::find_if(puzzles.rbegin(), puzzles.rend(), is_easy)).base());
        return std::move(puzzles);
    }

    std::vector<Puzzle> puzzles;

private:
    const int wanted_;
    std::map<int, int> depths_; // how many there are; all easy ones together
    std::set<std::string> ids_;
};

// Whether no more games are wanted: there are as many as were asked for, or with those that are open much to choose from.
bool is_enough(const PuzzlePlan& plan, const Collection& kept, std::size_t open) {
    return kept.is_full() || kept.puzzles.size() + open >= std::size_t(choice * plan.puzzles);
}

// What was taken so far, in order. Taken once more it makes the same collection, and the search goes on behind it.
struct Taken {
    std::vector<Finds> games;
    std::vector<std::optional<Puzzle>> judged; // of the positions that are open after those games

    std::string state() const {
        StateWriter out;
        out.put(std::uint64_t(games.size()));
        for (const Finds& finds : games) {
            out.put(std::uint64_t(finds.proved.size()));
            for (const Puzzle& p : finds.proved) out.put(to_json(p));
            out.put(std::uint64_t(finds.open.size()));
            for (const std::string& position : finds.open) out.put(position);
        }
        out.put(std::uint64_t(judged.size()));
        for (const auto& p : judged) out.put(p ? to_json(*p) : std::string());
        return out.bytes();
    }
    // False where that is no such state.
    bool restore(std::string_view state) {
        StateReader in(state);
        bool is_right = true;
        const auto puzzle = [&](const std::string& text) {
            const auto json = read_json(text, {.bytes = file_kind::puzzles.most_bytes});
            auto read = json ? read_puzzle(*json) : std::unexpected(json.error());
            is_right = is_right && read;
            return read ? std::move(*read) : Puzzle{};
        };
        const auto each = [&](auto f) {
            for (auto n = in.get<std::uint64_t>(); n > 0 && (is_right = is_right && in.has_more()); --n) f(in.text());
        };
        for (auto n = in.get<std::uint64_t>(); n > 0 && (is_right = is_right && in.has_more()); --n) {
            Finds& finds = games.emplace_back();
            each([&](const std::string& text) { finds.proved.push_back(puzzle(text)); });
            each([&](std::string position) { finds.open.push_back(std::move(position)); });
        }
        each([&](const std::string& text) {
            judged.push_back(text.empty() ? std::nullopt : std::optional(puzzle(text)));
        });
        return is_right && in.was_whole();
    }
};

// As a checkpoint has them: the command's parts.
std::string settings_of(const PuzzlePlan& plan) {
    std::string parts = command_of(plan);
    for (std::size_t at = 0; (at = parts.find(" --", at)) != std::string::npos; at += 4) parts.insert(at, ";");
    for (const std::string& variant : plan.variants) parts += rules_part(variant);
    return parts;
}

Expected<std::vector<std::unique_ptr<GameSession>>> open_all(const std::vector<std::string>& variants) {
    std::vector<std::unique_ptr<GameSession>> all;
    for (const std::string& variant : variants) {
        auto session = open(variant);
        if (!session) return std::unexpected(session.error());
        if (!all.empty() && &all.front()->info() != &(*session)->info())
            return problem("puzzles: " + in_quotes(variant) + " is no variant of " +
                           std::string(all.front()->info().name) + "; a file has puzzles of one game");
        all.push_back(std::move(*session));
    }
    if (all.empty()) return problem("puzzles: of no game");
    return all;
}

}

std::string command_of(const PuzzlePlan& p) {
    std::string out = "tavoliere puzzles";
    for (const std::string& variant : p.variants) out += " " + variant;
    const auto add = [&](const char* option, const std::string& value) {
        out += std::string(" --") + option + " " + value;
    };
    add("puzzles", std::to_string(p.puzzles));
    add("games", std::to_string(p.games));
    add("seed", std::to_string(p.seed));
    add("strength", json_number(p.strength));
    add("plies", std::to_string(p.plies));
    add("last", std::to_string(p.last));
    add("screen", std::to_string(p.screen));
    add("proof", std::to_string(p.proof));
    add("search", std::to_string(p.search));
    add("margin", std::to_string(p.margin));
    return out;
}

Expected<std::string> look_through_game(const PuzzlePlan& plan, std::uint64_t number, const std::atomic<bool>& stop) {
    const auto starts = open_all(plan.variants);
    if (!starts) return std::unexpected(starts.error());
    const GameSession& start = *(*starts)[number % starts->size()];
    const Finds finds = Finder(plan, start, number, stop).find();
    Taken taken;
    taken.games.push_back(finds);
    for (const std::string& position : finds.open) {
        Composer composer(start, plan.search, plan.margin, stop);
        taken.judged.push_back(composer.compose(position, composer.judge(position)));
    }
    const auto puzzle = [](const std::optional<Puzzle>& p) { return p ? to_json(*p) : std::string("null"); };
    return JsonObject()
               .add("game", number)
               .raw("proved", json_array(finds.proved, [](const Puzzle& p) { return to_json(p); }))
               .raw("open", json_strings(finds.open))
               .raw("judged", json_array(taken.judged, puzzle))
               .text() +
           "\n";
}

namespace {

Expected<Taken> read_line(const std::string& line, std::uint64_t number) {
    const auto wrong = [&](std::string_view why) {
        return problem("puzzles: what game " + std::to_string(number) + " gave cannot be read: " + std::string(why));
    };
    const auto json = read_json(line, {.bytes = file_kind::puzzles.most_bytes});
    if (!json) return wrong(json.error().text);
    const auto *proved = (*json)["proved"].array(), *open = (*json)["open"].array(),
               *judged = (*json)["judged"].array();
    if (!proved || !open || !judged || open->size() != judged->size() || !(*json)["game"].whole(number, number))
        return wrong("it is not of that game, or not whole");
    Taken taken;
    Finds& finds = taken.games.emplace_back();
    for (const Json& each : *proved) {
        auto puzzle = read_puzzle(each);
        if (!puzzle) return wrong(puzzle.error().text);
        finds.proved.push_back(std::move(*puzzle));
    }
    for (std::size_t i = 0; i < open->size(); ++i) {
        if (!(*open)[i].text()) return wrong("an open position is no text");
        finds.open.push_back(*(*open)[i].text());
        if ((*judged)[i].is_null()) {
            taken.judged.emplace_back();
            continue;
        }
        auto puzzle = read_puzzle((*judged)[i]);
        if (!puzzle) return wrong(puzzle.error().text);
        taken.judged.emplace_back(std::move(*puzzle));
    }
    return taken;
}

}

Expected<std::vector<Puzzle>> puzzles_of_lines(const PuzzlePlan& plan, const std::vector<std::string>& lines) {
    Collection kept(plan.puzzles);
    std::vector<std::optional<Puzzle>> judged;
    for (std::uint64_t number = 0; number < plan.games && !is_enough(plan, kept, judged.size()); ++number) {
        if (number >= lines.size()) return problem("puzzles: there are " + std::to_string(lines.size()) + " games");
        auto taken = read_line(lines[number], number);
        if (!taken) return std::unexpected(taken.error());
        for (const Puzzle& p : taken->games[0].proved) kept.add(p);
        std::ranges::move(taken->judged, std::back_inserter(judged));
    }
    for (auto p = judged.begin(); p != judged.end() && !kept.is_full(); ++p)
        if (*p) kept.add(**p);
    return kept.finished();
}

Expected<std::vector<Puzzle>> make_puzzles(const PuzzlePlan& plan,
                                           const std::function<void(const PuzzleProgress&)>& progress,
                                           const std::atomic<bool>& stop) {
    const auto starts = open_all(plan.variants);
    if (!starts) return std::unexpected(starts.error());
    const auto start_of = [&](std::uint64_t number) -> const GameSession& {
        return *(*starts)[number % starts->size()];
    };

    JobFile job(plan.checkpoint, "puzzles", settings_of(plan));
    const auto state = job.load();
    if (!state) return std::unexpected(state.error());
    Taken taken;
    if (*state && !taken.restore(**state)) return job.unreadable();
    Expected<void> saved;
    const auto save = [&](bool at_once) {
        if (saved && (at_once || job.is_due())) saved = job.save(plan.checkpoint.empty() ? "" : taken.state());
        return saved.has_value();
    };

    Collection kept(plan.puzzles);
    const std::uint64_t there = taken.games.size(), judged_there = taken.judged.size();
    PuzzleProgress now{0, 0, 0, there};
    std::vector<std::pair<std::uint64_t, std::string>> open;
    const auto take_game = [&](std::uint64_t number) {
        const Finds& finds = taken.games[number];
        for (const Puzzle& p : finds.proved) kept.add(p);
        for (const std::string& position : finds.open) open.emplace_back(number, position);
        now = {number + 1, int(kept.puzzles.size()), 0, there};
        progress(now);
        return !is_enough(plan, kept, open.size());
    };
    bool more = true;
    for (std::uint64_t number = 0; number < there; ++number) more = take_game(number);
    if (more)
        in_order<Finds>(
            plan.threads, plan.games - std::min(plan.games, there),
            [&](std::uint64_t i) { return Finder(plan, start_of(there + i), there + i, stop).find(); },
            [&](std::uint64_t i, Finds finds) {
                if (stop) return false; // what was looked through in part counts for nothing
                taken.games.push_back(std::move(finds));
                return take_game(there + i) && save(false);
            });

    const auto take_judged = [&](std::uint64_t i) {
        if (taken.judged[i]) kept.add(*taken.judged[i]);
        now.searched = int(kept.puzzles.size()) - now.proved;
        progress(now);
        return !kept.is_full();
    };
    more = !kept.is_full();
    for (std::uint64_t i = 0; i < judged_there; ++i) more = take_judged(i);
    if (more && !stop && saved)
        in_order<std::optional<Puzzle>>(
            plan.threads, open.size() - std::min<std::size_t>(open.size(), judged_there),
            [&](std::uint64_t i) {
                const auto& [number, position] = open[judged_there + i];
                Composer composer(start_of(number), plan.search, plan.margin, stop);
                return composer.compose(position, composer.judge(position));
            },
            [&](std::uint64_t i, std::optional<Puzzle> p) {
                if (stop) return false;
                taken.judged.push_back(std::move(p));
                return take_judged(judged_there + i) && save(false);
            });
    save(true);
    if (!saved) return std::unexpected(saved.error());
    return kept.finished();
}

}
