#include "lab/tournament_records.hpp"
#include "base/checksum.hpp"
#include "base/json.hpp"
#include "game/record.hpp"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <unistd.h>

namespace tavoliere {
namespace {

constexpr std::string_view beginning = "%tgn 1\n";

std::string described(const PlayerPlan& p) {
    std::string out = p.spec;
    if (!p.limits.empty()) out += " " + p.limits;
    for (const std::string& o : p.options) out += " " + o;
    return p.name.empty() ? out : out + " called " + p.name;
}

// Of the openings, whose text is long.
std::string digest(std::string_view text) {
    char out[17];
    std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(fnv1a(text)));
    return out;
}

// On one line, whatever stands in it: a tag keeps no line's end, and a terminal is not to be commanded.
std::string plain(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    return text;
}

// Of two fingerprints, the first part in which they differ.
std::array<std::string, 2> difference(const std::string& a, const std::string& b) {
    const auto parts = [](std::string_view text) {
        std::vector<std::string> out;
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find("; ", at), text.size());
            out.emplace_back(text.substr(at, end - at));
            at = end + 2;
        }
        return out;
    };
    const auto as = parts(a), bs = parts(b);
    for (std::size_t i = 0; i < std::max(as.size(), bs.size()); ++i) {
        const std::string pa = i < as.size() ? as[i] : "", pb = i < bs.size() ? bs[i] : "";
        if (pa != pb) return {pa, pb};
    }
    return {};
}

// "+0.31", "win in 5": what the mover thought; and the seconds.
std::string note_text(const MoveNote& note) {
    char seconds[32], value[32] = "";
    std::snprintf(seconds, sizeof seconds, "%.2fs", note.seconds);
    if (!note.score) return seconds;
    const auto [kind, n] = *note.score;
    if (kind == Score::Kind::estimate) std::snprintf(value, sizeof value, "%+.2f", n / 100.0);
    const std::string plies = std::to_string(n);
    return (kind == Score::Kind::win    ? "win in " + plies
            : kind == Score::Kind::loss ? "loss in " + plies
            : kind == Score::Kind::draw ? "draw"
                                        : std::string(value)) +
           " " + seconds;
}

const std::string* tag(const Record& record, std::string_view name) {
    for (const auto& [n, value] : record.tags)
        if (n == name) return &value;
    return nullptr;
}

// A record is written with an empty line after it; the one after its tags is not the end.
bool is_whole(std::string_view record) { return record.ends_with("\n\n") && !record.ends_with("]\n\n"); }

std::string read_all(int fd) {
    std::string text;
    char buffer[64 << 10];
    for (ssize_t n; (n = ::read(fd, buffer, sizeof buffer)) != 0;)
        if (n > 0)
            text.append(buffer, std::size_t(n));
        else if (errno != EINTR)
            break;
    return text;
}

}

std::string fingerprint(const MatchPlan& plan, const std::string& variant) {
    const Adjudication& a = plan.adjudication;
    std::string out = "game=" + variant + "; first=" + described(plan.first) + "; second=" + described(plan.second);
    out += "; opening-plies=" + std::to_string(plan.opening_plies) + "; seed=" + std::to_string(plan.seed);
    if (!plan.openings.empty()) out += "; openings=" + digest(plan.openings) + (plan.shuffled ? " shuffled" : "");
    if (plan.clock) out += "; clock=" + json_number(plan.clock->seconds) + "+" + json_number(plan.clock->increment);
    out += "; margin=" + json_number(plan.margin);
    if (a.draw.count)
        out += "; draw=move " + std::to_string(a.draw.move) + " count " + std::to_string(a.draw.count) + " score " +
               std::to_string(a.draw.score);
    if (a.resign.count)
        out += "; resign=count " + std::to_string(a.resign.count) + " score " + std::to_string(a.resign.score);
    if (a.most_plies) out += "; max-plies=" + std::to_string(a.most_plies);
    return plain(std::move(out));
}

std::unexpected<Problem> Records::wrong(std::string what) const {
    return problem("records: " + in_quotes(path_) + ": " + std::move(what));
}

Expected<Records> Records::open(const MatchPlan& plan, const std::string& variant) {
    Records r;
    r.path_ = plan.records;
    r.variant_ = variant;
    r.fingerprint_ = fingerprint(plan, variant);
    for (std::size_t i : {0u, 1u}) {
        const PlayerPlan& p = i == 0 ? plan.first : plan.second;
        r.names_[i] = p.name.empty() ? p.spec : p.name;
    }
    r.file_ = Descriptor(::open(plan.records.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!r.file_) return r.wrong(std::strerror(errno));
    if (flock(r.file_.get(), LOCK_EX | LOCK_NB) != 0) return r.wrong("another match is writing to it");
    if (const auto read = r.read(read_all(r.file_.get()), plan.resume); !read) return std::unexpected(read.error());
    return r;
}

Expected<void> Records::read(const std::string& text, bool resume) {
    if (!text.empty() && !resume)
        return wrong("it already has games; continue them with --resume, or name another file");
    std::set<int> numbers;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto where = "line " + std::to_string(1 + std::count(text.begin(), text.begin() + long(at), '\n')) + ": ";
        const std::size_t next = std::min(text.find("\n" + std::string(beginning), at), text.size() - 1) + 1;
        const std::string_view one = std::string_view(text).substr(at, next - at);
        if (next == text.size() && !is_whole(one)) break;
        const auto record = read_record(one);
        if (!record) return wrong(where + record.error().text);
        const std::string *match = tag(*record, "Match"), *round = tag(*record, "Round"),
                          *reason = tag(*record, "Termination");
        const auto number = parse_number<int>(round ? *round : "", 1, 1'000'000);
        if (!match || !number || !reason || record->result == "*")
            return wrong(where + "this record is not one of a match: it lacks Match, Round, Termination or its result");
        if (*match != fingerprint_) {
            const auto [theirs, ours] = difference(*match, fingerprint_);
            return wrong(where + "another match: it has \"" + plain(theirs) + "\" where this one has \"" + ours + "\"");
        }
        if (!numbers.insert(int(*number)).second) return wrong(where + "game " + *round + " is there twice");
        const Winner winner = record->result == "1-0" ? Winner::x : record->result == "0-1" ? Winner::o : Winner::draw;
        games_.push_back({int(*number) - 1, winner, *reason});
        at = next;
    }
    // What is left was being written when the match was killed.
    if (at < text.size() && ftruncate(file_.get(), off_t(at)) != 0) return wrong(std::strerror(errno));
    return {};
}

Expected<void> Records::add(const PlayedGame& game) {
    Record r;
    r.variant = variant_;
    r.start = game.start;
    r.first_is_o = game.o_begins;
    r.moves = game.moves;
    r.result = result_text(game.result);
    r.notes.resize(std::size_t(game.opening));
    for (const MoveNote& n : game.notes) r.notes.push_back(note_text(n));
    r.tags = {{"Match", fingerprint_},
              {"Round", std::to_string(game.number + 1)},
              {"First", names_[game.first_is_x ? 0 : 1]},
              {"Second", names_[game.first_is_x ? 1 : 0]},
              {"Opening", std::to_string(game.opening) + " plies"},
              {"Termination", std::string(game.result.reason)}};
    if (!game.detail.empty()) r.tags.emplace_back("Detail", game.detail);
    const std::string text = write_record(r) + "\n";
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = ::write(file_.get(), text.data() + done, text.size() - done);
        if (n > 0)
            done += std::size_t(n);
        else if (n == 0 || errno != EINTR)
            return wrong(std::strerror(errno));
    }
    // A file that cannot be synced, a pipe or a device, is written all the same.
    if (fdatasync(file_.get()) != 0 && errno != EINVAL && errno != EROFS) return wrong(std::strerror(errno));
    return {};
}

}
