// SPDX-License-Identifier: BSD-3-Clause
//
// The problem's formulas written a second time, slowly and from their definitions, to hold the library's answers
// against: losses by their table, conjugates by searching for the supremum, sums in long double.
#pragma once

#include <span>
#include <vector>

#include "hingeline/problem.hpp"

namespace hingeline::support {

long double slow_loss(const Loss& loss, long double y, long double z);

/// (c phi)*(-s) = sup_z [-s z - c phi(y, z)] by ternary search; s must be in the domain.
long double slow_conjugate(const Loss& loss, long double y, long double c, long double s);

/// Row i as d numbers, whatever the layout.
std::vector<double> slow_row(const MatrixView& x, std::int64_t i);

/// P(w, b), the penalized intercept's part of R included; bounds and constraints are not looked at.
long double slow_primal(const Problem& problem, std::span<const double> coef, double intercept);

/// D(s) = -|X's|^2 / (2 l2) - sum_i (c_i phi)*(-s_i), the penalized intercept's column included; for a ridge alone.
long double slow_dual(const Problem& problem, std::span<const double> dual_coef);

}  // namespace hingeline::support
