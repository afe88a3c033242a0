// SPDX-License-Identifier: BSD-3-Clause
//
// The only source that sees Eigen.
#include "solvers/common/scaled_cholesky.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace hingeline::internal {

struct ScaledCholesky::Factor {
  Eigen::VectorXd scale;
  Eigen::MatrixXd scaled;
  Eigen::LLT<Eigen::MatrixXd, Eigen::Lower> llt;
};

ScaledCholesky::ScaledCholesky(std::size_t size) : factor_(std::make_unique<Factor>()) {
  const auto d = static_cast<Eigen::Index>(size);
  factor_->scale.resize(d);
  factor_->scaled.resize(d, d);
}

ScaledCholesky::~ScaledCholesky() = default;

bool ScaledCholesky::factor(const GramMatrix& hessian, double ridge) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  auto& [scale, scaled, llt] = *factor_;
  const Eigen::Index d = scale.size();
  const Eigen::Map<const RowMajor, 0, Eigen::OuterStride<>> h(
      hessian.data(), d, d, Eigen::OuterStride<>(static_cast<Eigen::Index>(hessian.stride())));
  for (Eigen::Index j = 0; j < d; ++j) scale[j] = h(j, j) > 0 ? 1 / std::sqrt(h(j, j)) : 1;
  scaled.triangularView<Eigen::Lower>() = scale.asDiagonal() * h * scale.asDiagonal();
  for (; ridge < 1; ridge = ridge == 0 ? 1e-14 : 100 * ridge) {
    scaled.diagonal().setConstant(1 + ridge);
    llt.compute(scaled);
    if (llt.info() == Eigen::Success && llt.matrixLLT().diagonal().allFinite()) return true;
  }
  return false;
}

void ScaledCholesky::solve(std::span<double> r) const {
  Eigen::Map<Eigen::VectorXd> x(r.data(), static_cast<Eigen::Index>(r.size()));
  x.array() *= factor_->scale.array();
  factor_->llt.solveInPlace(x);
  x.array() *= factor_->scale.array();
}

}  // namespace hingeline::internal
