// db: a database of games.
#include "base/file.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "common.hpp"
#include "database/import.hpp"
#include "database/openings.hpp"
#include "records/format.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

using database::Database;

constexpr std::string_view result_names[] = {"1-0", "0-1", "1/2-1/2", "*"};

struct DatabaseOptions : StudyPlace {
    std::string folder, from, to = "tgn", out, player, result;
    std::vector<std::string> files;
    int threads = 1;
    std::size_t most = 10;
    database::OpeningsPlan openings;
    database::Days days;
    bool json = false;
};
using R = DatabaseOptions;
constexpr Field folder_field =
    field<R, &R::folder>("db", FileName{"FOLDER"}, {"the database, a folder", "la base di dati, una cartella"},
                         {.option = "DB", .is_required = true});
constexpr std::array folder_fields = {folder_field};
constexpr std::array import_fields = {
    folder_field,
    field<R, &R::files>("files", TextList{most_texts, true},
                        {"files of games, in any format of `convert`, or of selfplay",
                         "file di partite, in qualunque formato di `convert`, o di selfplay"},
                        {.option = "FILES", .is_required = true}),
    field<R, &R::from>("from", ChoiceOf{record_format_names},
                       {"the format of the files; by default that of how each begins",
                        "il formato dei file; se manca, quello di come ciascuno comincia"}),
    explained(threads_field<R, &R::threads>, {"threads that play the games", "thread che giocano le partite"})};
constexpr std::array most_field = {
    field<R, &R::most>("most", WholeRange{0, 100'000},
                       {"how many of the newest games are shown", "quante delle partite più nuove si mostrano"})};
constexpr std::array days_fields = {
    field<R, &R::days, &database::Days::since>("since", TextLine{},
                                               {"only games from this day on: 2026, 2026-11 or 2026-11-27",
                                                "solo partite da questo giorno in poi: 2026, 2026-11 o 2026-11-27"}),
    field<R, &R::days, &database::Days::until>("until", TextLine{},
                                               {"only games until then, that day, month or year with them",
                                                "solo partite fino ad allora, con quel giorno, mese o anno"})};
constexpr auto explore_fields = joined(folder_fields, place_fields<R>);
constexpr auto find_fields = joined(explore_fields, most_field, days_fields);
constexpr std::array export_own_fields = {
    field<R, &R::to>("to", ChoiceOf{record_format_names}, {"the format to write", "il formato da scrivere"}),
    field<R, &R::out>(
        "out", FileName{},
        {"the file to write; by default standard output", "il file da scrivere; se manca, l'output standard"}),
    field<R, &R::game>("game", TextLine{}, {"only games of this variant", "solo partite di questa variante"}),
    field<R, &R::player>("player", TextLine{}, {"only games of this player", "solo partite di questo giocatore"}),
    field<R, &R::result>("result", ChoiceOf{result_names},
                         {"only games with this result", "solo partite con questo risultato"})};
constexpr auto export_fields = joined(folder_fields, export_own_fields, days_fields);
constexpr std::array openings_fields = {
    folder_field,
    place_fields<R>[0],
    field<R, &R::out>(
        "out", FileName{},
        {"the file to write; by default standard output", "il file da scrivere; se manca, l'output standard"}),
    field<R, &R::openings, &database::OpeningsPlan::made>(
        "made", TextLine{},
        {"how the games were made, for those who look at them", "come sono nate le partite, per chi le guarda"}),
    field<R, &R::openings, &database::OpeningsPlan::plies>(
        "plies", WholeRange{0, 400}, {"positions after so many moves at most", "posizioni dopo al più tante mosse"}),
    field<R, &R::openings, &database::OpeningsPlan::times>(
        "times", WholeRange{1, 1'000'000},
        {"positions that came so often at least", "posizioni giunte almeno tante volte"}),
    field<R, &R::openings, &database::OpeningsPlan::bytes>(
        "bytes", WholeRange{1000, 64'000'000},
        {"how large the file may be, which compressed is some 3 in 10 of it",
         "quanto può essere grande il file, che compresso è circa 3 decimi"})};

std::unique_ptr<Database> opened(const R& o) { return need(Database::open(o.folder)); }

std::string counts_json(const ResultCounts& c) {
    return JsonObject().add("x", c.x).add("o", c.o).add("draw", c.draw).add("unknown", c.unknown).text();
}

void import_games(const R& o) {
    const auto db = need(Database::open_to_write(o.folder));
    database::Imported imported;
    const auto done = database::import_files(
        *db, o.files, {o.from, o.threads}, imported,
        [](const database::Imported& now) { show_progress(fmt::format("{} games", now.read)); },
        [] { return interrupted().load(); });
    end_progress();
    const auto plural = [](std::uint64_t n) { return n == 1 ? "" : "s"; };
    fmt::print("{}: {} game{} more, {} position{}; {} {} there already\n", printable(o.folder), imported.games,
               plural(imported.games), imported.positions, plural(imported.positions), imported.duplicates,
               imported.duplicates == 1 ? "was" : "were");
    need(done);
    if (interrupted()) fail("interrupted; the same command goes on", 1);
}

std::string game_json(const database::KeptGame& game) {
    JsonObject json;
    json.add("id", game.id).add("game", game.record.variant).add("source", game.source);
    if (game.record.start != "startpos") json.add("start", game.record.start);
    json.raw("moves", json_strings(game.record.moves)).add("result", game.record.result);
    JsonObject tags;
    for (const auto& [name, value] : game.record.tags) tags.add(name, value);
    if (!game.record.tags.empty()) json.raw("tags", tags.text());
    return json.text();
}

void find_games(const R& o) {
    const auto found = need(opened(o)->find(database::place_of(o), o.most, o.days));
    if (o.json) {
        const auto one = [](const database::Found::Game& game) {
            std::string json = game_json(game.kept);
            json.insert(json.size() - 1, ",\"ply\":" + std::to_string(game.ply));
            return json;
        };
        fmt::print("{}\n", JsonObject().add("times", found.times).raw("games", json_array(found.games, one)).text());
        return;
    }
    fmt::print("the position came {} time{}\n", found.times, found.times == 1 ? "" : "s");
    for (const auto& [kept, ply] : found.games) {
        const auto tag = [&](std::string_view name) {
            const std::string* value = find_tag(kept.record, name);
            return value && !value->empty() ? *value : std::string("?");
        };
        fmt::print("game {}, ply {} of {}: {} - {} {} ({}, {})\n", kept.id, ply, kept.record.moves.size(),
                   printable(tag("First")), printable(tag("Second")), kept.record.result, printable(tag("Date")),
                   printable(kept.source));
    }
}

void explore(const R& o) {
    const auto found = need(opened(o)->explore(database::place_of(o)));
    if (o.json) return fmt::print("{}\n", explored_json(found, {}, found.moves.size()));
    // In hundredths of the games whose result is known.
    const auto line = [](const std::string& what, const ResultCounts& c) {
        const double known = double(std::max<std::uint64_t>(c.all() - c.unknown, 1));
        fmt::print("{:<16} {:>10}  x {:>5.1f} %  draw {:>5.1f} %  o {:>5.1f} %\n", what, c.all(),
                   100 * double(c.x) / known, 100 * double(c.draw) / known, 100 * double(c.o) / known);
    };
    fmt::print("{}  {}\n", found.variant, found.position);
    line("all", found.all);
    for (const auto& [moves, counts] : found.moves)
        line(moves.size() == 1 ? moves[0] : fmt::format("{} (or {} more)", moves[0], moves.size() - 1), counts);
    if (found.ended.all()) line("games end here", found.ended);
}

void tell(const R& o) {
    const auto sum = need(opened(o)->statistics());
    if (o.json) {
        const auto one = [](const database::Statistics::Variant& v) {
            return JsonObject()
                .add("game", v.name)
                .add("games", v.games.all())
                .add("plies", v.plies)
                .raw("results", counts_json(v.games))
                .text();
        };
        fmt::print("{}\n", JsonObject()
                               .raw("variants", json_array(sum.variants, one))
                               .add("positions", sum.positions)
                               .add("counted_positions", sum.tallies)
                               .add("segments", sum.segments)
                               .add("segment_bytes", sum.segment_bytes)
                               .add("game_bytes", sum.game_bytes)
                               .text());
        return;
    }
    for (const auto& v : sum.variants)
        fmt::print("{}: {} games, {} plies; x won {}, o won {}, {} drawn, {} unfinished\n", v.name, v.games.all(),
                   v.plies, v.games.x, v.games.o, v.games.draw, v.games.unknown);
    fmt::print("{} positions in {} segments of {} bytes, {} of them counted beforehand; {} bytes of games\n",
               sum.positions, sum.segments, sum.segment_bytes, sum.tallies, sum.game_bytes);
}

// As convert() does it: a file is put in its place once it is whole.
void export_games(const R& o) {
    const RecordFormat& to = *find_record_format(o.to);
    need_outside({"--out", o.out}, {"the database", o.folder});
    const auto db = opened(o);
    std::optional<WholeFile> file;
    if (!o.out.empty()) file.emplace(need(WholeFile::create(o.out)));
    std::uint64_t count = 0;
    need(db->for_each({o.game, o.player, o.result, o.days}, [&](const database::KeptGame& game) -> Expected<bool> {
        Record record = game.record;
        const auto session = played(record);
        if (!session)
            return problem("database: " + in_quotes(o.folder) + ": game " + std::to_string(game.id) + ": " +
                           session.error().text);
        std::string written = to.write(record, **session);
        if (count && written.find('\n') + 1 < written.size()) written.insert(0, "\n");
        file ? file->write(written) : fmt::print("{}", written);
        if (++count % 1000 == 0) show_progress(fmt::format("{} games", count));
        return !interrupted();
    }));
    end_progress();
    if (interrupted()) fail(file ? "interrupted; nothing was written" : "interrupted", 1);
    if (!file) return;
    need(file->finish());
    fmt::print("{}: {} game{}\n", printable(o.out), count, count == 1 ? "" : "s");
}

void write_openings(const R& o) {
    database::OpeningsPlan plan = o.openings;
    plan.variant = o.game;
    need_outside({"--out", o.out}, {"the database", o.folder});
    const auto found = need(database::gather_openings(
        *opened(o), plan, [](std::size_t count) { show_progress(fmt::format("{} positions", count)); },
        [] { return interrupted().load(); }));
    end_progress();
    if (interrupted()) fail("interrupted; nothing was written", 1);
    const std::string text = openings_file(found);
    if (o.out.empty()) return fmt::print("{}", text);
    auto file = need(WholeFile::create(o.out));
    file.write(text);
    need(file.finish());
    fmt::print("{}: {} positions and {} games of {}\n", printable(o.out), found.positions.size(),
               found.top_games.size(), found.games);
}

void check_games(const R& o) {
    std::uint64_t faults = 0;
    need(opened(o)->check([&](const std::string& line) { ++faults, fmt::print("{}\n", printable(line)); },
                          [] { return interrupted().load(); }));
    if (interrupted()) fail("interrupted", 1);
    if (faults) fail("", 1);
    fmt::print("no fault\n");
}

constexpr Subcommand<R> db_subcommands[] = {
    {"db import",
     {"add games from files; those that are there already are left out",
      "aggiunge partite da file; quelle che ci sono già si tralasciano"},
     import_fields,
     import_games},
    {"db find",
     {"the games in which a position came, up to symmetry",
      "le partite in cui è venuta una posizione, a meno di simmetrie"},
     find_fields,
     find_games,
     &R::json},
    {"db explore",
     {"the moves that were played in a position, with their results",
      "le mosse giocate in una posizione, con i loro risultati"},
     explore_fields,
     explore,
     &R::json},
    {"db stats",
     {"how many games and positions there are", "quante partite e posizioni ci sono"},
     folder_fields,
     tell,
     &R::json},
    {"db export",
     {"write games to a file, or print them", "scrive partite in un file, o le stampa"},
     export_fields,
     export_games},
    {"db openings",
     {"a variant's most frequent positions and what was played there, as a small file for pages",
      "le posizioni più frequenti di una variante e che cosa vi si è giocato, come piccolo file per le pagine"},
     openings_fields,
     write_openings},
    {"db check",
     {"every byte, and every game by its rules", "ogni byte, e ogni partita secondo le sue regole"},
     folder_fields,
     check_games}};

}

std::vector<RequestInfo> db_commands() { return infos_of<R>(db_subcommands); }

void add_db(CLI::App& app) {
    auto* command =
        app.add_subcommand("db", "a database of games: what was played from a position, and what came of it");
    add_subcommands<R>(*command, db_subcommands);
    for (CLI::App* part : command->get_subcommands({})) add_rules_option(*part);
    command->footer("docs/database.md tells how it is kept and what it costs.\n"
                    "Examples:\n  tavoliere db import games ataxx.jsonl.zst match.tgn --threads 2\n"
                    "  tavoliere db explore games ataxx --moves \"a2\"\n"
                    "  tavoliere db find games ataxx --moves \"a2 a7-a5\" --json\n"
                    "  tavoliere db export games --player Ada --to pgn --out ada.pgn\n"
                    "  tavoliere db openings games ataxx --out openings/ataxx.json");
}

}
