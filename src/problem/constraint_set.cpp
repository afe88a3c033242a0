// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/constraint_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/infinity.hpp"
#include "data/is_present.hpp"
#include "data/rows.hpp"
#include "data/validate_matrix.hpp"
#include "files/read_rows_by_parts.hpp"
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

std::vector<std::int32_t> all_columns(std::int32_t features) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(features));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// One number per row; rows count by their weights.
class SensitiveAttribute {
 public:
  SensitiveAttribute(std::span<const double> values, std::span<const double> weights)
      : values_(values), weights_(weights) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      require_finite(i);
      sum_ += weight(i) * values[i];
      total_ += weight(i);
      rows_ += weight(i) > 0 ? 1 : 0;
    }
    if (total_ == 0) throw InvalidParameter("limit_covariance", "no row of weight > 0", "needs at least one");
  }

  /// The number of rows of weight > 0.
  double rows() const { return rows_; }
  /// The deviation of row i from the mean, times the row's share of the weights.
  double deviation(std::size_t i) const { return weight(i) / total_ * (values_[i] - sum_ / total_); }

 private:
  double weight(std::size_t i) const { return internal::weight_of(weights_, i); }

  void require_finite(std::size_t i) const {
    if (!std::isfinite(values_[i]))
      throw InvalidParameter(fmt::format("sensitive value of row {} (from 0)", i), fmt::format("{}", values_[i]),
                             "must be finite");
    if (!(weight(i) >= 0) || !std::isfinite(weight(i)))
      throw InvalidParameter(fmt::format("weight of row {} (from 0)", i), fmt::format("{}", weight(i)),
                             "must be >= 0 and finite");
  }

  std::span<const double> values_;
  std::span<const double> weights_;
  double sum_ = 0;
  double total_ = 0;
  double rows_ = 0;
};

/// The covariance with each column; exactly 0 where that is constant.
std::vector<double> covariances(const MatrixView& x, const SensitiveAttribute& sensitive, const ReleaseRows& release) {
  std::vector<double> sums(static_cast<std::size_t>(cols(x)));
  std::vector<double> squares(sums.size());
  internal::visit_rows(x, [&](const auto& rows) {
    internal::read_rows_by_parts(rows.rows(), release, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) {
        const double deviation = sensitive.deviation(static_cast<std::size_t>(i));
        if (deviation == 0) continue;
        rows.add(i, deviation, sums.data());
        rows.add_squares(i, deviation * deviation, squares.data());
      }
    });
  });
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  for (std::size_t j = 0; j < sums.size(); ++j)
    if (std::abs(sums[j]) <= rounding * std::sqrt(sensitive.rows() * squares[j])) sums[j] = 0;
  return sums;
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
                           "must be the same number of both");
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
  add_row(all_columns(features_), std::vector<double>(static_cast<std::size_t>(features_), 1.0), total, total);
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
        fmt::format("must be {} features, {} sensitive values, and {} weights or none", features_, n, n));
  if (!(tolerance >= 0))
    throw InvalidParameter("tolerance of a covariance", fmt::format("{}", tolerance), "must be >= 0");
  const SensitiveAttribute attribute(sensitive, weights);
  add_row(all_columns(features_), covariances(x, attribute, release), -tolerance, tolerance);
}

Constraints ConstraintSet::constraints() const& {
  const CsrView<double> rows{offsets_.data(), columns_.data(), values_.data(),
                             static_cast<std::int64_t>(row_lower_.size()), features_};
  return {rows, row_lower_, row_upper_};
}

}  // namespace hingeline
