// SPDX-License-Identifier: BSD-3-Clause
//
// The start of the linear one-class machine (one_class.cpp): near the s of least |X's|, by Frank and Wolfe's method.
//
//     corner   s_i = c_i where x_i'w is lowest, 0 elsewhere, one row in between, so that s sums to nu W
//     step     w moves towards X's of the corner, to where |w| is least on the way
//
// It ends when a corner hardly differs from the one before, and returns that corner as s: all but a few rows are then
// at the bound where they belong. It begins with s_i = nu c_i, first over a sample, whose w is accurate to some per
// cent.
//
// Cost     a pass over the rows and a selection a step, and a visit to each row whose s changes
// Papers   Frank & Wolfe, Naval Research Logistics Quarterly 1956; Jaggi, ICML 2013
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/infinity.hpp"
#include "core/signs.hpp"
#include "core/stop.hpp"
#include "data/rows.hpp"
#include "problem/quadratic_program.hpp"
#include "problem/weighted_cut.hpp"
#include "simd/dense_ops.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class FrankWolfe {
 public:
  FrankWolfe(const Rows& x, const QuadraticProgram& program, double nu, Stop stop)
      : x_(x),
        program_(program),
        nu_(nu),
        stop_(std::move(stop)),
        a_(program.size()),
        w_(static_cast<std::size_t>(x.cols())),
        corner_(w_.size()) {}

  /// Takes at most `most` steps over all rows, and no more than were found to be worth their cost. Returns how many.
  int run(std::int64_t most) {
    constexpr std::size_t stride = 8;
    constexpr std::size_t least_sample = 500;
    constexpr int worth_of_sample = 5;
    constexpr int worth_at_once = 3;
    constexpr std::int32_t few_columns = 64;  // whose pairs leave many rows free
    const int worth_after_sample = x_.cols() > few_columns ? 1 : 4;
    const bool sampled = a_.size() >= stride * least_sample;
    if (sampled) {
      take(stride);
      descend(worth_of_sample);
    }
    take(1);
    return descend(static_cast<int>(std::min<std::int64_t>(most, sampled ? worth_after_sample : worth_at_once)));
  }

  /// s of the last corner, its w, and how many terms w was summed up from.
  std::vector<double>& corner() { return a_; }
  std::vector<double>& w_of_corner() { return corner_; }
  std::int64_t added() const { return added_; }

  /// A vector of d zeros, for the caller to reuse.
  std::vector<double>& zeros() {
    std::fill(w_.begin(), w_.end(), 0.0);
    return w_;
  }

 private:
  struct Change {
    std::uint32_t variable;
    double by;
  };

  /// Takes every `stride`-th row. w is that of the rows taken before, scaled to the new weight, or at first that of
  /// s_i = nu c_i.
  void take(std::size_t stride) {
    const double before = std::exchange(weight_, 0.0);
    stride_ = stride;
    z_.resize((a_.size() + stride - 1) / stride);
    for (std::size_t t = 0; t < a_.size(); t += stride) weight_ += program_.upper[t];
    if (before == 0)
      for (std::size_t t = 0; t < a_.size(); t += stride) x_.add(program_.row[t], nu_ * program_.upper[t], w_.data());
    else
      for (double& w : w_) w *= weight_ / before;
    squared_norm_ = ops_.squared_norm(w_.data(), w_.size());
  }

  int descend(int most) {
    constexpr std::size_t few = 64;  // one row in so many
    for (int steps = 1;; ++steps) {
      predict();
      const std::size_t changes = move_corner();
      if (few * changes <= z_.size() || steps == most || is_due(stop_) || !step()) return steps;
    }
  }

  /// Flattened like the loops of one_class.cpp.
  [[gnu::flatten]] void predict() {
    for (std::size_t k = 0; k < z_.size(); ++k) z_[k] = x_.dot(program_.row[k * stride_], w_.data());
  }

  /// Moves the corner to the rows of lowest x_i'w, ties by their order; returns how many rows change.
  [[gnu::flatten]] std::size_t move_corner() {
    const double cut = cut_of_predictions();
    double left = nu_ * weight_;
    for (std::size_t k = 0; k < z_.size(); ++k) left -= below_zero(z_[k] - cut) * program_.upper[k * stride_];
    std::size_t changes = 0;
    for (std::size_t k = 0; k < z_.size(); k += changes_.size()) {
      const std::size_t count = find_changes(k, std::min(k + changes_.size(), z_.size()), cut, left);
      for (std::size_t c = 0; c < count; ++c)
        x_.add(program_.row[changes_[c].variable], changes_[c].by, corner_.data());
      changes += count;
    }
    added_ += static_cast<std::int64_t>(changes);
    return changes;
  }

  /// Moves a of the rows from k to `end`; ties get what is left. Half of the rows change in the first corners, so this
  /// is done without branches.
  std::size_t find_changes(std::size_t k, std::size_t end, double cut, double& left) {
    std::size_t count = 0;
    for (; k < end; ++k) {
      const std::size_t t = k * stride_;
      double value = below_zero(z_[k] - cut) * program_.upper[t];
      if (z_[k] == cut) left -= value = std::clamp(left, 0.0, program_.upper[t]);
      changes_[count] = {static_cast<std::uint32_t>(t), value - a_[t]};
      count += static_cast<std::size_t>(value != a_[t]);
      a_[t] = value;
    }
    return count;
  }

  /// The z at which the cumulated weight of rows, by ascending z, passes nu W.
  double cut_of_predictions() {
    keys_.resize(z_.size());
    for (std::size_t k = 0; k < z_.size(); ++k) keys_[k] = {z_[k], program_.upper[k * stride_]};
    const std::size_t at = weighted_cut(keys_, nu_ * weight_).at;
    return at < keys_.size() ? keys_[at].key : infinity;
  }

  /// Moves w towards the corner; false where |w| does not fall.
  bool step() {
    const double product = ops_.dot(corner_.data(), w_.data(), w_.size());
    const double slope = product - squared_norm_;
    const double curvature = ops_.squared_norm(corner_.data(), w_.size()) - product - slope;
    if (!(slope < 0)) return false;
    const double t = std::min(1.0, -slope / curvature);
    for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += t * (corner_[j] - w_[j]);
    squared_norm_ += t * (2 * slope + t * curvature);
    return true;
  }

  const Rows& x_;
  const DenseOps<double> ops_ = dense_ops<double>();
  const QuadraticProgram& program_;
  const double nu_;
  const Stop stop_;
  std::vector<double> a_;
  std::vector<double> w_;
  std::vector<double> corner_;        // w of a
  std::size_t stride_ = 1;            // of the rows taken
  std::vector<double> z_;             // x_i'w of these rows
  std::vector<WeightedKey> keys_;     // the same, to be reordered
  std::array<Change, 1024> changes_;  // of some rows
  double weight_ = 0;                 // of the rows taken
  std::int64_t added_ = 0;            // number of terms added to corner_
  double squared_norm_ = 0;           // |w|^2
};

}  // namespace hingeline::internal
