// SPDX-License-Identifier: BSD-3-Clause
//
// One pass over the rows of a sample at the point v: rows nearer to a kink than their prediction may move are copied
// into the band, of all others the pieces that they lie on are summed up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/all_finite.hpp"
#include "core/blocks.hpp"
#include "data/row_blocks.hpp"
#include "data/value_of.hpp"
#include "losses/ramps.hpp"
#include "problem/row_cost.hpp"
#include "problem/validate.hpp"
#include "solvers/reduced_newton/movement.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"
#include "solvers/reduced_newton/row_sample.hpp"

namespace hingeline::internal {

template <class View>
class RowSorter {
 public:
  using T = ValueOf<View>;

  /// `pieces`: n, which piece every row was on where it is not in the band; empty: not wanted.
  RowSorter(const View& x, const Problem& problem, const RampLoss& loss, const RowSample& sample, const Movement& width,
            std::span<const double> v, std::span<std::uint8_t> pieces)
      : view_(x),
        x_(x),
        problem_(problem),
        loss_(loss),
        sample_(sample),
        width_(width),
        variables_(problem),
        v_(v),
        pieces_(pieces),
        most_kept_(static_cast<std::size_t>(sample.rows / task_count(sample)) + rows_per_block) {
    for (std::size_t j = 0; j < width.weights().size(); ++j) {
      const double scale = std::sqrt(width.weights()[j]);
      scales_.push_back(static_cast<T>(scale));
      centers_.push_back(static_cast<T>(scale * width.center()[j]));
    }
  }

  ReducedProblem<T> run(ThreadPool& pool) const {
    const std::size_t size = variables_.size();
    Sums sums =
        sum_runs(pool, x_, problem_, sample_, Sums{0, true, std::vector<double>(size), GramMatrix(size), {}, {}},
                 [this](const RowRun& run, Sums& part) { add_run(run, part); });
    if (!sums.is_finite) validate_rows(problem_, pool);
    if (sums.bands.empty()) sums.bands.push_back(std::move(sums.band));
    return {variables_,
            {v_.begin(), v_.end()},
            sums.value,
            std::move(sums.slope),
            std::move(sums.curvature),
            joined(sums.bands, pool)};
  }

 private:
  /// Bands stay apart until all rows were seen: they move once.
  struct Sums {
    double value;
    bool is_finite;  // all predictions, and all rows of the bands
    std::vector<double> slope;
    GramMatrix curvature;
    BandPart<T> band;
    std::vector<BandPart<T>> bands;

    Sums& operator+=(Sums& other) {
      value += other.value;
      is_finite = is_finite && other.is_finite;
      for (std::size_t j = 0; j < slope.size(); ++j) slope[j] += other.slope[j];
      curvature += other.curvature;
      if (bands.empty()) bands.push_back(std::move(band));
      bands.push_back(std::move(other.band));
      return *this;
    }
  };

  /// What is known of the rows of a run, in arrays filled up to whole groups by rows of c = 0.
  struct Run {
    alignas(64) double t[rows_per_block];
    alignas(64) double c[rows_per_block];
    alignas(64) T variance[rows_per_block];
    alignas(64) double reach[rows_per_block];
    alignas(64) double slopes[rows_per_block];
    alignas(64) double curvatures[rows_per_block];
    std::uint32_t kept[rows_per_block];
    std::uint8_t pieces[rows_per_block];
  };

  void add_run(const RowRun& run, Sums& sums) const {
    Run rows;
    const std::size_t kept = width_.unbounded() ? keep_all(run, rows) : tell_apart(run, rows, sums);
    if (!width_.unbounded()) sum_up(run, rows, sums);
    copy(run, {rows.kept, kept}, sums);
  }

  std::size_t keep_all(const RowRun& run, Run& rows) const {
    std::size_t kept = 0;
    for (std::int64_t k = 0; k < run.count; ++k) {
      rows.kept[kept] = static_cast<std::uint32_t>(k);
      kept += cost(run.first + k) > 0;
    }
    return kept;
  }

  /// Lists the rows that stay, whose cost in the arrays is then 0; returns how many.
  std::size_t tell_apart(const RowRun& run, Run& rows, Sums& sums) const {
    const auto count = static_cast<std::size_t>(run.count);
    const double* y = problem_.y.data() + run.first;
    x_.predict(run.first, run.count, v_.data(), rows.t);
    sums.is_finite = sums.is_finite && all_finite(std::span<const double>(rows.t, count));
    x_.spread(run.first, run.count, scales_.data(), centers_.data(), rows.variance);
    const double intercept = variables_.intercept(v_);
    copy_costs(problem_, static_cast<std::size_t>(run.first), {rows.c, count});
    if (!sample_.is_whole())
      for (std::size_t k = 0; k < count; ++k) rows.c[k] *= sample_.factor_of(y[k]);
    if (loss_.classes)
      for (std::size_t k = 0; k < count; ++k) rows.t[k] = y[k] * (rows.t[k] + intercept);
    else
      for (std::size_t k = 0; k < count; ++k) rows.t[k] = rows.t[k] + intercept - y[k];
    for (std::size_t k = 0; k < count; ++k) rows.reach[k] = static_cast<double>(rows.variance[k]) + width_.constant();
    const std::int64_t whole = whole_groups(run.count, ramp_group);
    for (std::size_t k = count; k < static_cast<std::size_t>(whole); ++k) rows.t[k] = rows.c[k] = rows.reach[k] = 0;
    std::uint8_t* pieces = pieces_.empty() ? nullptr : rows.pieces;
    const std::size_t kept = ops_.tell_apart(loss_, {rows.t, rows.reach, rows.c, rows.kept, pieces, whole});
    if (!pieces_.empty()) std::copy_n(rows.pieces, count, pieces_.data() + run.first);
    return kept;
  }

  /// Adds the lines and parabolas of the rows that did not stay.
  void sum_up(const RowRun& run, Run& rows, Sums& sums) const {
    const auto count = static_cast<std::size_t>(run.count);
    sums.value += ops_.evaluate(loss_, 0, {rows.t, rows.c, nullptr, whole_groups(run.count, ramp_group)}, rows.slopes,
                                rows.curvatures)
                      .value;
    if (loss_.classes)
      for (std::size_t k = 0; k < count; ++k) rows.slopes[k] *= problem_.y[static_cast<std::size_t>(run.first) + k];
    x_.combine(run.first, run.count, rows.slopes, sums.slope.data());
    if (variables_.appended != 0)
      sums.slope[variables_.cols] += variables_.appended * std::accumulate(rows.slopes, rows.slopes + count, 0.0);
    if (!curved_) return;
    const auto matrix = row_matrix(rows_from(view_, run.first, run.count));
    WeightedGram(matrix, variables_.appended).add({rows.curvatures, count}, sums.curvature);
  }

  void copy(const RowRun& run, std::span<const std::uint32_t> kept, Sums& sums) const {
    BandPart<T>& band = sums.band;
    const auto begin = static_cast<std::size_t>(band.size());
    band.resize(begin + kept.size());
    if (begin == 0) band.x.reserve(most_kept_ * variables_.cols);
    band.x.resize((begin + kept.size()) * variables_.cols);
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const std::int64_t i = run.first + kept[k];
      const double y = problem_.y[static_cast<std::size_t>(i)];
      copy_row(view_, i, band.x.data() + (begin + k) * variables_.cols);
      band.sign[begin + k] = loss_.sign(y);
      band.shift[begin + k] = loss_.shift(y);
      band.c[begin + k] = cost(i);
      band.rows[begin + k] = i;
    }
    sums.is_finite = sums.is_finite && all_finite(std::span<const T>(band.x).subspan(begin * variables_.cols));
  }

  double cost(std::int64_t i) const {
    return row_cost(problem_, i) * sample_.factor_of(problem_.y[static_cast<std::size_t>(i)]);
  }

  static bool has_curvature(const RampLoss& loss) {
    return std::any_of(loss.pieces.begin(), loss.pieces.end(), [](const Piece& piece) { return piece.curvature > 0; });
  }

  const View& view_;
  const RowBlocks<View> x_;
  const Problem& problem_;
  const RampLoss& loss_;
  const RowSample& sample_;
  const Movement& width_;
  const Variables variables_;
  const std::span<const double> v_;
  const std::span<std::uint8_t> pieces_;
  const std::size_t most_kept_;  // by a task, about; what is not kept is never touched
  std::vector<T> scales_;        // of spread
  std::vector<T> centers_;
  const RampOps ops_ = ramp_ops();
  const bool curved_ = has_curvature(loss_);
};

}  // namespace hingeline::internal
