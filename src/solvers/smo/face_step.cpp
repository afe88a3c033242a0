// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/face_step.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

#include "problem/extremes.hpp"

namespace hingeline::internal {

bool FaceStep::pays(const SmoPoint& point, double ns) {
  // Costs in ns, rather too large: with a small C pairs are soon done.
  constexpr double flop = 0.4;
  constexpr double entry = 80;   // its kernel value, and visits by steps from bound to bound
  constexpr double product = 8;  // of a row of all with one of the face, before and after
  constexpr double bytes = 12;   // an entry and half of one of the factor
  pairs_ += ns;
  find_face(point);
  const auto size = static_cast<double>(face_.size());
  const double newton = size * (size * (size / 3 * flop + entry) + product * static_cast<double>(program_.rows));
  return !task_.indefinite() && face_.size() > 1 && bytes * size * size <= task_.spare_bytes() && pairs_ > newton;
}

void FaceStep::find_face(const SmoPoint& point) {
  face_.clear();
  for (std::size_t t = 0; t < program_.size(); ++t)
    if (point.a[t] > 0 && point.a[t] < program_.upper[t]) face_.push_back(t);
  const auto row = [this](std::size_t t) { return program_.row[t]; };
  std::ranges::sort(face_, {}, row);
  const auto others = std::ranges::unique(face_, {}, row);
  face_.erase(others.begin(), others.end());
}

bool FaceStep::move(SmoPoint& point) {
  pairs_ = 0;
  const std::vector<std::int32_t> rows = this->rows();
  if (!task_.refresh(point, rows)) return false;
  std::vector<FaceVariable> variables;
  for (const std::size_t t : face_) variables.push_back(describe(t, point));
  const std::optional<FaceKernel> kernel = task_.exact_kernel().among(rows, task_.monitor.stop());
  if (!kernel) return false;
  point.counters.kernel_evaluations += std::ssize(rows) * std::ssize(rows);
  const std::vector<double> d = newton_on_face(variables, *kernel, ridge(point), task_.monitor.stop());
  for (std::size_t k = 0; k < d.size(); ++k) {
    double& a = point.a[face_[k]];
    const double upper = program_.upper[face_[k]];
    const bool grows = program_.y[face_[k]] > 0;
    if (d[k] == variables[k].high)
      a = grows ? upper : 0;
    else if (d[k] == variables[k].low)
      a = grows ? 0 : upper;
    else
      a = std::clamp(grows ? a + d[k] : a - d[k], 0.0, upper);
  }
  return true;
}

std::vector<std::int32_t> FaceStep::rows() const {
  std::vector<std::int32_t> rows;
  for (const std::size_t t : face_) rows.push_back(program_.row[t]);
  return rows;
}

FaceVariable FaceStep::describe(std::size_t t, const SmoPoint& point) const {
  const double fall = point.a[t];
  const double room = program_.upper[t] - fall;
  const bool grows = program_.y[t] > 0;
  return {program_.f(t, point.products.data()), grows ? -fall : -room, grows ? room : fall, program_.group(t)};
}

/// The ridge, relative to the matrix's diagonal: along directions of less curvature variables would have to move a
/// thousand times as far as their bounds allow.
double FaceStep::ridge(const SmoPoint& point) const {
  constexpr double far = 1000;
  constexpr double least = 1e-12;
  constexpr double most = 1e-3;
  double upper = 0;
  double diagonal = 0;
  for (const std::size_t t : face_) {
    upper = std::max(upper, program_.upper[t]);
    diagonal = std::max(diagonal, task_.diagonal[static_cast<std::size_t>(program_.row[t])]);
  }
  const double force = violation(extremes(program_, point.a.data(), point.products.data()));
  return diagonal > 0 ? std::clamp(force / (far * upper * diagonal), least, most) : most;
}

}  // namespace hingeline::internal
