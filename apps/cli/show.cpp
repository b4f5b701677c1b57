// show, moves: a position as a picture, and what can be played in it.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "common.hpp"
#include "diagram/diagram.hpp"
#include "pictures/pictures.hpp"
#include <fmt/core.h>
#include <unistd.h>

namespace tavoliere::cli {
namespace {

struct ShowOptions {
    AnimationRequest request;
    std::optional<std::string> svg, png, animate;
};

// What the converter paints; that it cannot is no fault of the input.
std::string needed(Expected<std::string> painted) {
    if (!painted) fail(painted.error().text, 1);
    return *std::move(painted);
}

// An animation, in the format that the file's name ends with.
void animate(const AnimationRequest& request, const std::string& file) {
    const bool is_gif = file.ends_with(".gif");
    if (!is_gif && !file.ends_with(".svg"))
        fail("--animate: " + in_quotes(file) + " is neither an animated SVG nor a GIF; its name ends in .svg or .gif",
             2);
    const auto animation = need(animation_of(request));
    need(write_whole(file, is_gif ? needed(animated_gif(animation.pictures, request.pace))
                                  : animated_svg(animation.pictures, request.pace)));
}

void show(const ShowOptions& o) {
    need_apart({{"--svg", o.svg.value_or("")}, {"--png", o.png.value_or("")}, {"--animate", o.animate.value_or("")}});
    if (o.animate) animate(o.request, *o.animate);
    const Opened game = open_at(o.request);
    Diagram d = picture_of(game);
    need(draw_on(d, o.request));
    if (o.svg) need(write_whole(*o.svg, svg(d)));
    if (o.png) need(write_whole(*o.png, needed(png(svg(d), print_zoom))));
    if (o.svg || o.png || o.animate) return;
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
    auto* command =
        app.add_subcommand("show", "draw a position in the terminal, or as SVG or PNG, or a game as a moving picture");
    auto o = std::make_shared<ShowOptions>();
    add_fields(*command, o->request);
    command->add_option("--svg", o->svg, "write the picture to this file");
    command->add_option("--png", o->png, "write the picture to this file, twice as large");
    CLI::Option* const animate = command->add_option(
        "--animate", o->animate,
        "write the game as a moving picture to this file, a position after the other: FILE.svg or FILE.gif");
    for (const char* of_animations : {"--seconds", "--rest"}) command->get_option(of_animations)->needs(animate);
    command->footer(
        "Marks, caption and style are for pictures in files, --seconds and --rest for moving ones.\n"
        "Examples:\n  tavoliere show hexxagon\n  tavoliere show ataxx --moves \"a2 a7-a5 a2-a4\" --png ataxx.png\n"
        "  tavoliere show ataxx --marks \"arrow:a1-a3 cross:g1\" --caption \"Black to move\" --style print --svg "
        "a.svg\n"
        "  tavoliere show boop --moves \"c3 d4 c4\" --animate boop.gif --seconds 0.5");
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
