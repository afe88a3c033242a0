// SPDX-License-Identifier: BSD-3-Clause
//
// The inverse B of a Hessian H, corrected towards that of another by steps: where a step s changed its gradient by y,
//
//     B := (I - s y' / s'y) B (I - y s' / s'y) + s s' / s'y,    for which  B y = s
//
// Cost     8 d flops a correction and product, beside the solution with H
// Papers   Nocedal, Mathematics of Computation 1980 (the BFGS update, applied from steps and changes)
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/dot.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"

namespace hingeline::internal {

class CorrectedInverse {
 public:
  explicit CorrectedInverse(const ScaledCholesky& hessian) : hessian_(hessian) {}

  /// Adds a correction unless s'y <= 0, as rounding may make it: B stays positive definite.
  void correct(std::vector<double> step, std::vector<double> change) {
    const double curvature = dot(step, change);
    if (curvature > 0) corrections_.push_back({std::move(step), std::move(change), curvature});
  }

  /// B u
  std::vector<double> multiply(std::vector<double> u) const {
    std::vector<double> along(corrections_.size());
    for (std::size_t k = corrections_.size(); k-- > 0;) {
      const Correction& correction = corrections_[k];
      along[k] = dot(correction.step, u) / correction.curvature;
      add(-along[k], correction.change, u);
    }
    hessian_.solve(u);
    for (std::size_t k = 0; k < corrections_.size(); ++k) {
      const Correction& correction = corrections_[k];
      add(along[k] - dot(correction.change, u) / correction.curvature, correction.step, u);
    }
    return u;
  }

 private:
  struct Correction {
    std::vector<double> step;
    std::vector<double> change;
    double curvature;
  };

  static void add(double scale, std::span<const double> part, std::span<double> sum) {
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += scale * part[j];
  }

  const ScaledCholesky& hessian_;
  std::vector<Correction> corrections_;
};

}  // namespace hingeline::internal
