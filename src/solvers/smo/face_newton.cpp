// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/face_newton.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "core/dot.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"

namespace hingeline::internal {
namespace {

class FaceNewton {
 public:
  FaceNewton(std::span<const FaceVariable> variables, const FaceKernel& kernel, double ridge, const Stop& stop)
      : variables_(variables),
        kernel_(kernel),
        ridge_(ridge),
        stop_(stop),
        d_(variables.size()),
        free_(variables.size()) {
    for (const FaceVariable& variable : variables) f_.push_back(variable.f);
    std::iota(free_.begin(), free_.end(), std::size_t{0});
  }

  bool run() {
    while (free_.size() > 1) {
      if (!factor()) return free_.size() < variables_.size();
      if (!descend()) break;
      let_go_of_held();
    }
    balance();
    return true;
  }

  std::vector<double> take() { return std::move(d_); }

 private:
  /// A column of C, and of W.
  struct Column {
    std::vector<std::size_t> members;
    std::vector<double> inverse;
  };

  // Places among the free variables when the factor was made, from 0.

  bool factor() {
    columns_.clear();
    held_.assign(free_.size(), false);
    const auto entry = [this](std::size_t i, std::size_t j) { return kernel_.at(free_[i], free_[j]); };
    if (!factor_.factor(free_.size(), entry, ridge_, stop_)) return false;
    for (const int group : {0, 1}) {
      std::vector<std::size_t> members;
      for (std::size_t i = 0; i < free_.size(); ++i)
        if (variables_[free_[i]].group == group) members.push_back(i);
      if (!members.empty()) add(std::move(members));
    }
    return true;
  }

  void add(std::vector<std::size_t> members) {
    std::vector<double> inverse(free_.size());
    for (const std::size_t i : members) inverse[i] = 1;
    factor_.solve(inverse);
    columns_.push_back({std::move(members), std::move(inverse)});
  }

  /// Whether the loop ended because a new factor, of fewer variables, is cheaper than more columns; false: it is done.
  bool descend() {
    const std::size_t most_columns = 20 + free_.size() / 10;
    while (!is_due(stop_)) {
      const std::vector<double> step = direction();
      if (step.empty()) return false;
      const std::optional<std::size_t> bound = go(step);
      if (!bound) return false;
      held_[*bound] = true;
      if (columns_.size() == most_columns) return true;
      add({*bound});
    }
    return false;
  }

  static double sum_over(const Column& column, const std::vector<double>& values) {
    double sum = 0;
    for (const std::size_t i : column.members) sum += values[i];
    return sum;
  }

  /// W beta - v; empty where only rounding is left.
  std::vector<double> direction() {
    std::vector<double> step(free_.size());
    for (std::size_t i = 0; i < step.size(); ++i) step[i] = -f_[free_[i]];
    factor_.solve(step);
    std::vector<double> beta;
    for (const Column& column : columns_) beta.push_back(-sum_over(column, step));
    const auto entry = [this](std::size_t i, std::size_t j) { return sum_over(columns_[i], columns_[j].inverse); };
    ScaledCholesky schur;
    if (!schur.factor(columns_.size(), entry, 0, stop_)) return {};
    schur.solve(beta);
    for (std::size_t k = 0; k < columns_.size(); ++k)
      for (std::size_t i = 0; i < step.size(); ++i) step[i] += beta[k] * columns_[k].inverse[i];
    double slope = 0;
    for (std::size_t i = 0; i < step.size(); ++i) {
      if (held_[i]) step[i] = 0;
      slope += step[i] * f_[free_[i]];
    }
    if (!(slope < 0)) return {};
    return step;
  }

  /// Returns the variable whose bound ended the step, if one did.
  std::optional<std::size_t> go(const std::vector<double>& step) {
    double length = 1;
    std::optional<std::size_t> bound;
    for (std::size_t i = 0; i < step.size(); ++i) {
      const double room = end_of(i, step[i]) - d_[free_[i]];
      if (std::abs(step[i]) * length <= std::abs(room)) continue;
      length = room / step[i];
      bound = i;
    }
    for (std::size_t i = 0; i < step.size(); ++i) {
      const FaceVariable& variable = variables_[free_[i]];
      d_[free_[i]] = std::clamp(d_[free_[i]] + length * step[i], variable.low, variable.high);
      double change = 0;
      for (std::size_t j = 0; j < step.size(); ++j) change += kernel_.at(free_[i], free_[j]) * step[j];
      f_[free_[i]] += length * change;
    }
    if (bound) d_[free_[*bound]] = end_of(*bound, step[*bound]);
    return bound;
  }

  /// The bound of a variable in this direction.
  double end_of(std::size_t i, double step) const {
    return step > 0 ? variables_[free_[i]].high : variables_[free_[i]].low;
  }

  void let_go_of_held() {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < free_.size(); ++i)
      if (!held_[i]) left.push_back(free_[i]);
    free_ = std::move(left);
  }

  /// Makes each group's sum 0: what rounding has left goes to the variable with the most room for it.
  void balance() {
    for (const int group : {0, 1}) {
      double sum = 0;
      std::size_t widest = d_.size();
      double most = 0;
      for (std::size_t i = 0; i < d_.size(); ++i) {
        if (variables_[i].group != group) continue;
        sum += d_[i];
        const double room = std::min(variables_[i].high - d_[i], d_[i] - variables_[i].low);
        if (room > most) {
          most = room;
          widest = i;
        }
      }
      if (std::abs(sum) < most) d_[widest] -= sum;
    }
  }

  const std::span<const FaceVariable> variables_;
  const FaceKernel& kernel_;
  const double ridge_;
  const Stop& stop_;
  std::vector<double> f_;  // at d, of the free variables
  std::vector<double> d_;
  std::vector<std::size_t> free_;  // when the factor was made

  ScaledCholesky factor_;
  std::vector<Column> columns_;
  std::vector<char> held_;  // at a bound since then
};

}  // namespace

std::vector<double> newton_on_face(std::span<const FaceVariable> variables, const FaceKernel& kernel, double ridge,
                                   const Stop& stop) {
  FaceNewton newton(variables, kernel, ridge, stop);
  if (!newton.run()) return {};
  return newton.take();
}

}  // namespace hingeline::internal
