// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/smoothed_band.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/dot.hpp"
#include "data/chunk_rows.hpp"
#include "parallel/blocks.hpp"
#include "parallel/sum_chunks.hpp"

namespace hingeline::internal {
namespace {

static_assert(rows_per_block % ramp_group == 0);

void add(std::span<const double> part, std::span<double> sum) {
  for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += part[j];
}

}  // namespace

SmoothedSums& SmoothedSums::operator+=(const SmoothedSums& other) {
  value += other.value;
  gap += other.gap;
  slopes += other.slopes;
  changes += other.changes;
  add(other.change_of_gradient, change_of_gradient);
  return *this;
}

template <class T>
SmoothedBand<T>::SmoothedBand(const ReducedProblem<T>& problem, const RampLoss& loss, Arena& memory, ThreadPool& pool)
    : problem_(problem),
      loss_(loss),
      ops_(ramp_ops()),
      pool_(pool),
      x_(problem.band.x()),
      size_(problem.band.size()),
      padded_(whole_groups(size_, ramp_group)),
      chunk_(chunk_rows(size_)),
      c_(problem.band.c),
      t_(memory.take<double>(c_.size())),
      slopes_(memory.take<double>(c_.size())),
      curvatures_(memory.take<double>(c_.size())),
      dt_(curvatures_),
      of_slopes_(problem.variables.size()) {}

/// f(first, end) for the rows of every task, padding included.
template <class T>
template <class F>
void SmoothedBand<T>::for_chunks(const F& f) const {
  for_each_block(pool_, padded_, chunk_, [&](std::int64_t first, std::int64_t size) { f(first, first + size); });
}

/// f(rows first .. end - 1) with their centres.
template <class T>
template <class F>
auto SmoothedBand<T>::with_rows(std::int64_t first, std::int64_t end, const F& f) const {
  std::array<const double*, most_ramps> centres{};
  for (std::size_t k = 0; k < centres_.size(); ++k) centres[k] = centres_[k].data() + first;
  return f(RampRows{t_.data() + first, c_.data() + first, centres_.empty() ? nullptr : centres.data(), end - first});
}

template <class T>
void SmoothedBand<T>::place(std::span<const double> v) {
  rows_along(v, dt_);
  for_chunks([&](std::int64_t first, std::int64_t end) {
    std::copy_n(dt_.begin() + first, end - first, t_.begin() + first);
    std::fill_n(slopes_.begin() + first, end - first, 0.0);
    if (loss_.classes) return;
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(std::min(end, size_)); ++i)
      t_[i] -= problem_.band.y[i];
  });
}

/// The change of t along a direction in v.
template <class T>
void SmoothedBand<T>::rows_along(std::span<const double> direction, std::span<double> dt) const {
  const double constant = problem_.variables.intercept(direction);
  for_chunks([&](std::int64_t first, std::int64_t end) {
    const std::int64_t last = std::min(end, size_);
    x_.predict(first, last, direction.data(), dt.data() + first);
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
      dt[i] = (dt[i] + constant) * (loss_.classes ? problem_.band.y[i] : 1);
    std::fill_n(dt.begin() + last, end - last, 0.0);
  });
}

/// Slopes and curvatures at t and width h.
template <class T>
SmoothedSums SmoothedBand<T>::change_slopes(double h) {
  SmoothedSums zero;
  zero.change_of_gradient.resize(of_slopes_.size());
  return sum_chunks(pool_, padded_, chunk_, zero, [&](std::int64_t first, std::int64_t end, SmoothedSums& part) {
    alignas(64) BlockNumbers changes;
    for (std::int64_t block = first; block < end; block += rows_per_block) {
      const RampSlopes slopes = {slopes_.data() + block, changes.data(), curvatures_.data() + block};
      const RampSums sums = with_rows(block, std::min(end, block + rows_per_block),
                                      [&](const RampRows& rows) { return ops_.evaluate(loss_, h, rows, slopes); });
      part.value += sums.value;
      part.gap += sums.gap;
      part.slopes += sums.slopes;
      part.changes += sums.changes;
      combine(block, changes, part.change_of_gradient);
    }
  });
}

/// sum += sum_i sign_i s_i x_i over a block, with the appended column. Overwrites s.
template <class T>
void SmoothedBand<T>::combine(std::int64_t first, BlockNumbers& s, std::span<double> sum) const {
  const std::int64_t count = std::min(rows_per_block, size_ - first);
  const double* y = problem_.band.y.data() + first;
  if (loss_.classes)
    for (std::int64_t i = 0; i < count; ++i) s[static_cast<std::size_t>(i)] *= y[i];
  x_.combine(first, count, s.data(), sum.data());
  const Variables& variables = problem_.variables;
  if (variables.has_intercept())
    sum[variables.features()] += variables.appended() * sum_first(s, static_cast<std::size_t>(count));
}

/// Sets of_slopes_.
template <class T>
void SmoothedBand<T>::sum_slopes() {
  std::ranges::fill(of_slopes_, 0.0);
  add_chunks(pool_, padded_, chunk_, of_slopes_, zeros_,
             [&](std::int64_t first, std::int64_t end, std::span<double> part) {
               alignas(64) BlockNumbers slopes;
               for (std::int64_t block = first; block < end; block += rows_per_block) {
                 std::copy_n(slopes_.begin() + block, std::min(rows_per_block, end - block), slopes.begin());
                 combine(block, slopes, part);
               }
             });
}

/// of_slopes_, a sum of changes, is computed anew where the sum of |changes|, and so its rounding, has become large beside
/// that of |slopes|.
template <class T>
SmoothedSums SmoothedBand<T>::evaluate(double h) {
  constexpr double most_changes = 16;
  SmoothedSums sums = change_slopes(h);
  add(sums.change_of_gradient, of_slopes_);
  changes_ += sums.changes;
  if (changes_ > most_changes * sums.slopes) {
    sum_slopes();
    changes_ = sums.slopes;
  }
  return sums;
}

template <class T>
void SmoothedBand<T>::linearize(double h) {
  centres_.clear();
  change_slopes(h);
}

template <class T>
void SmoothedBand<T>::foresee_slopes(std::span<const double> step) {
  double lower = loss_.slope;
  double upper = loss_.slope;
  for (int k = 0; k < loss_.ramp_count; ++k) {
    lower += loss_.ramps[static_cast<std::size_t>(k)].lower;
    upper += loss_.ramps[static_cast<std::size_t>(k)].upper;
  }
  std::vector<double> along(t_.size());
  rows_along(step, along);
  for (std::size_t i = 0; i < along.size(); ++i)
    if (curvatures_[i] > 0)
      slopes_[i] = std::clamp(slopes_[i] + curvatures_[i] * along[i], c_[i] * lower, c_[i] * upper);
  sum_slopes();
}

template <class T>
void SmoothedBand<T>::turn(std::span<const double> step) {
  rows_along(step, dt_);
}

template <class T>
void SmoothedBand<T>::turn_to_intercept(double step) {
  const double change = step * problem_.variables.appended();
  for_chunks([&](std::int64_t first, std::int64_t end) {
    const std::int64_t last = std::min(end, size_);
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
      dt_[i] = loss_.classes ? change * problem_.band.y[i] : change;
    std::fill_n(dt_.begin() + last, end - last, 0.0);
  });
}

template <class T>
void SmoothedBand<T>::go_along(double alpha) {
  for_chunks([&](std::int64_t first, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) t_[i] += alpha * dt_[i];
  });
}

template <class T>
double SmoothedBand<T>::slope_along(double h, double alpha) const {
  return sum_chunks(pool_, padded_, chunk_, 0.0, [&](std::int64_t first, std::int64_t end, double& part) {
    part += with_rows(first, end, [&](const RampRows& chunk) {
      return ops_.slope_along(loss_, h, chunk, dt_.data() + first, alpha);
    });
  });
}

template <class T>
void SmoothedBand<T>::recentre(double h) {
  if (centres_.empty()) centres_.assign(static_cast<std::size_t>(loss_.ramp_count), std::vector<double>(t_.size()));
  std::vector<double*> centres;
  for (auto& centre : centres_) centres.push_back(centre.data());
  with_rows(0, padded_, [&](const RampRows& all) { ops_.recentre(loss_, h, all, centres.data()); });
}

template <class T>
std::vector<double> SmoothedBand<T>::kink_distances() const {
  std::vector<double> distances;
  if (loss_.kink_count == 0) return distances;
  distances.reserve(static_cast<std::size_t>(size_));
  for (const double t : this->t()) distances.push_back(loss_.kink_distance(t));
  return distances;
}

template <class T>
double SmoothedBand<T>::widest() const {
  const std::vector<double> distances = kink_distances();
  const double squares = dot(distances, distances);
  return squares > 0 ? 4 * std::sqrt(squares / static_cast<double>(distances.size())) : 1;
}

template <class T>
double SmoothedBand<T>::size_of_t() const {
  const double mean_square = dot(t_, t_) / static_cast<double>(std::max<std::size_t>(1, t_.size()));
  double size = std::sqrt(mean_square);
  for (const double kink : loss_.kinks) size += std::abs(kink);
  return size;
}

template class SmoothedBand<float>;
template class SmoothedBand<double>;

}  // namespace hingeline::internal
