// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/working_set.hpp"

#include <algorithm>
#include <cmath>

#include "core/infinity.hpp"

namespace hingeline::internal {
namespace {

/// The kernel matrix of so many members is always affordable.
constexpr std::size_t usual_largest = 4096;

std::size_t first_capacity(const QuadraticProgram& program) {
  constexpr std::size_t one_in = 6;
  constexpr std::size_t least = 128;
  constexpr std::size_t most = 2048;
  return std::min(std::clamp(program.size() / one_in, least, most), program.size());
}

}  // namespace

WorkingSet::WorkingSet(const QuadraticProgram& program, double kernel_bytes)
    : program_(program),
      largest_(std::max(usual_largest, static_cast<std::size_t>(std::sqrt(kernel_bytes / sizeof(float))))),
      capacity_(first_capacity(program)),
      is_member_(program.size(), 0) {}

std::vector<std::size_t> WorkingSet::choose(const std::vector<double>& a, const std::vector<double>& products,
                                            const std::array<Extremes, 2>& worst) {
  grow(a);
  std::vector<std::size_t> places = keep(a, products, worst);
  fill(a, products, worst);
  return places;
}

/// Grows the capacity with the number of free variables. In the end all free variables of the optimum must fit: sets
/// that hold only part of them converge no faster than block coordinate descent (kin40k with 11,000 of them: 540 passes
/// at 4,096 members, 17 where all fit).
void WorkingSet::grow(const std::vector<double>& a) {
  std::size_t free = 0;
  for (std::size_t t = 0; t < a.size(); ++t) free += a[t] > 0 && a[t] < program_.upper[t] ? 1 : 0;
  const std::size_t wanted = std::max(std::min(2 * free, usual_largest), free + free / 16);
  if (wanted <= capacity_) return;
  const std::size_t doubled = std::min(2 * capacity_, usual_largest);
  capacity_ = std::min({std::max(wanted, doubled), largest_, program_.size()});
}

std::size_t WorkingSet::room() const {
  if (program_.size() <= usual_largest) return program_.size();
  return capacity_ <= usual_largest ? capacity_ : std::min(largest_, program_.size());
}

std::vector<std::size_t> WorkingSet::keep(const std::vector<double>& a, const std::vector<double>& products,
                                          const std::array<Extremes, 2>& worst) {
  std::vector<std::pair<double, std::size_t>> scores;  // least first
  for (std::size_t place = 0; place < members_.size(); ++place) {
    const auto t = static_cast<std::size_t>(members_[place]);
    is_member_[t] = 0;
    const Extremes& group = worst[static_cast<std::size_t>(program_.group(t))];
    const double f = program_.f(t, products.data());
    const bool up = program_.up(t, a[t]);
    const bool free = up && program_.low(t, a[t]);
    const double violation = up ? group.greatest - f : f - group.least;
    scores.emplace_back(free ? -infinity : -violation, place);
  }
  const std::size_t kept = std::min(scores.size(), capacity_ / 2);
  std::nth_element(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(kept), scores.end());
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < kept; ++k) places.push_back(scores[k].second);
  std::sort(places.begin(), places.end());
  std::vector<std::int32_t> members;
  for (const std::size_t place : places) {
    members.push_back(members_[place]);
    is_member_[static_cast<std::size_t>(members_[place])] = 1;
  }
  members_ = std::move(members);
  return places;
}

void WorkingSet::fill(const std::vector<double>& a, const std::vector<double>& products,
                      const std::array<Extremes, 2>& worst) {
  std::vector<Candidate> growing;
  std::vector<Candidate> shrinking;
  for (std::size_t t = 0; t < a.size(); ++t) {
    if (is_member_[t] != 0) continue;
    const Extremes& group = worst[static_cast<std::size_t>(program_.group(t))];
    const double f = program_.f(t, products.data());
    const auto variable = static_cast<std::int32_t>(t);
    if (f < group.greatest && program_.up(t, a[t])) growing.push_back({group.greatest - f, variable});
    if (f > group.least && program_.low(t, a[t])) shrinking.push_back({f - group.least, variable});
  }
  take(growing, members_.size() + (capacity_ - members_.size()) / 2);
  take(shrinking, capacity_);
  take(growing, capacity_);
}

void WorkingSet::take(std::vector<Candidate>& candidates, std::size_t members) {
  std::erase_if(candidates, [&](const Candidate& c) { return is_member_[static_cast<std::size_t>(c.variable)] != 0; });
  const std::size_t count = std::min(candidates.size(), members - members_.size());
  const auto better = [](const Candidate& x, const Candidate& y) {
    return x.score > y.score || (x.score == y.score && x.variable < y.variable);
  };
  std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end(),
                   better);
  const std::size_t first = members_.size();
  for (std::size_t k = 0; k < count; ++k) {
    members_.push_back(candidates[k].variable);
    is_member_[static_cast<std::size_t>(candidates[k].variable)] = 1;
  }
  std::sort(members_.begin() + static_cast<std::ptrdiff_t>(first), members_.end());
}

}  // namespace hingeline::internal
