#include "training/games.hpp"
#include "base/json.hpp"
#include "base/json_read.hpp"
#include <zstd.h>

namespace tavoliere::training {
namespace {

constexpr std::string_view frame_begins("\x28\xb5\x2f\xfd", 4);
constexpr int most_score = 32767; // what a sample keeps of one is 16 bits
constexpr int level = 9;          // of compression: the files are written slowly and kept

// No batch of games has more bytes, and no frame of one.
constexpr std::size_t most_frame = 4 << 20, most_text = 64 << 20;

// Of a frame whose beginning is whole: how many bytes it has. 0 where that is not the beginning of a frame, or not all of it is there.
std::size_t frame_size(std::string_view bytes) {
    if (!bytes.starts_with(frame_begins)) return 0;
    const std::size_t size = ZSTD_findFrameCompressedSize(bytes.data(), bytes.size());
    return ZSTD_isError(size) ? 0 : size;
}

// What the byte after a frame's first four says of it: as ours have it, with a checksum, no dictionary and nothing reserved.
bool is_ours(char descriptor) { return (descriptor & 0x1f) == 0x04; }

// The text of one frame, or nothing where it is broken.
std::optional<std::string> decompressed(std::string_view frame) {
    if (frame.size() < 5 || !is_ours(frame[4])) return {};
    const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > most_text) return {};
    std::string text(std::size_t(size), '\0');
    const auto got = ZSTD_decompress(text.data(), text.size(), frame.data(), frame.size());
    if (ZSTD_isError(got) || got != text.size()) return {};
    return text;
}

// Whether one wrong bit is all that keeps this from being a frame: one that says how long its parts are makes a whole frame look
// like the beginning of a longer one.
bool is_frame_but_for_a_bit(std::string frame) {
    for (char& byte : frame)
        for (int bit = 0; bit < 8; ++bit) {
            byte = char(byte ^ 1 << bit);
            if (frame_size(frame) == frame.size() && decompressed(frame)) return true;
            byte = char(byte ^ 1 << bit);
        }
    return false;
}

// Whether what cannot be read is more than the beginning of a frame, as a writer leaves it who is killed.
bool is_damaged(std::string_view bytes) {
    if (frame_size(bytes) || bytes.size() > most_frame) return true;
    if (bytes.substr(0, 4) != frame_begins.substr(0, bytes.size())) return true;
    if (bytes.size() > 4 && !is_ours(bytes[4])) return true;
    for (std::size_t at = 1; (at = bytes.find(frame_begins, at)) != bytes.npos; ++at)
        if (const std::size_t size = frame_size(bytes.substr(at)); size && decompressed(bytes.substr(at, size)))
            return true;
    return is_frame_but_for_a_bit(std::string(bytes));
}

// The first line of a file of games, as SelfplayPlan::header() writes it.
bool is_header(std::string_view line) {
    const auto read = read_json(line, {.bytes = file_kind::selfplay.most_bytes});
    if (!read) return false;
    const std::string* const what = (*read)["tavoliere"].text();
    return what && *what == "selfplay" && (*read)["version"].whole(1, 1);
}

// A writer was killed before its first line was on the disk: the beginning of a frame no longer than that line.
bool is_torn_header(std::string_view bytes, const Held& held) {
    return held.whole == 0 && bytes.size() < 1000 && bytes.substr(0, 4) == frame_begins.substr(0, bytes.size());
}

}

std::string to_line(const Game& g) {
    const auto digits = [](int i) { return std::to_string(i); };
    JsonObject o;
    o.add("random", g.random).raw("moves", json_strings(g.moves)).raw("scores", json_array(g.scores, digits));
    if (!g.strays.empty()) o.raw("strays", json_array(g.strays, digits));
    return o.add("result", name(g.result)).text() + "\n";
}

Expected<Game> game_of(std::string_view line) {
    const auto wrong = [&] { return problem("games: " + in_quotes(line) + " is not a game of selfplay"); };
    const auto read = read_json(line, {.bytes = file_kind::selfplay.most_bytes});
    if (!read) return wrong();
    const Json& o = *read;
    const auto *moves = o["moves"].array(), *scores = o["scores"].array(), *strays = o["strays"].array();
    const std::string* const result = o["result"].text();
    if (!moves || !scores || !result || (o.find("strays") && !strays)) return wrong();
    Game game;
    const auto random = o["random"].whole<int>(0, int(moves->size()));
    if (!random || moves->size() - std::size_t(*random) != scores->size()) return wrong();
    game.random = *random;
    for (const Json& m : *moves) {
        if (!m.text()) return wrong();
        game.moves.push_back(*m.text());
    }
    for (const Json& s : *scores) {
        const auto score = s.whole<int>(-most_score, most_score);
        if (!score) return wrong();
        game.scores.push_back(*score);
    }
    if (strays)
        for (const Json& s : *strays) {
            const auto stray =
                s.whole<int>(game.strays.empty() ? *random : game.strays.back() + 1, int(moves->size()) - 1);
            if (!stray) return wrong();
            game.strays.push_back(*stray);
        }
    for (const Winner w : {Winner::x, Winner::o, Winner::draw})
        if (name(w) == *result) return game.result = w, game;
    return wrong();
}

std::string Held::place() const { return "game " + std::to_string(games) + ", at byte " + std::to_string(whole); }

Expected<Held> read_games(const std::string& path, const std::function<Expected<void>(std::string_view)>& each) {
    if (!file_exists(path)) return Held{};
    const auto bytes = read_whole(path, file_kind::selfplay);
    if (!bytes) return std::unexpected(bytes.error());
    Held held;
    held.size = bytes->size();
    for (std::string_view rest = *bytes; !rest.empty();) {
        const std::size_t size = frame_size(rest);
        const auto text = size ? decompressed(rest.substr(0, size)) : std::nullopt;
        if (!text) {
            held.is_damaged = is_damaged(rest);
            break;
        }
        held.whole += size;
        rest.remove_prefix(size);
        for (std::string_view lines = *text; !lines.empty();) {
            const auto end = std::min(lines.find('\n'), lines.size() - 1);
            const std::string_view line = lines.substr(0, end);
            lines.remove_prefix(end + 1);
            if (held.header.empty()) {
                held.header = line;
                continue;
            }
            ++held.games;
            if (auto done = each(line); !done) return std::unexpected(done.error());
        }
    }
    if (is_torn_header(*bytes, held)) return held;
    if (!bytes->empty() && !is_header(held.header))
        return problem(in_quotes(path) + " holds no games of selfplay, version 1");
    return held;
}

bool begins_like_games(std::string_view bytes) { return bytes.starts_with(frame_begins); }

std::string variant_named(const std::string& header) {
    const auto read = read_json(header, {.bytes = file_kind::selfplay.most_bytes});
    const std::string* const game = read ? (*read)["game"].text() : nullptr;
    return game ? *game : "";
}

std::string rules_named(const std::string& header) {
    const auto read = read_json(header, {.bytes = file_kind::selfplay.most_bytes});
    const std::string* const rules = read ? (*read)["rules"].text() : nullptr;
    return rules ? *rules : "";
}

bool are_solved(const std::string& header) { return header.contains("\"solve_from\":"); }

Expected<void> need_undamaged(const std::string& file, const Held& held) {
    if (!held.is_damaged) return {};
    return problem(in_quotes(file) + " is damaged after its " + held.place() + ": the " + std::to_string(held.torn()) +
                   " bytes that follow cannot be read; take a whole copy of it, or cut it there (head -c " +
                   std::to_string(held.whole) + ")");
}

Expected<Writer> Writer::open(const std::string& path, const std::string& header, const Held& held) {
    auto file = AppendedFile::open(path);
    if (!file) return std::unexpected(file.error());
    if (file->size() != held.size)
        return problem("cannot write " + in_quotes(path) + ": another program has written to it meanwhile");
    if (held.is_damaged)
        return problem("cannot write " + in_quotes(path) + ": it is damaged after its " + held.place() +
                       ", and what follows would be lost; name another file");
    if (const auto cut = file->cut(held.whole); !cut) return std::unexpected(cut.error());
    Writer writer(std::move(*file));
    if (held.header.empty())
        if (auto done = writer.append(header + "\n"); !done) return std::unexpected(done.error());
    return writer;
}

std::optional<std::string> text_of_frame(std::string_view frame) {
    return frame_size(frame) == frame.size() ? decompressed(frame) : std::nullopt;
}

std::string frame_of(std::string_view lines) {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    std::string frame(ZSTD_compressBound(lines.size()), '\0');
    frame.resize(ZSTD_compress2(context, frame.data(), frame.size(), lines.data(), lines.size()));
    ZSTD_freeCCtx(context);
    return frame;
}

Expected<void> Writer::append(const std::string& lines) { return file_.append(frame_of(lines)); }

}
