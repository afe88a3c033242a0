// SPDX-License-Identifier: BSD-3-Clause
//
// A Newton step on all variables between their bounds at once (face_newton.hpp), where pairs of them would go back and
// forth for long, as for a large C at the end of a grid. Pairs find which variables are at their bounds.
//
// Cost     no more than the pairs before it took, by pays()
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/smo/face_newton.hpp"
#include "solvers/smo/smo_task.hpp"

namespace hingeline::internal {

class FaceStep {
 public:
  explicit FaceStep(const SmoTask& task) : task_(task), program_(task.program) {}

  /// Adds `ns` to the time of pairs since the last step; returns whether they took longer than a step would.
  bool pays(const SmoPoint& point, double ns);

  /// Finds the variables between their bounds, which move() moves.
  void find_face(const SmoPoint& point);

  /// Moves a. Uses products of the moved rows computed anew, but leaves the point's products as they are. False if time
  /// ran out.
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
