// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/scaled_cholesky.hpp"

#include <cmath>

namespace hingeline::internal {
namespace {

constexpr std::size_t side = cholesky_panel;

std::size_t panels_of(std::size_t size) { return (size + side - 1) / side; }

}  // namespace

bool ScaledCholesky::factor(const GramMatrix& hessian, double ridge) {
  scale_.resize(hessian.size());
  panels_.resize(cholesky_size(panels_of(hessian.size())));
  for (std::size_t j = 0; j < scale_.size(); ++j)
    scale_[j] = hessian.at(j, j) > 0 ? 1 / std::sqrt(hessian.at(j, j)) : 1;
  for (; ridge < 1; ridge = ridge == 0 ? 1e-14 : 100 * ridge) {
    fill(hessian, 1 + ridge);
    if (ops_.factor(panels_.data(), panels_of(scale_.size()))) return true;
  }
  return false;
}

void ScaledCholesky::fill(const GramMatrix& hessian, double diagonal) {
  const std::size_t size = scale_.size();
  for (std::size_t j = 0; j < panels_of(size) * side; ++j) {
    double* const column = panels_.data() + cholesky_size(j / side) + j % side;
    for (std::size_t i = 0; i < j; ++i) column[i * side] = j < size ? scale_[i] * scale_[j] * hessian.at(j, i) : 0;
    column[j * side] = j < size ? diagonal : 1;
  }
}

void ScaledCholesky::solve(std::span<double> r) const {
  std::vector<double> x(panels_of(scale_.size()) * side);
  for (std::size_t j = 0; j < r.size(); ++j) x[j] = scale_[j] * r[j];
  ops_.solve(panels_.data(), panels_of(scale_.size()), x.data());
  for (std::size_t j = 0; j < r.size(); ++j) r[j] = scale_[j] * x[j];
}

}  // namespace hingeline::internal
