// SPDX-License-Identifier: BSD-3-Clause
//
// What alm_newton.hpp minimises: sum_i f_i(p_i) over the products p_i of rows with (w, b), and a ridge. The rows are
// those of the data with their losses, and behind them those that penalties and constraints are made of:
//
//     data          (x_i, a)   c_i phi(y_i, .)        a the appended constant, 0 for no intercept
//     L1, bounds    e_j        l1 omega_j |.| between lower_j and upper_j
//     constraints   A_k        the indicator of lower_k .. upper_k
//
// Rows behind the data are scaled by rho, r(z) becoming r(z / rho), so that one penalty parameter t fits all: rho e_j
// has the norm of column j, rho A_k that of the whole matrix. It does not change the problem; s of the scaled row is mu
// / rho.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "losses/loss_concept.hpp"
#include "penalties/regularizer.hpp"
#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/common/weighted_gram.hpp"
#include "solvers/common/with_intercept.hpp"

namespace hingeline::internal {

/// The data's rows.
template <RowMatrix Rows>
class DataRows {
 public:
  DataRows(const Rows& x, const Problem& problem) : x_(x, problem), gram_(x, x_.appended()) {}

  std::size_t rows() const { return static_cast<std::size_t>(x_.rows().rows()); }
  std::size_t cols() const { return x_.size(); }
  double appended() const { return x_.appended(); }
  double ridge(std::size_t j) const { return x_.ridge(j); }
  double dot(std::size_t i, const double* w) const { return x_.dot(i, w); }
  void add(std::size_t i, double scale, double* u) const { x_.add(i, scale, u); }
  void add_gram(std::span<const double> h, GramMatrix& hessian) { gram_.add(h, hessian); }

 private:
  WithIntercept<Rows> x_;
  WeightedGram<Rows> gram_;
};

template <LossSheet Loss>
class DataTerms {
 public:
  DataTerms(const Problem& problem, const Loss& loss) : problem_(problem), loss_(loss) {}

  double step(std::size_t i, double v, double q) const { return loss_.step(y(i), c(i), v, q); }
  double step_slope(std::size_t i, double v, double q) const { return loss_.step_slope(y(i), c(i), v, q); }
  double value(std::size_t i, double z) const { return c(i) * loss_.value(y(i), z); }
  /// f_i(z) + f_i*(-s) + s z, where f_i(z) = value.
  double gap(std::size_t i, double z, double s, double value) const {
    return std::max(0.0, value + loss_.conjugate(y(i), c(i), s) + s * z);
  }
  double clip(std::size_t i, double s) const {
    const Interval domain = loss_.domain(y(i), c(i));
    return std::clamp(s, domain.lower, domain.upper);
  }

 private:
  double y(std::size_t i) const { return problem_.y[i]; }
  double c(std::size_t i) const { return row_cost(problem_, static_cast<std::int64_t>(i)); }

  const Problem& problem_;
  const Loss& loss_;
};

/// The rows behind the data's: scaled, in one sparse matrix.
class ExtraRows {
 public:
  ExtraRows(const Problem& problem, double appended);

  std::size_t size() const { return terms_.size(); }
  CsrView<double> matrix() const {
    return {offsets_.data(), columns_.data(), values_.data(), static_cast<std::int64_t>(size()), cols_};
  }
  const IntervalTerm& term(std::size_t k) const { return terms_[k]; }
  /// Sets coefficients to 0 that an L1 penalty holds there: |s| < l1.
  void hold_at_zero(std::span<const double> s, std::span<double> w) const;
  /// mu of the constraints from s of all these rows.
  std::vector<double> multipliers(std::span<const double> s) const;

 private:
  void add(std::span<const std::int32_t> columns, std::span<const double> values, double rho, const IntervalTerm& term);

  std::int32_t cols_ = 0;
  std::size_t first_constraint_ = 0;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  std::vector<IntervalTerm> terms_;
  std::vector<double> rho_;
};

template <RowMatrix Rows>
class ConstrainedRows {
 public:
  ConstrainedRows(DataRows<Rows> data, const ExtraRows& extra)
      : data_(std::move(data)), extra_(extra.matrix()), extra_gram_(extra_, 0) {}

  std::size_t rows() const { return data_.rows() + static_cast<std::size_t>(extra_.rows()); }
  std::size_t cols() const { return data_.cols(); }
  double appended() const { return data_.appended(); }
  double ridge(std::size_t j) const { return data_.ridge(j); }
  double dot(std::size_t i, const double* w) const {
    return i < data_.rows() ? data_.dot(i, w) : extra_.dot(static_cast<std::int64_t>(i - data_.rows()), w);
  }
  void add(std::size_t i, double scale, double* u) const {
    if (i < data_.rows())
      data_.add(i, scale, u);
    else
      extra_.add(static_cast<std::int64_t>(i - data_.rows()), scale, u);
  }
  void add_gram(std::span<const double> h, GramMatrix& hessian) {
    data_.add_gram(h.first(data_.rows()), hessian);
    extra_gram_.add(h.subspan(data_.rows()), hessian);
  }

 private:
  DataRows<Rows> data_;
  SparseRows<double> extra_;
  WeightedGram<SparseRows<double>> extra_gram_;
};

template <LossSheet Loss>
class ConstrainedTerms {
 public:
  ConstrainedTerms(const Problem& problem, const Loss& loss, const ExtraRows& extra)
      : data_(problem, loss), rows_(problem.y.size()), extra_(extra) {}

  double step(std::size_t i, double v, double q) const {
    return i < rows_ ? data_.step(i, v, q) : extra_.term(i - rows_).step(v, q);
  }
  double step_slope(std::size_t i, double v, double q) const {
    return i < rows_ ? data_.step_slope(i, v, q) : extra_.term(i - rows_).step_slope(v, q);
  }
  /// Of a z beyond its limits that at the limit: the iterates satisfy constraints only in the end.
  double value(std::size_t i, double z) const {
    if (i < rows_) return data_.value(i, z);
    const IntervalTerm& r = extra_.term(i - rows_);
    return r.value(r.clip(z));
  }
  double gap(std::size_t i, double z, double s, double value) const {
    return i < rows_ ? data_.gap(i, z, s, value) : std::abs(value + extra_.term(i - rows_).conjugate(s) + s * z);
  }
  double clip(std::size_t i, double s) const { return i < rows_ ? data_.clip(i, s) : s; }

 private:
  DataTerms<Loss> data_;
  std::size_t rows_;
  const ExtraRows& extra_;
};

/// The problem as it stands behind rows and terms, and the proofs of its pairs.
class PairProof {
 public:
  /// `extra` are the rows behind the data's, if there may be any; `appended` the constant column, 0 for none.
  PairProof(const Problem& problem, const ExtraRows* extra, double appended)
      : problem_(problem), extra_(extra), appended_(appended), baseline_(internal::baseline(problem)) {}

  double C() const { return problem_.C; }
  double l2() const { return problem_.penalty.l2; }
  std::size_t data_rows() const { return problem_.y.size(); }
  const Baseline& baseline() const { return baseline_; }

  /// Certifies w, the appended column's coefficient last, against s of all rows; true where that is the answer.
  bool prove(std::span<const double> s, std::span<const double> w, double tolerance);

  const Certificate& certificate() const { return proven_.certificate; }
  /// The last point proven.
  Solution take() { return std::move(proven_); }

 private:
  const Problem& problem_;
  const ExtraRows* extra_;
  double appended_;
  Baseline baseline_;
  Solution proven_;
  std::vector<double> z_;
};

}  // namespace hingeline::internal
