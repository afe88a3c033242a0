// SPDX-License-Identifier: BSD-3-Clause
#include "problem/weighted_cut.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hingeline::internal {
namespace {

/// A key that about `share` of the elements do not reach, from a sample.
double pivot_of_some(std::span<const WeightedKey> elements, double share) {
  constexpr std::size_t most = 63;
  std::array<double, most> keys;
  const std::size_t count = std::min(most, elements.size());
  for (std::size_t k = 0; k < count; ++k) keys[k] = elements[k * elements.size() / count].key;
  const auto place = static_cast<std::size_t>(share * static_cast<double>(count));
  const auto pivot = keys.begin() + static_cast<std::ptrdiff_t>(std::min(place, count - 1));
  std::nth_element(keys.begin(), pivot, keys.begin() + static_cast<std::ptrdiff_t>(count));
  return *pivot;
}

/// `share` moved towards its larger side by about twice the error of a pivot's own share.
double a_little_beyond(double share) {
  constexpr double error = 1.0 / 8;
  const double distance = 2 * error * std::sqrt(std::max(0.0, share * (1 - share)));
  return share < 0.5 ? share + distance : share - distance;
}

struct Front {
  std::size_t count;
  double size;
};

/// Moves the elements that belong to the front there.
template <class Belongs>
Front move_to_front(std::span<WeightedKey> elements, const Belongs& belongs) {
  Front front = {0, 0};
  for (WeightedKey& element : elements) {
    const WeightedKey moved = element;
    const bool first = belongs(moved.key);
    element = elements[front.count];
    elements[front.count] = moved;
    front.count += static_cast<std::size_t>(first);
    front.size += static_cast<double>(first) * moved.size;
  }
  return front;
}

/// The target is among the elements behind `less`, whose keys are equal.
WeightedCut pass(std::span<const WeightedKey> elements, const Front& less, double target, WeightedCut cut) {
  std::size_t k = less.count;
  cut.before += less.size;
  for (; k + 1 < elements.size() && cut.before + elements[k].size < target; ++k) cut.before += elements[k].size;
  cut.at += k;
  return cut;
}

}  // namespace

WeightedCut weighted_cut(std::span<WeightedKey> elements, double target) {
  WeightedCut cut = {0, 0};
  double size = 0;
  for (const WeightedKey& element : elements) size += element.size;
  while (!elements.empty()) {
    // All of it where both are infinite.
    const double share = size > 0 ? std::max(0.0, std::min(1.0, (target - cut.before) / size)) : 0;
    const double pivot = pivot_of_some(elements, a_little_beyond(share));
    const Front lower = move_to_front(elements, [&](double key) { return !(key > pivot); });
    if (cut.before + lower.size < target) {
      cut.at += lower.count;
      cut.before += lower.size;
      elements = elements.subspan(lower.count);
      size -= lower.size;
      continue;
    }
    elements = elements.first(lower.count);
    const Front less = move_to_front(elements, [&](double key) { return key < pivot; });
    if (less.count == 0 || cut.before + less.size < target) return pass(elements, less, target, cut);
    elements = elements.first(less.count);
    size = less.size;
  }
  return cut;
}

}  // namespace hingeline::internal
