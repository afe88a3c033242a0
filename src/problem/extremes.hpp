// SPDX-License-Identifier: BSD-3-Clause
//
// The pairs of variables that violate the optimality conditions most:
//
//     violation = max over groups of (largest f that may shrink) - (smallest f that may grow),
//
// LIBSVM's m - M.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/both.hpp"
#include "core/infinity.hpp"
#include "problem/quadratic_program.hpp"

namespace hingeline::internal {

/// The most violating variables of a group: s_t of `up` should grow and that of `low` shrink.
struct Extremes {
  std::int64_t up = -1;  ///< -1: none
  std::int64_t low = -1;
  double least = infinity;      ///< f of `up`, infinite where there is none
  double greatest = -infinity;  ///< f of `low`

  double violation() const { return greatest - least; }

  /// Takes account of variable t, and of whether its s_t may grow or shrink.
  void take(std::size_t t, double f, bool may_grow, bool may_shrink) {
    if (both(f < least, may_grow)) {
      least = f;
      up = static_cast<std::int64_t>(t);
    }
    if (both(f > greatest, may_shrink)) {
      greatest = f;
      low = static_cast<std::int64_t>(t);
    }
  }
};

/// By group.
std::array<Extremes, 2> extremes(const QuadraticProgram& program, const double* a, const double* products);

/// The larger of the groups' violations.
double violation(const std::array<Extremes, 2>& groups);

/// An intercept between the extremes; a group that cannot move has one side only.
double middle(const Extremes& group);

}  // namespace hingeline::internal
