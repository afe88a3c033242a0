// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of row_steps.hpp for rows whose losses are IntervalTerms.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "penalties/interval_term.hpp"
#include "solvers/steps/alm_point.hpp"
#include "solvers/steps/row_steps.hpp"

namespace hingeline::internal {

/// take_steps() for rows whose losses are the terms. A z beyond its limits counts as at the limit: the iterates satisfy
/// constraints only in the end.
inline StepSums take_interval_steps(std::span<const IntervalTerm> terms, const AlmPoint& at, std::span<double> next_s,
                                    std::span<double> slope) {
  StepSums sums;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const IntervalTerm& r = terms[k];
    const double v = at.p[k] - at.t * at.s[k];
    next_s[k] = r.step(v, at.t);
    slope[k] = r.step_slope(v, at.t);
    const double value = r.value(r.clip(at.p[k]));
    sums.value += value;
    sums.gap += std::abs(value + r.conjugate(next_s[k]) + next_s[k] * at.p[k]);
    sums.move += (next_s[k] - at.s[k]) * (next_s[k] - at.s[k]);
    sums.curved += slope[k] > 0;
  }
  return sums;
}

/// sum_envelopes() for such rows; the minimising z of a constraint is clipped to its limits.
inline double sum_interval_envelopes(std::span<const IntervalTerm> terms, const AlmPoint& at) {
  double total = 0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const IntervalTerm& r = terms[k];
    const double move = r.step(at.p[k] - at.t * at.s[k], at.t) - at.s[k];
    total += r.value(r.clip(at.p[k] + at.t * move)) + at.t * move * (at.s[k] + 0.5 * move);
  }
  return total;
}

inline double interval_steps_along(std::span<const IntervalTerm> terms, const AlmPoint& at, std::span<const double> d,
                                   double a) {
  double total = 0;
  for (std::size_t k = 0; k < terms.size(); ++k)
    total += d[k] * terms[k].step(at.p[k] + a * d[k] - at.t * at.s[k], at.t);
  return total;
}

}  // namespace hingeline::internal
