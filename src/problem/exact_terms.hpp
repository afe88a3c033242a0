// SPDX-License-Identifier: BSD-3-Clause
//
// The terms of row_terms.hpp at predictions of twice a double's digits.
//
// At a kink a row's loss is c times the jump of phi' times the distance of z beyond it, which may be all rounding of z:
// where P is small beside c |x| |w| eps of the rows at kinks, terms at rounded predictions are meaningless. Here
// z = high + low is summed with twice the digits (core/twofold.hpp). For losses of a residual, r = z - y takes the place
// of z and 0 that of y, so that kinks are doubles; and next to a kink k, with t = (high - k) + low,
//
//     phi = phi(k) + phi'(k +- 0) t + phi''(k +- 0) t^2 / 2
//     c phi + (c phi)*(-s) + s z = [the same at k] + (c phi'(k +- 0) + s) t + c phi''(k +- 0) t^2 / 2
//
// where [the same at k] is 0 for -s between c times the slopes at k. These formulas are used where t has lost digits
// beside z and k, and other kinks are a thousand times as far; elsewhere the terms are those at `high`.
//
// Cost: one pass over the rows, some twenty times as long as one in double: for the last proof of few problems.
#pragma once

#include <span>

#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/row_terms.hpp"

namespace hingeline::internal {

/// The sums over all rows at z = X coef + b; s in the domains.
RowTerms exact_terms(const Problem& problem, std::span<const double> s, std::span<const double> coef, double b,
                     ThreadPool& pool);

}  // namespace hingeline::internal
