// SPDX-License-Identifier: BSD-3-Clause
//
// What alm_newton.hpp minimises: sum_i f_i(p_i) over the products p_i of rows with (w, b), and a ridge. The rows are
// those of the data with their losses, and behind them those that penalties and constraints are made of:
//
//     data          (x_i, a)   c_i phi(y_i, .)        a the appended constant, 0 for no intercept
//     L1, bounds    e_j        l1 omega_j |.| between lower_j and upper_j
//     constraints   A_k        the indicator of lower_k .. upper_k
//
// Rows behind the data are scaled (common/extra_rows.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "data/row_blocks.hpp"
#include "data/rows.hpp"
#include "losses/visit_loss.hpp"
#include "penalties/regularizer.hpp"
#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/alm_newton/kept_gram.hpp"
#include "solvers/common/extra_rows.hpp"
#include "solvers/common/interval_steps.hpp"
#include "solvers/common/row_steps.hpp"
#include "solvers/common/weighted_gram.hpp"
#include "solvers/common/with_intercept.hpp"

namespace hingeline::internal {

/// The data's rows.
template <RowMatrix Rows>
class DataRows {
 public:
  DataRows(const Rows& x, const Problem& problem) : problem_(problem), x_(x, problem), gram_(x, x_.appended()) {}

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

class DataTerms {
 public:
  explicit DataTerms(const Problem& problem) : problem_(problem), c_(row_costs(problem)) {}

  std::size_t rows() const { return c_.size(); }
  /// s+ and h of every row.
  StepSums take(const AlmPoint& at, std::span<double> next_s, std::span<double> slope) const {
    return take_steps(stepped(at), next_s, slope);
  }
  /// sum_i d_i s+_i at p + a d
  double along(const AlmPoint& at, std::span<const double> d, double a) const { return steps_along(stepped(at), d, a); }
  /// Into the domains.
  void clip(std::span<double> s) const {
    visit_loss_of_rows(problem_.loss, [&](const auto& loss) {
      for (std::size_t i = 0; i < c_.size(); ++i) s[i] = internal::clip(loss, problem_.y[i], c_[i], s[i]);
    });
  }

 private:
  SteppedRows stepped(const AlmPoint& at) const { return {problem_.loss, problem_.y, c_, at.p, at.s, at.t}; }

  const Problem& problem_;
  std::vector<double> c_;
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

class ConstrainedTerms {
  auto term() const {
    return [this](std::size_t k) -> const IntervalTerm& { return extra_.term(k); };
  }

 public:
  ConstrainedTerms(const Problem& problem, const ExtraRows& extra) : data_(problem), extra_(extra) {}

  StepSums take(const AlmPoint& at, std::span<double> next_s, std::span<double> slope) const {
    const std::size_t n = data_.rows();
    StepSums sums = data_.take(at.part(0, n), next_s.first(n), slope.first(n));
    sums += take_interval_steps(term(), at.part(n, extra_.size()), next_s.subspan(n), slope.subspan(n));
    return sums;
  }
  double along(const AlmPoint& at, std::span<const double> d, double a) const {
    const std::size_t n = data_.rows();
    return data_.along(at.part(0, n), d.first(n), a) +
           interval_steps_along(term(), at.part(n, extra_.size()), d.subspan(n), a);
  }
  void clip(std::span<double> s) const { data_.clip(s.first(data_.rows())); }

 private:
  DataTerms data_;
  const ExtraRows& extra_;
};

/// The problem as it stands behind rows and terms, and the proofs of its pairs.
class PairProof {
 public:
  static constexpr bool certifies = true;  // what prove says is what certificate() says

  /// `constant` is the baseline(), `extra` are the rows behind the data's, if there may be any, `appended` is the
  /// constant column, 0 for none.
  PairProof(const Problem& problem, const Baseline& constant, const ExtraRows* extra, double appended)
      : problem_(problem), extra_(extra), appended_(appended), baseline_(constant) {}

  double C() const { return problem_.C; }
  double l2() const { return problem_.penalty.l2; }
  bool is_smooth() const { return is_differentiable(problem_.loss); }
  std::size_t data_rows() const { return problem_.y.size(); }
  const Baseline& baseline() const { return baseline_; }
  double scale(double primal, double dual) const { return gap_scale(primal, dual, baseline_.primal); }

  /// Certifies w, the appended column's coefficient last, against s of all rows, but for coefficients at 0 that s says
  /// an L1 penalty holds there; true where that is the answer.
  bool prove(std::span<const double> s, std::span<const double> w, double tolerance);
  /// The same of w as it is.
  bool prove_given(std::span<const double> s, std::span<const double> w, double tolerance);

  const Certificate& certificate() const { return proven_.certificate; }
  /// The last point proven.
  const Solution& proven() const { return proven_; }
  Solution take() { return std::move(proven_); }

 private:
  void set_pair(std::span<const double> s, std::span<const double> w);
  bool certify(double tolerance);

  const Problem& problem_;
  const ExtraRows* extra_;
  double appended_;
  Baseline baseline_;
  Solution proven_;
  std::vector<double> z_;
};

}  // namespace hingeline::internal
