// show, moves: a position as a picture, and what can be played in it.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "common.hpp"
#include "diagram/diagram.hpp"
#include <cstdio>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tavoliere::cli {
namespace {

struct ShowOptions {
    DiagramRequest request;
    std::optional<std::string> svg, png;
};

// librsvg's converter reads the picture from a pipe and gives the PNG back through another.
std::string png_of(const std::string& svg) {
    std::FILE* input = std::tmpfile();
    if (!input || std::fwrite(svg.data(), 1, svg.size(), input) != svg.size()) fail("cannot write a temporary file", 1);
    std::rewind(input);
    int out[2];
    if (pipe(out) != 0) fail("cannot open a pipe", 1);
    const pid_t child = fork();
    if (child < 0) fail("cannot start rsvg-convert", 1);
    if (child == 0) {
        dup2(fileno(input), STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        execlp("rsvg-convert", "rsvg-convert", "--zoom", "2", static_cast<char*>(nullptr));
        _exit(127);
    }
    close(out[1]);
    std::fclose(input);
    std::string png;
    char buffer[1 << 16];
    for (ssize_t n; (n = read(out[0], buffer, sizeof buffer)) > 0;) png.append(buffer, std::size_t(n));
    close(out[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !png.starts_with("\x89PNG"))
        fail("rsvg-convert, which makes PNG out of SVG, is missing or failed; it is in Debian's package librsvg2-bin",
             1);
    return png;
}

void show(const ShowOptions& o) {
    need_apart({{"--svg", o.svg.value_or("")}, {"--png", o.png.value_or("")}});
    const Opened game = open_at(o.request);
    Diagram d = picture_of(game);
    need(draw_on(d, o.request));
    if (o.svg) need(write_whole(*o.svg, svg(d)));
    if (o.png) need(write_whole(*o.png, png_of(svg(d))));
    if (o.svg || o.png) return;
    fmt::print("{}\n{}\n{}\n{}\n", game.session->variant(), terminal_picture(d, wants_colour(STDOUT_FILENO)),
               game.session->position(), situation(*game.session));
}

void print_moves(const GameSession& session, bool json) {
    const auto moves = session.moves();
    if (json) {
        const std::string turn(1, session.view().turn);
        fmt::print("{}\n", JsonObject()
                               .add("game", session.variant())
                               .add("position", session.position())
                               .add("turn", turn)
                               .raw("moves", json_array(moves, [](const MoveView& m) { return json_string(m.text); }))
                               .raw("result", to_json(session.result()))
                               .text());
        return;
    }
    for (const auto& m : moves) fmt::print("{}\n", m.text);
    if (const auto result = session.result()) fmt::print("{}\n", situation(session));
}

}

void add_show(CLI::App& app) {
    auto* command = app.add_subcommand("show", "draw a position in the terminal, or as SVG or PNG");
    auto o = std::make_shared<ShowOptions>();
    add_fields(*command, o->request);
    command->add_option("--svg", o->svg, "write the picture to this file");
    command->add_option("--png", o->png, "write the picture to this file, twice as large");
    command->footer(
        "Marks, caption and style are for pictures in files.\n"
        "Examples:\n  tavoliere show hexxagon\n  tavoliere show ataxx --moves \"a2 a7-a5 a2-a4\" --png ataxx.png\n"
        "  tavoliere show ataxx --marks \"arrow:a1-a3 cross:g1\" --caption \"Black to move\" --style print --svg "
        "a.svg");
    command->callback([o] { show(*o); });
}

void add_moves(CLI::App& app) {
    auto* command = app.add_subcommand("moves", std::string(moves_help.en));
    auto o = std::make_shared<std::pair<StudyPlace, bool>>();
    add_fields(*command, o->first);
    command->add_flag("--json", o->second, "one JSON object");
    command->footer("Examples:\n  tavoliere moves ataxx\n  tavoliere moves clobber --moves \"c4xc5\" --json");
    command->callback([o] { print_moves(*open_at(o->first).session, o->second); });
}

}
