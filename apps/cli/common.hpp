// What the commands share: how they fail, how they open a game, how they are interrupted.
#pragma once
#include "ask/requests.hpp"
#include "ask/study.hpp"
#include "diagram/diagram.hpp"
#include "session/session.hpp"
#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tavoliere::cli {

// Ends a command: one line on standard error, and its exit status. 2 is bad input, 1 an answer that is a failure.
struct Failure {
    int status;
    std::string line;
};
[[noreturn]] inline void fail(std::string line, int status = 2) { throw Failure{status, std::move(line)}; }

// A value, or the command ends with its problem.
template <class T> T need(Expected<T> value) {
    if (!value) fail(value.error().text);
    if constexpr (!std::is_void_v<T>) return std::move(*value);
}

// A game and the moves played in it.
struct Opened {
    std::unique_ptr<GameSession> session;
    std::vector<MoveView> played;
};

// The game at a place, with the moves played. Position and moves may be what files held, with the ends of their lines.
Opened open_at(const StudyPlace& place);

// The options of a request, from the table of its fields: add_fields(command, fields_of<R>, request). The request outlives the command.
void add_fields(CLI::App& command, std::span<const Field> fields, void* request);
template <class R> void add_fields(CLI::App& command, R& request) { add_fields(command, fields_of<R>, &request); }

// One of several things that a command does, as `store backup`: a row of the table from which come its options and its place in
// `tavoliere schema`.
template <class R> struct Subcommand {
    std::string_view name; // with the command's: "store backup"
    Words help;
    std::span<const Field> fields;
    void (*run)(const R& request);
    bool R::* json = nullptr; // where it can be told so
};
template <class R> void add_subcommands(CLI::App& command, std::span<const Subcommand<R>> all) {
    const auto request = std::make_shared<R>();
    for (const Subcommand<R>& each : all) {
        auto* const part =
            command.add_subcommand(std::string(each.name.substr(each.name.find(' ') + 1)), std::string(each.help.en));
        add_fields(*part, each.fields, request.get());
        if (each.json) part->add_flag("--json", (*request).*each.json, "one object of JSON");
        part->callback([request, run = each.run] { run(*request); });
    }
    command.require_subcommand(1);
}
template <class R> std::vector<RequestInfo> infos_of(std::span<const Subcommand<R>> all) {
    std::vector<RequestInfo> infos;
    for (const Subcommand<R>& each : all) infos.push_back(request_info<R>(each.name, each.help, "", each.fields));
    return infos;
}
// Of the commands whose tables are the program's own.
std::vector<RequestInfo> db_commands();
std::vector<RequestInfo> job_commands();
std::vector<RequestInfo> serve_commands();
std::vector<RequestInfo> store_commands();

// The file of rules that an argument named, which this process alone knows; empty: none did.
std::string& file_of_rules();

// --rules FILE, of commands that read files in which a game is only named: the rules of a game of one's own. Arguments are looked
// through for it before any of them is understood (main.cpp).
void add_rules_option(CLI::App& command);

// --tables DIR, or TAVOLIERE_TABLES: where tables of all positions are kept.
void add_tables_option(CLI::App& command, std::string& directory);

// A file that a command reads or writes, and the option that names it. No path: it was not given.
struct NamedFile {
    std::string_view option;
    std::string path;
};
// Ends the command where a file that it would write is one that it reads, or another one that it writes.
void need_apart(const std::vector<NamedFile>& written, const std::vector<NamedFile>& read = {});
// A database of SQLite, and what SQLite keeps beside it.
std::vector<NamedFile> database_files(std::string_view option, const std::string& path);
// Ends the command where a file that it would write is one of a folder that is not for others to write in.
void need_outside(const NamedFile& written, const NamedFile& folder);

// Set by Ctrl-C. A second Ctrl-C ends the program as usual.
std::atomic<bool>& interrupted();
void watch_interrupts();
void forget_interrupt(); // it was meant for something that has ended
// How often the program was stopped by a signal, as Ctrl-Z does it, and went on; counted from the first call on.
const std::atomic<unsigned>& pauses();

std::string_view first_letters(std::string_view text, std::size_t most); // so many characters, or all that it has
bool wants_colour(int fd);    // a terminal that has colours, and NO_COLOR does not say otherwise
std::size_t most_memory_mb(); // what tables may take: four fifths of the machine's
// The position, with the last move's cells marked.
Diagram picture_of(const Opened& game);
// "[=====>    ] 123/400" for a terminal.
std::string bar(std::uint64_t done, std::uint64_t all);
// On standard error, for a person who waits: one line, written over the one before, and no longer than the terminal is wide.
// Nothing where that is no terminal.
void show_progress(std::string_view line);
void end_progress(); // the line goes away
// On standard error: the parameters in `settings` that have a new name (renamed_parameters()).
void tell_renamed(std::string_view settings);
// A position of bench, searched: every preset's at the start and deep in two random games, to a fixed depth, by one thread.
struct BenchPosition {
    std::string variant;
    std::vector<std::string> played;
    std::uint64_t nodes = 0;
};
// The nodes of all, a number that stands for how this program plays; each is told.
std::uint64_t bench_nodes(int depth, const std::function<void(const BenchPosition&)>& each);
// One file a command; each adds itself to the program and runs when it is named.
void add_games(CLI::App& app);
void add_rules(CLI::App& app);
void add_show(CLI::App& app);
void add_moves(CLI::App& app);
void add_perft(CLI::App& app);
void add_playouts(CLI::App& app);
void add_play(CLI::App& app);
void add_analyse(CLI::App& app);
void add_solve(CLI::App& app);
void add_value(CLI::App& app);
void add_verify(CLI::App& app);
void add_match(CLI::App& app);
void add_selfplay(CLI::App& app);
void add_train(CLI::App& app);
void add_tune(CLI::App& app);
void add_levels(CLI::App& app);
void add_lab(CLI::App& app);
void add_puzzles(CLI::App& app);
void add_check(CLI::App& app);
void add_bench(CLI::App& app);
void add_engine(CLI::App& app);
void add_convert(CLI::App& app);
void add_review(CLI::App& app);
void add_db(CLI::App& app);
void add_serve(CLI::App& app);
void add_store(CLI::App& app);
void add_job(CLI::App& app);
void add_worker(CLI::App& app);
void add_schema(CLI::App& app);
void add_completion(CLI::App& app);
void add_man(CLI::App& app);

}
