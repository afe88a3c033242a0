// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/precomputed_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/dot.hpp"
#include "core/random.hpp"
#include "data/rows.hpp"

namespace hingeline::internal {
namespace {

using Numbers = std::vector<double>;

Numbers random_vector(const MatrixView& k) {
  Random random(1);
  Numbers v(static_cast<std::size_t>(rows(k)));
  std::generate(v.begin(), v.end(), [&] { return random.normal(); });
  return v;
}

void multiply(const MatrixView& k, const Numbers& v, Numbers& product) {
  visit_rows(k, [&](const auto& x) {
    for (std::size_t i = 0; i < v.size(); ++i) product[i] = x.dot(static_cast<std::int64_t>(i), v.data());
  });
}

}  // namespace

std::optional<std::int64_t> asymmetric_row(const MatrixView& k) {
  constexpr double rounding = 1e-4;
  const Numbers v = random_vector(k);
  Numbers by_columns(v.size());
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
  Numbers residual = random_vector(k);
  Numbers p = residual;
  Numbers product(p.size());
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
