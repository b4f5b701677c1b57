#include "lab/sprt.hpp"
#include "base/text.hpp"
#include "lab/settings.hpp"
#include <cmath>
#include <numeric>

namespace tavoliere {
namespace {

constexpr DecimalRange elos{-1000, 1000}, faults{0.0001, 0.4999};
constexpr Words elo_help{"logistic Elo", "Elo logistico"},
    fault_help{"how often it may be wrong", "quanto spesso può sbagliare"};
constexpr Field sprt_fields[] = {
    field<Sprt, &Sprt::elo0>("elo0", elos, elo_help), field<Sprt, &Sprt::elo1>("elo1", elos, elo_help),
    field<Sprt, &Sprt::alpha>("alpha", faults, fault_help), field<Sprt, &Sprt::beta>("beta", faults, fault_help)};

using Shares = std::array<double, 5>; // of the pairs, by their points

double points(std::size_t i) { return double(i) / 4; } // of a pair, as a share of its two
double expected_share(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

// The likeliest distribution with mean s, where the pairs that were played have the distribution q, is
//
//     p_i = q_i / (1 + t (x_i - s))      with the t for which      f(t) = sum of q_i (x_i - s) / (1 + t (x_i - s)) = 0
//
// (Lagrange's multipliers: maximise sum q_i log p_i under sum p_i = 1 and sum p_i x_i = s.) All p_i are positive between the
// poles t = -1/(1 - s) and t = 1/s, and f falls from +infinity to -infinity there, since all q_i are positive: t is bracketed.
double multiplier(const Shares& q, double s) {
    double low = -1 / (1 - s), high = 1 / s;
    for (int i = 0; i < 100; ++i) {
        const double t = (low + high) / 2;
        double f = 0;
        for (std::size_t k = 0; k < q.size(); ++k) f += q[k] * (points(k) - s) / (1 + t * (points(k) - s));
        (f > 0 ? low : high) = t;
    }
    return (low + high) / 2;
}

}

double Sprt::lower() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper() const { return std::log((1 - beta) / alpha); }

Expected<Sprt> read_sprt(std::string_view text) {
    Sprt sprt;
    if (const auto read = read_settings("sprt", text, sprt_fields, &sprt); !read) return std::unexpected(read.error());
    if (sprt.elo1 <= sprt.elo0)
        return problem("sprt: elo1 must be more than elo0 in " + in_quotes(text) + ", as in elo0=0,elo1=10");
    return sprt;
}

// The generalised ratio, in which whatever the hypotheses leave open (all but the mean) is what fits the pairs best:
//
//     LLR = sum n_i log(p1_i / p0_i) = sum n_i log((1 + t0 (x_i - s0)) / (1 + t1 (x_i - s1)))
//
// Michel Van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution" (2020), which
// Fishtest uses. Its remedy for outcomes that have not been seen is used too: they count as a thousandth of a pair, so that
// the ratio exists, small, from the first pair on.
double log_likelihood_ratio(const MatchScore& score, const Sprt& sprt) {
    if (std::accumulate(score.pairs.begin(), score.pairs.end(), 0) == 0) return 0;
    Shares n, q;
    for (std::size_t i = 0; i < n.size(); ++i) n[i] = std::max(1e-3, double(score.pairs[i]));
    const double all = std::accumulate(n.begin(), n.end(), 0.0);
    for (std::size_t i = 0; i < n.size(); ++i) q[i] = n[i] / all;
    const double s0 = expected_share(sprt.elo0), s1 = expected_share(sprt.elo1);
    const double t0 = multiplier(q, s0), t1 = multiplier(q, s1);
    double llr = 0;
    for (std::size_t i = 0; i < n.size(); ++i)
        llr += n[i] * std::log((1 + t0 * (points(i) - s0)) / (1 + t1 * (points(i) - s1)));
    return llr;
}

}
