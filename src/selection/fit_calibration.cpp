// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/require.hpp"
#include "data/is_present.hpp"
#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "models/calibration.hpp"

namespace hingeline {

Calibration fit_calibration(Calibration::Kind kind, std::span<const double> decision_values,
                            std::span<const double> truth, std::span<const double> weights) {
  using internal::require;
  internal::require_known("calibration", kind, Calibration::Kind::isotonic, "must be a Calibration::Kind");
  if (kind == Calibration::Kind::none) throw InvalidParameter("calibration", "none", "must be platt or isotonic");
  const std::size_t n = decision_values.size();
  if (truth.size() != n || (!weights.empty() && weights.size() != n))
    throw InvalidParameter("truth", std::to_string(truth.size()) + " numbers",
                           "must be one for each of " + std::to_string(n) + " decision values, and so must weights");
  for (std::size_t i = 0; i < n; ++i) {
    require(std::isfinite(decision_values[i]), "decision_values", decision_values[i], "must be finite");
    require(std::abs(truth[i]) == 1, "truth", truth[i], "must be +1 or -1");
    if (!weights.empty())
      require(weights[i] > 0 && std::isfinite(weights[i]), "weights", weights[i], "must be > 0 and finite");
  }
  std::vector<internal::ScoredPair> pairs(n);
  for (std::size_t i = 0; i < n; ++i) pairs[i] = {decision_values[i], truth[i], internal::weight_of(weights, i)};
  return internal::fit_calibration(kind, std::move(pairs));
}

}  // namespace hingeline
