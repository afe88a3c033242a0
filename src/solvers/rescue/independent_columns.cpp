// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/independent_columns.hpp"

#include <cmath>
#include <utility>

namespace hingeline::internal {

bool IndependentColumns::append(std::span<const double> column) {
  if (q_.size() == size_) return false;
  std::vector<double> rest(column.begin(), column.end());
  std::vector<double> r(q_.size());
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t k = 0; k < q_.size(); ++k) {
      const double part = ops_.dot(q_[k].data(), rest.data(), size_);
      r[k] += part;
      ops_.add(-part, q_[k].data(), rest.data(), size_);
    }
  const double norm = std::sqrt(ops_.squared_norm(rest.data(), size_));
  if (norm <= dependent_ * std::sqrt(ops_.squared_norm(column.data(), size_))) return false;
  for (double& entry : rest) entry /= norm;
  r.push_back(norm);
  q_.push_back(std::move(rest));
  r_.push_back(std::move(r));
  return true;
}

void IndependentColumns::remove(std::size_t k) {
  r_.erase(r_.begin() + static_cast<std::ptrdiff_t>(k));
  for (std::size_t row = k; row < r_.size(); ++row) {
    const double norm = std::hypot(r_[row][row], r_[row][row + 1]);
    const double c = r_[row][row] / norm;
    const double s = r_[row][row + 1] / norm;
    const auto rotate = [c, s](double& a, double& b) {
      const double turned = c * a + s * b;
      b = c * b - s * a;
      a = turned;
    };
    for (std::size_t column = row; column < r_.size(); ++column) rotate(r_[column][row], r_[column][row + 1]);
    for (std::size_t i = 0; i < size_; ++i) rotate(q_[row][i], q_[row + 1][i]);
    r_[row].pop_back();
  }
  q_.pop_back();
}

std::vector<double> IndependentColumns::least_squares(std::span<const double> f) const {
  std::vector<double> u(r_.size());
  for (std::size_t k = 0; k < u.size(); ++k) u[k] = ops_.dot(q_[k].data(), f.data(), size_);
  return in_columns(std::move(u));
}

std::vector<double> IndependentColumns::in_columns(std::vector<double> u) const {
  for (std::size_t k = u.size(); k-- > 0;) {
    u[k] /= r_[k][k];
    for (std::size_t row = 0; row < k; ++row) u[row] -= r_[k][row] * u[k];
  }
  return u;
}

std::vector<double> IndependentColumns::in_rows(std::vector<double> a) const {
  for (std::size_t k = 0; k < a.size(); ++k) {
    for (std::size_t row = 0; row < k; ++row) a[k] -= r_[k][row] * a[row];
    a[k] /= r_[k][k];
  }
  return a;
}

}  // namespace hingeline::internal
