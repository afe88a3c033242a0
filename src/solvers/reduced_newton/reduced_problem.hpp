// SPDX-License-Identifier: BSD-3-Clause
//
// The problem that is left when rows far from every kink are summed up. With v = (w, b / a), the appended column's
// constant a, and r the point at which the rows were told apart:
//
//     F(v) = 1/2 v'Lv + value + slope'(v - r) + 1/2 (v - r)'curvature (v - r) + sum over the band of c_i psi(t_i(v))
//     t_i  = sign_i (x_i'w + b) - shift_i
//
// L is the identity, but for a 0 where the intercept is free.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/buffer.hpp"
#include "hingeline/matrix_view.hpp"
#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/appended_constant.hpp"
#include "solvers/common/weighted_gram.hpp"

namespace hingeline::internal {

/// v of a problem: d coefficients and perhaps one of the appended column.
struct Variables {
  explicit Variables(const Problem& problem)
      : cols(static_cast<std::size_t>(hingeline::cols(problem.x))),
        appended(appended_constant(problem)),
        free_intercept(problem.intercept == Intercept::free) {}

  std::size_t size() const { return cols + (appended != 0 ? 1 : 0); }
  double ridge(std::size_t j) const { return free_intercept && j == cols ? 0 : 1; }
  double intercept(std::span<const double> v) const { return appended != 0 ? appended * v[cols] : 0; }

  std::size_t cols;
  double appended;  ///< a, or 0: no intercept
  bool free_intercept;
};

/// Rows kept as they are, but for their features.
struct BandRows {
  std::vector<double> sign;
  std::vector<double> shift;
  std::vector<double> c;
  std::vector<std::int64_t> rows;  ///< which of the matrix, ascending

  std::int64_t size() const { return static_cast<std::int64_t>(rows.size()); }
  void resize(std::size_t size) {
    sign.resize(size);
    shift.resize(size);
    c.resize(size);
    rows.resize(size);
  }
};

/// What one task keeps.
template <class T>
struct BandPart : BandRows {
  std::vector<T> x;  ///< row-major
};

template <class T>
struct Band : BandRows {
  Buffer<T> x;  ///< row-major

  DenseView<T> view(std::size_t cols) const {
    return {x.data(), size(), static_cast<std::int32_t>(cols), static_cast<std::int64_t>(cols)};
  }
};

/// Parts one behind the other. Their features are given up.
template <class T>
Band<T> joined(std::vector<BandPart<T>>& parts, ThreadPool& pool) {
  Band<T> whole;
  const auto join = [&](auto BandRows::*member) {
    for (const BandPart<T>& part : parts)
      (whole.*member).insert((whole.*member).end(), (part.*member).begin(), (part.*member).end());
  };
  join(&BandRows::sign);
  join(&BandRows::shift);
  join(&BandRows::c);
  join(&BandRows::rows);
  std::vector<std::int64_t> begin = {0};
  for (const BandPart<T>& part : parts) begin.push_back(begin.back() + static_cast<std::int64_t>(part.x.size()));
  whole.x = Buffer<T>(begin.back());
  pool.run(static_cast<std::int64_t>(parts.size()), [&](std::int64_t k) {
    const std::vector<T> x = std::move(parts[static_cast<std::size_t>(k)].x);
    std::copy(x.begin(), x.end(), whole.x.data() + begin[static_cast<std::size_t>(k)]);
  });
  return whole;
}

template <class T>
struct ReducedProblem {
  Variables variables;
  std::vector<double> reference;
  double value;
  std::vector<double> slope;
  GramMatrix curvature;
  Band<T> band;
};

/// gram += sum_i weight_i x_i x_i' over the band, the appended column included.
template <class T>
void add_gram(const ReducedProblem<T>& problem, std::span<const double> weights, ThreadPool& pool, GramMatrix& gram);

/// The mean and the second moments of the band's rows, weighted by c, the appended column included.
struct Moments {
  std::vector<double> mean;
  GramMatrix second;

  double mean_squared_norm() const {
    double trace = 0;
    for (std::size_t j = 0; j < second.size(); ++j) trace += second.at(j, j);
    return trace;
  }
};

template <class T>
Moments moments(const ReducedProblem<T>& problem, ThreadPool& pool);

}  // namespace hingeline::internal
