// SPDX-License-Identifier: BSD-3-Clause
//
// The rows that this folder's alm_newton.hpp gives to AugmentedLagrangian: the n K outputs z_ik = x_i'w_k, row by row,
// with W feature by feature (data/class_rows.hpp); and the linear systems with its Hessian.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "core/stop.hpp"
#include "data/class_rows.hpp"
#include "data/rows.hpp"
#include "solvers/crammer_singer/column_system.hpp"
#include "solvers/crammer_singer/layout.hpp"
#include "solvers/crammer_singer/row_system.hpp"
#include "solvers/crammer_singer/split_rows.hpp"
#include "solvers/linear_systems/hessian_terms.hpp"

namespace hingeline::internal {

/// An interface, so that AugmentedLagrangian is compiled once for all matrices: each operation costs far more than a
/// virtual call.
class OutputRows {
 public:
  OutputRows(std::size_t rows, std::size_t cols) : rows_(rows), cols_(cols) {}
  OutputRows(const OutputRows&) = delete;
  OutputRows& operator=(const OutputRows&) = delete;
  virtual ~OutputRows() = default;

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  static double appended() { return 0; }  ///< no single coefficient is an intercept
  static double ridge(std::size_t) { return 1; }
  virtual void predict(std::span<const double> w, std::span<double> z) const = 0;
  virtual void combine(std::span<const double> s, std::span<double> u) const = 0;
  /// False where H has overflowed, or when told to stop.
  virtual bool factor(std::span<const double> h, const Stop& stop) = 0;
  virtual void solve(std::span<double> r) const = 0;

 private:
  std::size_t rows_;
  std::size_t cols_;
};

/// The system with the interface that AugmentedLagrangian needs.
class OutputSystem {
 public:
  OutputSystem(OutputRows& rows, Stop stop) : rows_(rows), stop_(std::move(stop)) {}
  bool factor(const HessianTerms& terms) { return rows_.factor(terms.h, stop_); }
  void solve(std::span<double> r) const { rows_.solve(r); }

 private:
  OutputRows& rows_;
  const Stop stop_;
};

template <RowMatrix Rows>
class OutputRowsOf final : public OutputRows {
 public:
  OutputRowsOf(const Rows& x, const ClassRows<Rows>& outputs)
      : OutputRows(outputs.rows() * outputs.count(), outputs.size()),
        x_(x),
        outputs_(outputs),
        split_(outputs.count()),
        row_system_(x, outputs) {}

  void predict(std::span<const double> w, std::span<double> z) const override {
    for (std::size_t i = 0; i < outputs_.rows(); ++i) outputs_.outputs(i, w.data(), z.data() + i * outputs_.count());
  }

  void combine(std::span<const double> s, std::span<double> u) const override {
    ClassList list;
    for (std::size_t i = 0; i < outputs_.rows(); ++i)
      outputs_.add_nonzero(i, s.subspan(i * outputs_.count(), outputs_.count()), list, u.data());
  }

  bool factor(std::span<const double> h, const Stop& stop) override {
    split_.take(h);
    by_rows_ = split_.vectors() < cols() && row_system_is_accurate();
    if (by_rows_) return row_system_.factor(split_, stop);
    if (!column_system_) column_system_.emplace(x_, outputs_.count(), outputs_.appended());
    return column_system_->factor(split_, stop);
  }

  void solve(std::span<double> r) const override {
    remove_common_shift(r, outputs_.count());
    if (by_rows_)
      row_system_.solve(r);
    else
      column_system_->solve(r);
    remove_common_shift(r, outputs_.count());
  }

 private:
  /// Whether Woodbury's formula is accurate enough: along directions where H = I + B B' has curvature 1 its error is
  /// about eps tr(B B'), too much with columns of very different scales.
  bool row_system_is_accurate() const {
    constexpr double largest_trace = 1e10;
    double trace = 0;
    for (const SplitRows::Row& row : split_.rows())
      trace += split_.curvature() * static_cast<double>(row.size - 1) * outputs_.squared_norm(row.row);
    return trace < largest_trace;
  }

  const Rows& x_;
  const ClassRows<Rows>& outputs_;
  SplitRows split_;
  bool by_rows_ = false;
  RowSystem<Rows> row_system_;
  std::optional<ColumnSystem<Rows>> column_system_;  // made when first needed
};

}  // namespace hingeline::internal
