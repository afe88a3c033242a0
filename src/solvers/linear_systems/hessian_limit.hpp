// SPDX-License-Identifier: BSD-3-Clause
//
// Hessians grow with the square of the unknowns: their number is limited so that they take at most 8 GiB.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

#include "hingeline/error.hpp"

namespace hingeline::internal {

/// The limit for a solver that keeps a Hessian and its factor.
inline constexpr std::size_t most_hessian_unknowns = 23000;

/// The limit of reduced_newton, which keeps eight matrices: of the rows, their moments, Hessians and factors.
inline constexpr std::size_t most_reduced_newton_features = 11000;

/// Throws InvalidParameter for more than `most` unknowns, which are `what`.
inline void check_hessian_size(std::string_view solver, std::size_t unknowns, std::string_view what, std::size_t most) {
  if (unknowns > most)
    throw InvalidParameter("solver", fmt::format("{} for {} {}", solver, unknowns, what),
                           fmt::format("its Hessian allows at most {}; dual_cd (with a ridge) and proximal_newton "
                                       "(with any penalty) have no such limit for rows in memory",
                                       most));
}

}  // namespace hingeline::internal
