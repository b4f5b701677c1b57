// value: what a position is worth in the theory of sums of games.
#include "base/file.hpp"
#include "base/json.hpp"
#include "common.hpp"
#include "diagram/thermograph.hpp"
#include "game/options.hpp"
#include "solve/notation.hpp"
#include "solve/value_view.hpp"
#include <algorithm>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct ValueOptions {
    ValueRequest request;
    std::optional<std::string> thermograph;
    bool json = false, ascii = false;
};

// How many cells a row of a written position has: "x2o" has 4.
int cells_in(std::string_view row) {
    int cells = 0;
    for (std::size_t i = 0; i < row.size() && cells < 1000;) {
        const std::size_t digits = std::min(row.find_first_not_of("0123456789", i), row.size()) - i;
        const auto run = parse_number<int>(digits ? row.substr(i, digits) : "1", 1, 999);
        cells += run ? *run : run.error() == NumberFault::too_large ? 1000 : 1; // what is wrong is said by who reads it
        i += std::max<std::size_t>(digits, 1);
    }
    return cells;
}

// The game with its board as large as the text says, where it has an option for that and it is not given already.
std::string fitting(const std::string& game, std::string_view board) {
    const std::string_view name = std::string_view(game).substr(0, game.find(':'));
    const auto info = std::ranges::find(games(), name, [](const GameInfo* g) { return g->name; });
    if (info == games().end()) return game;
    const auto size = std::ranges::find((*info)->options, OptionInfo::Kind::size, &OptionInfo::kind);
    if (size == (*info)->options.end() || game.find(std::string(size->name) + "=") != std::string::npos) return game;
    const auto rows = split(board.substr(0, board.find(' ')), '/');
    int columns = 0;
    for (std::string_view row : rows) columns = std::max(columns, cells_in(row));
    return game + (game.find(':') == std::string::npos ? ":" : ",") + std::string(size->name) + "=" +
           std::to_string(columns) + "x" + std::to_string(rows.size());
}

std::string to_json(const ValueText& v) {
    JsonObject out;
    out.add("value", v.ascii).add("unicode", v.unicode).add("outcome", std::string(1, char(v.outcome)));
    out.add("x_wins_first", v.left_wins_first).add("o_wins_first", v.right_wins_first);
    out.add("birthday", v.birthday).add("positions", v.positions).add("all_small", v.is_all_small);
    if (v.weight) out.add("atomic_weight", *v.weight);
    if (v.ups)
        out.raw("ups", json_array(std::array{v.ups->least, v.ups->most}, [](int n) { return std::to_string(n); }));
    if (v.thermograph)
        out.add("mean", v.thermograph->mean.text()).add("temperature", v.thermograph->temperature.text());
    return out.text();
}

std::string to_json(const std::optional<ValueText>& v) { return v ? to_json(*v) : "null"; }

void print_json(const ValueView& view) {
    JsonObject out;
    out.raw("parts", json_array(view.parts, [](const ValueView::Part& part) {
                return JsonObject().add("position", part.position).raw("value", to_json(part.value)).text();
            }));
    out.raw("sum", to_json(view.sum));
    if (!view.sum) out.add("why", unsolved_names[std::size_t(view.why)]);
    fmt::print("{}\n", out.add("known", view.known).add("values", view.values).add("seconds", view.seconds).text());
}

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

void value_of_text(const ValueOptions& o) {
    Values values(o.request.limits, interrupted(), show_valuing);
    const Value g = need(parse_value(values, o.request.of));
    const auto v = described(values, g);
    end_progress();
    if (!v) fail("the value is unknown: the limits were too narrow", 1);
    if (o.thermograph) save_thermograph(*o.thermograph, v);
    if (o.json)
        fmt::print("{}\n", to_json(*v));
    else
        print(*v, o.ascii);
}

void value(ValueOptions o) {
    if (o.request.of.empty() == o.request.game.empty())
        fail("value: give a GAME, or --of a value in notation, and not both");
    if (!o.request.of.empty()) return value_of_text(o);
    if (const std::string& board = o.request.board; !board.empty()) {
        if (o.request.position != "startpos") fail("value: give BOARD or --position, not both");
        o.request.game = fitting(o.request.game, board);
        o.request.position = board.find(' ') == std::string::npos ? board + " x" : board;
    }
    const auto session = open_at(o.request).session;
    const ValueView view = need(session->value(o.request.limits, show_valuing, interrupted()));
    end_progress();
    if (o.thermograph) save_thermograph(*o.thermograph, view.sum);
    if (o.json)
        print_json(view);
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
