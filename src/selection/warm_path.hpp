// SPDX-License-Identifier: BSD-3-Clause
//
// The start for the next C, on the polynomial through the points before,
//
//     v(C) = sum_k v(C_k) l_k(x(C)),    l_k(x) = prod_{m != k} (x - x_m) / (x_k - x_m)
//
// For w and b (primal solvers) x = log C, as they change about as much from decade to decade. For s (dual solvers)
// x = C and the polynomial is a line through two points, as the path of s is piecewise linear for piecewise
// linear-quadratic losses (Hastie et al., JMLR 2004); rows at a bound then stay there exactly. The logistic path is
// smooth: w, b and s_i / C (the negative slope of the loss) are on parabolas through three points over log C. With one
// point alone, or for a smaller C, s is scaled by the ratio of C, and w stays. The solver clips s to its domain.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "hingeline/model.hpp"

namespace hingeline::internal {

class WarmPath {
 public:
  using Dual = std::vector<std::vector<double>>;  ///< s of each part of a training

  struct Start {
    Dual dual;                         ///< empty before anything is remembered
    std::optional<LinearModel> model;  ///< empty likewise

    /// Sets the start of `options`, which must not outlive this; options stay unchanged where nothing is remembered.
    void set(TrainOptions& options) const {
      if (!dual.empty()) options.warm_dual = dual;
      if (model) options.warm_start = &*model;
    }
  };

  /// For trainings with such a loss.
  explicit WarmPath(const Loss& loss) : in_pieces_(loss.name != LossName::logistic) {}

  /// Adds a point: a training at C, which was run with keep_dual. Moves its dual variables.
  void remember(double C, TrainResult& trained) {
    if (!points_.empty() && C <= points_.back().C) points_.clear();
    if (points_.size() == (in_pieces_ ? 2 : 3)) points_.pop_front();
    Point& point = points_.emplace_back(C, Dual(), trained.model);
    for (Solution& part : trained.parts) point.dual.push_back(std::move(part.dual_coef));
  }

  /// The start at C; empty where extrapolation overflows.
  Start predict(double C) const {
    if (points_.empty()) return {};
    const bool forward = C >= points_.back().C;
    Start start = forward && points_.size() > 1 ? extrapolated(C) : scaled(C);
    return is_finite(start) ? start : Start{};
  }

 private:
  struct Point {
    double C;
    Dual dual;
    LinearModel model;
  };

  Start scaled(double C) const {
    Start start{points_.back().dual, points_.back().model};
    scale(start, C / points_.back().C, 1);
    return start;
  }

  Start extrapolated(double C) const {
    const std::vector<double> of_model = shares([](double at) { return std::log(at); }, C);
    const std::vector<double> of_dual = in_pieces_ ? shares([](double at) { return at; }, C) : times_cost(of_model, C);
    Start start{points_.back().dual, points_.back().model};
    scale(start, of_dual.back(), of_model.back());
    for (std::size_t k = 0; k + 1 < points_.size(); ++k) add(points_[k], of_dual[k], of_model[k], start);
    return start;
  }

  /// l_k(x(C)) of every point k.
  template <class Abscissa>
  std::vector<double> shares(const Abscissa& x, double C) const {
    std::vector<double> shares(points_.size(), 1);
    for (std::size_t k = 0; k < points_.size(); ++k)
      for (std::size_t m = 0; m < points_.size(); ++m)
        if (m != k) shares[k] *= (x(C) - x(points_[m].C)) / (x(points_[k].C) - x(points_[m].C));
    return shares;
  }

  /// Converts shares that extrapolate s / C to those that extrapolate s.
  std::vector<double> times_cost(std::vector<double> shares, double C) const {
    for (std::size_t k = 0; k < shares.size(); ++k) shares[k] *= C / points_[k].C;
    return shares;
  }

  static void scale(Start& start, double of_dual, double of_model) {
    for (std::vector<double>& part : start.dual)
      for (double& s : part) s *= of_dual;
    for (double& w : start.model->coef) w *= of_model;
    for (double& b : start.model->intercept) b *= of_model;
  }

  static void add(const Point& point, double of_dual, double of_model, Start& start) {
    for (std::size_t part = 0; part < start.dual.size(); ++part) add(of_dual, point.dual[part], start.dual[part]);
    add(of_model, point.model.coef, start.model->coef);
    add(of_model, point.model.intercept, start.model->intercept);
  }

  static void add(double share, const std::vector<double>& from, std::vector<double>& to) {
    for (std::size_t j = 0; j < to.size(); ++j) to[j] += share * from[j];
  }

  static bool is_finite(const Start& start) {
    const auto finite = [](double number) { return std::isfinite(number); };
    return std::ranges::all_of(start.dual, [&](const auto& part) { return std::ranges::all_of(part, finite); }) &&
           std::ranges::all_of(start.model->coef, finite) && std::ranges::all_of(start.model->intercept, finite);
  }

  bool in_pieces_;
  std::deque<Point> points_;  // the last two or three, by ascending C
};

}  // namespace hingeline::internal
