#include "ask/json.hpp"
#include "eval/network.hpp"
#include <cmath>

namespace tavoliere {
namespace {

std::string_view kind_name(OptionInfo::Kind kind) {
    switch (kind) {
    case OptionInfo::Kind::flag: return "flag";
    case OptionInfo::Kind::number: return "number";
    case OptionInfo::Kind::size: return "size";
    case OptionInfo::Kind::cells: return "cells";
    case OptionInfo::Kind::choice: return "choice";
    case OptionInfo::Kind::text: break;
    }
    return "text";
}

std::string words_json(const Words& words) { return JsonObject().add("en", words.en).add("it", words.it).text(); }

std::string option_json(const OptionInfo& o) {
    JsonObject out;
    out.add("name", o.name).raw("title", words_json(o.title)).add("kind", kind_name(o.kind));
    if (o.kind != OptionInfo::Kind::flag) out.add("standard", o.standard);
    if (o.most > 0) out.add("least", o.least).add("most", o.most);
    if (!o.choices.empty()) out.raw("choices", json_strings(o.choices));
    if (!o.dealt.empty()) out.add("dealt", o.dealt);
    return out.raw("help", words_json(o.help)).text();
}

// Coordinates to a ten-thousandth of a cell.
std::string point_json(Point p) {
    const auto rounded = [](double v) { return json_number(std::round(v * 1e4) / 1e4 + 0.0); };
    return "[" + rounded(p.x) + "," + rounded(p.y) + "]";
}

std::string line_json(const std::array<Point, 2>& ends) {
    return "[" + point_json(ends[0]) + "," + point_json(ends[1]) + "]";
}

// A player's has a third member, whose it is.
std::string stroke_json(const Stroke& s) {
    return "[" + point_json(s.from) + "," + point_json(s.to) + (s.of == '-' ? "" : std::string(",\"") + s.of + "\"") +
           "]";
}

std::string legend_json(const LegendEntry& e, const Geometry& g) {
    return JsonObject()
        .raw("names", json_array(e.names, words_json))
        .add("cell", g.name(e.cell))
        .raw("strokes", json_array(e.strokes, stroke_json))
        .text();
}

// In English, by which the page knows how they are drawn; and in the other language.
std::string colours_json(const GameInfo& info) {
    const auto& [x, o] = info.colours;
    return JsonObject()
        .add("x", x.en)
        .add("o", o.en)
        .raw("it", JsonObject().add("x", x.it).add("o", o.it).text())
        .add("sign", sign_names[std::size_t(info.sign)])
        .text();
}

// {} where a game has no words of its own for them.
std::string pieces_json(const GameInfo& info) {
    JsonObject out;
    if (!info.pieces[0].en.empty()) out.raw("plain", words_json(info.pieces[0]));
    if (!info.pieces[1].en.empty()) out.raw("special", words_json(info.pieces[1]));
    return out.text();
}

// What may stand on a cell.
std::string letters_of(const PositionShape& shape) {
    return std::string(shape.kinds > 1 ? "xXoO" : "xo") + (shape.neutrals > 0 ? "-" : "");
}

}

std::string_view name(Score::Kind kind) {
    switch (kind) {
    case Score::Kind::win: return "win";
    case Score::Kind::loss: return "loss";
    case Score::Kind::draw: return "draw";
    case Score::Kind::estimate: break;
    }
    return "cp";
}

std::string to_json(const Score& score) { return JsonObject().add(name(score.kind), score.value).text(); }

std::string to_json(const std::optional<Result>& result) {
    if (!result) return "null";
    JsonObject out;
    out.add("winner", name(result->winner)).add("reason", result->reason);
    if (result->score) out.add("score", *result->score);
    if (!result->words.en.empty()) out.raw("words", words_json(result->words));
    return out.text();
}

std::string to_json(const MoveView& move) {
    JsonObject out;
    out.add("text", move.text).raw("path", json_strings(move.path));
    if (!move.also.empty()) out.raw("also", json_array(move.also, [](const auto& way) { return json_strings(way); }));
    if (!move.half.empty()) out.add("half", move.half);
    return out.text();
}

std::string to_json(const std::vector<HandView>& hands) {
    return json_array(hands, [](const HandView& h) {
        return JsonObject()
            .add("player", std::string_view(&h.player, 1))
            .add("piece", std::string_view(&h.piece, 1))
            .add("count", h.count)
            .text();
    });
}

std::string position_json(const PositionView& p) {
    JsonObject out;
    out.add("position", p.position).add("turn", std::string_view(&p.turn, 1));
    return add_view(out, p).text();
}

std::string played_json(const MoveView& move, char turn, const PositionView& after) {
    JsonObject out;
    out.add("text", move.text).raw("path", json_strings(move.path)).add("turn", std::string_view(&turn, 1));
    if (!move.half.empty()) out.add("half", move.half);
    out.add("position", after.position).add("next", std::string_view(&after.turn, 1));
    return add_view(out, after).text();
}

JsonObject& add_view(JsonObject& out, const PositionView& view) {
    out.add("cells", view.cells).raw("hands", to_json(view.hands));
    if (!view.guides.empty()) out.raw("guides", json_array(view.guides, line_json));
    if (!view.figures.empty()) out.raw("figures", json_strings(view.figures));
    return out;
}

std::string to_json(const GameInfo& info) {
    JsonObject aliases;
    for (const Alias& a : info.aliases) aliases.add(a.name, a.means);
    JsonObject out;
    out.add("game", info.name)
        .add("title", info.title)
        .raw("summary", words_json(info.summary))
        .raw("origin", words_json(info.origin))
        .raw("note", words_json(info.note))
        .raw("colours", colours_json(info))
        .raw("options", json_array(info.options, option_json))
        .raw("presets",
             json_array(info.presets,
                        [](const Preset& p) {
                            return JsonObject().add("game", p.variant).raw("title", words_json(p.title)).text();
                        }))
        .raw("aliases", aliases.text());
    if (info.is_written()) out.add("written", true);
    return out.text();
}

std::string games_json() {
    return json_array(games(), [](const GameInfo* info) { return to_json(*info); });
}

std::string board_json(const GameSession& session) {
    const Geometry& g = session.geometry();
    const PositionView view = session.view();
    std::vector<Cell> cells;
    for (int c = 0; c < g.size(); ++c) cells.push_back(Cell(c));
    const Point low = g.low(), size{g.high().x - low.x, g.high().y - low.y};
    const std::string box = point_json(low), extent = point_json(size);
    JsonObject out;
    out.add("game", session.variant())
        .add("title", session.info().title)
        .raw("colours", colours_json(session.info()))
        .raw("box", box.substr(0, box.size() - 1) + "," + extent.substr(1))
        .raw("cells", json_array(cells,
                                 [&](Cell c) {
                                     return JsonObject()
                                         .add("name", g.name(c))
                                         .raw("outline", json_array(g.outline(c), point_json))
                                         .raw("centre", point_json(g.centre(c)))
                                         .text();
                                 }))
        .raw("labels", json_array(g.labels(),
                                  [](const Label& l) {
                                      return JsonObject().add("text", l.text).raw("at", point_json(l.at)).text();
                                  }))
        .raw("rows", json_array(g.row_lengths(), [](int length) { return std::to_string(length); }))
        .add("letters", letters_of(session.shape()))
        .raw("strokes", json_array(session.strokes(), stroke_json));
    if (const auto legend = session.legend(); !legend.empty())
        out.raw("legend", json_array(legend, [&](const LegendEntry& e) { return legend_json(e, g); }));
    return out.raw("pieces", pieces_json(session.info()))
        .raw("start", position_json(view))
        .add("network", session.network_game())
        .text();
}

}
