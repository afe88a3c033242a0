// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/face_newton.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/dot.hpp"
#include "solvers/common/scaled_cholesky.hpp"

namespace hingeline::internal {
namespace {

class FaceNewton {
 public:
  FaceNewton(std::span<const FaceVariable> variables, const FaceKernel& kernel, const Stop& stop)
      : variables_(variables), kernel_(kernel), stop_(stop), d_(variables.size()) {
    for (const FaceVariable& variable : variables) f_.push_back(variable.f);
  }

  bool run(double ridge) {
    constexpr std::size_t most_bounds = 100;
    if (!factor_.factor(
            variables_.size(), [this](std::size_t i, std::size_t j) { return kernel_.row(i, j + 1)[j]; }, ridge, stop_))
      return false;
    hold_groups();
    while (!is_due(stop_)) {
      const std::vector<double> step = direction();
      if (step.empty()) break;
      const std::optional<std::size_t> bound = go(step);
      if (!bound || columns_.size() > most_bounds) break;
      hold(*bound);
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

  void hold_groups() {
    for (const int group : {0, 1}) {
      std::vector<std::size_t> members;
      for (std::size_t i = 0; i < variables_.size(); ++i)
        if (variables_[i].group == group) members.push_back(i);
      if (!members.empty()) add(std::move(members));
    }
  }

  void hold(std::size_t i) {
    held_.push_back(i);
    add({i});
  }

  void add(std::vector<std::size_t> members) {
    std::vector<double> inverse(variables_.size());
    for (const std::size_t i : members) inverse[i] = 1;
    factor_.solve(inverse);
    columns_.push_back({std::move(members), std::move(inverse)});
  }

  static double sum_over(const Column& column, const std::vector<double>& values) {
    double sum = 0;
    for (const std::size_t i : column.members) sum += values[i];
    return sum;
  }

  /// Nothing where rounding is all that is left.
  std::vector<double> direction() {
    std::vector<double> v = f_;
    factor_.solve(v);
    std::vector<double> beta;
    for (const Column& column : columns_) beta.push_back(sum_over(column, v));
    ScaledCholesky schur;
    if (!schur.factor(
            columns_.size(),
            [this](std::size_t i, std::size_t j) { return sum_over(columns_[i], columns_[j].inverse); }, 0, stop_))
      return {};
    schur.solve(beta);
    for (double& value : v) value = -value;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      for (std::size_t i = 0; i < v.size(); ++i) v[i] += beta[k] * columns_[k].inverse[i];
    for (const std::size_t i : held_) v[i] = 0;
    if (!(dot(v, f_) < 0)) return {};
    return v;
  }

  /// Returns the variable whose bound ended the step, if one did.
  std::optional<std::size_t> go(const std::vector<double>& step) {
    double length = 1;
    std::optional<std::size_t> bound;
    for (std::size_t i = 0; i < step.size(); ++i) {
      const double room = step[i] > 0 ? variables_[i].high - d_[i] : variables_[i].low - d_[i];
      if (std::abs(step[i]) * length <= std::abs(room)) continue;
      length = room / step[i];
      bound = i;
    }
    for (std::size_t i = 0; i < step.size(); ++i) {
      d_[i] = std::clamp(d_[i] + length * step[i], variables_[i].low, variables_[i].high);
      f_[i] += length * dot(kernel_.row(i, step.size()), step);
    }
    if (bound) d_[*bound] = step[*bound] > 0 ? variables_[*bound].high : variables_[*bound].low;
    return bound;
  }

  /// What rounding has left of a group's sum goes to the variable that has the most room for it.
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
  const Stop& stop_;
  ScaledCholesky factor_;
  std::vector<Column> columns_;
  std::vector<std::size_t> held_;  // at a bound
  std::vector<double> f_;          // at d
  std::vector<double> d_;
};

}  // namespace

std::vector<double> newton_on_face(std::span<const FaceVariable> variables, const FaceKernel& kernel, double ridge,
                                   const Stop& stop) {
  FaceNewton newton(variables, kernel, stop);
  if (!newton.run(ridge)) return {};
  return newton.take();
}

}  // namespace hingeline::internal
