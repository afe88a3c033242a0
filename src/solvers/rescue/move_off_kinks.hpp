// SPDX-License-Identifier: BSD-3-Clause
//
// Separable rows lie at the kink of the hinge, a margin of 1 known to delta (problem/prediction_rounding.hpp): such a
// row may have a loss of c delta that no gap shows, and where C is large that is more than the tolerance of an
// objective near 0. For (1 + t) (w, b) these margins are beyond 1 for certain,
//
//     t = max of (1 - m_i + 2 delta_i) / m_i over rows with a margin m_i beyond 1 - tolerance / 8, and not beyond 1 by
//         more than delta_i
//
// and the cost is 2 t of R and t of the loss of rows far from the kink: it is taken where t is a small part of the
// tolerance, or, where the tolerance is 0, for as many digits as rounding leaves.
#pragma once

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

/// Returns the answer, or (1 + t) times it where its rows at the kink may lose more than the tolerance allows. Only for
/// the hinge loss, and only where all limits of bounds and constraints are 0 or infinite, so that scaling keeps them.
Solution move_off_kinks(Solution answer, const Problem& problem, double tolerance);

}  // namespace hingeline::internal
