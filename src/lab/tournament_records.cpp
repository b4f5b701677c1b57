#include "lab/tournament_records.hpp"
#include "base/job_file.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "game/record.hpp"
#include <algorithm>
#include <cstdio>
#include <set>

namespace tavoliere {
namespace {

constexpr std::string_view beginning = "%tgn 1";

std::string described(const PlayerPlan& p) {
    std::string out = p.spec;
    if (!p.limits.empty()) out += " " + p.limits;
    for (const std::string& o : p.options) out += " " + o;
    return p.name.empty() ? out : out + " called " + p.name;
}

// "+0.31", "win in 5": what the mover thought.
std::string score_text(const Score& score) {
    const auto [kind, n] = score;
    char value[32] = "";
    if (kind == Score::Kind::estimate) std::snprintf(value, sizeof value, "%+.2f", n / 100.0);
    const std::string plies = std::to_string(n);
    return kind == Score::Kind::win    ? "win in " + plies
           : kind == Score::Kind::loss ? "loss in " + plies
           : kind == Score::Kind::draw ? "draw"
                                       : std::string(value);
}
// The same, and the seconds where they count.
std::string note_text(const MoveNote& note, bool is_timed) {
    std::string text = note.score ? score_text(*note.score) : "";
    if (!is_timed) return text;
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.2fs", note.seconds);
    return text + (text.empty() ? "" : " ") + seconds;
}

const std::string* tag(const Record& record, std::string_view name) {
    for (const auto& [n, value] : record.tags)
        if (n == name) return &value;
    return nullptr;
}

// Where the next record begins after `at`, or the text ends.
std::size_t next_record(std::string_view text, std::size_t at) {
    while ((at = text.find('\n', at)) != std::string_view::npos) {
        std::string_view rest = text.substr(++at);
        if (take(rest, beginning) && (rest.empty() || rest[0] == '\n' || rest[0] == '\r')) return at;
    }
    return text.size();
}

// How the last record of a file ends. It is written with an empty line after it; the one after its tags is not the end.
struct Ending {
    std::string_view word; // its last one
    int line_ends = 0;     // after that
    bool is_whole() const { return line_ends >= 2 && !word.ends_with(']'); }
};
Ending ending_of(std::string_view text) {
    Ending end;
    for (; text.ends_with('\n') || text.ends_with('\r'); text.remove_suffix(1)) end.line_ends += text.back() == '\n';
    end.word = text.substr(text.find_last_of(" \n") + 1);
    return end;
}
// Whether a game that the rules have not ended may have ended as its record says: the reason is a fault's or an adjudicator's, and
// the result is one that it gives.
bool can_end_so(const Record& record, std::string_view reason, int opening, bool is_x_to_move,
                const Adjudication& rules) {
    const bool is_drawn = record.result == "1/2-1/2",
               is_lost_by_mover = record.result == (is_x_to_move ? "0-1" : "1-0");
    const int plies = int(record.moves.size());
    if (reason == adjudicated) return is_drawn ? rules.draw.count > 0 : rules.resign.count > 0;
    if (reason == too_long) return is_drawn && rules.most_plies > 0 && plies >= rules.most_plies;
    // Before the first move of their own either may fail, after that the one who is to move.
    return std::ranges::find(forfeit::all, reason) != forfeit::all.end() && !is_drawn &&
           (is_lost_by_mover || plies <= opening);
}

// A problem where the result of a record is not the one that its moves have by the rules.
Expected<void> need_result(const Record& record, const std::string& reason, int opening, const GameSession& start,
                           const Adjudication& rules) {
    const auto game = start.copy();
    if (record.start != "startpos")
        if (const auto set = game->set_position(record.start); !set) return std::unexpected(set.error());
    for (std::size_t i = 0; i < record.moves.size(); ++i)
        if (const auto played = game->play(record.moves[i]); !played)
            return problem("move " + std::to_string(i + 1) + ": " + played.error().text);
    const std::string said = record.result + " (" + reason + ")";
    if (const auto by_rules = game->result()) {
        if (result_text(by_rules) == record.result && by_rules->reason == reason) return {};
        return problem("its result is " + said + ", and by its moves it is " + result_text(by_rules) + " (" +
                       std::string(by_rules->reason) + ")");
    }
    if (can_end_so(record, reason, opening, game->view().turn == 'x', rules)) return {};
    return problem("its result is " + said +
                   ", and its moves do not end the game, nor can this match have ended it so");
}

// Whether a text is what a match writes of a record, as far as it goes: the tags Game, Start where there is one, and Match come first
// and are its own. Anybody's record that has a mistake in it is not, and is not cut away.
bool begins_as_written(std::string text, const std::string& variant, const std::string& match) {
    Record blank;
    blank.variant = variant;
    blank.tags = {{"Match", match}};
    const std::string head = write_record(blank);
    const std::size_t after_game = head.find("[Match \""), end = head.find("[Result \"");
    std::erase(text, '\r');
    std::string_view rest = text;
    const auto agrees = [&](std::string_view expected) {
        const std::string_view here = rest.substr(0, expected.size());
        rest.remove_prefix(here.size());
        return expected.starts_with(here);
    };
    if (!agrees(std::string_view(head).substr(0, after_game))) return false;
    constexpr std::string_view start = "[Start \"";
    if (!rest.empty() && (rest.starts_with(start) || start.starts_with(rest)))
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    return agrees(std::string_view(head).substr(after_game, end - after_game));
}
// Whether a file's last record was being written when this match was killed. It is all there once its last word is the result,
// for no result begins as another one does: then an editor took the empty line away.
bool is_torn(std::string_view text, const Ending& end, const Expected<Record>& record, const std::string& variant,
             const std::string& match) {
    return !end.is_whole() && !(record && end.word == record->result) &&
           begins_as_written(std::string(text), variant, match);
}

}

std::string fingerprint(const MatchPlan& plan, const std::string& variant) {
    const Adjudication& a = plan.adjudication;
    std::string out = "game=" + variant + rules_part(variant) + "; first=" + described(plan.first) +
                      "; second=" + described(plan.second);
    out += "; opening-plies=" + std::to_string(plan.opening_plies) + "; seed=" + std::to_string(plan.seed);
    if (!plan.openings.empty()) out += "; openings=" + hex(fnv1a(plan.openings)) + (plan.shuffled ? " shuffled" : "");
    if (plan.clock) out += "; clock=" + json_number(plan.clock->seconds) + "+" + json_number(plan.clock->increment);
    out += "; margin=" + json_number(plan.margin);
    if (a.draw.count)
        out += "; draw=move " + std::to_string(a.draw.move) + " count " + std::to_string(a.draw.count) + " score " +
               std::to_string(a.draw.score);
    if (a.resign.count)
        out += "; resign=count " + std::to_string(a.resign.count) + " score " + std::to_string(a.resign.score);
    if (a.most_plies) out += "; max-plies=" + std::to_string(a.most_plies);
    return as_one_line(out); // a tag keeps no line's end
}

std::unexpected<Problem> Records::wrong(std::string what) const {
    return problem("records: " + in_quotes(path_) + ": " + std::move(what));
}

Expected<Records> Records::open(const MatchPlan& plan, const GameSession& start) {
    auto file = AppendedFile::open(plan.records);
    if (!file) return problem("records: " + file.error().text);
    Records r(std::move(*file), plan.records, RecordWriter(plan, start.variant()));
    const auto text = r.file_.read(file_kind::match_records);
    if (!text) return problem("records: " + text.error().text);
    if (const auto read = r.read(*text, plan, start); !read) return std::unexpected(read.error());
    return r;
}

Expected<void> Records::read(std::string_view text, const MatchPlan& plan, const GameSession& start) {
    if (!text.empty() && !plan.resume)
        return wrong("it already has games; continue them with --resume, or name another file");
    std::set<int> numbers;
    std::size_t at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    for (std::size_t line = 1; at < text.size();) {
        const auto where = "line " + std::to_string(line) + ": ";
        const std::size_t next = next_record(text, at);
        const std::string_view one = text.substr(at, next - at);
        const bool is_last = next == text.size();
        const auto record = read_record(one);
        const Ending end = ending_of(one);
        if (is_last && is_torn(one, end, record, writer_.variant(), writer_.fingerprint())) break;
        if (!record) return wrong(where + record.error().text);
        const std::string *match = tag(*record, "Match"), *round = tag(*record, "Round"),
                          *reason = tag(*record, "Termination");
        const auto number = parse_number<int>(round ? *round : "", 1, 1'000'000);
        if (!match || !number || !reason || record->result == "*")
            return wrong(where + "this record is not one of a match: it lacks Match, Round, Termination or its result");
        if (*match != writer_.fingerprint())
            return wrong(where + "another match: " + first_difference(*match, writer_.fingerprint()));
        const auto of_game = where + "game " + *round + ": ";
        if (record->variant != writer_.variant()) return wrong(of_game + "it is of " + in_quotes(record->variant));
        if (!one.contains("[Result \"" + record->result + "\"]"))
            return wrong(of_game + "its moves end with " + record->result + ", and its tag Result is another");
        const std::string* const opening = tag(*record, "Opening");
        const auto plies = parse_number<int>(split(opening ? *opening : "", ' ').front(), 0, 1'000'000);
        if (!plies) return wrong(of_game + "its tag Opening is not a number of plies");
        if (const auto right = need_result(*record, *reason, *plies, start, plan.adjudication); !right)
            return wrong(of_game + right.error().text);
        if (!numbers.insert(int(*number)).second) return wrong(where + "game " + *round + " is there twice");
        const Winner winner = record->result == "1-0" ? Winner::x : record->result == "0-1" ? Winner::o : Winner::draw;
        games_.push_back({int(*number) - 1, winner, *reason});
        missing_ = std::string_view("\n\n").substr(std::size_t(std::min(end.line_ends, 2)));
        line += std::size_t(std::count(one.begin(), one.end(), '\n'));
        at = next;
    }
    cut_off_ = text.size() - std::min(at, text.size());
    if (const auto cut = file_.cut(at); !cut) return problem("records: " + cut.error().text);
    return {};
}

RecordWriter::RecordWriter(const MatchPlan& plan, const std::string& variant)
    : variant_(variant), fingerprint_(tavoliere::fingerprint(plan, variant)), is_timed_(!need_repeatable(plan)) {
    for (std::size_t i : {0u, 1u}) {
        const PlayerPlan& p = i == 0 ? plan.first : plan.second;
        names_[i] = p.name.empty() ? p.spec : p.name;
    }
}

std::string RecordWriter::text(const PlayedGame& game) const {
    Record r;
    r.variant = variant_;
    r.start = game.start;
    r.first_is_o = game.o_begins;
    r.moves = game.moves;
    r.result = result_text(game.result);
    r.notes.resize(std::size_t(game.opening));
    for (const MoveNote& n : game.notes) r.notes.push_back(note_text(n, is_timed_));
    r.tags = {{"Match", fingerprint_},
              {"Round", std::to_string(game.number + 1)},
              {"First", names_[game.first_is_x ? 0 : 1]},
              {"Second", names_[game.first_is_x ? 1 : 0]},
              {"Opening", std::to_string(game.opening) + " plies"},
              {"Termination", std::string(game.result.reason)}};
    if (!game.detail.empty()) r.tags.emplace_back("Detail", game.detail);
    return write_record(r) + "\n";
}

Expected<void> Records::add(const PlayedGame& game) {
    if (const auto added = file_.append(std::string(missing_) + writer_.text(game)); !added)
        return problem("records: " + added.error().text);
    missing_ = {};
    return {};
}

}
