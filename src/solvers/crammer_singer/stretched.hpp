// SPDX-License-Identifier: BSD-3-Clause
//
// Where all rows can be told apart, the optimum has rows whose own output is above the largest other by 1 exactly, and
// rounding of outputs costs c_i each: in large units, or at a large C, more than all of 1/2 |W|^2. Margins of
// (1 + delta) W are 1 + delta times as large, beyond that rounding, and its ridge costs 2 delta of itself more.
#pragma once

#include "hingeline/result.hpp"
#include "problem/class_problem.hpp"
#include "problem/crammer_singer_certificate.hpp"

namespace hingeline::internal {

/// After a proof of the point that was refused: W longer by twice of what its rows lack, and the proof of that, where
/// it is accepted, and not because all that is left is rounding. Else, and where that costs more than all that rows
/// lose, false, and W and the proof stay as they were.
bool stretch(const ClassProblem& problem, double tolerance, const CrammerSingerPoint& point, Certificate& proof);

}  // namespace hingeline::internal
