// SPDX-License-Identifier: BSD-3-Clause
//
// Penalties, bounds and constraints as rows behind those of the data:
//
//     L1, bounds    e_j        l1 omega_j |.| between lower_j and upper_j
//     constraints   A_k        the indicator of lower_k .. upper_k
//
// They are scaled by rho, r(z) becoming r(z / rho), so that one t fits all: rho e_j has the norm of column j. In
// columns scaled to norm 1, rho A_k has the Frobenius norm of the whole matrix, sqrt(d); beside a ridge 30 times that;
// without one, sqrt(a1 / a2) times that, a1 and a2 its two largest entries, for otherwise a1 alone would set the scale.
// The scaling does not change the problem; s of the scaled row is mu / rho.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/problem.hpp"
#include "penalties/interval_term.hpp"

namespace hingeline::internal {

/// The squared norms of the data's columns, and of the appended one if there is one.
std::vector<double> squared_column_norms(const Problem& problem, double appended);

/// The rows behind the data's: scaled, in one sparse matrix.
class ExtraRows {
 public:
  ExtraRows(const Problem& problem, double appended);
  /// The rows with rho = 1.
  static ExtraRows unscaled(const Problem& problem, double appended);
  /// The rows of constraints alone, for a method by columns: scaled as without a ridge, for with stiffer rows it needs
  /// more passes over columns, and more products. Hinge and a ridge, to 1e-3: fairness on PCMAC 1.3 s, 8.9 with 30
  /// times the norm, a sum on rcv1_small 0.1 and 0.4.
  static ExtraRows of_constraints(const Problem& problem, double appended);

  std::size_t size() const { return terms_.size(); }
  CsrView<double> matrix() const {
    return {offsets_.data(), columns_.data(), values_.data(), static_cast<std::int64_t>(size()), cols_};
  }
  std::span<const IntervalTerm> terms() const { return terms_; }
  const IntervalTerm& term(std::size_t k) const { return terms_[k]; }
  /// The column j of row k, which must be one of the penalty or of bounds.
  std::size_t column(std::size_t k) const { return static_cast<std::size_t>(columns_[k]); }
  /// Sets coefficients to 0 that an L1 penalty holds at 0: those with |s| < l1.
  void hold_at_zero(std::span<const double> s, std::span<double> w) const;
  /// mu of the constraints from s of all these rows.
  std::vector<double> multipliers(std::span<const double> s) const;

 private:
  ExtraRows() = default;
  enum class Scale { one, like_columns, stiff };

  void add_penalties(const Problem& problem, std::span<const double> column_norm2);
  void add_constraints(const Problem& problem, std::span<const double> column_norm2, Scale scale);
  void add(std::span<const std::int32_t> columns, std::span<const double> values, double rho, const IntervalTerm& term);

  std::int32_t cols_ = 0;
  std::size_t first_constraint_ = 0;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  std::vector<IntervalTerm> terms_;
  std::vector<double> rho_;
};

}  // namespace hingeline::internal
