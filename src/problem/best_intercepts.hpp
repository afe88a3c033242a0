// SPDX-License-Identifier: BSD-3-Clause
//
// The intercepts of least P. P is convex and piecewise linear in b_g, the intercept of a group, with a kink of size
// upper_t at -f_t: the best b_g is where the kinks' sizes, summed from the left, have turned the slope positive.
#pragma once

#include <array>
#include <vector>

#include "problem/extremes.hpp"
#include "problem/quadratic_program.hpp"

namespace hingeline::internal {

/// An intercept per group; 0 for a group that there is not.
using Intercepts = std::array<double, 2>;

/// argmin of P; `groups` are the extremes of a.
Intercepts best_intercepts(const QuadraticProgram& program, const std::vector<double>& a,
                           const std::vector<double>& products, const std::array<Extremes, 2>& groups);

}  // namespace hingeline::internal
