// SPDX-License-Identifier: BSD-3-Clause
//
// Keeps the last row geometry for callers that ask for the same again: the outputs of one training, and the trainings
// of a path, which differ in C alone. Otherwise it would take a third of a path on text rows of some dozen words each.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "solvers/dual_cd/row_geometry.hpp"

namespace hingeline::internal {

class GeometryMemo {
 public:
  /// row_geometry(x, problem, used), x having the same rows in every call. Safe to call from several threads.
  template <RowMatrix Rows>
  std::shared_ptr<const RowGeometry> get(const Rows& x, const Problem& problem, std::span<const std::uint32_t> used) {
    const std::lock_guard lock(mutex_);
    const Asked asked{problem.intercept, problem.bias, is_plain_ridge(problem), {used.begin(), used.end()}};
    if (!kept_ || asked != asked_) {
      kept_ = std::make_shared<const RowGeometry>(row_geometry(x, problem, used));
      asked_ = asked;
    }
    return kept_;
  }

 private:
  /// All that the geometry of the same rows depends on.
  struct Asked {
    Intercept intercept = Intercept::none;
    double bias = 0;
    bool plain_ridge = true;
    std::vector<std::uint32_t> used;

    bool operator==(const Asked&) const = default;
  };

  std::mutex mutex_;
  Asked asked_;
  std::shared_ptr<const RowGeometry> kept_;
};

}  // namespace hingeline::internal
