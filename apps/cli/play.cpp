// play: a game in the terminal, against the engine or between two people at one keyboard.
#include "common.hpp"
#include "diagram/diagram.hpp"
#include "game/record.hpp"
#include <ctime>
#include <editline/readline.h>
#include <fmt/core.h>
#include <iostream>
#include <unistd.h>

namespace tavoliere::cli {
namespace {

struct PlayOptions {
    Place place;
    std::string x = "person", o = "engine", load;
    double seconds = 1;
};

constexpr std::string_view help_text = "  a move          as it is written: a2, a7-a5, c4xc5, pass\n"
                                       "  moves [CELL]    the legal moves, or those that begin with a cell\n"
                                       "  hint            what the engine would play\n"
                                       "  undo            take back to your last decision\n"
                                       "  board, flip     draw the board again, or from the other side\n"
                                       "  position        the position as text\n"
                                       "  save FILE       keep the game as a record\n"
                                       "  resign, quit\n";

class Play {
public:
    explicit Play(const PlayOptions& options) : o(options), colour(is_terminal(STDOUT_FILENO)) {
        record.start = o.place.position;
        if (o.load.empty()) {
            session = o.place.open();
            Place before = o.place;
            before.moves.clear();
            auto replay = before.open();
            for (const auto& m : o.place.move_list()) played.push_back(need(replay->play(m)));
        } else {
            load();
        }
        record.variant = session->variant();
    }

    void run() {
        draw();
        while (!over()) {
            if (interrupted()) break;
            const bool engine = (session->view().turn == 'x' ? o.x : o.o) == "engine";
            if (engine ? !engine_moves() : !person_moves()) break;
        }
        if (over()) fmt::print("{}\n", resigned ? std::string(colour_of(*resigned)) + " resigns" : situation(*session));
    }

private:
    bool over() const { return resigned || session->result(); }
    std::string_view colour_of(char player) const { return session->info().colours[player == 'x' ? 0 : 1]; }

    void load() {
        const Record read = need(read_record(read_file(o.load)));
        session = need(open(read.variant));
        need(session->set_position(read.start));
        record.start = read.start;
        for (const auto& m : read.moves) {
            auto move = session->play(m);
            if (!move) fail(o.load + ": move " + std::to_string(played.size() + 1) + ": " + move.error().text);
            played.push_back(std::move(*move));
        }
    }

    void draw() const {
        Diagram d{session->geometry(), session->info().colours, session->view().cells};
        if (!played.empty()) d.marked = cells_of(played.back(), session->geometry());
        d.turned = turned;
        fmt::print("\n{}\n", terminal_picture(d, colour));
    }

    void make(const std::string& text) {
        const std::string_view who = colour_of(session->view().turn);
        auto move = session->play(text);
        if (!move) {
            fmt::print("{}\n", move.error().text);
            return;
        }
        fmt::print("{} plays {}\n", who, move->text);
        played.push_back(std::move(*move));
        draw();
    }

    std::string think() {
        Limits limits;
        limits.seconds = o.seconds;
        return session->think(limits, [](const ThoughtView&) {}, interrupted()).lines.at(0).moves.at(0);
    }
    bool engine_moves() {
        const std::string best = think();
        if (interrupted()) return false;
        make(best);
        return true;
    }

    // False: leave the game.
    bool person_moves() {
        const auto moves = session->moves();
        if (moves.size() == 1 && moves[0].text == "pass") {
            fmt::print("{} cannot move and passes\n", colour_of(session->view().turn));
            make("pass");
            return true;
        }
        std::string line;
        if (!ask(fmt::format("{} to move> ", colour_of(session->view().turn)), line)) return false;
        const std::size_t space = line.find(' ');
        const std::string word = line.substr(0, space), rest = space == std::string::npos ? "" : line.substr(space + 1);
        if (word.empty()) return true;
        if (word == "quit" || word == "exit") return false;
        if (!command(word, rest)) make(line);
        return true;
    }

    bool command(const std::string& word, const std::string& rest) {
        if (word == "help" || word == "?")
            fmt::print("{}", help_text);
        else if (word == "moves")
            list(rest);
        else if (word == "hint")
            fmt::print("{}\n", think());
        else if (word == "undo")
            undo();
        else if (word == "board")
            draw();
        else if (word == "flip")
            turned = !turned, draw();
        else if (word == "position")
            fmt::print("{}\n", session->position());
        else if (word == "save")
            save(rest);
        else if (word == "resign")
            resigned = session->view().turn;
        else
            return false;
        return true;
    }

    void list(const std::string& from) const {
        std::string line;
        for (const auto& m : session->moves())
            if (m.text.starts_with(from)) line += (line.empty() ? "" : " ") + m.text;
        fmt::print("{}\n", line.empty() ? "none" : line);
    }

    // Back to where a person was last to move: against the engine that is two plies.
    void undo() {
        if (played.empty()) {
            fmt::print("there is nothing to take back\n");
            return;
        }
        do {
            session->undo();
            played.pop_back();
        } while (!played.empty() && (session->view().turn == 'x' ? o.x : o.o) == "engine");
        draw();
    }

    void save(const std::string& path) {
        if (path.empty()) {
            fmt::print("save where? give a file, as in: save game.tgn\n");
            return;
        }
        const auto start = need(open(session->variant()));
        need(start->set_position(record.start));
        Record out = record;
        char date[16];
        const std::time_t now = std::time(nullptr);
        std::strftime(date, sizeof date, "%Y-%m-%d", std::localtime(&now));
        out.tags = {{"Date", date}, {"First", o.x}, {"Second", o.o}};
        out.first_is_o = start->view().turn == 'o';
        for (const auto& m : played) out.moves.push_back(m.text);
        out.result = result_text(session->result());
        try {
            write_file(path, write_record(out));
            fmt::print("saved to {}\n", path);
        } catch (const Failure& failure) { fmt::print("{}\n", failure.line); }
    }

    // A line from the keyboard, with history and editing where it is one. False at the end of input.
    bool ask(const std::string& prompt, std::string& line) const {
        std::fflush(stdout);
        if (!isatty(STDIN_FILENO)) return bool(std::getline(std::cin, line));
        char* read = readline(prompt.c_str());
        if (!read) return false;
        line = read;
        std::free(read);
        while (line.ends_with(' ')) line.pop_back();
        if (!line.empty()) add_history(line.c_str());
        return true;
    }

    const PlayOptions& o;
    const bool colour;
    std::unique_ptr<Session> session;
    std::vector<MoveView> played;
    Record record;
    bool turned = false;
    std::optional<char> resigned;
};

}

void add_play(CLI::App& app) {
    auto* command = app.add_subcommand("play", "play in the terminal");
    auto o = std::make_shared<PlayOptions>();
    o->place.add_to(*command);
    command->get_option("GAME")->required(false);
    const CLI::IsMember players({"person", "engine"});
    command->add_option("--x", o->x, "who plays first: person or engine")->check(players);
    command->add_option("--o", o->o, "who plays second: person or engine")->check(players);
    command->add_option("--time", o->seconds, "seconds the engine thinks about a move")
        ->check(CLI::Range(0.01, 3600.0));
    command->add_option("--load", o->load, "go on with a saved game");
    command->footer("While playing, `help` lists what can be typed.\n"
                    "Examples:\n  tavoliere play ataxx\n  tavoliere play hexxagon --x engine --o person --time 5\n  "
                    "tavoliere play clobber --o person");
    command->callback([o] {
        if (o->place.game.empty() == o->load.empty())
            fail("play: name a GAME, as in tavoliere play ataxx, or a saved game with --load FILE");
        Play(*o).run();
    });
}

}
