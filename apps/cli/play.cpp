// play: a game in the terminal, against the engine or between two people at one keyboard.
#include "base/file.hpp"
#include "common.hpp"
#include "diagram/diagram.hpp"
#include "game/record.hpp"
#include <clocale>
#include <ctime>
#include <editline/readline.h>
#include <filesystem>
#include <fmt/core.h>
#include <random>
#include <unistd.h>

namespace tavoliere::cli {
namespace {

struct PlayOptions : PlayRequest {
    std::string tables;
};

constexpr std::string_view help_text = "  a move          as it is written: a2, a7-a5, c4xc5, pass\n"
                                       "  moves [CELL]    the legal moves, or those that begin with a cell\n"
                                       "  hint            what the engine would play\n"
                                       "  undo            take back to your last decision\n"
                                       "  board, flip     draw the board again, or from the other side\n"
                                       "  position        the position as text\n"
                                       "  save FILE       keep the game as a record\n"
                                       "  resign, quit\n";

struct SavedPlayer {
    std::string kind;
    int level = 0;
    double seconds = 1;
};
constexpr Field engine_level = level_field<SavedPlayer, &SavedPlayer::level>,
                engine_seconds = seconds_field<SavedPlayer, &SavedPlayer::seconds>;

class Play {
public:
    explicit Play(const PlayOptions& options) : o(options), colour(wants_colour(STDOUT_FILENO)) {
        start = o.position;
        Record saved;
        if (o.load.empty())
            game = open_at(o);
        else
            saved = load();
        choose_players(saved);
        if (!game.session->result()) tell_ending(saved);
        need(game.session->use_network(o.network));
        if (!o.tables.empty()) need(game.session->use_tables(o.tables, 0, interrupted()));
    }

    void run() {
        draw();
        for (bool announced = false, going = true; going;) {
            if (over()) {
                if (!announced)
                    fmt::print("{}\n", resigned ? fmt::format("{} resigns: {} wins", colour_of(*resigned),
                                                              colour_of(*resigned == 'x' ? 'o' : 'x'))
                                                : situation(*game.session));
                announced = true;
                // Whoever played may still save the game, or take back.
                if (!is_person('x') && !is_person('o')) return;
                going = ask_and_obey("The game is over> ");
            } else {
                announced = false;
                going = is_person(turn()) ? person_moves() : engine_moves();
            }
        }
    }

private:
    bool over() const { return resigned || game.session->result(); }
    char turn() const { return game.session->view().turn; }
    bool is_person(char player) const { return players[player == 'x' ? 0 : 1] == "person"; }
    std::string_view colour_of(char player) const { return game.session->info().colours[player == 'x' ? 0 : 1].en; }
    // "Black (x)": the pictures have letters.
    std::string named(char player) const { return fmt::format("{} ({})", colour_of(player), player); }
    bool must_pass() const {
        const auto moves = game.session->moves();
        return moves.size() == 1 && moves[0].text == "pass";
    }

    Record load() {
        const std::string where = in_quotes(o.load) + ": ";
        const auto in_file = [&]<class T>(Expected<T> value) {
            if (!value) fail(where + value.error().text);
            if constexpr (!std::is_void_v<T>) return std::move(*value);
        };
        Record read = in_file(read_record(need(read_text_file(o.load, file_kind::record))));
        game.session = in_file(open(read.variant));
        in_file(game.session->set_position(read.start));
        start = read.start;
        for (const auto& m : read.moves) {
            auto move = game.session->play(m);
            if (!move) fail(where + "move " + std::to_string(game.played.size() + 1) + ": " + move.error().text);
            game.played.push_back(std::move(*move));
        }
        return read;
    }

    // By resignation, on time: the moves do not tell, and the game goes on from there.
    void tell_ending(const Record& saved) const {
        if (saved.result == "*") return;
        const std::string who = saved.result == "1/2-1/2"
                                    ? "was a draw"
                                    : fmt::format("was won by {}", colour_of(saved.result == "1-0" ? 'x' : 'o'));
        const std::string_view how = tag_of(saved, "Termination");
        fmt::print("This game {}{}; it goes on from there.\n", who, how.empty() ? "" : fmt::format(" ({})", how));
    }

    // Those of a game that save() wrote, where the command says nothing else. Other records (a match's, or of people with names)
    // say nothing about who goes on with them.
    void choose_players(const Record& saved) {
        const auto x = saved_player(saved, "First"), o_ = saved_player(saved, "Second");
        for (const std::string_view name : {"First", "Second"}) {
            const std::string_view how = tag_of(saved, name),
                                   other = tag_of(saved, name == "First" ? "Second" : "First");
            if (other == "person" && !saved_player(saved, name) &&
                (how.starts_with("engine:level=") || how.starts_with("engine:time=")))
                fail(fmt::format(
                    "{}: {}: {} is no engine; it is engine, engine:level=N from {} or engine:time=SECONDS from {}",
                    o.load, name, in_quotes(how), range_text(engine_level.domain), range_text(engine_seconds.domain)));
        }
        if (x && o_ && (x->kind == "person" || o_->kind == "person")) {
            players = {x->kind, o_->kind};
            const SavedPlayer& engine = x->kind == "engine" ? *x : *o_;
            level = engine.level, seconds = engine.seconds;
        }
        if (!o.x.empty()) players[0] = o.x;
        if (!o.o.empty()) players[1] = o.o;
        if (!o.level && !o.seconds) return;
        level = o.level.value_or(0), seconds = o.seconds.value_or(1);
        if (is_person('x') && is_person('o'))
            fail("play: --level and --time are an engine's, and both players are persons; --o engine makes one of them "
                 "an engine");
    }
    // Empty where there is none.
    static std::string_view tag_of(const Record& saved, std::string_view name) {
        const auto tag = std::ranges::find(saved.tags, name, [](const auto& t) -> std::string_view { return t.first; });
        return tag == saved.tags.end() ? std::string_view() : tag->second;
    }
    // As name_of_player() writes it; nothing where the tag says something else.
    static std::optional<SavedPlayer> saved_player(const Record& saved, std::string_view name) {
        std::string_view how = tag_of(saved, name);
        if (how == "person") return SavedPlayer{"person"};
        SavedPlayer engine{"engine"};
        const auto says = [&](std::string_view begins, const Field& field) {
            return take(how, begins) && set_field(field, field.name, how, &engine, Asker::owner);
        };
        if (how == "engine" || says("engine:level=", engine_level) || says("engine:time=", engine_seconds))
            return engine;
        return {};
    }
    // As a match names them.
    std::string name_of_player(std::size_t i) const {
        if (players[i] == "person") return "person";
        return level ? fmt::format("engine:level={}", level) : fmt::format("engine:time={}", seconds);
    }

    void draw() const {
        Diagram d = picture_of(game);
        d.turned = turned;
        fmt::print("\n{}", terminal_picture(d, colour));
        for (const HandView& h : game.session->view().hands)
            if (h.count) fmt::print("{} has {} {} in hand\n", colour_of(h.player), h.count, h.piece);
        fmt::print("\n");
    }

    void make(const std::string& text) {
        const std::string who = named(turn());
        auto move = game.session->play(text);
        if (!move) {
            fmt::print("{}\n", move.error().text);
            return;
        }
        fmt::print("{} plays {}\n", who, move->text);
        game.played.push_back(std::move(*move));
        draw();
    }

    // Ctrl-C while the engine thinks means: enough.
    std::string think() const {
        Limits limits;
        limits.seconds = seconds;
        limits.level = level;
        limits.seed = std::random_device{}(); // a level plays otherwise every time
        const std::string best =
            game.session->think(limits, [](const ThoughtView&) {}, interrupted()).lines.at(0).moves.at(0);
        return best;
    }
    // False when Ctrl-C ends a game that nobody at the keyboard plays.
    bool engine_moves() {
        make(think());
        if (interrupted() && !is_person('x') && !is_person('o')) return false;
        forget_interrupt();
        return true;
    }

    // False: leave the game.
    bool person_moves() {
        if (!must_pass()) return ask_and_obey(fmt::format("{} to move> ", named(turn())));
        fmt::print("{} cannot move and passes\n", colour_of(turn()));
        make("pass");
        return true;
    }

    bool ask_and_obey(const std::string& prompt) {
        std::string line;
        if (!ask(prompt, line)) return false;
        const std::size_t space = line.find(' ');
        const std::string word = line.substr(0, space), rest = space == std::string::npos ? "" : line.substr(space + 1);
        if (word.empty()) return true;
        if (word == "quit" || word == "exit") return false;
        if (command(word, rest)) return true;
        if (over())
            fmt::print("the game is over; you can still use undo, save FILE, position, board and quit\n");
        else
            make(line);
        return true;
    }

    bool command(const std::string& word, const std::string& rest) {
        if (word == "help" || word == "?")
            fmt::print("{}", help_text);
        else if (word == "undo")
            undo();
        else if (word == "board")
            draw();
        else if (word == "flip")
            turned = !turned, draw();
        else if (word == "position")
            fmt::print("{}\n", game.session->position());
        else if (word == "save")
            save(rest);
        else if (!over() && word == "moves")
            list(rest);
        else if (!over() && word == "hint")
            fmt::print("{}\n", think()), forget_interrupt();
        else if (!over() && word == "resign")
            resigned = turn();
        else
            return false;
        return true;
    }

    void list(const std::string& from) const {
        if (!from.empty() && !game.session->geometry().find(from)) {
            fmt::print("{} is not a cell of this board\n", in_quotes(from));
            return;
        }
        // A piece from the hand is no cell.
        const auto begins = [&](const std::vector<std::string>& path) {
            const auto cell = std::find_if(path.begin(), path.end(), [](const auto& step) { return step[0] != '@'; });
            return cell != path.end() && *cell == from;
        };
        std::string line;
        for (const auto& m : game.session->moves())
            if (from.empty() || begins(m.path)) line += (line.empty() ? "" : " ") + m.text;
        fmt::print("{}\n", line.empty() ? "none" : line);
    }

    // Back to where a person last had a choice: against the engine that is two plies, more where somebody had to pass.
    void undo() {
        if (resigned) {
            resigned.reset();
        } else if (game.played.empty()) {
            fmt::print("there is nothing to take back\n");
            return;
        } else {
            do {
                game.session->undo();
                game.played.pop_back();
            } while (!game.played.empty() && (!is_person(turn()) || must_pass()));
        }
        draw();
    }

    void save(const std::string& path) {
        if (path.empty()) {
            fmt::print("save where? give a file, as in: save game.tgn\n");
            return;
        }
        if (!may_replace(path)) {
            fmt::print("{} is there already, and is no game that was saved here; give another file\n", in_quotes(path));
            return;
        }
        char date[16];
        const std::time_t now = std::time(nullptr);
        std::strftime(date, sizeof date, "%Y-%m-%d", std::localtime(&now));
        Record record;
        record.variant = game.session->variant();
        record.start = start;
        record.tags = {{"Date", date}, {"First", name_of_player(0)}, {"Second", name_of_player(1)}};
        record.first_is_o = (turn() == 'o') != (game.played.size() % 2 == 1);
        for (const auto& m : game.played) record.moves.push_back(m.text);
        record.result = resigned ? (*resigned == 'x' ? "0-1" : "1-0") : result_text(game.session->result());
        if (resigned) record.tags.emplace_back("Termination", "resigned");
        const auto saved = write_whole(path, write_record(record));
        fmt::print("{}\n", saved ? "saved to " + printable(path) : saved.error().text);
    }

    // What save() wrote, or what holds nothing.
    static bool may_replace(const std::string& path) {
        std::error_code none;
        if (!std::filesystem::is_regular_file(path, none)) return true;
        const auto there = read_text_file(path, file_kind::record);
        if (there && there->empty()) return true;
        if (!there) return false;
        const auto record = read_record(*there);
        if (!record) return false;
        const auto x = saved_player(*record, "First"), o_ = saved_player(*record, "Second");
        return x && o_ && (x->kind == "person" || o_->kind == "person");
    }

    // libedit reads letters as the terminal's language has them, and drops them where nobody has asked for it. Of a locale no
    // more than that is taken: numbers stay as they are.
    static char* edited_line(const std::string& prompt) {
        [[maybe_unused]] static const char* const letters = std::setlocale(LC_CTYPE, "");
        return readline(prompt.c_str());
    }

    // A line from the keyboard, with history and editing where it is one. False at the end of input.
    bool ask(const std::string& prompt, std::string& line) {
        std::fflush(stdout);
        if (!isatty(STDIN_FILENO)) {
            if (!need(input.next(line))) return false;
        } else {
            char* read = edited_line(prompt);
            if (!read) {
                fmt::print("\n"); // Ctrl-D leaves the prompt where it is
                return false;
            }
            line = read;
            std::free(read);
        }
        line.erase(0, line.find_first_not_of(" \t\r"));
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (!line.empty()) add_history(line.c_str());
        return true;
    }

    const PlayOptions& o;
    const bool colour;
    LineReader input{STDIN_FILENO}; // where that is no terminal
    Opened game;
    std::array<std::string, 2> players{"person", "engine"}; // x, o
    int level = 0;                                          // of the engine; 0: it thinks for `seconds`
    double seconds = 1;
    std::string start; // of the record
    bool turned = false;
    std::optional<char> resigned;
};

}

void add_play(CLI::App& app) {
    auto* command = app.add_subcommand("play", std::string(play_help.en));
    auto o = std::make_shared<PlayOptions>();
    add_fields<PlayRequest>(*command, *o);
    add_tables_option(*command, o->tables);
    command->get_option("--level")->excludes("--time");
    for (const char* other : {"GAME", "--position", "--moves"}) command->get_option("--load")->excludes(other);
    command->footer("While playing, `help` lists what can be typed.\n"
                    "Examples:\n  tavoliere play ataxx\n  tavoliere play boop --level 2\n  tavoliere play hexxagon --x "
                    "engine --o person --time 5\n  "
                    "tavoliere play clobber --o person");
    command->callback([o] {
        if (o->game.empty() == o->load.empty())
            fail("play: name a GAME, as in tavoliere play ataxx, or a saved game with --load FILE");
        Play(*o).run();
    });
}

}
