// SPDX-License-Identifier: BSD-3-Clause
//
// Separable rows lie at the kink of the hinge, a margin of 1 known to delta (problem/prediction_rounding.hpp): such a
// row may lose c delta, which no gap shows, and where C is large that is more than the tolerance of an objective that
// is next to nothing. (1 + t) (w, b) has those margins beyond 1 for certain,
//
//     t = max of (1 - m_i + 2 delta_i) / m_i over rows with a margin m_i beyond 1 - tolerance / 8, and not beyond 1 by
//         more than delta_i
//
// and costs 2 t of R and t of the loss of rows far from the kink: taken where t is a small part of the tolerance, and
// where that is 0 of as many digits as rounding leaves.
#pragma once

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

/// The answer, or (1 + t) times it, where its rows at the kink may lose more than the tolerance allows. Problems with
/// bounds or constraints, which may forbid that, and rows that stay in their file are left as they are.
Solution move_off_kinks(Solution answer, const Problem& problem, double tolerance);

}  // namespace hingeline::internal
