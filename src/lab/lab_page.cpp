#include "lab/lab_page.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tavoliere {
namespace {

std::string number(double value) {
    char out[32];
    std::snprintf(out, sizeof out, "%.1f", value);
    return out;
}

// Colours by name, once for light and once for dark.
constexpr std::string_view style = R"(
:root { color-scheme: light dark; --ink: #1d1d1b; --faint: #6b6a66; --line: #d9d6cf; --paper: #fbfaf7; --mark: #1c4585; --second: #b4531b; --bad: #a3121f; }
@media (prefers-color-scheme: dark) { :root { --ink: #ecebe6; --faint: #a3a19b; --line: #44433f; --paper: #1b1b1a; --mark: #8db4f5; --second: #f0a06a; --bad: #ff8d8d; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; } h3 { font-size: 1rem; margin: 0 0 .2rem; font-weight: 600; }
code { font-size: .9em; overflow-wrap: anywhere; } .faint { color: var(--faint); } .bad { color: var(--bad); font-weight: 600; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .92rem; }
th, td { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
td small { color: var(--faint); } td.text { white-space: normal; color: var(--faint); min-width: 14rem; }
.plots { display: flex; flex-wrap: wrap; gap: 1.2rem 2rem; margin: 1rem 0; } figure { margin: 0; }
svg text { font: 11px system-ui, sans-serif; fill: var(--faint); } svg .axis { stroke: var(--line); } svg .even { stroke: var(--faint); stroke-dasharray: 3 3; }
svg .mark { stroke: var(--mark); fill: none; stroke-width: 1.6; } svg .dot { fill: var(--mark); } svg .bar { fill: var(--mark); opacity: .75; }
svg .second { stroke: var(--second); } svg .dot.second { fill: var(--second); stroke: none; }
@media print { body { font-size: 11px; } }
)";

// The page's words in one language, and its numbers as people write them there.
struct Tongue {
    bool is_italian;

    std::string operator()(const Words& words) const { return std::string(is_italian ? words.it : words.en); }
    std::string operator()(MeasureUnit unit, double value) const { return local(measure_text(unit, value)); }
    std::string operator()(MeasureUnit unit, const Estimate& e) const {
        return local(estimate_text(unit, e, is_italian));
    }
    std::string operator()(IntervalKind by) const {
        return by == IntervalKind::pairs && is_italian ? "coppie" : std::string(name(by));
    }

private:
    std::string local(std::string text) const {
        if (is_italian) std::ranges::replace(text, '.', ',');
        return text;
    }
};

constexpr double width = 330, height = 170, left = 42, right = 8, top = 8, bottom = 30;

// A plot with a linear scale to either side.
class Plot {
public:
    Plot(double x0, double x1, double y0, double y1)
        : x0_(x0), x1_(x1 > x0 ? x1 : x0 + 1), y0_(y0), y1_(y1 > y0 ? y1 : y0 + 1) {}

    double x(double value) const { return left + (value - x0_) / (x1_ - x0_) * (width - left - right); }
    double y(double value) const {
        return height - bottom - (std::clamp(value, y0_, y1_) - y0_) / (y1_ - y0_) * (height - top - bottom);
    }
    void line(double ax, double ay, double bx, double by, std::string_view kind) {
        out_ += "<line class=\"" + std::string(kind) + "\" x1=\"" + number(ax) + "\" y1=\"" + number(ay) + "\" x2=\"" +
                number(bx) + "\" y2=\"" + number(by) + "\"/>";
    }
    void text(double at_x, double at_y, std::string_view anchor, std::string_view what) {
        out_ += "<text x=\"" + number(at_x) + "\" y=\"" + number(at_y) + "\" text-anchor=\"" + std::string(anchor) +
                "\">" + html_escaped(what) + "</text>";
    }
    void frame(std::span<const std::pair<double, std::string>> ys, std::span<const std::pair<double, std::string>> xs) {
        for (const auto& [value, label] : ys) {
            line(left, y(value), width - right, y(value), "axis");
            text(left - 5, y(value) + 4, "end", label);
        }
        for (const auto& [value, label] : xs) text(x(value), height - bottom + 16, "middle", label);
    }
    void dot(double at_x, double at_y, std::string_view kind = "") {
        out_ += "<circle class=\"dot " + std::string(kind) + "\" cx=\"" + number(x(at_x)) + "\" cy=\"" +
                number(y(at_y)) + "\" r=\"3.2\"/>";
    }
    void interval(double at_x, double low, double high, std::string_view kind = "") {
        line(x(at_x), y(low), x(at_x), y(high), "mark " + std::string(kind));
    }
    void path(std::span<const std::pair<double, double>> points, std::string_view kind = "") {
        std::string d;
        for (const auto& [px, py] : points) d += (d.empty() ? "M" : "L") + number(x(px)) + " " + number(y(py));
        if (!d.empty()) out_ += "<path class=\"mark " + std::string(kind) + "\" d=\"" + d + "\"/>";
    }
    void bar(double from, double to, double value) {
        out_ += "<rect class=\"bar\" x=\"" + number(x(from)) + "\" y=\"" + number(y(value)) + "\" width=\"" +
                number(std::max(0.5, x(to) - x(from) - 0.5)) + "\" height=\"" +
                number(std::max(0.0, height - bottom - y(value))) + "\"/>";
    }
    std::string figure(std::string_view title, std::string_view note) const {
        return "<figure><h3>" + html_escaped(title) + "</h3><svg role=\"img\" aria-label=\"" + html_escaped(title) +
               "\" width=\"" + number(width) + "\" height=\"" + number(height) + "\" viewBox=\"0 0 " + number(width) +
               " " + number(height) + "\">" + out_ + "</svg><figcaption class=\"faint\"><small>" + html_escaped(note) +
               "</small></figcaption></figure>\n";
    }

private:
    double x0_, x1_, y0_, y1_;
    std::string out_;
};

using Ticks = std::vector<std::pair<double, std::string>>;
const Ticks percents{{0, "0 %"}, {0.25, "25 %"}, {0.5, "50 %"}, {0.75, "75 %"}, {1, "100 %"}};

std::string short_name(const LabPlayer& p, const Tongue& say) {
    if (p.nodes == 0) return say({"random", "a caso"});
    return p.random ? std::to_string(p.random) + " %" : std::to_string(p.nodes);
}

std::string plot_of_shares(const LabReport& r, const Tongue& say) {
    Plot plot(-0.5, double(r.levels.size()) - 0.5, 0, 1);
    Ticks xs;
    for (std::size_t i = 0; i < r.levels.size(); ++i) xs.emplace_back(double(i), short_name(r.levels[i].player, say));
    plot.frame(percents, xs);
    plot.line(left, plot.y(0.5), width - right, plot.y(0.5), "even");
    std::vector<std::pair<double, double>> points, draws;
    for (std::size_t i = 0; i < r.levels.size(); ++i) {
        const LabLevel& l = r.levels[i];
        if (l.share.of == 0) continue;
        plot.interval(double(i), l.share.low, l.share.high);
        plot.interval(double(i), l.draws.low, l.draws.high, "second");
        plot.dot(double(i), l.share.value), plot.dot(double(i), l.draws.value, "second");
        points.emplace_back(double(i), l.share.value), draws.emplace_back(double(i), l.draws.value);
    }
    plot.path(points), plot.path(draws, "second");
    return plot.figure(say({"First mover's share, by strength", "Parte di chi comincia, secondo la forza"}),
                       say({"blue: share of the points; orange: draws. Nodes a move",
                            "blu: parte dei punti; arancione: patte. Posizioni a mossa"}));
}

std::string plot_of_steps(const LabReport& r, const Tongue& say) {
    double most = 100;
    for (const LabStep& step : r.steps) most = std::max(most, step.elo.high);
    most = std::min(most, 900.0);
    Plot plot(-0.5, double(r.steps.size()) - 0.5, 0, most);
    Ticks ys, xs;
    const double step = most > 400 ? 200 : most > 200 ? 100 : 50;
    for (double v = 0; v <= most; v += step) ys.emplace_back(v, say(MeasureUnit::elo, v));
    for (std::size_t i = 0; i < r.steps.size(); ++i) xs.emplace_back(double(i), short_name(r.steps[i].above, say));
    plot.frame(ys, xs);
    for (std::size_t i = 0; i < r.steps.size(); ++i) {
        const Estimate& e = r.steps[i].elo;
        if (e.of == 0) continue;
        plot.bar(double(i) - 0.3, double(i) + 0.3, e.value);
        plot.interval(double(i), e.low, e.high, "second");
    }
    return plot.figure(
        say({"Elo over the rung below", "Elo rispetto al gradino inferiore"}),
        say({"25 %: so many moves drawn at random, with the fewest nodes; then twice the nodes each",
             "25 %: tante mosse tirate a caso, con il minor numero di posizioni; poi ogni volta il doppio"}));
}

std::string plot_of_lengths(const LabReport& r, const Tongue& say) {
    if (r.lengths.empty()) return {};
    const auto [low, high] = std::ranges::minmax(r.lengths);
    const int wide = std::max(1, (high - low + 24) / 24);
    std::vector<int> counts(std::size_t((high - low) / wide) + 1);
    for (const int n : r.lengths) ++counts[std::size_t((n - low) / wide)];
    const int most = std::ranges::max(counts);
    Plot plot(low, low + double(counts.size()) * wide, 0, most);
    const Ticks ys{{0, "0"}, {most, std::to_string(most)}}, xs{{low, std::to_string(low)},
                                                               {(low + high) / 2, std::to_string((low + high) / 2)},
                                                               {high, std::to_string(high)}};
    plot.frame(ys, xs);
    for (std::size_t i = 0; i < counts.size(); ++i)
        plot.bar(low + double(i) * wide, low + double(i + 1) * wide, counts[i]);
    return plot.figure(say({"Length of the games", "Durata delle partite"}),
                       say({"plies; games of the strongest player", "semimosse; partite del giocatore più forte"}));
}

std::string plot_of_uncertainty(const LabReport& r, const Tongue& say) {
    Plot plot(0, 1, 0, 1);
    const Ticks xs{{0, say({"beginning", "inizio"})}, {0.5, say({"half", "metà"})}, {0.94, say({"end", "fine"})}};
    plot.frame(percents, xs);
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < r.uncertainty.size(); ++i)
        if (!std::isnan(r.uncertainty[i]))
            points.emplace_back((double(i) + 0.5) / double(r.uncertainty.size()), r.uncertainty[i]);
    plot.path(points);
    return plot.figure(say({"Uncertainty, as the game goes on", "Incertezza, nel corso della partita"}),
                       say({"100 %: both expect as much; 0: one is sure to win",
                            "100 %: tutti e due si aspettano altrettanto; 0: uno è sicuro di vincere"}));
}

// Several variants beside each other: a row each, with an interval.
std::string rows_of(std::string_view title, std::span<const std::string> names, std::span<const Estimate> values,
                    MeasureUnit unit, const Tongue& say) {
    double low = 1e9, high = -1e9;
    for (const Estimate& e : values)
        if (e.of) low = std::min(low, e.low), high = std::max(high, e.high);
    if (low > high) return {};
    if (unit == MeasureUnit::share) low = 0, high = 1;
    if (low == high) high = low + 1;
    constexpr double names_wide = 250, plot_wide = 380, row = 22;
    const auto x = [&](double v) { return names_wide + (v - low) / (high - low) * plot_wide; };
    const double tall = row * double(names.size()) + 26, wide = names_wide + plot_wide + 50;
    std::string out = "<figure><h3>" + html_escaped(title) + "</h3><svg role=\"img\" aria-label=\"" +
                      html_escaped(title) + "\" width=\"" + number(wide) + "\" height=\"" + number(tall) +
                      "\" viewBox=\"0 0 " + number(wide) + " " + number(tall) + "\">";
    for (const double v : {low, (low + high) / 2, high})
        out += "<line class=\"" + std::string(unit == MeasureUnit::share && v == 0.5 ? "even" : "axis") + "\" x1=\"" +
               number(x(v)) + "\" x2=\"" + number(x(v)) + "\" y1=\"0\" y2=\"" + number(tall - 22) +
               "\"/><text text-anchor=\"middle\" x=\"" + number(x(v)) + "\" y=\"" + number(tall - 8) + "\">" +
               html_escaped(say(unit, v)) + "</text>";
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double y = row * (double(i) + 0.5);
        std::string shown = names[i];
        if (shown.size() > 38) shown.replace(20, shown.size() - 36, "…");
        out += "<text x=\"" + number(names_wide - 8) + "\" y=\"" + number(y + 4) + "\" text-anchor=\"end\">" +
               html_escaped(shown) + "</text>";
        const Estimate& e = values[i];
        if (e.of == 0) continue;
        out += "<line class=\"mark\" x1=\"" + number(x(e.low)) + "\" x2=\"" + number(x(e.high)) + "\" y1=\"" +
               number(y) + "\" y2=\"" + number(y) + "\"/><circle class=\"dot\" cx=\"" + number(x(e.value)) +
               "\" cy=\"" + number(y) + "\" r=\"3.2\"/>";
    }
    return out + "</svg></figure>\n";
}

std::string cell(MeasureUnit unit, const Estimate& e, const Tongue& say) {
    if (e.of == 0) return "<td>-</td>";
    const std::string text = say(unit, e);
    const auto blank = text.find(" (");
    return "<td title=\"" + say(e.by) + say({", of ", ", su "}) + std::to_string(e.of) + "\">" +
           html_escaped(text.substr(0, blank)) + " <small>" + html_escaped(text.substr(blank + 1)) + "</small></td>";
}

Words words_of_value(const LabExact& exact) {
    return exact.value == "win"    ? Words{"win", "vince"}
           : exact.value == "loss" ? Words{"loss", "perde"}
                                   : Words{"draw", "patta"};
}
Words words_of_trick(LabPlayer::Trick trick) {
    using enum LabPlayer::Trick;
    switch (trick) {
    case none: break;
    case mirror: return {"mirror", "specchio"};
    case pass: return {"pass", "passare"};
    case shuffle: return {"shuffle", "avanti e indietro"};
    }
    return {"without any", "senza"};
}

std::string table_of(const std::vector<LabReport>& reports, const Tongue& say) {
    std::string out = "<div class=\"wide\"><table><thead><tr><th></th>";
    for (const LabReport& r : reports) out += "<th><code>" + html_escaped(r.start) + "</code></th>";
    out += "<th>" + say({"interval", "intervallo"}) + "</th><th>" + say({"what it is", "che cos'è"}) +
           "</th></tr></thead><tbody>\n<tr><th>" + say({"games", "partite"}) + "</th>";
    for (const LabReport& r : reports) out += "<td>" + std::to_string(r.lengths.size()) + "</td>";
    out += "<td></td><td class=\"text\">" +
           say({"of the strongest player against itself", "del giocatore più forte contro sé stesso"}) + "</td></tr>\n";
    for (std::size_t i = 0; i < measures().size(); ++i) {
        const MeasureInfo& m = measures()[i];
        out += "<tr><th>" + html_escaped(say(m.title)) + "</th>";
        IntervalKind by = IntervalKind::wilson;
        for (const LabReport& r : reports) {
            out += cell(m.unit, r.measures[i], say);
            if (r.measures[i].of) by = r.measures[i].by;
        }
        out += "<td><small>" + say(by) + "</small></td><td class=\"text\">" + html_escaped(say(m.meaning)) +
               "</td></tr>\n";
    }
    out += "<tr><th>" + say({"depth", "profondità"}) + "</th>";
    for (const LabReport& r : reports) {
        Estimate levels = r.elo;
        for (double* v : {&levels.value, &levels.low, &levels.high}) *v /= elo_of_level();
        out += r.is_elo_least ? "<td>" + say({"at least ", "almeno "}) +
                                    html_escaped(say(MeasureUnit::levels, levels.value)) + "</td>"
                              : cell(MeasureUnit::levels, levels, say);
    }
    out += "<td><small>" + say(IntervalKind::pairs) + "</small></td><td class=\"text\">" +
           say({"levels of 70 % each from random moves to the strongest player",
                "livelli, ognuno al 70 % sul precedente, dalle mosse a caso al giocatore più forte"}) +
           "</td></tr>\n<tr><th>" + say({"exact value", "valore esatto"}) + "</th>";
    for (const LabReport& r : reports)
        out += "<td>" +
               (!r.exact                 ? "-"
                : r.exact->value.empty() ? say({"not found", "non trovato"})
                                         : say({"first mover: ", "chi comincia: "}) + say(words_of_value(*r.exact))) +
               "</td>";
    out += "<td></td><td class=\"text\">" +
           say({"by the solver, within its seconds", "dal risolutore, nei suoi secondi"}) + "</td></tr>\n<tr><th>" +
           say({"tricks", "trucchi"}) + "</th>";
    for (const LabReport& r : reports) {
        out += "<td>";
        for (const LabTrick& t : r.tricks)
            if (t.is_used)
                out += "<div" + std::string(t.is_breaking ? " class=\"bad\"" : "") + ">" +
                       say(words_of_trick(t.player.trick)) + ": " + html_escaped(say(MeasureUnit::share, t.points)) +
                       "</div>";
        out += "</td>";
    }
    return out + "<td><small>" + say(IntervalKind::wilson) + "</small></td><td class=\"text\">" +
           say({"points of a player with an eighth of the nodes that mirrors, passes or shuffles wherever it can, "
                "against the strongest",
                "punti di un giocatore con un ottavo delle posizioni che, appena può, imita allo specchio, passa o va "
                "avanti e indietro, contro il più forte"}) +
           "</td></tr>\n</tbody></table></div>\n";
}

std::string list_of(const LabRun& run, const Tongue& say) {
    std::string out = "<h2>" + say({"The fairest first", "Le più eque per prime"}) +
                      "</h2>\n<div class=\"wide\"><table><thead><tr><th></th>";
    for (const Words& column : {Words{"variant", "variante"},
                                {"first mover's share", "parte di chi comincia"},
                                {"games", "partite"},
                                {"unfair by", "iniqua di"},
                                {"until round", "fino al turno"}})
        out += "<th>" + say(column) + "</th>";
    out += "<th></th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < run.candidates.size(); ++i) {
        const LabCandidate& c = run.candidates[i];
        out += "<tr><td>" + std::to_string(i + 1) + "</td><td><code>" + html_escaped(run.starts[c.start].name) +
               "</code></td>" + cell(MeasureUnit::share, c.share, say) + "<td>" + std::to_string(c.share.of) +
               "</td><td>" + say({"", "da "}) + html_escaped(say(MeasureUnit::share, c.least)) + say({" to ", " a "}) +
               html_escaped(say(MeasureUnit::share, c.most)) + "</td><td>" + std::to_string(c.round) + "</td><td>" +
               (c.is_settled ? say({"surely less fair than the first", "di certo meno equa della prima"}) : "") +
               "</td></tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

}

std::string lab_page(const LabPlan& plan, const LabRun& run, const std::vector<LabReport>& reports,
                     std::string_view command, std::string_view language) {
    const Tongue say{language == "it"};
    std::string title = say({"Laboratory:", "Laboratorio:"});
    for (const std::string& v : plan.variants) title += " " + v;
    std::string out =
        "<!doctype html>\n<html lang=\"" + say({"en", "it"}) +
        "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>" +
        html_escaped(title) + "</title><style>" + std::string(style) + "</style></head><body>\n<h1>" +
        html_escaped(title) + "</h1>\n<p>" + std::to_string(run.games.size()) +
        say({" games, the strongest player with ", " partite, il giocatore più forte con "}) +
        std::to_string(plan.nodes) + say({" positions a move; the first ", " posizioni a mossa; le prime "}) +
        std::to_string(plan.how.opening_plies) +
        say({" moves are drawn among good ones. Intervals hold the true value in about 95 of 100 such reports.",
             " mosse sono estratte fra quelle buone. Gli intervalli contengono il valore vero in circa 95 rapporti "
             "come questo su 100."}) +
        (run.end == LabRun::End::complete ? ""
                                          : say({" The run ended before its intervals were narrow enough.",
                                                 " È finito prima che gli intervalli fossero abbastanza stretti."})) +
        "</p>\n<p class=\"faint\"><code>" + html_escaped(command) + "</code></p>\n";
    if (!run.candidates.empty()) {
        std::vector<std::string> names;
        std::vector<Estimate> shares;
        for (const LabCandidate& c : run.candidates)
            names.push_back(run.starts[c.start].name), shares.push_back(c.share);
        return out + list_of(run, say) +
               rows_of(say({"First mover's share", "Parte di chi comincia"}), names, shares, MeasureUnit::share, say) +
               "</body></html>\n";
    }
    if (reports.size() > 1) {
        std::vector<std::string> names;
        for (const LabReport& r : reports) names.push_back(r.start);
        out += "<h2>" + say({"Side by side", "Fianco a fianco"}) + "</h2>\n<div class=\"plots\">\n";
        for (const std::string_view wanted : {"first_share", "draws", "length", "drama"})
            for (std::size_t i = 0; i < measures().size(); ++i) {
                if (measures()[i].name != wanted) continue;
                std::vector<Estimate> values;
                for (const LabReport& r : reports) values.push_back(r.measures[i]);
                out += rows_of(say(measures()[i].title), names, values, measures()[i].unit, say);
            }
        std::vector<Estimate> depths;
        for (const LabReport& r : reports) {
            depths.push_back(r.elo);
            for (double* v : {&depths.back().value, &depths.back().low, &depths.back().high}) *v /= elo_of_level();
        }
        out += rows_of(say({"depth, in levels of 70 %", "profondità, in livelli al 70 %"}), names, depths,
                       MeasureUnit::levels, say) +
               "</div>\n";
    }
    out += "<h2>" + say({"Measures", "Misure"}) + "</h2>\n" + table_of(reports, say);
    for (const LabReport& r : reports) {
        out += "<h2><code>" + html_escaped(r.start) + "</code></h2>\n<div class=\"plots\">\n" + plot_of_shares(r, say) +
               plot_of_steps(r, say) + plot_of_lengths(r, say) + plot_of_uncertainty(r, say) +
               "</div>\n<p class=\"faint\">" + say({"Ended by:", "Fine per:"});
        for (const auto& [reason, games] : r.ends)
            out += " " + html_escaped(reason) + " " + std::to_string(games) + ".";
        out += "</p>\n";
    }
    return out + "</body></html>\n";
}

}
