// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear_systems/scaled_cholesky.hpp"

#include <algorithm>
#include <functional>

namespace hingeline::internal {

void ScaledCholesky::solve(std::span<double> r) const {
  std::vector<double> x(panels() * cholesky_panel);
  for (std::size_t j = 0; j < r.size(); ++j) x[j] = scale_[j] * r[j];
  ops_.solve(panels_.data(), panels(), x.data());
  for (std::size_t j = 0; j < r.size(); ++j) r[j] = scale_[j] * x[j];
}

void ScaledCholesky::newton_step(std::span<const double> g, std::span<double> p) const {
  std::transform(g.begin(), g.end(), p.begin(), std::negate());
  solve(p);
}

}  // namespace hingeline::internal
