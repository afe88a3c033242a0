// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/scaled_cholesky.hpp"

#include <cmath>

namespace hingeline::internal {

static_assert(rank_update_group % cholesky_group == 0, "a Gram matrix is padded to whole groups");

ScaledCholesky::ScaledCholesky(std::size_t size)
    : cholesky_(cholesky()), ops_(dense_ops<double>()), scale_(size), factor_(size) {}

bool ScaledCholesky::factor(const GramMatrix& hessian, double ridge) {
  for (std::size_t j = 0; j < scale_.size(); ++j)
    scale_[j] = hessian.at(j, j) > 0 ? 1 / std::sqrt(hessian.at(j, j)) : 1;
  for (; ridge < 1; ridge = ridge == 0 ? 1e-14 : 100 * ridge) {
    take_scaled(hessian, ridge);
    if (cholesky_(factor_.data(), factor_.stride())) return true;
  }
  return false;
}

/// S H S, its diagonal 1 + ridge; rows that only fill a group up are those of the identity.
void ScaledCholesky::take_scaled(const GramMatrix& hessian, double ridge) {
  for (std::size_t i = 0; i < scale_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) factor_.at(i, j) = scale_[i] * hessian.at(i, j) * scale_[j];
    factor_.at(i, i) = 1 + ridge;
  }
  for (std::size_t i = scale_.size(); i < factor_.stride(); ++i) {
    for (std::size_t j = 0; j < i; ++j) factor_.at(i, j) = 0;
    factor_.at(i, i) = 1;
  }
}

void ScaledCholesky::solve(std::span<double> r) const {
  const auto row = [&](std::size_t i) { return factor_.data() + i * factor_.stride(); };
  for (std::size_t i = 0; i < r.size(); ++i)
    r[i] = (scale_[i] * r[i] - ops_.dot(row(i), r.data(), i)) / factor_.at(i, i);
  for (std::size_t i = r.size(); i-- > 0;) {
    r[i] /= factor_.at(i, i);
    ops_.add(-r[i], row(i), r.data(), i);
  }
  for (std::size_t i = 0; i < r.size(); ++i) r[i] *= scale_[i];
}

}  // namespace hingeline::internal
