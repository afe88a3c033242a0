// SPDX-License-Identifier: BSD-3-Clause
//
// What all of selection's trainings share: their costs and what is said of them.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <span>

#include "hingeline/error.hpp"
#include "hingeline/model.hpp"

namespace hingeline::internal {

/// No later training can end otherwise.
inline bool ends_all(Status status) {
  return status == Status::max_seconds || status == Status::interrupted || status == Status::infeasible;
}

inline void require_costs(std::span<const double> C) {
  for (const double cost : C)
    if (!(cost > 0) || !std::isfinite(cost))
      throw InvalidParameter("C", fmt::format("{}", cost), "must be > 0 and finite");
}

/// Not a number where one of them is none.
inline double larger_gap(double gap, double other) { return std::isnan(gap) || other <= gap ? gap : other; }

inline double coef_norm(const LinearModel& model) {
  double squares = 0;
  for (const double w : model.coef) squares += w * w;
  return std::sqrt(squares);
}

inline std::int64_t total_passes(const TrainResult& trained) {
  std::int64_t passes = 0;
  for (const Solution& part : trained.parts) passes += part.passes;
  return passes;
}

}  // namespace hingeline::internal
