// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/constraint_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/infinity.hpp"
#include "data/read_rows_by_parts.hpp"
#include "data/rows.hpp"
#include "data/validate_matrix.hpp"
#include "hingeline/error.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline {
namespace {

using internal::infinity;

void require_interval(double lower, double upper) {
  if (!(lower <= upper) || lower == infinity || upper == -infinity)
    throw InvalidParameter("constraint", fmt::format("{} to {}", lower, upper),
                           "must be an interval that is not empty");
}

}  // namespace

ConstraintSet::ConstraintSet(std::int32_t features) : features_(features) {
  if (features < 0) throw InvalidParameter("features", fmt::format("{}", features), "must be >= 0");
}

void ConstraintSet::bound(std::int32_t j, double lower, double upper) {
  require_interval(lower, upper);
  if (j < 0 || j >= features_)
    throw InvalidParameter("bound of coefficient", fmt::format("{}", j), fmt::format("must be 0 to {}", features_ - 1));
  allow_bounds();
  double& least = lower_[static_cast<std::size_t>(j)];
  double& most = upper_[static_cast<std::size_t>(j)];
  if (lower > most || upper < least) return add_row(std::array{j}, std::array{1.0}, lower, upper);
  least = std::max(least, lower);
  most = std::min(most, upper);
}

void ConstraintSet::bound_all(double lower, double upper) {
  require_interval(lower, upper);
  for (std::int32_t j = 0; j < features_; ++j) bound(j, lower, upper);
}

void ConstraintSet::allow_bounds() {
  if (!lower_.empty()) return;
  lower_.assign(static_cast<std::size_t>(features_), -infinity);
  upper_.assign(static_cast<std::size_t>(features_), infinity);
}

void ConstraintSet::order(bool descending) {
  const std::array<double, 2> difference = {-1, 1};
  for (std::int32_t j = 0; j + 1 < features_; ++j)
    add_row(std::array{j, j + 1}, difference, descending ? -infinity : 0, descending ? 0 : infinity);
}

void ConstraintSet::add_row(std::span<const std::int32_t> columns, std::span<const double> values, double lower,
                            double upper) {
  require_interval(lower, upper);
  if (columns.size() != values.size())
    throw InvalidParameter("constraint", fmt::format("{} columns and {} values", columns.size(), values.size()),
                           "must be as many");
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k] < 0 || columns[k] >= features_ || (k > 0 && columns[k] <= columns[k - 1]))
      throw InvalidParameter("column of a constraint", fmt::format("{}", columns[k]),
                             fmt::format("must ascend from 0 to {}", features_ - 1));
    if (!std::isfinite(values[k]))
      throw InvalidParameter("value of a constraint", fmt::format("{}", values[k]), "must be finite");
  }
  columns_.insert(columns_.end(), columns.begin(), columns.end());
  values_.insert(values_.end(), values.begin(), values.end());
  offsets_.push_back(static_cast<std::int64_t>(columns_.size()));
  row_lower_.push_back(lower);
  row_upper_.push_back(upper);
}

void ConstraintSet::fix_sum(double total) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(features_));
  std::iota(all.begin(), all.end(), 0);
  add_row(all, std::vector<double>(all.size(), 1.0), total, total);
}

void ConstraintSet::limit_covariance(const MatrixView& x, std::span<const double> sensitive, double tolerance,
                                     std::span<const double> weights, const ReleaseRows& release) {
  internal::ThreadPool alone(1);
  internal::validate_matrix("x", x, release, alone);
  const auto n = static_cast<std::size_t>(rows(x));
  if (cols(x) != features_ || sensitive.size() != n || (!weights.empty() && weights.size() != n))
    throw InvalidParameter(
        "limit_covariance",
        fmt::format("{} features, {} sensitive values, {} weights", cols(x), sensitive.size(), weights.size()),
        fmt::format("must be {}, {} and none or {}", features_, n, n));
  if (!(tolerance >= 0))
    throw InvalidParameter("tolerance of a covariance", fmt::format("{}", tolerance), "must be >= 0");
  const auto weight = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  double sum = 0;
  double total = 0;
  double terms = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(sensitive[i]))
      throw InvalidParameter(fmt::format("sensitive value of row {} (from 0)", i), fmt::format("{}", sensitive[i]),
                             "must be finite");
    if (!(weight(i) >= 0) || !std::isfinite(weight(i)))
      throw InvalidParameter(fmt::format("weight of row {} (from 0)", i), fmt::format("{}", weight(i)),
                             "must be >= 0 and finite");
    sum += weight(i) * sensitive[i];
    total += weight(i);
    terms += weight(i) > 0 ? 1 : 0;
  }
  if (total == 0) throw InvalidParameter("limit_covariance", "no rows", "must give at least one a weight > 0");
  std::vector<double> covariance(static_cast<std::size_t>(features_));
  std::vector<double> squares(covariance.size());
  internal::visit_rows(x, [&](const auto& row) {
    internal::read_rows_by_parts(row.rows(), release, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (weight(k) == 0) continue;
        const double centred = weight(k) / total * (sensitive[k] - sum / total);
        row.add(i, centred, covariance.data());
        row.add_squares(i, centred * centred, squares.data());
      }
    });
  });
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  for (std::size_t j = 0; j < covariance.size(); ++j)
    if (std::abs(covariance[j]) <= rounding * std::sqrt(terms * squares[j])) covariance[j] = 0;  // a constant column
  std::vector<std::int32_t> all(covariance.size());
  std::iota(all.begin(), all.end(), 0);
  add_row(all, covariance, -tolerance, tolerance);
}

Constraints ConstraintSet::constraints() const& {
  const CsrView<double> rows{offsets_.data(), columns_.data(), values_.data(),
                             static_cast<std::int64_t>(row_lower_.size()), features_};
  return {rows, row_lower_, row_upper_};
}

}  // namespace hingeline
