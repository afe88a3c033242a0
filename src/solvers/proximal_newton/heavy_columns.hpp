// SPDX-License-Identifier: BSD-3-Clause
//
// The heavy columns K of a support S, those with the most entries, and a Cholesky factor of their block of
//
//     B = X_S'H X_S + diag(added)
//
// With one-hot features or words some hundred columns share most rows, and all others hardly share any: preconditioned
// by this block and the diagonal of the rest, conjugate gradients take a handful of products.
//
// Cost: the entries of K twice, and products as in gram_by_tasks.hpp: at most about 15 reads of S.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parallel/thread_pool.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/proximal_newton/gathered_columns.hpp"
#include "solvers/proximal_newton/gram_cost.hpp"

namespace hingeline::internal {

template <class T>
class HeavyColumns {
 public:
  HeavyColumns(ColumnsWithIntercept<T>& x, ThreadPool& pool) : x_(x), pool_(pool), gathered_(x) {}

  /// Chooses K of S, which ascends, and factors its block of B by the rows' h; `added` has a number for each column of
  /// S. K is empty when told to stop on the way.
  void factor(std::span<const std::uint32_t> support, std::span<const double> h, std::span<const double> added,
              const Stop& stop = {}) {
    choose(support);
    columns_.clear();
    for (const std::size_t k : places_) columns_.push_back(support[k]);
    is_factored_ = false;
    if (!gathered_.take(columns_, stop)) return columns_.clear();
    products_.clear(columns_.size());
    const SparseRows<double> rows = gathered_.rows();
    if (!GramByTasks(rows, 0, pool_).add(h, products_, stop)) return columns_.clear();
    mirror(products_);
    const auto lower = [&](std::size_t i, std::size_t j) {
      return products_.at(i, j) + (i == j ? added[places_[i]] : 0);
    };
    is_factored_ = cholesky_.factor(columns_.size(), lower, 0, stop);
  }

  std::span<const std::uint32_t> columns() const { return columns_; }

  /// X_K'H X_K, both triangles.
  const GramMatrix& products() const { return products_; }

  /// The places of K in S, ascending.
  std::span<const std::size_t> places() const { return places_; }

  /// out_K = B_KK^(-1) r_K.
  void solve(std::span<const double> r, std::span<double> out) {
    if (!is_factored_) return;
    part_.resize(places_.size());
    for (std::size_t a = 0; a < places_.size(); ++a) part_[a] = r[places_[a]];
    cholesky_.solve(part_);
    for (std::size_t a = 0; a < places_.size(); ++a) out[places_[a]] = part_[a];
  }

 private:
  void choose(std::span<const std::uint32_t> support) {
    constexpr double least_share = 1e-3;  // of the rows
    const auto rows = static_cast<double>(x_.rows());
    const auto entries = [&](std::size_t k) { return static_cast<double>(x_.entries(support[k])); };
    double all = 0;
    places_.clear();
    for (std::size_t k = 0; k < support.size(); ++k) {
      all += entries(k);
      if (entries(k) >= least_share * rows) places_.push_back(k);
    }
    std::sort(places_.begin(), places_.end(),
              [&](std::size_t a, std::size_t b) { return entries(a) != entries(b) ? entries(a) > entries(b) : a < b; });
    places_.resize(affordable(entries, all));
    std::sort(places_.begin(), places_.end());
  }

  /// How many of the first places are affordable.
  template <class Entries>
  std::size_t affordable(const Entries& entries, double all) const {
    constexpr double reads = 15;  // of S
    double taken = 0;
    for (std::size_t count = 0; count < std::min(most, places_.size()); ++count) {
      taken += entries(places_[count]);
      if (cost(static_cast<double>(count + 1), taken) > reads * all) return count;
    }
    return std::min(most, places_.size());
  }

  /// The cost, in a model, of so many columns with so many entries.
  double cost(double columns, double taken) const {
    constexpr double unevenness = 2;
    constexpr double passes = 10;
    const auto rows = static_cast<double>(x_.rows());
    return unevenness * rows * gram_row_cost(taken / rows, columns) + factor_cost(columns) + passes * columns * columns;
  }

  static constexpr std::size_t most = 1500;

  ColumnsWithIntercept<T>& x_;
  ThreadPool& pool_;
  std::vector<std::size_t> places_;
  GatheredColumns<T> gathered_;
  std::vector<std::uint32_t> columns_;
  GramMatrix products_{0};
  ScaledCholesky cholesky_;
  bool is_factored_ = false;
  std::vector<double> part_;
};

}  // namespace hingeline::internal
