// SPDX-License-Identifier: BSD-3-Clause
//
// Where to begin the linear one-class machine (one_class.cpp): near the s of least |X's| by Frank and Wolfe's method.
//
//     corner   s_i = c_i where x_i'w is lowest, 0 elsewhere, one row in between: s sums to nu W
//     step     w towards the corner's, to where |w| is least on the way
//
// It ends where a corner hardly differs from the one before, and s is the last: all but a few rows are then at the
// bound where they belong, and few of them at neither. From w of all rows alike, first over a sample, whose w is good
// to some per cent.
//
// Cost     a pass over the rows and a selection a step, and a visit to each row whose s changes
// Papers   Frank & Wolfe, Naval Research Logistics Quarterly 1956; Jaggi, ICML 2013
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "problem/quadratic_program.hpp"
#include "problem/weighted_cut.hpp"
#include "simd/dense_ops.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class FrankWolfe {
 public:
  FrankWolfe(const Rows& x, const QuadraticProgram& program, double nu, std::function<bool()> stop)
      : x_(x),
        program_(program),
        nu_(nu),
        stop_(std::move(stop)),
        a_(program.size()),
        w_(static_cast<std::size_t>(x.cols())),
        corner_(w_.size()) {}

  /// At most so many steps over all rows, and as many as have been worth their cost. Returns how many it took.
  int run(std::int64_t most) {
    constexpr std::size_t stride = 8;
    constexpr std::size_t least_sample = 500;
    constexpr int worth_of_sample = 5;
    constexpr int worth_after_sample = 4;
    constexpr int worth_at_once = 3;
    const bool sampled = a_.size() >= stride * least_sample;
    if (sampled) {
      take(stride);
      descend(worth_of_sample);
    }
    take(1);
    return descend(static_cast<int>(std::min<std::int64_t>(most, sampled ? worth_after_sample : worth_at_once)));
  }

  /// s of the last corner.
  std::vector<double>& corner() { return a_; }

  /// d numbers each, for whoever goes on: w, and zeros.
  std::vector<double>& w() { return w_; }
  std::vector<double>& cleared() {
    std::fill(corner_.begin(), corner_.end(), 0.0);
    return corner_;
  }

 private:
  /// Every so many rows; w is that of rows taken before, for their weight, or of these all alike.
  void take(std::size_t stride) {
    const double before = std::exchange(weight_, 0.0);
    rows_.clear();
    for (std::size_t t = 0; t < a_.size(); t += stride) {
      rows_.push_back({0, static_cast<std::uint32_t>(t)});
      weight_ += program_.upper[t];
    }
    if (before == 0)
      for (const auto& [z, t] : rows_) x_.add(program_.row[t], nu_ * program_.upper[t], w_.data());
    else
      for (double& w : w_) w *= weight_ / before;
    squared_norm_ = ops_.squared_norm(w_.data(), w_.size());
  }

  int descend(int most) {
    constexpr std::size_t few = 64;  // one row in so many
    for (int steps = 1;; ++steps) {
      const std::size_t changes = find_corner();
      if (few * changes <= rows_.size() || steps == most || stop_() || !step()) return steps;
    }
  }

  /// Flattened like the loops of one_class.cpp.
  [[gnu::flatten]] void predict() {
    for (auto& [z, t] : rows_) z = x_.dot(program_.row[t], w_.data());
  }

  /// Returns how many rows change.
  std::size_t find_corner() {
    predict();
    std::size_t changes = 0;
    const double mass = nu_ * weight_;
    const auto upper = [this](const auto& row) { return program_.upper[row.second]; };
    const auto [cut, before] = weighted_cut(rows_.begin(), rows_.end(), mass, nu_, upper);
    for (auto row = rows_.begin(); row != cut; ++row) changes += set(row->second, upper(*row));
    if (cut == rows_.end()) return changes;
    changes += set(cut->second, std::min(mass - before, upper(*cut)));
    for (auto row = cut + 1; row != rows_.end(); ++row) changes += set(row->second, 0);
    return changes;
  }

  bool set(std::uint32_t t, double value) {
    if (a_[t] == value) return false;
    x_.add(program_.row[t], value - a_[t], corner_.data());
    a_[t] = value;
    return true;
  }

  /// False where |w| does not fall.
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
  const std::function<bool()> stop_;
  std::vector<double> a_;
  std::vector<double> w_;
  std::vector<double> corner_;                          // w of a
  std::vector<std::pair<double, std::uint32_t>> rows_;  // z, and which
  double weight_ = 0;                                   // of rows_
  double squared_norm_ = 0;                             // |w|^2
};

}  // namespace hingeline::internal
