// The sequential probability ratio test: plays until the games say whether the first player is elo1 stronger than the second
// rather than elo0.
#pragma once
#include "base/problem.hpp"
#include "lab/elo.hpp"
#include <string_view>

namespace tavoliere {

struct Sprt {
    double elo0 = 0, elo1 = 0;        // logistic Elo, as elo() has it
    double alpha = 0.05, beta = 0.05; // how often it may say elo1 where elo0 is true, and the other way round
    double lower() const;             // bounds of the log-likelihood ratio
    double upper() const;
};
Expected<Sprt> read_sprt(std::string_view text); // "elo0=0,elo1=10,alpha=0.05,beta=0.05"

// The logarithm of how many times likelier the pairs are if the difference is elo1 than if it is elo0.
double log_likelihood_ratio(const MatchScore& score, const Sprt& sprt);

}
