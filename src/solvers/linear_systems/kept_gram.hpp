// SPDX-License-Identifier: BSD-3-Clause
//
// gram_by_tasks.hpp for a sequence of weights h: where h is the last one times a number, as with a squared loss while
// only t changes, the last matrix times that number is used. It is kept where it is small, and no larger than the rows
// themselves.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/rows.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class KeptGram {
 public:
  KeptGram(const Rows& x, double appended, ThreadPool& pool)
      : gram_(x, appended, pool), keeps_(gram_.size() <= std::min(small, static_cast<std::size_t>(x.rows()))) {}

  /// False when told to stop on the way.
  bool add(std::span<const double> h, GramMatrix& hessian, const Stop& stop) {
    if (!keeps_) return gram_.add(h, hessian, stop);
    const std::optional<double> factor = multiple_of_last(h);
    if (!factor && !take(h, stop)) return false;
    for (std::size_t i = 0; i < gram_.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) hessian.at(i, j) += factor.value_or(1) * last_->at(i, j);
    return true;
  }

 private:
  static constexpr std::size_t small = 1000;

  /// The factor by which the last h must be multiplied to give this one, if there is one.
  std::optional<double> multiple_of_last(std::span<const double> h) const {
    constexpr double rounding = 1e-14;
    if (!last_ || !(h.front() > 0 && last_h_.front() > 0)) return std::nullopt;
    const double factor = h.front() / last_h_.front();
    for (std::size_t i = 0; i < h.size(); ++i)
      if (std::abs(h[i] - factor * last_h_[i]) > rounding * h[i]) return std::nullopt;
    return factor;
  }

  bool take(std::span<const double> h, const Stop& stop) {
    last_h_.assign(h.begin(), h.end());
    if (!last_) last_.emplace(gram_.size());
    last_->clear();
    if (gram_.add(h, *last_, stop)) return true;
    last_.reset();
    return false;
  }

  GramByTasks<Rows> gram_;
  bool keeps_;
  std::optional<GramMatrix> last_;
  std::vector<double> last_h_;
};

}  // namespace hingeline::internal
