// SPDX-License-Identifier: BSD-3-Clause
//
// The rows as a Newton step on all of them at once needs them: their products with (w, b), and X~'H X~. They are those
// of the data with their losses, and behind them those of penalties and constraints:
//
//     data          (x_i, a)   c_i phi(y_i, .)        a the appended constant, 0 for no intercept
//     L1, bounds    e_j        l1 omega_j |.| between lower_j and upper_j
//     constraints   A_k        the indicator of lower_k .. upper_k
//
// Rows behind the data are scaled (rows/extra_rows.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "data/row_blocks.hpp"
#include "data/rows.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/linear_systems/kept_gram.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/rows/extra_rows.hpp"
#include "solvers/rows/with_intercept.hpp"

namespace hingeline::internal {

/// The data's rows.
template <RowMatrix Rows>
class DataRows {
 public:
  DataRows(const Rows& x, const Problem& problem, ThreadPool& pool)
      : problem_(problem), x_(x, problem, pool), gram_(x, x_.appended(), pool) {}

  std::size_t rows() const { return static_cast<std::size_t>(x_.rows().rows()); }
  std::size_t cols() const { return x_.size(); }
  double appended() const { return x_.appended(); }
  double ridge(std::size_t j) const { return x_.ridge(j); }
  const WithIntercept<Rows>& extended() const { return x_; }
  /// z = X~ w
  void predict(std::span<const double> w, std::span<double> z) const { x_.predict(w, z); }
  /// u += sum_i s_i x~_i
  void combine(std::span<const double> s, std::span<double> u) const { x_.combine(s, u); }
  /// hessian += sum_i h_i x~_i x~_i'. False when told to stop on the way.
  bool add_gram(std::span<const double> h, GramMatrix& hessian, const Stop& stop) {
    return gram_.add(h, hessian, stop);
  }
  std::vector<double> squared_column_norms() const { return internal::squared_column_norms(problem_, appended()); }

 private:
  const Problem& problem_;
  WithIntercept<Rows> x_;
  KeptGram<Rows> gram_;
};

template <RowMatrix Rows>
class ConstrainedRows {
 public:
  ConstrainedRows(DataRows<Rows> data, const ExtraRows& extra)
      : data_(std::move(data)), extra_rows_(extra.matrix()), extra_(extra.matrix()), extra_gram_(extra_rows_, 0) {}

  const DataRows<Rows>& data() const { return data_; }
  CsrView<double> extra() const { return extra_rows_.view(); }
  std::size_t rows() const { return data_.rows() + static_cast<std::size_t>(extra_rows_.rows()); }
  std::size_t cols() const { return data_.cols(); }
  double appended() const { return data_.appended(); }
  double ridge(std::size_t j) const { return data_.ridge(j); }
  void predict(std::span<const double> w, std::span<double> z) const {
    data_.predict(w, z.first(data_.rows()));
    extra_.predict(0, extra_rows(), w.data(), z.data() + data_.rows());
  }
  void combine(std::span<const double> s, std::span<double> u) const {
    data_.combine(s.first(data_.rows()), u);
    extra_.combine(0, extra_rows(), s.data() + data_.rows(), u.data());
  }
  bool add_gram(std::span<const double> h, GramMatrix& hessian, const Stop& stop) {
    return data_.add_gram(h.first(data_.rows()), hessian, stop) &&
           extra_gram_.add(h.subspan(data_.rows()), hessian, stop);
  }
  std::vector<double> squared_column_norms() const { return data_.squared_column_norms(); }

 private:
  std::int64_t extra_rows() const { return extra_rows_.rows(); }

  DataRows<Rows> data_;
  SparseRows<double> extra_rows_;
  RowBlocks<CsrView<double>> extra_;
  WeightedGram<SparseRows<double>> extra_gram_;
};

}  // namespace hingeline::internal
