// SPDX-License-Identifier: BSD-3-Clause
//
// Where to begin at the next C: along the line through the last two points,
//
//     s(C'') = s(C') + (s(C') - s(C)) (C'' - C') / (C' - C)                      for solvers of the dual
//     w(C'') = w(C') + (w(C') - w(C)) log(C'' / C') / log(C' / C), b likewise    for those of the primal
//
// because the path of s over C is piecewise linear for piecewise linear-quadratic losses (Hastie et al., JMLR 2004),
// and rows at a bound stay there exactly; w changes about as much from decade to decade. From one point alone, and
// backwards, s is scaled with C, and w stays. The solver clips s to its domain.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "hingeline/model.hpp"

namespace hingeline::internal {

class WarmPath {
 public:
  using Dual = std::vector<std::vector<double>>;  ///< of each part of a training

  struct Start {
    Dual dual;                         ///< empty before anything is remembered
    std::optional<LinearModel> model;  ///< likewise

    /// Until the training is over, this must live.
    void set(TrainOptions& options) const {
      options.warm_dual = dual;
      if (model) options.warm_start = &*model;
    }
  };

  /// Takes the dual variables out of a training at C that kept them.
  void remember(double C, TrainResult& trained) {
    before_ = std::exchange(last_, Point{C, {}, trained.model});
    for (Solution& part : trained.parts) last_->dual.push_back(std::move(part.dual_coef));
  }

  /// Nothing where the steps between the costs overflow.
  Start predict(double C) const {
    if (!last_) return {};
    Start start = extrapolated(C);
    return is_finite(start) ? start : Start{};
  }

 private:
  struct Point {
    double C;
    Dual dual;
    LinearModel model;
  };

  Start extrapolated(double C) const {
    const bool forward = before_ && before_->C < last_->C && C >= last_->C;
    Start start{last_->dual, last_->model};
    if (!forward) {
      for (std::vector<double>& part : start.dual)
        for (double& s : part) s *= C / last_->C;
      return start;
    }
    const double step = (C - last_->C) / (last_->C - before_->C);
    for (std::size_t k = 0; k < start.dual.size(); ++k) extend(start.dual[k], before_->dual[k], step);
    const double log_step = std::log(C / last_->C) / std::log(last_->C / before_->C);
    extend(start.model->coef, before_->model.coef, log_step);
    extend(start.model->intercept, before_->model.intercept, log_step);
    return start;
  }

  static bool is_finite(const Start& start) {
    const auto finite = [](double number) { return std::isfinite(number); };
    return std::ranges::all_of(start.dual, [&](const auto& part) { return std::ranges::all_of(part, finite); }) &&
           std::ranges::all_of(start.model->coef, finite) && std::ranges::all_of(start.model->intercept, finite);
  }

  /// v += step (v - before).
  static void extend(std::vector<double>& v, const std::vector<double>& before, double step) {
    for (std::size_t j = 0; j < v.size(); ++j) v[j] += step * (v[j] - before[j]);
  }

  std::optional<Point> last_;
  std::optional<Point> before_;
};

}  // namespace hingeline::internal
