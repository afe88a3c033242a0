// SPDX-License-Identifier: BSD-3-Clause
//
// Direction and length of an interior point method's steps. There is one product of slack and multiplier for each
// bound, and mu is their mean; changes are found by a linear system:
//
// Predictor   towards products of 0; tells which share of mu, `left`, such a step would leave
// Corrector   towards left^3 mu, corrected for the products of the predictor's changes, but no less than a proof needs:
//             systems of smaller mu have larger rounding errors. Where that step is cut short all the same, one towards
//             half of mu, without correction, leads farther
// Step        to just before the first bound that is met, 1 at most
// Paper       Mehrotra, On the implementation of a primal-dual interior point method, SIAM J. Optimization 1992
#pragma once

#include <algorithm>

namespace hingeline::internal {

/// Returns the share to take of the changes that `find` found last. find(mu, second_order) finds changes,
/// mu_after(step) is the mean product after that share of them, longest() the share at which the first bound is met.
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
