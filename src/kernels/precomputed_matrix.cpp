// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/precomputed_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "core/random.hpp"
#include "data/rows.hpp"

namespace hingeline::internal {
namespace {

using Vector = std::vector<double>;

Vector random_vector(const MatrixView& k) {
  Random random(1);
  Vector v(static_cast<std::size_t>(rows(k)));
  std::generate(v.begin(), v.end(), [&] { return random.normal(); });
  return v;
}

void multiply(const MatrixView& k, const Vector& v, Vector& product) {
  visit_rows(k, [&](const auto& x) {
    for (std::size_t i = 0; i < v.size(); ++i) product[i] = x.dot(static_cast<std::int64_t>(i), v.data());
  });
}

double dot(const Vector& a, const Vector& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

}  // namespace

std::optional<std::int64_t> asymmetric_row(const MatrixView& k) {
  constexpr double rounding = 1e-4;
  const Vector v = random_vector(k);
  Vector by_columns(v.size());
  return visit_rows(k, [&](const auto& x) -> std::optional<std::int64_t> {
    for (std::size_t i = 0; i < v.size(); ++i) x.add(static_cast<std::int64_t>(i), v[i], by_columns.data());
    for (std::size_t i = 0; i < v.size(); ++i) {
      const auto row = static_cast<std::int64_t>(i);
      const double by_row = x.dot(row, v.data());
      if (std::abs(by_row - by_columns[i]) > rounding * x.magnitude(row, v.data())) return row;
    }
    return std::nullopt;
  });
}

bool has_negative_direction(const MatrixView& k) {
  constexpr int products = 20;
  constexpr double rounding = 1e-5;
  Vector residual = random_vector(k);
  Vector p = residual;
  Vector product(p.size());
  double squared_residual = dot(residual, residual);
  double norm = 0;  // of K, from below
  for (int i = 0; i < products; ++i) {
    multiply(k, p, product);
    const double squared_p = dot(p, p);
    const double curvature = dot(p, product);
    norm = std::max(norm, std::sqrt(dot(product, product) / squared_p));
    if (curvature < -rounding * norm * squared_p) return true;
    if (curvature <= rounding * norm * squared_p) return false;
    const double step = squared_residual / curvature;
    for (std::size_t j = 0; j < p.size(); ++j) residual[j] -= step * product[j];
    const double before = squared_residual;
    squared_residual = dot(residual, residual);
    for (std::size_t j = 0; j < p.size(); ++j) p[j] = residual[j] + squared_residual / before * p[j];
  }
  return false;
}

}  // namespace hingeline::internal
