// SPDX-License-Identifier: BSD-3-Clause
//
// Helpers for trainings: checks of costs, options at a point, summaries.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>

#include "core/dot.hpp"
#include "core/require.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "hingeline/selection.hpp"

namespace hingeline::internal {

/// Whether all later trainings would end so, too.
inline bool ends_all(Status status) {
  return status == Status::max_seconds || status == Status::interrupted || status == Status::infeasible;
}

inline void require_cost(const char* name, double C) {
  require(C > 0 && std::isfinite(C), name, C, "must be > 0 and finite");
}

inline void require_costs(std::span<const double> C) {
  for (const double cost : C) require_cost("C", cost);
}

/// Requires 0 < first <= last.
inline void require_first_cost(double first, double last) {
  require_cost("first_C", first);
  if (first > last) throw InvalidParameter("first_C", fmt::format("{}", first), fmt::format("must be <= {}", last));
}

inline void require_cost_of(Machine machine) {
  if (!has_C(machine)) throw InvalidParameter("machine", std::string(to_string(machine)), "but it has no C to vary");
}

inline SolverOptions& solver_of(TrainOptions& options) { return options.solver; }
inline SolverOptions& solver_of(KernelTrainOptions& options) { return options.solver.solver; }
inline const SolverOptions& solver_of(const TrainOptions& options) { return options.solver; }
inline const SolverOptions& solver_of(const KernelTrainOptions& options) { return options.solver.solver; }

/// The options at a point of a search.
inline TrainOptions at_point(const CvPoint& point, TrainOptions options) {
  options.C = point.C;
  options.loss.epsilon = point.epsilon;
  return options;
}

inline KernelTrainOptions at_point(const CvPoint& point, KernelTrainOptions options) {
  options.C = point.C;
  options.kernel.gamma = point.gamma;
  options.epsilon = point.epsilon;
  return options;
}

/// The larger of the two, NaN if one of them is.
inline double larger_gap(double gap, double other) { return std::isnan(gap) || other <= gap ? gap : other; }

inline double coef_norm(const LinearModel& model) { return std::sqrt(dot(model.coef, model.coef)); }

template <class Result>
std::int64_t total_passes(const Result& trained) {
  std::int64_t passes = 0;
  for (const auto& part : trained.parts) passes += part.passes;
  return passes;
}

/// A point of a path, without numbers that only one kind of machine has.
template <class Result>
PathPoint path_point(const Result& trained, double C, double seconds) {
  PathPoint point;
  point.C = C;
  point.status = trained.status;
  point.solver = trained.parts.front().solver;
  point.reason = trained.parts.front().reason;
  point.certificate = trained.certificate;
  point.passes = total_passes(trained);
  point.seconds = seconds;
  return point;
}

}  // namespace hingeline::internal
