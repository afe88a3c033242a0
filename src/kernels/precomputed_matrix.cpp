// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/precomputed_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "core/dot.hpp"
#include "core/random.hpp"
#include "data/rows.hpp"
#include "parallel/blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "simd/dense_ops.hpp"

namespace hingeline::internal {
namespace {

using Numbers = std::vector<double>;

Numbers random_vector(std::size_t size) {
  Random random(1);
  Numbers v(size);
  std::generate(v.begin(), v.end(), [&] { return random.normal(); });
  return v;
}

/// K v for some rows, and their part of K'v.
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

/// A function from a column to the entry of row i.
template <class T>
auto entries_of_row(const DenseRows<T>& x, std::int64_t i) {
  return [values = x.values(i)](std::int64_t j) { return values[static_cast<std::size_t>(j)]; };
}

template <class T>
auto entries_of_row(const SparseRows<T>& x, std::int64_t i) {
  return [row = x.entries(i)](std::int64_t j) {
    const auto at = std::ranges::lower_bound(row.columns, j);
    return at != row.columns.end() && *at == j ? row.values[static_cast<std::size_t>(at - row.columns.begin())] : T{0};
  };
}

/// At most `most` of n rows, at random, ascending.
std::vector<std::int32_t> some_rows(std::int64_t n, std::size_t most) {
  std::vector<std::int32_t> some(static_cast<std::size_t>(n));
  std::iota(some.begin(), some.end(), 0);
  if (some.size() <= most) return some;
  Random random(1);
  shuffle(std::span(some), random);
  some.resize(most);
  std::ranges::sort(some);
  return some;
}

/// The principal submatrix of K for some rows.
class PrincipalSquare {
 public:
  PrincipalSquare(const MatrixView& k, std::span<const std::int32_t> rows)
      : size_(rows.size()), values_(size_ * size_), ops_(dense_ops<double>()) {
    copy_entries(k, rows, rows, values_.data(), size_);
  }

  std::size_t size() const { return size_; }

  /// |K|_F / sqrt(n) <= |K|. The norm of independent errors of entries is proportional to it.
  double usual_norm() const { return std::sqrt(dot(values_, values_) / static_cast<double>(size_)); }

  void multiply(const Numbers& v, Numbers& product, ThreadPool& pool) const {
    constexpr std::int64_t rows_per_task = 64;
    for_each_block(pool, std::ssize(v), rows_per_task, [&](std::int64_t first, std::int64_t count) {
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(first + count); ++i)
        product[i] = ops_.dot(values_.data() + i * size_, v.data(), size_);
    });
  }

 private:
  std::size_t size_;
  Numbers values_;
  DenseOps<double> ops_;
};

/// The set of directions to search.
enum class Among { all, sums_of_0 };

void project(Among among, Numbers& v) {
  if (among == Among::all) return;
  const double mean = std::reduce(v.begin(), v.end()) / static_cast<double>(v.size());
  for (double& number : v) number -= mean;
}

/// Whether conjugate gradients from p find negative curvature.
bool comes_by_negative(const PrincipalSquare& square, Among among, Numbers p, ThreadPool& pool) {
  constexpr int products = 20;
  constexpr double rounding = 1e-5;
  project(among, p);
  Numbers residual = p;
  Numbers product(p.size());
  double squared_residual = dot(residual, residual);
  double norm = square.usual_norm();  // lower bound of |K|
  for (int i = 0; i < products; ++i) {
    square.multiply(p, product, pool);
    project(among, product);
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
    project(among, p);  // near the end p is rounding
  }
  return false;
}

}  // namespace

std::vector<double> diagonal_of(const MatrixView& k) {
  Numbers diagonal;
  visit_rows(k, [&](const auto& x) {
    for (std::int64_t i = 0; i < x.rows(); ++i) diagonal.push_back(static_cast<double>(entries_of_row(x, i)(i)));
  });
  return diagonal;
}

template <class T>
void copy_entries(const MatrixView& k, std::span<const std::int32_t> rows, std::span<const std::int32_t> columns,
                  T* values, std::size_t stride) {
  visit_rows(k, [&](const auto& x) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto entry = entries_of_row(x, rows[i]);
      for (std::size_t j = 0; j < columns.size(); ++j) values[i * stride + j] = static_cast<T>(entry(columns[j]));
    }
  });
}

template void copy_entries(const MatrixView&, std::span<const std::int32_t>, std::span<const std::int32_t>, float*,
                           std::size_t);
template void copy_entries(const MatrixView&, std::span<const std::int32_t>, std::span<const std::int32_t>, double*,
                           std::size_t);

std::optional<std::int64_t> asymmetric_row(const MatrixView& k, int threads) {
  constexpr double rounding = 1e-4;
  ThreadPool pool(threads);
  const Numbers v = random_vector(static_cast<std::size_t>(rows(k)));
  const auto [by_rows, by_columns] = multiply_both_ways(k, v, pool);
  return visit_rows(k, [&](const auto& x) -> std::optional<std::int64_t> {
    for (std::size_t i = 0; i < v.size(); ++i) {
      const double difference = std::abs(by_rows[i] - by_columns[i]);
      if (difference <= rounding * std::abs(by_rows[i])) continue;  // |by_rows[i]| <= magnitude
      const auto row = static_cast<std::int64_t>(i);
      if (difference > rounding * x.magnitude(row, v.data())) return row;
    }
    return std::nullopt;
  });
}

bool has_negative_direction(const MatrixView& k, int threads) {
  constexpr std::size_t most_rows = 1000;
  ThreadPool pool(threads);
  const PrincipalSquare square(k, some_rows(rows(k), most_rows));
  const Numbers start = random_vector(square.size());
  if (comes_by_negative(square, Among::all, start, pool)) return true;
  Numbers beside_constant = start;  // times K, which amplifies large eigenvalues
  project(Among::sums_of_0, beside_constant);
  square.multiply(Numbers(beside_constant), beside_constant, pool);
  return comes_by_negative(square, Among::sums_of_0, std::move(beside_constant), pool);
}

}  // namespace hingeline::internal
