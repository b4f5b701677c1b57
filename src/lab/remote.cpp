#include "lab/remote.hpp"
#include "base/json.hpp"
#include "game/text.hpp"
#include <cmath>

namespace tavoliere {
namespace {

// "option name Clear Hash type button": the name, which may have blanks.
std::string declared_name(std::string_view line) {
    const auto words = words_of(line);
    std::string name;
    for (std::size_t i = 2; i < words.size() && words[i] != "type"; ++i)
        name += (name.empty() ? "" : " ") + std::string(words[i]);
    return words.size() > 2 && words[0] == "option" && words[1] == "name" ? name : "";
}

// A line that declares a choice: "option name Style type combo default Solid var Solid var Risky".
bool refuses(const std::string& declaration, std::string_view value) {
    const auto words = words_of(declaration);
    bool choice = false;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "var" && words[i + 1] == value) return false;
        choice |= words[i] == "type" && words[i + 1] == "combo";
    }
    return choice;
}

std::string milliseconds(double seconds) { return std::to_string(std::max(1ll, std::llround(seconds * 1000))); }

}

std::unexpected<Problem> RemotePlayer::gave_up(std::string what) {
    engine_.reset();
    return problem("player " + in_quotes(setup_.name) + ": " + std::move(what));
}

std::unexpected<Forfeit> RemotePlayer::lost(std::string_view reason, std::string detail) {
    engine_->kill();
    engine_.reset();
    return std::unexpected(Forfeit{reason, std::move(detail)});
}

std::string RemotePlayer::why_it_ended() {
    const std::string ending = engine_->ending(0.2);
    return ending.empty() ? "it closed its output or its input" : "it ended with " + ending;
}

Expected<void> RemotePlayer::say(const std::string& line) {
    if (engine_->write_line(line, in_seconds(care_.patience))) return {};
    return gave_up("\"" + line.substr(0, line.find(' ')) + "\" could not be said to it: " + why_it_ended());
}

Expected<void> RemotePlayer::wait_for(const std::string& word, const std::atomic<bool>& stop, Options* declared) {
    const Moment until = in_seconds(care_.patience);
    for (std::string line;;) switch (engine_->read_line(line, until, stop)) {
        case Process::Heard::line: {
            const auto words = words_of(line);
            if (!words.empty() && words[0] == word) return {};
            if (const auto name = declared ? declared_name(line) : ""; !name.empty()) declared->push_back({name, line});
            break;
        }
        case Process::Heard::nothing:
            return gave_up(stop ? "interrupted"
                                : "it did not send " + word + " within " + json_number(care_.patience) + " s");
        case Process::Heard::end: return gave_up(why_it_ended() + " before it said " + word);
        case Process::Heard::flood: return gave_up("it said too much before it said " + word);
        }
}

Expected<void> RemotePlayer::wait_until_ready(const std::atomic<bool>& stop) {
    if (auto said = say("isready"); !said) return said;
    return wait_for("readyok", stop);
}

Expected<void> RemotePlayer::prepare(const std::atomic<bool>& stop) {
    if (engine_) return {};
    auto started = Process::start(setup_.command, care_.log);
    if (!started) return gave_up(started.error().text);
    engine_.emplace(std::move(*started));
    if (auto greeted = greet(stop); !greeted) return greeted;
    if (auto set = set_options(); !set) return set;
    return wait_until_ready(stop);
}

Expected<void> RemotePlayer::greet(const std::atomic<bool>& stop) {
    declared_.clear();
    const std::string name(setup_.dialect->name);
    if (auto said = say(name); !said) return said;
    return wait_for(name + "ok", stop, &declared_);
}

// What was asked for, and then which game is played, unless that was asked for too.
Expected<void> RemotePlayer::set_options() {
    const auto game = setup_.dialect->game_option(*now_);
    if (!game) return gave_up(game.error().text);
    bool chosen = game->name.empty();
    for (const auto& [name, value] : setup_.options) {
        chosen |= lower(name) == lower(game->name);
        if (auto set = set_option(name, value); !set) return set;
    }
    if (chosen) return {};
    const std::string name(game->name);
    if (game->value.empty())
        return gave_up(name + " is not known for " + now_->variant() + "; set it with an option " + name + "=…");
    const auto* const known = declaration(name);
    if (!known && !game->needed) return {};
    if (known && refuses((*known)[1], game->value))
        return gave_up("it does not play " + now_->variant() + ": its " + name + " has no " + game->value);
    return set_option(name, game->value);
}

const std::array<std::string, 2>* RemotePlayer::declaration(const std::string& name) const {
    for (const auto& d : declared_)
        if (lower(d[0]) == lower(name)) return &d;
    return nullptr;
}

Expected<void> RemotePlayer::set_option(const std::string& name, const std::string& value) {
    if (const auto* const d = declaration(name)) return say("setoption name " + (*d)[0] + " value " + value);
    std::string known;
    for (const auto& d : declared_) known += (known.empty() ? "" : ", ") + printable(d[0]);
    return gave_up("it declares no option " + in_quotes(name) +
                   (known.empty() ? ", nor any other" : "; it has " + known));
}

// An engine that has died since its last game is started once more.
std::optional<Forfeit> RemotePlayer::begin(const Beginning& game, const std::atomic<bool>& stop) {
    start_ = game.start;
    moves_ = game.moves;
    now_ = game.game.copy();
    const auto ready = [&]() -> Expected<void> {
        if (auto prepared = prepare(stop); !prepared) return prepared;
        engine_->count_from_here();
        if (auto said = say(std::string(setup_.dialect->name) + "newgame"); !said) return said;
        return wait_until_ready(stop);
    };
    const bool running = engine_.has_value();
    auto done = ready();
    if (!done && running && !stop) done = ready();
    if (done) return {};
    return Forfeit{forfeit::no_start, done.error().text};
}

void RemotePlayer::played(const std::string& move) {
    moves_.push_back(move);
    (void)now_->play(move);
}

std::string RemotePlayer::go(const Turn& turn) const {
    std::string out = "go";
    if (turn.timed)
        for (std::size_t i = 0; i < 4; ++i)
            out += " " + std::string(setup_.dialect->clocks[i]) + " " +
                   (i >= 2 && turn.increment == 0 ? "0" : milliseconds(i < 2 ? turn.left[i] : turn.increment));
    const Limits& l = setup_.limits;
    if (l.seconds > 0) out += " movetime " + milliseconds(l.seconds);
    if (l.nodes) out += " nodes " + std::to_string(l.nodes);
    if (l.depth) out += " depth " + std::to_string(l.depth);
    return out;
}

// The next line it says while it is its turn, split into words that live as long as `line`.
std::expected<std::vector<std::string_view>, Forfeit> RemotePlayer::hear(std::string& line, const Turn& turn,
                                                                         Moment until, const std::atomic<bool>& stop) {
    switch (engine_->read_line(line, until, stop)) {
    case Process::Heard::line: return words_of(line);
    case Process::Heard::end: return lost(forfeit::crash, why_it_ended());
    case Process::Heard::flood: return lost(forfeit::flood, "it said more than anybody reads");
    case Process::Heard::nothing: break;
    }
    if (stop) return lost(forfeit::no_answer, "interrupted");
    if (turn.deadline == Moment::max())
        return lost(forfeit::no_answer, "it did not move within " + json_number(care_.patience) + " s");
    return lost(forfeit::time, "it did not move in time");
}

// Whatever it said before it was ready, a second move perhaps, is no answer to what it is asked now.
std::expected<Answer, Forfeit> RemotePlayer::choose(const Turn& turn, const std::atomic<bool>& stop) {
    const Moment until = turn.deadline == Moment::max() ? in_seconds(care_.patience) : turn.deadline;
    engine_->count_from_here();
    bool asked = false;
    Answer answer;
    for (const std::string& said : {"position " + setup_.dialect->place(start_, moves_, *now_), std::string("isready")})
        if (!engine_->write_line(said, until)) return lost(forfeit::crash, why_it_ended());
    for (std::string line;;) {
        const auto words = hear(line, turn, until, stop);
        if (!words) return std::unexpected(words.error());
        const std::string_view word = words->empty() ? "" : words->front();
        if (asked && word == "bestmove") {
            answer.move = setup_.dialect->read_move(words->size() > 1 ? (*words)[1] : "");
            return answer;
        }
        // A score that cannot be read takes the one before with it, which was of an earlier depth.
        if (const auto score = asked ? score_in_info(line) : std::nullopt) answer.score = *score;
        if (asked || word != "readyok") continue;
        asked = true;
        if (!engine_->write_line(go(turn), until)) return lost(forfeit::crash, why_it_ended());
    }
}

}
