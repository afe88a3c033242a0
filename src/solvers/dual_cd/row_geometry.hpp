// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers of rows that dual coordinate descent needs and that do not depend on targets, so that outputs on the same
// rows may share them:
//
//     q_i = |x_i - m|^2,    g_i = m'x_i,    m the mean of the rows if the intercept is free, else 0
//
// and tau^2, the curvature that the intercept adds to every row (intercept_centre.hpp). Cost: a pass over the rows; two
// more where the intercept is free.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "hingeline/problem.hpp"
#include "penalties/regularizer.hpp"

namespace hingeline::internal {

struct ColumnMean {
  double tau2 = 0;
  double norm2 = 0;              // m'm
  std::vector<double> mean;      // m, d numbers; empty where w is sum_i s_i x_i
  std::vector<double> mean_dot;  // g, n numbers; empty unless the intercept is free
};

struct RowGeometry {
  std::vector<double> q;
  ColumnMean mean;
};

/// Turns |x_i|^2 into |x_i - m|^2 for the rows in use.
template <RowMatrix Rows>
ColumnMean centre_rows(const Rows& x, std::span<const std::uint32_t> used, std::span<double> q) {
  ColumnMean m;
  const double share = used.empty() ? 0 : 1 / static_cast<double>(used.size());
  m.mean.resize(static_cast<std::size_t>(x.cols()));
  for (const std::uint32_t i : used) x.add(i, share, m.mean.data());
  for (const double entry : m.mean) m.norm2 += entry * entry;
  m.mean_dot.resize(static_cast<std::size_t>(x.rows()));
  double q_sum = 0;
  for (const std::uint32_t i : used) {
    m.mean_dot[i] = x.dot(i, m.mean.data());
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * (q[i] + m.norm2);
    q[i] = std::max(0.0, q[i] - 2 * m.mean_dot[i] + m.norm2) + rounding;  // a step is never too long
    q_sum += q[i];
  }
  m.tau2 = q_sum > 0 ? 0.1 * share * q_sum : 1;
  return m;
}

/// `used` are the rows of weight > 0.
template <RowMatrix Rows>
RowGeometry row_geometry(const Rows& x, const Problem& problem, std::span<const std::uint32_t> used) {
  RowGeometry geometry;
  geometry.q.resize(static_cast<std::size_t>(x.rows()));
  for (std::size_t i = 0; i < geometry.q.size(); ++i) geometry.q[i] = x.squared_norm(static_cast<std::int64_t>(i));
  ColumnMean mean;
  if (problem.intercept == Intercept::penalized) mean.tau2 = problem.bias * problem.bias;
  if (problem.intercept == Intercept::free) mean = centre_rows(x, used, geometry.q);
  if (is_plain_ridge(problem)) std::vector<double>().swap(mean.mean);
  geometry.mean = std::move(mean);
  return geometry;
}

}  // namespace hingeline::internal
