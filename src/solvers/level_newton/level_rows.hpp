// SPDX-License-Identifier: BSD-3-Clause
//
// The problem that the augmented Lagrangian solves where several levels are tied together: as in
// linear_systems/constrained_rows.hpp, with the variables of level_variables.hpp. The rows, in this order:
//
//     band          (x_i, a) of a level        c_i phi_k(y_i, .), rows near a kink, level by level
//     sides         one for each level         the sum of all its other rows, one linear function
//     L1, bounds,   of each level,             as in constrained_rows.hpp
//     constraints   or of the one slope
//     ties          -(x, a) of level k,        z_{k+1}(x) - z_k(x) >= 0
//                   (x, a) of level k + 1
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/row_blocks.hpp"
#include "data/rows.hpp"
#include "data/selected_rows.hpp"
#include "data/stored_entries.hpp"
#include "parallel/blocks.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/level_newton/level_band.hpp"
#include "solvers/level_newton/level_extra_rows.hpp"
#include "solvers/level_newton/level_variables.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

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

}  // namespace hingeline::internal
