#include "lab/remote.hpp"
#include "base/json.hpp"
#include "game/text.hpp"
#include <algorithm>
#include <cmath>
#include <limits>

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

// "option name Style type combo default Solid var Solid var Very Risky", after the name: values may have blanks.
struct Declared {
    std::string type, least, most;
    std::vector<std::string> choices;
};
Declared read_declaration(std::string_view line) {
    const auto words = words_of(line);
    Declared d;
    std::string other;
    std::string* value = nullptr;
    for (auto word = std::ranges::find(words, "type"); word != words.end(); ++word) {
        if (*word == "var") d.choices.emplace_back();
        std::string* const begun = *word == "type"      ? &d.type
                                   : *word == "min"     ? &d.least
                                   : *word == "max"     ? &d.most
                                   : *word == "var"     ? &d.choices.back()
                                   : *word == "default" ? &other
                                                        : nullptr;
        if (begun)
            value = begun;
        else if (value)
            *value += (value->empty() ? "" : " ") + std::string(*word);
    }
    return d;
}

// What is wrong with a value for the option that the line declares; nothing where it may be sent. Of bounds that cannot be
// read there are none.
std::optional<std::string> refusal(std::string_view declaration, std::string_view value) {
    const Declared d = read_declaration(declaration);
    constexpr auto any = std::numeric_limits<std::int64_t>();
    if (d.type == "spin") {
        const auto least = parse_number(d.least, any.min(), any.max()).value_or(any.min()),
                   most = parse_number(d.most, any.min(), any.max()).value_or(any.max());
        if (!parse_number(value, least, most)) return not_a_number(value, least, most);
    }
    if (d.type == "check" && value != "true" && value != "false")
        return in_quotes(value) + " is neither true nor false";
    if (d.type == "button" && !value.empty()) return "it is a button and takes no value, and not " + in_quotes(value);
    const auto is_it = [&](const std::string& choice) { return lower(choice) == lower(value); };
    if (d.type == "combo" && std::ranges::none_of(d.choices, is_it)) {
        std::string all;
        for (const std::string& c : d.choices) all += (all.empty() ? "" : ", ") + printable(c);
        return in_quotes(value) + " is none of " + (all.empty() ? "its choices; there are none" : all);
    }
    return {};
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
    lacks_means_ = !started && started.error().is_ours;
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
    if (known && refusal((*known)[1], game->value))
        return gave_up("it does not play " + now_->variant() + ": its " + name + " has no " + game->value);
    return set_option(name, game->value);
}

const std::array<std::string, 2>* RemotePlayer::declaration(const std::string& name) const {
    for (const auto& d : declared_)
        if (lower(d[0]) == lower(name)) return &d;
    return nullptr;
}

Expected<void> RemotePlayer::set_option(const std::string& name, const std::string& value) {
    if (const auto* const d = declaration(name)) {
        if (const auto wrong = refusal((*d)[1], value))
            return gave_up("its option " + printable((*d)[0]) + ": " + *wrong);
        const bool is_button = read_declaration((*d)[1]).type == "button";
        return say("setoption name " + (*d)[0] + (is_button ? "" : " value " + value));
    }
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
    return Forfeit{lacks_means_ ? forfeit::none_of_its_own : forfeit::no_start, done.error().text};
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
