// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's step for all variables between their bounds at once (face_newton.hpp), where pairs of them would go back and
// forth for long: of a large C, as the last of a grid are. Which variables are at their bounds is for pairs to find.
//
// Cost     what the pairs before it took, by pays()
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/smo/face_newton.hpp"
#include "solvers/smo/smo_task.hpp"

namespace hingeline::internal {

class FaceStep {
 public:
  explicit FaceStep(const SmoTask& task) : task_(task), program_(task.program) {}

  /// Whether the steps of pairs since the last one, now so many ns more, took longer than it would.
  bool pays(const SmoPoint& point, double ns);

  /// Which variables are between their bounds: those that move.
  void find_face(const SmoPoint& point);

  /// Moves a. Of the products those of its own rows are computed afresh, none changed. False where there was no time.
  bool move(SmoPoint& point);

 private:
  std::vector<std::int32_t> rows() const;
  FaceVariable describe(std::size_t t, const SmoPoint& point) const;
  double ridge(const SmoPoint& point) const;

  const SmoTask& task_;
  const QuadraticProgram& program_;
  std::vector<std::size_t> face_;  // variables, one for a row, ascending by rows
  double pairs_ = 0;               // ns
};

}  // namespace hingeline::internal
