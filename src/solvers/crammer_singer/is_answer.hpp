// SPDX-License-Identifier: BSD-3-Clause
//
// Where classes are separable, the optimum has rows with a margin of exactly 1, and the rounding of their outputs costs
// c_i each: with large units of columns or a large C more than all of 1/2 |W|^2. (1 + t) W has margins 1 + t times as
// large, beyond that rounding, and a ridge larger by the share 2 t (solvers/rescue/move_off_kinks.hpp does the same for
// one output).
#pragma once

#include "hingeline/result.hpp"
#include "problem/class_problem.hpp"
#include "problem/crammer_singer_certificate.hpp"

namespace hingeline::internal {

/// Whether a certified point is the answer. May replace W and `proof` by a longer W and its proof: where the loss of
/// rows whose margin lacks a share of the tolerance at most keeps the gap above the tolerance, or where it is accepted
/// although rounding may hide more than that.
bool is_answer(const ClassProblem& problem, double tolerance, const CrammerSingerPoint& point, Certificate& proof);

}  // namespace hingeline::internal
