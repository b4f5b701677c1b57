#include "training/games.hpp"
#include "base/json.hpp"
#include <boost/json.hpp>
#include <zstd.h>

namespace tavoliere::training {
namespace {

constexpr std::string_view frame_begins("\x28\xb5\x2f\xfd", 4);
constexpr int level = 9; // of compression: the files are written slowly and kept

// The text of one frame, or nothing where it is broken.
std::optional<std::string> decompressed(std::string_view frame) {
    const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > (1u << 30)) return {};
    std::string text(std::size_t(size), '\0');
    const auto got = ZSTD_decompress(text.data(), text.size(), frame.data(), frame.size());
    if (ZSTD_isError(got) || got != text.size()) return {};
    return text;
}

// Whether what cannot be read is more than the beginning of a frame, as a writer leaves it who is killed.
bool is_damaged(std::string_view bytes) {
    const std::size_t first = ZSTD_findFrameCompressedSize(bytes.data(), bytes.size());
    if (!ZSTD_isError(first)) return true;
    for (std::size_t at = 1; (at = bytes.find(frame_begins, at)) != bytes.npos; ++at) {
        const std::string_view rest = bytes.substr(at);
        const std::size_t size = ZSTD_findFrameCompressedSize(rest.data(), rest.size());
        if (!ZSTD_isError(size) && decompressed(rest.substr(0, size))) return true;
    }
    return false;
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
    boost::json::error_code error;
    const auto value = boost::json::parse(boost::json::string_view(line.data(), line.size()), error);
    if (error || !value.is_object()) return wrong();
    const auto& o = value.as_object();
    const auto *random = o.if_contains("random"), *moves = o.if_contains("moves"), *scores = o.if_contains("scores"),
               *strays = o.if_contains("strays"), *result = o.if_contains("result");
    if (!random || !random->is_int64() || !moves || !moves->is_array() || !scores || !scores->is_array() || !result ||
        !result->is_string())
        return wrong();
    Game game;
    for (const auto& m : moves->as_array()) {
        if (!m.is_string()) return wrong();
        game.moves.emplace_back(m.as_string().data(), m.as_string().size());
    }
    for (const auto& s : scores->as_array()) {
        if (!s.is_int64() || std::abs(s.as_int64()) > 32767) return wrong();
        game.scores.push_back(int(s.as_int64()));
    }
    const auto plies = random->as_int64();
    if (plies < 0 || plies > std::int64_t(game.moves.size()) ||
        game.moves.size() - std::size_t(plies) != game.scores.size())
        return wrong();
    game.random = int(plies);
    if (strays && !strays->is_array()) return wrong();
    if (strays)
        for (const auto& s : strays->as_array()) {
            const auto least = game.strays.empty() ? plies : game.strays.back() + 1;
            if (!s.is_int64() || s.as_int64() < least || s.as_int64() >= std::int64_t(game.moves.size()))
                return wrong();
            game.strays.push_back(int(s.as_int64()));
        }
    const std::string_view who(result->as_string().data(), result->as_string().size());
    for (const Winner w : {Winner::x, Winner::o, Winner::draw})
        if (name(w) == who) return game.result = w, game;
    return wrong();
}

Expected<Held> read_games(const std::string& path, const std::function<Expected<void>(std::string_view)>& each) {
    if (!file_exists(path)) return Held{};
    const auto bytes = read_whole(path, file_kind::selfplay);
    if (!bytes) return std::unexpected(bytes.error());
    Held held;
    held.size = bytes->size();
    for (std::string_view rest = *bytes; !rest.empty();) {
        const std::size_t size = ZSTD_findFrameCompressedSize(rest.data(), rest.size());
        const auto text = ZSTD_isError(size) ? std::nullopt : decompressed(rest.substr(0, size));
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
    if (!bytes->empty() && !held.header.starts_with("{\"tavoliere\":\"selfplay\",\"version\":1,"))
        return problem(in_quotes(path) + " holds no games of selfplay, version 1");
    return held;
}

Expected<Writer> Writer::open(const std::string& path, const std::string& header, const Held& held) {
    auto file = AppendedFile::open(path);
    if (!file) return std::unexpected(file.error());
    if (file->size() != held.size)
        return problem("cannot write " + in_quotes(path) + ": another program has written to it meanwhile");
    if (held.is_damaged)
        return problem("cannot write " + in_quotes(path) + ": it is damaged after its game " +
                       std::to_string(held.games) + ", and what follows would be lost; name another file");
    if (const auto cut = file->cut(held.whole); !cut) return std::unexpected(cut.error());
    Writer writer(std::move(*file));
    if (held.header.empty())
        if (auto done = writer.append(header + "\n"); !done) return std::unexpected(done.error());
    return writer;
}

Expected<void> Writer::append(const std::string& lines) {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    std::string frame(ZSTD_compressBound(lines.size()), '\0');
    frame.resize(ZSTD_compress2(context, frame.data(), frame.size(), lines.data(), lines.size()));
    ZSTD_freeCCtx(context);
    return file_.append(frame);
}

}
