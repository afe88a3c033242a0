// SPDX-License-Identifier: BSD-3-Clause
//
// How far an interior point method goes, and where to. Its products, one for each bound, are mu in the mean; changes
// are found by a linear system:
//
// Predictor   towards products of 0; says which share of mu, `left`, a step can do away with
// Corrector   towards left^3 mu, corrected for the products of the predictor's changes, but no less than a proof asks
//             for: systems of smaller mu are more of rounding. Where it is cut short all the same, half of mu by itself
//             leads farther
// Step        up to next to where something comes to its end, 1 at most
// Paper       Mehrotra, On the implementation of a primal-dual interior point method, SIAM J. Optimization 1992
#pragma once

#include <algorithm>

namespace hingeline::internal {

/// How much of the changes that `find` left is to be taken. find(mu, second_order) finds changes, mu_after(step) is the
/// mean product after a part of them, longest() the part that nothing is left of something after.
template <class Find, class MuAfter, class Longest>
double predictor_corrector(double least_mu, const Find& find, const MuAfter& mu_after, const Longest& longest) {
  constexpr double short_step = 0.1;
  constexpr double next_to_end = 0.995;
  const auto step = [&] { return std::min(1.0, next_to_end * longest()); };
  const double mu = mu_after(0.0);
  find(0.0, false);
  const double left = mu > 0 ? mu_after(std::min(1.0, longest())) / mu : 0;
  find(std::max(left * left * left * mu, least_mu), true);
  if (step() < short_step) find(0.5 * mu, false);
  return step();
}

}  // namespace hingeline::internal
