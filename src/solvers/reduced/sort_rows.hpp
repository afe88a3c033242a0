// SPDX-License-Identifier: BSD-3-Clause
//
// One pass over the rows of a sample at the point v: rows nearer to a kink than their prediction may move are copied
// into the band, of all others the pieces that they lie on are summed up.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "data/row_blocks.hpp"
#include "losses/ramps.hpp"
#include "parallel/sum_chunks.hpp"
#include "problem/row_cost.hpp"
#include "solvers/reduced/movement.hpp"
#include "solvers/reduced/reduced_problem.hpp"
#include "solvers/reduced/row_sample.hpp"

namespace hingeline::internal {

template <class View>
struct ValueType;
template <template <class> class View, class T>
struct ValueType<View<T>> {
  using type = T;
};

template <class View>
class RowSorter {
 public:
  using T = typename ValueType<View>::type;

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
        pieces_(pieces) {}

  ReducedProblem<T> run(ThreadPool& pool) const {
    const auto runs = static_cast<std::int64_t>(sample_.runs.size());
    const std::int64_t runs_per_task =
        std::max<std::int64_t>(1, runs * chunk_rows / std::max<std::int64_t>(1, sample_.rows));
    Sums sums = sum_chunks(pool, runs, runs_per_task, Sums{ReducedProblem<T>(variables_)},
                           [this](std::int64_t first, std::int64_t end, Sums& part) {
                             for (std::int64_t k = first; k < end; ++k)
                               add_run(sample_.runs[static_cast<std::size_t>(k)], part.reduced);
                           });
    sums.reduced.reference.assign(v_.begin(), v_.end());
    return std::move(sums.reduced);
  }

 private:
  struct Sums {
    ReducedProblem<T> reduced;

    Sums& operator+=(const Sums& other) {
      reduced.value += other.reduced.value;
      for (std::size_t j = 0; j < reduced.slope.size(); ++j) reduced.slope[j] += other.reduced.slope[j];
      reduced.curvature += other.reduced.curvature;
      reduced.band.append(other.reduced.band);
      return *this;
    }
  };

  void add_run(const RowRun& run, ReducedProblem<T>& reduced) const {
    double z[rows_per_block];
    double variance[rows_per_block];
    if (width_.unbounded()) {
      for (std::int64_t i = 0; i < run.count; ++i) keep(run.first + i, reduced.band);
      return;
    }
    x_.predict(run.first, run.count, v_.data(), z);
    x_.spread(run.first, run.count, width_.center().data(), width_.weights().data(), variance);
    sort(run, z, variance, reduced);
  }

  void sort(const RowRun& run, const double* z, const double* variance, ReducedProblem<T>& reduced) const {
    double slopes[rows_per_block];
    double curvatures[rows_per_block];
    const double intercept = variables_.intercept(v_);
    double slope_sum = 0;
    bool curved = false;
    for (std::int64_t k = 0; k < run.count; ++k) {
      const std::int64_t i = run.first + k;
      const double y = problem_.y[static_cast<std::size_t>(i)];
      const double t = loss_.sign(y) * (z[k] + intercept) - loss_.shift(y);
      double nearest = infinity;
      std::size_t piece = 0;
      for (int j = 0; j < loss_.kink_count; ++j) {
        const double distance = t - loss_.kinks[static_cast<std::size_t>(j)];
        piece += distance > 0;
        nearest = std::min(nearest, distance * distance);
      }
      slopes[k] = curvatures[k] = 0;
      if (nearest <= variance[k] + width_.constant()) {
        keep(i, reduced.band);
      } else {
        const double c = cost(i);
        const Piece& line = loss_.pieces[piece];
        const double slope = line.slope + line.curvature * t;
        slopes[k] = c * loss_.sign(y) * slope;
        curvatures[k] = c * line.curvature;
        curved = curved || curvatures[k] > 0;
        reduced.value += c * loss_.exact(t);
        slope_sum += slopes[k];
      }
      if (!pieces_.empty()) pieces_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(piece);
    }
    x_.combine(run.first, run.count, slopes, reduced.slope.data());
    if (variables_.appended != 0) reduced.slope[variables_.cols] += variables_.appended * slope_sum;
    if (!curved) return;
    const auto rows = row_matrix(rows_from(view_, run.first, run.count));
    WeightedGram(rows, variables_.appended).add({curvatures, static_cast<std::size_t>(run.count)}, reduced.curvature);
  }

  void keep(std::int64_t i, Band<T>& band) const {
    const double c = cost(i);
    if (c == 0) return;
    const double y = problem_.y[static_cast<std::size_t>(i)];
    band.x.resize(band.x.size() + variables_.cols);
    copy_row(view_, i, band.x.data() + band.x.size() - variables_.cols);
    band.sign.push_back(loss_.sign(y));
    band.shift.push_back(loss_.shift(y));
    band.c.push_back(c);
    band.rows.push_back(i);
  }

  double cost(std::int64_t i) const {
    return row_cost(problem_, i) * sample_.factor_of(problem_.y[static_cast<std::size_t>(i)]);
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
};

}  // namespace hingeline::internal
