#include "lab/measures.hpp"
#include "base/json.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace tavoliere {
namespace {

using Games = std::vector<const LabGame*>;

constexpr int leads = 550; // thousandths: whoever expects so much has the lead
constexpr std::size_t parts_of_game = 20;
constexpr double thoughtless = 0.9; // of them: whoever plays so hardly thinks
constexpr double used_at_all = 0.1; // of a player's moves: a trick that is rarer breaks nothing

template <class F> Estimate share_of(const Games& games, F is_it) {
    return wilson(double(std::ranges::count_if(games, [&](const LabGame* g) { return is_it(*g); })), games.size());
}
template <class F> std::vector<double> values_of(const Games& games, F f) {
    std::vector<double> out;
    for (const LabGame* g : games) out.push_back(f(*g));
    return out;
}
// Only those of which f knows something.
template <class F> Estimate mean_of(const Games& games, F f) {
    std::vector<double> values;
    for (const LabGame* g : games)
        if (const std::optional<double> value = f(*g)) values.push_back(*value);
    return bootstrap_mean(values);
}

// What x expects, in thousandths, the mean of two plies in a row: estimates favour whoever has just moved.
std::vector<double> expectations(const LabGame& g) {
    std::vector<double> out;
    std::optional<int> before;
    int thought = 0;
    if (g.watched)
        for (const int p : g.watched->points) {
            if (p < 0) continue; // nobody thought
            if (before) out.push_back((*before + p) / 2.0);
            before = p, ++thought;
        }
    if (thought == 1) out.push_back(*before);
    return out;
}
// How far x is ahead, from -1 to 1.
std::vector<double> leads_of_x(const LabGame& g) {
    auto out = expectations(g);
    for (double& p : out) p = p / 500 - 1;
    return out;
}
// The same for the winner; nothing of a draw.
std::vector<double> leads_of_winner(const LabGame& g) {
    auto out = leads_of_x(g);
    if (g.winner == Winner::draw) out.clear();
    if (g.winner == Winner::o)
        for (double& lead : out) lead = -lead;
    return out;
}

std::optional<double> lead_changes(const LabGame& g) {
    int changes = 0, leader = 0;
    if (!g.watched) return {};
    for (const double points : expectations(g)) {
        const int now = points >= leads ? 1 : points <= 1000 - leads ? -1 : 0;
        if (now == 0) continue;
        changes += leader != 0 && now != leader;
        leader = now;
    }
    return changes;
}
// Browne's: the mean of the roots of what the winner was behind by, over the plies at which it was.
std::optional<double> drama(const LabGame& g) {
    const auto lead = leads_of_winner(g);
    if (lead.empty()) return {};
    double sum = 0;
    int behind = 0;
    for (const double l : lead)
        if (l < 0) sum += std::sqrt(-l), ++behind;
    return behind ? sum / behind : 0;
}
// What is still played once the winner leads by more than the loser ever did, as a share of the game.
std::optional<double> after_decision(const LabGame& g) {
    const auto lead = leads_of_winner(g);
    if (lead.empty()) return {};
    double losers_best = 0;
    for (const double l : lead) losers_best = std::max(losers_best, -l);
    const auto decided = std::ranges::find_if(lead, [&](double l) { return l > losers_best; });
    return double(lead.end() - decided) / double(lead.size());
}
std::optional<double> uncertainty(const LabGame& g) {
    const auto lead = leads_of_x(g);
    if (lead.empty()) return {};
    double sum = 0;
    for (const double l : lead) sum += 1 - std::abs(l);
    return sum / double(lead.size());
}

// Of games two by two, each in one pair alone, so that pairs know nothing of each other.
template <std::size_t depth> Estimate alike(const Games& games) {
    std::uint64_t pairs = 0, same = 0;
    for (std::size_t i = 0; i + 1 < games.size(); i += 2) {
        const auto &a = games[i]->watched, &b = games[i + 1]->watched;
        if (!a || !b || a->openings[depth].empty() || b->openings[depth].empty()) continue;
        ++pairs;
        same += a->openings[depth] == b->openings[depth];
    }
    return wilson(double(same), pairs);
}

OnlyMoves only_moves(const Games& games) {
    OnlyMoves sum;
    for (const LabGame* g : games) {
        if (!g->watched) continue;
        const OnlyMoves& only = g->watched->only;
        sum.tried += only.tried, sum.found += only.found;
        for (std::size_t i = 0; i < sum.seen.size(); ++i) sum.seen[i] += only.seen[i];
    }
    return sum;
}
template <std::size_t look> Estimate seen_by_look(const Games& games) {
    const OnlyMoves only = only_moves(games);
    return wilson(only.seen[look], std::uint64_t(only.found));
}

template <class F> Estimate by_turn(const Games& games, F top) {
    return bootstrap_ratio(values_of(games, top), values_of(games, [](const LabGame& g) { return double(g.plies); }));
}

constexpr MeasureInfo all_measures[] = {
    {"first_share",
     {"first mover's share", "parte di chi comincia"},
     MeasureUnit::share,
     {"of the points; a draw is half a point", "dei punti; una patta vale mezzo punto"},
     [](const Games& games) {
         double points = 0;
         for (const LabGame* g : games) points += g->points_of_x();
         return wilson(points, games.size());
     }},
    {"draws",
     {"draws", "patte"},
     MeasureUnit::share,
     {"of the games", "delle partite"},
     [](const Games& games) { return share_of(games, [](const LabGame& g) { return g.winner == Winner::draw; }); }},
    {"endless",
     {"games that do not end", "partite senza fine"},
     MeasureUnit::share,
     {"a position came for the third time, or the game was given up as too long",
      "una posizione è tornata per la terza volta, o la partita è stata interrotta perché troppo lunga"},
     [](const Games& games) { return share_of(games, [](const LabGame& g) { return !g.has_ended(); }); }},
    {"length",
     {"length, median", "durata, mediana"},
     MeasureUnit::plies,
     {"plies of a game", "semimosse di una partita"},
     [](const Games& games) {
         return bootstrap_quantile(values_of(games, [](const LabGame& g) { return double(g.plies); }), 0.5);
     }},
    {"length_90",
     {"length, 90 %", "durata, 90 %"},
     MeasureUnit::plies,
     {"plies that nine games in ten do not exceed", "semimosse che nove partite su dieci non superano"},
     [](const Games& games) {
         return bootstrap_quantile(values_of(games, [](const LabGame& g) { return double(g.plies); }), 0.9);
     }},
    {"branching",
     {"branching", "mosse possibili"},
     MeasureUnit::moves,
     {"legal moves, the mean over all plies", "mosse lecite, in media su tutte le semimosse"},
     [](const Games& games) {
         return by_turn(games, [](const LabGame& g) {
             double sum = 0;
             if (g.watched) sum = std::accumulate(g.watched->choices.begin(), g.watched->choices.end(), 0.0);
             return sum;
         });
     }},
    {"lead_changes",
     {"lead changes", "cambi di vantaggio"},
     MeasureUnit::times,
     {"how often in a game the one who expects at least 55 % is another than before",
      "quante volte in una partita chi si aspetta almeno il 55 % non è più lo stesso di prima"},
     [](const Games& games) { return mean_of(games, lead_changes); }},
    {"drama",
     {"drama", "emozione"},
     MeasureUnit::share,
     {"how far the winner was behind while behind: the mean of the roots of the deficit, 0 where never (Browne)",
      "quanto il vincitore era indietro quando lo era: la media delle radici dello svantaggio, 0 se mai (Browne)"},
     [](const Games& games) { return mean_of(games, drama); }},
    {"after_decision",
     {"played after the decision", "giocato dopo la decisione"},
     MeasureUnit::share,
     {"of a game, once the winner leads by more than the loser ever did (Browne's decisiveness)",
      "di una partita, da quando il vincitore è avanti più di quanto il perdente sia mai stato («decisiveness» di "
      "Browne)"},
     [](const Games& games) { return mean_of(games, after_decision); }},
    {"uncertainty",
     {"uncertainty", "incertezza"},
     MeasureUnit::share,
     {"100 % while both expect as much, 0 once one is sure: the mean over a game's plies",
      "100 % finché tutti e due si aspettano altrettanto, 0 quando uno è sicuro: la media sulle semimosse di una "
      "partita"},
     [](const Games& games) { return mean_of(games, uncertainty); }},
    {"alike_2",
     {"alike after 2 plies", "uguali dopo 2 semimosse"},
     MeasureUnit::share,
     {"how often two games stand alike, up to symmetry, after two plies: the less, the more openings are played",
      "quanto spesso due partite sono uguali, a meno di simmetrie, dopo due semimosse: meno lo sono, più aperture si "
      "giocano"},
     alike<1>},
    {"alike_4",
     {"alike after 4 plies", "uguali dopo 4 semimosse"},
     MeasureUnit::share,
     {"the same after four", "lo stesso dopo quattro"},
     alike<2>},
    {"only_moves",
     {"only moves", "mosse uniche"},
     MeasureUnit::share,
     {"of positions: all moves but one give away 16 points in a hundred or more",
      "delle posizioni: tutte le mosse tranne una regalano almeno 16 punti su cento"},
     [](const Games& games) {
         const OnlyMoves only = only_moves(games);
         return wilson(only.found, std::uint64_t(only.tried));
     }},
    {"seen_1",
     {"of them seen by a look of 1 ply", "di queste, viste con 1 semimossa"},
     MeasureUnit::share,
     {"the only move is what a search of one ply plays",
      "la mossa unica è quella che gioca una ricerca di una semimossa"},
     seen_by_look<0>},
    {"seen_2",
     {"by 2 plies", "con 2 semimosse"},
     MeasureUnit::share,
     {"the same of two", "lo stesso con due"},
     seen_by_look<1>},
    {"seen_3",
     {"by 3 plies", "con 3 semimosse"},
     MeasureUnit::share,
     {"the same of three", "lo stesso con tre"},
     seen_by_look<2>},
    {"coverage",
     {"board coverage", "tavoliere occupato"},
     MeasureUnit::share,
     {"of the open cells, those that bore a piece at some time",
      "delle caselle libere, quelle che hanno ospitato una pedina in qualche momento"},
     [](const Games& games) {
         return mean_of(games, [](const LabGame& g) -> std::optional<double> {
             if (!g.watched || g.watched->cells == 0) return {};
             return double(g.watched->covered) / g.watched->cells;
         });
     }},
    {"change",
     {"cells changed a move", "caselle cambiate a mossa"},
     MeasureUnit::cells,
     {"cells that a move leaves otherwise than it found them",
      "caselle che una mossa lascia diverse da come le ha trovate"},
     [](const Games& games) {
         return by_turn(games, [](const LabGame& g) { return g.watched ? double(g.watched->changed) : 0; });
     }},
    {"pieces",
     {"piece change", "pedine in più"},
     MeasureUnit::pieces,
     {"pieces on the board at the end, less those at the beginning",
      "pedine sul tavoliere alla fine, meno quelle all'inizio"},
     [](const Games& games) {
         return mean_of(games, [](const LabGame& g) -> std::optional<double> {
             if (!g.watched) return {};
             return double(g.watched->last_pieces - g.watched->first_pieces);
         });
     }},
};

MatchScore score_of(const Games& games) {
    MatchScore s;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const auto halves = [&](const LabGame& g) {
            const double of_x = g.points_of_x();
            return int(2 * (g.number % 2 == 0 ? of_x : 1 - of_x));
        };
        const int points = halves(*games[i]);
        ++(points == 2 ? s.wins : points == 1 ? s.draws : s.losses);
        if (games[i]->number % 2 == 1 && i > 0 && games[i - 1]->number == games[i]->number - 1)
            ++s.pairs[std::size_t(points + halves(*games[i - 1]))];
    }
    return s;
}
double elo_at(double share) { return -400 * std::log10(1 / share - 1); }

// Where one side has every point, or the interval of the pairs has no end, that of the games with half a point for the other side.
LabStep step_of(const LabSeries& series, const Games& games) {
    LabStep step{series.first, series.second, score_of(games), {.by = IntervalKind::pairs}};
    const auto found = elo(step.score);
    if (!found) return step;
    const double n = step.score.games(), points = step.score.wins + 0.5 * step.score.draws;
    const Estimate share = wilson(points, std::uint64_t(n));
    const auto inside = [&](double s) { return elo_at(std::clamp(s, 0.5 / n, 1 - 0.5 / n)); };
    const bool is_finite = std::isfinite(found->value), has_end = std::isfinite(found->error);
    Estimate& e = step.elo;
    e.value = is_finite ? found->value : inside(points / n);
    const double error = has_end ? found->error : (inside(share.high) - inside(share.low)) / 2;
    e.low = e.value - error, e.high = e.value + error;
    e.of = std::uint64_t(std::accumulate(step.score.pairs.begin(), step.score.pairs.end(), 0));
    step.is_least = points == n;
    return step;
}

void add_up(LabReport& report) {
    double squares = 0;
    bool is_least = false;
    Estimate sum{.by = IntervalKind::pairs};
    for (const LabStep& step : report.steps) {
        if (step.elo.of == 0) return; // a ladder with a rung missing says nothing of its height
        sum.value += step.elo.value, sum.of += step.elo.of;
        squares += std::pow(step.elo.half_width(), 2);
        is_least = is_least || step.is_least;
    }
    sum.low = sum.value - std::sqrt(squares), sum.high = sum.value + std::sqrt(squares);
    report.elo = sum;
    report.is_elo_least = is_least;
}

void add_curves(LabReport& report, const Games& games) {
    std::vector<double> sums(parts_of_game), counts(parts_of_game);
    std::map<std::string, int> ends;
    for (const LabGame* g : games) {
        report.lengths.push_back(g->plies);
        ++ends[g->reason];
        const auto lead = leads_of_x(*g);
        for (std::size_t i = 0; i < lead.size(); ++i) {
            const std::size_t part = i * parts_of_game / lead.size();
            sums[part] += 1 - std::abs(lead[i]), ++counts[part];
        }
    }
    for (std::size_t i = 0; i < parts_of_game; ++i)
        report.uncertainty.push_back(counts[i] > 0 ? sums[i] / counts[i] : NAN);
    report.ends.assign(ends.begin(), ends.end());
    std::ranges::sort(report.ends, {}, [](const auto& end) { return std::pair(-end.second, end.first); });
}

// Which tricks break the game is known once the player without one is.
void judge_tricks(LabReport& report) {
    Estimate plain;
    for (const LabTrick& t : report.tricks)
        if (t.player.trick == LabPlayer::Trick::none) plain = t.points;
    for (LabTrick& t : report.tricks) {
        const bool is_plain = t.player.trick == LabPlayer::Trick::none;
        t.is_used = is_plain || t.used >= used_at_all;
        t.is_breaking = !is_plain && t.is_used && t.points.of > 0 && t.points.high >= 0.5 &&
                        (t.points.low > plain.high || t.used >= thoughtless);
    }
    std::erase_if(report.tricks, [](const LabTrick& t) {
        return t.points.of == 0 || (t.player.trick != LabPlayer::Trick::none && t.used == 0);
    });
}

JsonObject estimate_json(const Estimate& e) {
    JsonObject out;
    if (e.of == 0) return out.raw("value", "null").add("of", 0);
    return out.add("value", e.value).add("low", e.low).add("high", e.high).add("by", name(e.by)).add("of", e.of);
}

}

std::span<const MeasureInfo> measures() { return all_measures; }

std::string measure_text(MeasureUnit unit, double value) {
    char out[40];
    switch (unit) {
    case MeasureUnit::share: std::snprintf(out, sizeof out, "%.1f %%", 100 * value); break;
    case MeasureUnit::plies:
    case MeasureUnit::elo: std::snprintf(out, sizeof out, "%.0f", value); break;
    case MeasureUnit::moves:
    case MeasureUnit::cells:
    case MeasureUnit::pieces:
    case MeasureUnit::levels: std::snprintf(out, sizeof out, "%.1f", value); break;
    case MeasureUnit::times: std::snprintf(out, sizeof out, "%.2f", value); break;
    }
    return out;
}

std::string estimate_text(MeasureUnit unit, const Estimate& e, bool in_italian) {
    if (e.of == 0) return "-";
    std::string low = measure_text(unit, e.low);
    const std::string high = measure_text(unit, e.high);
    if (low.ends_with(" %")) low.resize(low.size() - 2);
    return measure_text(unit, e.value) + (in_italian ? " (da " + low + " a " : " (" + low + " to ") + high + ")";
}

double elo_of_level() { return elo_at(level_share); }

std::vector<LabReport> reports(const LabRun& run) {
    std::vector<LabReport> out;
    std::map<std::array<std::string, 3>, Games> played; // by start, first and second
    for (const LabGame& g : run.games) {
        const bool first_is_x = g.number % 2 == 0;
        played[{g.start, first_is_x ? g.x : g.o, first_is_x ? g.o : g.x}].push_back(&g);
    }
    for (const LabStart& start : run.starts) {
        LabReport report{.start = start.name,
                         .nodes = run.series[0].first.nodes,
                         .measures = {},
                         .levels = {},
                         .steps = {},
                         .elo = {},
                         .is_elo_least = false,
                         .tricks = {},
                         .exact = {},
                         .lengths = {},
                         .uncertainty = {},
                         .ends = {}};
        for (const LabSeries& series : run.series) {
            const std::string first = series.first.name(), second = series.second.name();
            const Games& games = played[{start.name, first, second}];
            switch (series.kind) {
            case LabSeries::Kind::best:
                for (const MeasureInfo& m : all_measures) report.measures.push_back(m.of(games));
                add_curves(report, games);
                [[fallthrough]];
            case LabSeries::Kind::level:
                report.levels.insert(report.levels.begin(),
                                     {series.first, all_measures[0].of(games), all_measures[1].of(games)});
                break;
            case LabSeries::Kind::step: report.steps.insert(report.steps.begin(), step_of(series, games)); break;
            case LabSeries::Kind::trick: {
                double points = 0, moves = 0, tricks = 0;
                for (const LabGame* g : games) {
                    points += g->number % 2 == 0 ? g->points_of_x() : 1 - g->points_of_x();
                    moves += g->trick_moves, tricks += g->tricks;
                }
                report.tricks.push_back(
                    {series.first, wilson(points, games.size()), moves > 0 ? tricks / moves : 0, false, false});
            }
            }
        }
        std::ranges::sort(report.levels, {}, [](const LabLevel& l) { return l.player.nodes; });
        add_up(report);
        judge_tricks(report);
        for (const LabExact& exact : run.exact)
            if (exact.start == start.name) report.exact = exact;
        out.push_back(std::move(report));
    }
    return out;
}

std::string to_json(const LabReport& r) {
    JsonObject measured;
    for (std::size_t i = 0; i < r.measures.size(); ++i)
        measured.raw(all_measures[i].name, estimate_json(r.measures[i]).text());
    JsonObject out;
    out.add("game", r.start).add("nodes", r.nodes).add("games", r.lengths.size()).raw("measures", measured.text());
    out.raw("strengths", json_array(r.levels, [](const LabLevel& l) {
                return JsonObject()
                    .add("player", l.player.name())
                    .raw("first_share", estimate_json(l.share).text())
                    .raw("draws", estimate_json(l.draws).text())
                    .text();
            }));
    out.raw("steps", json_array(r.steps, [](const LabStep& s) {
                JsonObject step;
                step.add("above", s.above.name()).add("below", s.below.name());
                step.add("wins", s.score.wins).add("draws", s.score.draws).add("losses", s.score.losses);
                step.raw("elo", estimate_json(s.elo).text()).add("at_least", s.is_least);
                return step.text();
            }));
    out.raw("elo", estimate_json(r.elo).add("at_least", r.is_elo_least).text());
    out.raw("levels", r.elo.of ? json_number(r.elo.value / elo_of_level()) : "null");
    out.raw("tricks", json_array(r.tricks, [](const LabTrick& t) {
                return JsonObject()
                    .add("player", t.player.name())
                    .raw("points", estimate_json(t.points).text())
                    .add("used", t.used)
                    .add("breaks", t.is_breaking)
                    .text();
            }));
    JsonObject ends;
    for (const auto& [reason, games] : r.ends) ends.add(reason, games);
    out.raw("ends", ends.text());
    if (r.exact) {
        JsonObject exact;
        if (r.exact->value.empty())
            exact.raw("value", "null").add("why", r.exact->why);
        else
            exact.add("value", r.exact->value);
        out.raw("exact", exact.add("seconds", r.exact->seconds).text());
    }
    return out.text();
}

std::string to_json(const LabRun& run, const LabCandidate& c, int rank) {
    return JsonObject()
        .add("rank", rank)
        .add("game", run.starts[c.start].name)
        .add("round", c.round)
        .add("rounds", run.rounds)
        .raw("first_share", estimate_json(c.share).text())
        .add("least_unfair", c.least)
        .add("most_unfair", c.most)
        .add("settled", c.is_settled)
        .text();
}

}
