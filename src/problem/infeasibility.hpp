// SPDX-License-Identifier: BSD-3-Clause
//
// The proof that no w satisfies bounds and constraints: multipliers mu of the constraints, each pulling towards one of
// its limits l_k (mu_k > 0 towards the lower), with
//
//     sum_k mu_k l_k  >  max over the bounds of (A'mu)'w
//
// Every w that satisfies the constraints has a value of (A'mu)'w of at least the left side, none within the bounds has
// one above the right (Farkas' lemma: where there is no w, there is such a mu). The inequality must hold by more than
// rounding could account for. A coefficient without the bound that its (A'mu)_j needs must have (A'mu)_j = 0, up to
// rounding of its terms: the proof is then exact for an A whose entries differ in their last digits.
#pragma once

#include <span>

#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// Whether bounds and constraints hold at w = 0.
bool allows_zero(const Problem& problem);

/// Whether these multipliers, one per constraint and any numbers, are such a proof.
bool proves_infeasible(const Problem& problem, std::span<const double> multipliers);

}  // namespace hingeline::internal
