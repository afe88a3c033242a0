// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/precomputed_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/dot.hpp"
#include "core/random.hpp"
#include "data/rows.hpp"
#include "kernels/kernel_panels.hpp"
#include "parallel/sum_chunks.hpp"

namespace hingeline::internal {
namespace {

using Numbers = std::vector<double>;

Numbers random_vector(const MatrixView& k) {
  Random random(1);
  Numbers v(static_cast<std::size_t>(rows(k)));
  std::generate(v.begin(), v.end(), [&] { return random.normal(); });
  return v;
}

constexpr std::int64_t rows_per_task = 64;

void multiply(const MatrixView& k, const Numbers& v, Numbers& product, ThreadPool& pool) {
  visit_rows(k, [&](const auto& x) {
    for_each_block(pool, x.rows(), rows_per_task, [&](std::int64_t first, std::int64_t count) {
      for (std::int64_t i = first; i < first + count; ++i) product[static_cast<std::size_t>(i)] = x.dot(i, v.data());
    });
  });
}

/// Of some rows: K v, of which they have their own, and what they add to K'v.
struct BothProducts {
  Numbers by_rows;
  Numbers by_columns;
  BothProducts& operator+=(const BothProducts& other) {
    for (std::size_t j = 0; j < by_rows.size(); ++j) by_rows[j] += other.by_rows[j];
    for (std::size_t j = 0; j < by_columns.size(); ++j) by_columns[j] += other.by_columns[j];
    return *this;
  }
};

BothProducts multiply_both_ways(const MatrixView& k, const Numbers& v, ThreadPool& pool) {
  constexpr std::int64_t most_tasks = 16;  // each has sums of its own
  const BothProducts zero = {Numbers(v.size()), Numbers(v.size())};
  return visit_rows(k, [&](const auto& x) {
    const std::int64_t chunk = (x.rows() + most_tasks - 1) / most_tasks;
    return sum_chunks(pool, x.rows(), chunk, zero, [&](std::int64_t first, std::int64_t end, BothProducts& part) {
      for (std::int64_t row = first; row < end; ++row) {
        const auto i = static_cast<std::size_t>(row);
        part.by_rows[i] = x.dot(row, v.data());
        x.add(row, v[i], part.by_columns.data());
      }
    });
  });
}

template <class T>
double entry_of_diagonal(const DenseRows<T>& x, std::int64_t i) {
  return static_cast<double>(x.values(i)[static_cast<std::size_t>(i)]);
}

template <class T>
double entry_of_diagonal(const SparseRows<T>& x, std::int64_t i) {
  const auto [columns, values] = x.entries(i);
  const auto at = std::ranges::lower_bound(columns, i);
  return at != columns.end() && *at == i ? static_cast<double>(values[static_cast<std::size_t>(at - columns.begin())])
                                         : 0;
}

}  // namespace

std::vector<double> diagonal_of(const MatrixView& k) {
  Numbers diagonal;
  visit_rows(k, [&](const auto& x) {
    for (std::int64_t i = 0; i < x.rows(); ++i) diagonal.push_back(entry_of_diagonal(x, i));
  });
  return diagonal;
}

std::optional<std::int64_t> asymmetric_row(const MatrixView& k, int threads) {
  constexpr double rounding = 1e-4;
  ThreadPool pool(threads);
  const Numbers v = random_vector(k);
  const auto [by_rows, by_columns] = multiply_both_ways(k, v, pool);
  return visit_rows(k, [&](const auto& x) -> std::optional<std::int64_t> {
    for (std::size_t i = 0; i < v.size(); ++i) {
      const double difference = std::abs(by_rows[i] - by_columns[i]);
      if (difference <= rounding * std::abs(by_rows[i])) continue;  // which is at most the magnitude
      const auto row = static_cast<std::int64_t>(i);
      if (difference > rounding * x.magnitude(row, v.data())) return row;
    }
    return std::nullopt;
  });
}

bool has_negative_direction(const MatrixView& k, int threads) {
  constexpr int products = 20;
  constexpr double rounding = 1e-5;
  ThreadPool pool(threads);
  Numbers residual = random_vector(k);
  Numbers p = residual;
  Numbers product(p.size());
  double squared_residual = dot(residual, residual);
  double norm = 0;  // of K, from below
  for (int i = 0; i < products; ++i) {
    multiply(k, p, product, pool);
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
