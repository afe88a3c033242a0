// SPDX-License-Identifier: BSD-3-Clause
//
// Probabilities of k classes from those of every two of them (Wu, Lin, Weng 2004, "Probability estimates for
// multi-class classification by pairwise coupling", their second approach). With r_ij the probability of i given i or
// j,
//
//     minimise over p    sum_i sum_{j != i} (r_ji p_i - r_ij p_j)^2 / 2  =  1/2 p'Q p,    sum_i p_i = 1
//
// At the optimum Q p = (p'Q p) 1. Each coordinate in turn is set to fulfil its equation and p is normalised, which
// converges to the unique solution. Cost: k^2 a sweep.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hingeline::internal {

/// Returns p. `first` holds r_ij for i < j in the order (0, 1), (0, 2), .., (1, 2), ..; they are clipped to
/// [1e-7, 1 - 1e-7].
std::vector<double> couple(std::span<const double> first, std::size_t classes);

}  // namespace hingeline::internal
