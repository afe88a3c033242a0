// SPDX-License-Identifier: BSD-3-Clause
//
// Where rows can be told apart, the optimum has rows whose own output is above another by 1 exactly, and rounding of
// outputs costs c_i each: in large units, or at a large C, more than all of 1/2 |W|^2. Margins of (1 + t) W are 1 + t
// times as large, beyond that rounding, and its ridge costs 2 t of itself more (solvers/solve/move_off_kinks.hpp
// does it for one output).
#pragma once

#include "hingeline/result.hpp"
#include "problem/class_problem.hpp"
#include "problem/crammer_singer_certificate.hpp"

namespace hingeline::internal {

/// Whether a point that has been proven is the answer, perhaps by a longer W, whose proof is then given in place of its
/// own: where the proof was refused for what rows lack of a margin of 1 by no more than a share of the tolerance, or
/// accepted though rounding may hide more than that.
bool is_answer(const ClassProblem& problem, double tolerance, const CrammerSingerPoint& point, Certificate& proof);

}  // namespace hingeline::internal
