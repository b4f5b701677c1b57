// value: what a position is worth in the theory of sums of games.
#include "ask/running.hpp"
#include "base/file.hpp"
#include "common.hpp"
#include "diagram/thermograph.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct ValueOptions {
    ValueRequest request;
    std::optional<std::string> thermograph;
    bool json = false, ascii = false;
};

// Who wins, in words.
std::string_view meaning(Outcome outcome) {
    switch (outcome) {
    case Outcome::left: return "L: x wins, whoever begins";
    case Outcome::right: return "R: o wins, whoever begins";
    case Outcome::next: return "N: whoever begins wins";
    case Outcome::previous: break;
    }
    return "P: whoever begins loses";
}

void print(const ValueText& v, bool ascii) {
    fmt::print("value          {}\noutcome        {}\n", ascii ? v.ascii : v.unicode, meaning(v.outcome));
    if (v.thermograph)
        fmt::print("mean           {}\ntemperature    {}\n", v.thermograph->mean.text(),
                   v.thermograph->temperature.text());
    if (v.weight) fmt::print("atomic weight  {}\n", *v.weight);
    if (v.ups) fmt::print("between        {} and {} ups\n", v.ups->least, v.ups->most);
    fmt::print("size           {} positions, birthday {}\n", v.positions, v.birthday);
}

void print(const ValueView& view, bool ascii) {
    fmt::print("Left is x, Right is o.\n");
    const auto unknown = [&] { return fmt::format("unknown ({})", unsolved_names[std::size_t(view.why)]); };
    for (const auto& part : view.parts)
        fmt::print("part           {}  =  {}\n", part.position.substr(0, part.position.find(' ')),
                   !part.value ? unknown()
                   : ascii     ? part.value->ascii
                               : part.value->unicode);
    if (view.sum)
        print(*view.sum, ascii);
    else
        fmt::print("value          {}\n", unknown());
    fmt::print("found          {} parts, {} values, {:.2f} s\n", view.known, view.values, view.seconds);
}

void save_thermograph(const std::string& file, const std::optional<ValueText>& v) {
    if (!v || !v->thermograph) fail("--thermograph: the value is unknown, so there is nothing to draw", 1);
    need(write_whole(file, svg(*v->thermograph)));
}

void show_valuing(const ValueProgress& p) {
    show_progress(fmt::format("{:.0f} s  {} values  {} MB", p.seconds, p.values, p.memory >> 20));
}

void value(const ValueOptions& o) {
    const ValueView view = need(run(o.request, show_valuing, interrupted()));
    end_progress();
    const bool is_text = !o.request.of.empty();
    if (is_text && !view.sum) fail("the value is unknown: the limits were too narrow", 1);
    if (o.thermograph) save_thermograph(*o.thermograph, view.sum);
    if (o.json)
        fmt::print("{}\n", is_text ? to_json(*view.sum) : to_json(view));
    else if (is_text)
        print(*view.sum, o.ascii);
    else
        print(view, o.ascii);
}

}

void add_value(CLI::App& app) {
    auto* command = app.add_subcommand("value", std::string(value_help.en));
    auto o = std::make_shared<ValueOptions>();
    add_fields(*command, o->request);
    command->add_option("--thermograph", o->thermograph, "draw the sum's thermograph into this SVG file");
    command->add_flag("--ascii", o->ascii, "^ v for arrows, +- for the sign of switches");
    command->add_flag("--json", o->json, "one JSON object");
    command->footer("Left is x, Right is o. Whose turn it is does not matter: a value covers both cases.\n"
                    "docs/sums.md explains what values are and how they are written.\n"
                    "Examples:\n  tavoliere value clobber xxo\n  tavoliere value clobber \"xoxo/oxox\" --json\n"
                    "  tavoliere value blocco --position \"5x/5o/1X4/1x4/1x4/xo4/1Xxxx1 x\"\n"
                    "  tavoliere value --of \"{5|2} + {-1|-4}\" --thermograph t.svg");
    command->callback([o] { value(*o); });
}

}
