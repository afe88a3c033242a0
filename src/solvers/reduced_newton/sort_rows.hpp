// SPDX-License-Identifier: BSD-3-Clause
//
// One pass over the rows of a sample at the point v: rows nearer to a kink than their prediction may move are copied
// into the band; the pieces on which all others lie are summed up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/all_finite.hpp"
#include "core/stop.hpp"
#include "data/row_blocks.hpp"
#include "data/value_of.hpp"
#include "losses/ramps.hpp"
#include "problem/row_cost.hpp"
#include "problem/validate.hpp"
#include "solvers/reduced_newton/band_collector.hpp"
#include "solvers/reduced_newton/movement.hpp"
#include "solvers/reduced_newton/predicted_rows.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"
#include "solvers/rows/row_sample.hpp"

namespace hingeline::internal {

template <class View>
class RowSorter {
 public:
  using T = ValueOf<View>;

  /// `pieces` receives the piece of every row that is not in the band and fills whole ramp_groups; empty: not wanted.
  /// The band lies in `memory`. When told to stop, it leaves out products of rows and, with an unbounded width, rows.
  RowSorter(const View& x, const Problem& problem, const RampLoss& loss, const RowSample& sample, const Movement& width,
            std::span<const double> v, std::span<std::uint8_t> pieces, Arena& memory, Stop stop)
      : view_(x),
        x_(x),
        problem_(problem),
        loss_(loss),
        sample_(sample),
        width_(width),
        variables_(problem),
        v_(v),
        pieces_(pieces),
        stop_(std::move(stop)),
        collector_(variables_.features(), memory) {
    for (std::size_t j = 0; j < width.weights().size(); ++j) {
      const double scale = std::sqrt(width.weights()[j]);
      scales_.push_back(static_cast<T>(scale));
      centres_.push_back(static_cast<T>(scale * width.centre()[j]));
    }
  }

  ReducedProblem<T> run(ThreadPool& pool) {
    const std::size_t size = variables_.size();
    const Sums zero = {0, true, std::vector<double>(size), GramMatrix(curved_ ? size : 0), {}, {}};
    Sums sums = sum_runs(pool, x_, problem_, sample_.runs, zero, curved_ ? size * size : size,
                         [this](const RowRun& run, Sums& part) { add_run(run, part); });
    if (!curved_) sums.curvature = GramMatrix(size);
    if (sums.parts.empty()) sums.parts.push_back(std::move(sums.part));
    if (!sums.is_finite) validate_rows(problem_, pool);
    return {variables_,
            {v_.begin(), v_.end()},
            sums.value,
            std::move(sums.slope),
            std::move(sums.curvature),
            collector_.join(sums.parts, pool)};
  }

 private:
  using BandPart = typename BandCollector<T>::Part;

  /// Sums over rows; the bands of tasks are kept apart until all rows were seen.
  struct Sums {
    double value;
    bool is_finite;  // all predictions are, and the features of rows kept without a prediction
    std::vector<double> slope;
    GramMatrix curvature;
    BandPart part;
    std::vector<BandPart> parts;

    Sums& operator+=(Sums& other) {
      value += other.value;
      is_finite = is_finite && other.is_finite;
      for (std::size_t j = 0; j < slope.size(); ++j) slope[j] += other.slope[j];
      curvature += other.curvature;
      if (parts.empty()) parts.push_back(std::move(part));
      parts.push_back(std::move(other.part));
      return *this;
    }
  };

  /// Numbers of the rows of a run, in arrays that are filled in whole groups.
  struct Run {
    alignas(64) double z[rows_per_block];
    alignas(64) T variance[rows_per_block];
    alignas(64) double slopes[rows_per_block];
    alignas(64) double curvatures[rows_per_block];
    std::uint32_t kept[rows_per_block];
  };

  void add_run(const RowRun& run, Sums& sums) {
    Run rows;
    if (width_.unbounded()) return keep_all(run, sums);
    const std::size_t kept = tell_apart(run, rows, sums);
    sum_up(run, rows, sums);
    for (const std::uint32_t k : std::span(rows.kept, kept)) keep(run.first + k, sums);
  }

  T* keep(std::int64_t i, Sums& sums) {
    T* features = collector_.add({i, problem_.y[static_cast<std::size_t>(i)], cost(i)}, sums.part);
    copy_row(view_, i, features);
    return features;
  }

  /// Puts all rows into the band but those of weight 0, which may have any piece.
  void keep_all(const RowRun& run, Sums& sums) {
    if (!pieces_.empty()) std::fill_n(pieces_.begin() + run.first, run.count, std::uint8_t{0});
    if (is_due(stop_)) return;
    for (std::int64_t i = run.first; i < run.first + run.count; ++i) {
      if (cost(i) == 0) continue;
      const std::span<const T> features(keep(i, sums), variables_.features());
      sums.is_finite = sums.is_finite && all_finite(features);
    }
  }

  /// Lists the rows for the band, whose slopes are set to 0; returns how many they are.
  std::size_t tell_apart(const RowRun& run, Run& rows, Sums& sums) const {
    x_.predict(run.first, run.count, v_.data(), rows.z);
    x_.spread(run.first, run.count, scales_.data(), centres_.data(), rows.variance);
    const PredictedRows predicted = predicted_rows(problem_, run.first, {rows.z, static_cast<std::size_t>(run.count)},
                                                   variables_.intercept(v_), sample_.factor);
    std::uint8_t* pieces = pieces_.empty() ? nullptr : pieces_.data() + run.first;
    const SumsApart others = tell_apart_(loss_, predicted, {rows.variance, width_.constant()},
                                         {rows.kept, rows.slopes, rows.curvatures, pieces});
    sums.value += others.value;
    sums.is_finite = sums.is_finite && others.is_finite;
    if (variables_.has_intercept()) sums.slope[variables_.features()] += variables_.appended() * others.slope;
    return others.near;
  }

  /// Adds the slopes and curvatures of the rows that are not in the band.
  void sum_up(const RowRun& run, const Run& rows, Sums& sums) const {
    x_.combine(run.first, run.count, rows.slopes, sums.slope.data());
    if (!curved_) return;
    const auto matrix = row_matrix(rows_from(view_, run.first, run.count));
    WeightedGram(matrix, variables_.appended())
        .add({rows.curvatures, static_cast<std::size_t>(run.count)}, sums.curvature, stop_);
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
  const Stop stop_;
  std::vector<T> scales_;  // of spread
  std::vector<T> centres_;
  const TellApart<T> tell_apart_ = std::get<TellApart<T>>(ramp_ops().tell_apart);
  const bool curved_ = has_curvature(loss_);
  BandCollector<T> collector_;
};

}  // namespace hingeline::internal
