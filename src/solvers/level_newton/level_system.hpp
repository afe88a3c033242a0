// SPDX-License-Identifier: BSD-3-Clause
//
// The problem that the augmented Lagrangian solves where several levels are tied together: as in constrained_rows.hpp,
// with the variables of all levels in one vector. The rows, in this order:
//
//     band          (x_i, a) of a level        c_i phi_k(y_i, .), rows near a kink, level by level
//     sides         one for each level         the sum of all its other rows, one linear function
//     L1, bounds,   of each level,             as in constrained_rows.hpp
//     constraints   or of the one slope
//     ties          -(x, a) of level k,        z_{k+1}(x) - z_k(x) >= 0
//                   (x, a) of level k + 1
//
// Variables: w_1 b_1 w_2 b_2 .. w_K b_K, or with one slope w b_1 .. b_K.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/row_blocks.hpp"
#include "data/selected_rows.hpp"
#include "data/stored_entries.hpp"
#include "parallel/blocks.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/level_certificate.hpp"
#include "problem/row_cost.hpp"
#include "problem/row_terms.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/rows/extra_rows.hpp"
#include "solvers/steps/alm_point.hpp"
#include "solvers/steps/interval_steps.hpp"
#include "solvers/steps/row_steps.hpp"

namespace hingeline::internal {

/// The places of each level's variables.
class LevelVariables {
 public:
  explicit LevelVariables(const LevelProblem& problem);

  std::size_t size() const { return slopes_ * features_ + (appended_ != 0 ? levels_ : 0); }
  std::size_t slopes() const { return slopes_; }  ///< the number of levels, or 1
  std::size_t features() const { return features_; }
  double appended() const { return appended_; }  ///< a, 0 for no intercept
  /// The place of the variable of column j of level k; j = d is the appended column.
  std::size_t at(std::size_t k, std::size_t j) const {
    if (slopes_ == 1) return j < features_ ? j : features_ + k;
    return k * (features_ + (appended_ != 0 ? 1 : 0)) + j;
  }
  double ridge(std::size_t variable) const { return ridge_[variable]; }

 private:
  std::size_t levels_;
  std::size_t features_;
  std::size_t slopes_;
  double appended_;
  std::vector<double> ridge_;
};

/// A level's rows: those kept one by one, and the sum of the others, slope'(w, v) + value, v the appended variable.
struct LevelBand {
  std::vector<std::int64_t> rows;
  std::vector<double> slope;  ///< d + 1
  double value = 0;
};

/// The rows behind those of the bands, in one sparse matrix over all variables.
class LevelExtraRows {
 public:
  LevelExtraRows(const LevelVariables& variables, const ExtraRows& extra, std::span<const LevelBand> bands,
                 std::span<const LevelContact> ties, double tie_norm2);

  std::size_t size() const { return offsets_.size() - 1; }
  CsrView<double> matrix() const {
    return {offsets_.data(), columns_.data(), values_.data(), static_cast<std::int64_t>(size()), cols_};
  }
  std::size_t sides() const { return side_values_.size(); }
  double side_value(std::size_t k) const { return side_values_[k]; }
  /// The functions of the rows behind the sides.
  std::span<const IntervalTerm> terms() const { return terms_; }

  // Conversions from s of all these rows: coefficients held at 0, multipliers of constraints and of ties.
  void hold_at_zero(std::span<const double> s, std::span<double> variables) const;
  std::vector<double> multipliers(std::span<const double> s) const;
  double tie_multiplier(std::span<const double> s, std::size_t tie) const;
  /// s from a tie's multiplier.
  double tie_s(double multiplier, std::size_t tie) const { return multiplier / tie_scale_[tie]; }
  std::size_t first_tie() const { return size() - tie_scale_.size(); }

 private:
  void add_side(std::size_t k, const LevelBand& band);
  void add_block(std::size_t k);
  void add_tie(const LevelContact& tie, double norm2);
  void end_row() { offsets_.push_back(static_cast<std::int64_t>(values_.size())); }
  void add_entry(std::size_t variable, double value);
  std::span<const double> block(std::span<const double> s, std::size_t k) const {
    return s.subspan(sides() + k * extra_.size(), extra_.size());
  }

  const LevelVariables& variables_;
  const ExtraRows& extra_;
  std::int32_t cols_;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  std::vector<double> side_values_;
  std::vector<IntervalTerm> terms_;
  std::vector<double> tie_scale_;
};

template <RowMatrix Rows>
class LevelRows {
 public:
  LevelRows(const Rows& x, const LevelVariables& variables, std::span<const LevelBand> bands,
            const LevelExtraRows& extra, ThreadPool& pool)
      : variables_(variables), pool_(pool), extra_(extra.matrix()), extra_gram_(extra_, 0), one_(gram_size(variables)) {
    for (const LevelBand& band : bands) {
      first_.push_back(band_rows_);
      band_rows_ += band.rows.size();
      selected_.emplace_back(x, band.rows);
      level_.insert(level_.end(), band.rows.size(), static_cast<std::uint32_t>(first_.size() - 1));
    }
    const double entries = static_cast<double>(stored_entries(x.view())) / static_cast<double>(x.rows());
    for (const SelectedRows<Rows>& rows : selected_) grams_.emplace_back(rows, variables.appended(), entries, pool);
  }
  LevelRows(const LevelRows&) = delete;
  LevelRows& operator=(const LevelRows&) = delete;

  std::size_t rows() const { return band_rows_ + static_cast<std::size_t>(extra_.rows()); }
  std::size_t cols() const { return variables_.size(); }
  double appended() const { return 0; }  ///< the last column is not that of a single intercept
  double ridge(std::size_t j) const { return variables_.ridge(j); }
  void predict(std::span<const double> w, std::span<double> z) const {
    for_each_block(pool_, std::ssize(z), rows_per_task, [&](std::int64_t begin, std::int64_t count) {
      const auto first = static_cast<std::size_t>(begin);
      for (std::size_t i = first; i < first + static_cast<std::size_t>(count); ++i) z[i] = dot(i, w.data());
    });
  }
  void combine(std::span<const double> s, std::span<double> u) const {
    for (std::size_t i = 0; i < s.size(); ++i)
      if (s[i] != 0) add(i, s[i], u.data());
  }
  double dot(std::size_t i, const double* w) const {
    if (i >= band_rows_) return extra_.dot(static_cast<std::int64_t>(i - band_rows_), w);
    const std::size_t k = level_[i];
    const double z = selected_[k].dot(static_cast<std::int64_t>(i - first_[k]), w + variables_.at(k, 0));
    return variables_.appended() == 0 ? z : z + variables_.appended() * w[intercept(k)];
  }
  void add(std::size_t i, double scale, double* u) const {
    if (i >= band_rows_) return extra_.add(static_cast<std::int64_t>(i - band_rows_), scale, u);
    const std::size_t k = level_[i];
    selected_[k].add(static_cast<std::int64_t>(i - first_[k]), scale, u + variables_.at(k, 0));
    if (variables_.appended() != 0) u[intercept(k)] += scale * variables_.appended();
  }
  void add_squares(std::size_t i, double scale, double* u) const {
    if (i >= band_rows_) return extra_.add_squares(static_cast<std::int64_t>(i - band_rows_), scale, u);
    const std::size_t k = level_[i];
    selected_[k].add_squares(static_cast<std::int64_t>(i - first_[k]), scale, u + variables_.at(k, 0));
    if (variables_.appended() != 0) u[intercept(k)] += scale * variables_.appended() * variables_.appended();
  }
  bool add_gram(std::span<const double> h, GramMatrix& hessian, const Stop& stop) {
    for (std::size_t k = 0; k < selected_.size(); ++k) {
      one_.clear();
      if (!grams_[k].add(h.subspan(first_[k], static_cast<std::size_t>(selected_[k].rows())), one_, stop)) return false;
      for (std::size_t i = 0; i < one_.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) hessian.at(variables_.at(k, i), variables_.at(k, j)) += one_.at(i, j);
    }
    return extra_gram_.add(h.subspan(band_rows_), hessian, stop);
  }
  /// sum_i x_ij^2 over the bands' rows.
  std::vector<double> squared_column_norms() const {
    std::vector<double> sums(cols());
    for (std::size_t i = 0; i < band_rows_; ++i) add_squares(i, 1, sums.data());
    return sums;
  }

 private:
  static std::size_t gram_size(const LevelVariables& variables) {
    return variables.features() + (variables.appended() != 0 ? 1 : 0);
  }
  std::size_t intercept(std::size_t k) const { return variables_.at(k, variables_.features()); }

  const LevelVariables& variables_;
  ThreadPool& pool_;
  SparseRows<double> extra_;
  WeightedGram<SparseRows<double>> extra_gram_;
  std::vector<SelectedRows<Rows>> selected_;  // by level
  std::vector<GramByTasks<SelectedRows<Rows>>> grams_;
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> level_;  // of every row of a band
  std::size_t band_rows_ = 0;
  GramMatrix one_;
};

class LevelTerms {
 public:
  LevelTerms(const LevelProblem& problem, std::span<const LevelBand> bands, const LevelExtraRows& extra,
             ThreadPool& pool)
      : extra_(extra), pool_(pool) {
    for (std::size_t k = 0; k < bands.size(); ++k) {
      bands_.emplace_back(problem.level(k).loss);
      for (const std::int64_t i : bands[k].rows) {
        bands_[k].y.push_back(problem.rows.y[static_cast<std::size_t>(i)]);
        bands_[k].c.push_back(row_cost(problem.rows, i));
      }
    }
  }

  StepSums take(const AlmPoint& at, std::span<double> next_s, std::span<double> slope) const {
    StepSums sums;
    std::size_t first = 0;
    for (const Band& band : bands_) {
      sums += take_steps(band.stepped(at, first), next_s.subspan(first), slope.subspan(first), pool_);
      first += band.y.size();
    }
    for (std::size_t k = 0; k < extra_.sides(); ++k, ++first) {
      next_s[first] = -1;
      slope[first] = 0;
      sums.value += at.p[first] + extra_.side_value(k);
      sums.move += (-1 - at.s[first]) * (-1 - at.s[first]);
    }
    sums += take_interval_steps(extra_.terms(), at.part(first, at.p.size() - first), next_s.subspan(first),
                                slope.subspan(first));
    return sums;
  }
  double along(const AlmPoint& at, std::span<const double> d, double a) const {
    double total = 0;
    std::size_t first = 0;
    for (const Band& band : bands_) {
      total += steps_along(band.stepped(at, first), d.subspan(first, band.y.size()), a, pool_);
      first += band.y.size();
    }
    for (std::size_t k = 0; k < extra_.sides(); ++k, ++first) total -= d[first];
    return total + interval_steps_along(extra_.terms(), at.part(first, at.p.size() - first), d.subspan(first), a);
  }
  void clip(std::span<double> s) const {
    std::size_t first = 0;
    for (const Band& band : bands_) {
      clip_rows(band.loss, band.y, band.c, s.subspan(first, band.y.size()));
      first += band.y.size();
    }
    std::fill_n(s.begin() + static_cast<std::ptrdiff_t>(first), extra_.sides(), -1.0);
  }

 private:
  struct Band {
    explicit Band(const Loss& of_level) : loss(of_level) {}
    SteppedRows stepped(const AlmPoint& at, std::size_t first) const {
      const AlmPoint here = at.part(first, y.size());
      return {loss, y, c, here.p, here.s, here.t};
    }
    Loss loss;
    std::vector<double> y;
    std::vector<double> c;
  };

  const LevelExtraRows& extra_;
  ThreadPool& pool_;
  std::vector<Band> bands_;
};

/// The proof interface of augmented_lagrangian.hpp for a part of the problem: the method ends on its own estimate of
/// the gap; level_newton certifies the whole.
template <RowMatrix Rows>
class LevelGoal {
 public:
  static constexpr bool certifies = false;

  /// `loss_rows` are the rows of bands and sides.
  LevelGoal(const LevelRows<Rows>& rows, const Problem& problem, double baseline_primal, std::size_t loss_rows)
      : rows_(rows), problem_(problem), baseline_{baseline_primal, 0}, loss_rows_(loss_rows) {}

  double mean_cost() const { return internal::mean_cost(problem_); }
  double l2() const { return problem_.penalty.l2; }
  bool is_smooth() const { return is_differentiable(problem_.loss); }
  std::size_t data_rows() const { return loss_rows_; }
  const Baseline& baseline() const { return baseline_; }
  double scale(double primal, double dual) const { return gap_scale(primal, dual, baseline_.primal); }
  bool prove(std::span<const double> s, std::span<const double> w, double tolerance) {
    point_.dual_coef.assign(s.begin(), s.end());
    point_.coef.assign(w.begin(), w.end());
    return is_feasible(s, tolerance);
  }
  const Certificate& certificate() const { return point_.certificate; }
  const Solution& proven() const { return point_; }
  Solution take() { return std::move(point_); }

 private:
  /// Whether sum_i s_i x_ij, which the estimate of the gap ignores in columns without a ridge, is near 0. An error that
  /// is a share of l1 costs that share of the dual objective; one that is a share of the terms in the intercept's
  /// column costs at most about that share of P; rounding costs nothing.
  bool is_feasible(std::span<const double> s, double tolerance) const {
    constexpr double share = 0.1;
    constexpr double ulps = 8 * std::numeric_limits<double>::epsilon();
    const double l1 = problem_.penalty.l2 > 0 ? infinity : problem_.penalty.l1;
    std::vector<double> sums(rows_.cols());
    std::vector<double> squares(rows_.cols());
    for (std::size_t i = 0; i < s.size(); ++i) {
      rows_.add(i, s[i], sums.data());
      rows_.add_squares(i, s[i] * s[i], squares.data());
    }
    for (std::size_t j = 0; j < sums.size(); ++j) {
      const double terms = std::sqrt(static_cast<double>(s.size()) * squares[j]);  // the most that |s_i x_ij| sum up to
      const double little = share * tolerance * (rows_.ridge(j) > 0 ? l1 : terms);
      if (std::abs(sums[j]) > little + ulps * terms) return false;
    }
    return true;
  }

  const LevelRows<Rows>& rows_;
  const Problem& problem_;
  Baseline baseline_;
  std::size_t loss_rows_;
  Solution point_;
};

}  // namespace hingeline::internal
