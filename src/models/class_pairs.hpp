// SPDX-License-Identifier: BSD-3-Clause
//
// One-vs-one: an output for every two classes, (0, 1), (0, 2), .., (1, 2), .., positive where the first is the answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace hingeline::internal {

inline std::size_t pair_count(std::size_t classes) { return classes * (classes - 1) / 2; }

/// Index of the output for classes a and b, in either order.
inline std::size_t pair_index(std::size_t a, std::size_t b, std::size_t classes) {
  const std::size_t first = std::min(a, b);
  const std::size_t second = std::max(a, b);
  return first * (2 * classes - first - 1) / 2 + second - first - 1;
}

/// The two classes of every output.
inline std::vector<std::pair<std::size_t, std::size_t>> class_pairs(std::size_t classes) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t first = 0; first < classes; ++first)
    for (std::size_t second = first + 1; second < classes; ++second) pairs.emplace_back(first, second);
  return pairs;
}

/// The outputs that decide between class c and each other class, in their order.
inline std::vector<std::size_t> outputs_of_class(std::size_t c, std::size_t classes) {
  std::vector<std::size_t> outputs;
  for (std::size_t other = 0; other < classes; ++other)
    if (other != c) outputs.push_back(pair_index(c, other, classes));
  return outputs;
}

/// An output of a model, or its negative.
struct SignedOutput {
  std::size_t output;
  double sign;
};

/// Outputs for the classes in another order, in terms of a model's outputs; places[c] is the index that class c has in
/// the model. `pairs`: one output for every two classes, also the single output of two classes.
inline std::vector<SignedOutput> outputs_in_order(std::span<const std::size_t> places, bool pairs) {
  std::vector<SignedOutput> outputs;
  if (pairs) {
    for (const auto& [a, b] : class_pairs(places.size()))
      outputs.push_back({pair_index(places[a], places[b], places.size()), places[a] < places[b] ? 1.0 : -1.0});
  } else {
    for (const std::size_t place : places) outputs.push_back({place, 1});
  }
  return outputs;
}

/// The class with most votes, the first of equals; every output votes for one of its two classes.
inline std::size_t voted_class(std::span<const double> outputs, std::size_t classes) {
  std::vector<int> votes(classes, 0);
  const double* z = outputs.data();
  for (std::size_t first = 0; first < classes; ++first)
    for (std::size_t second = first + 1; second < classes; ++second) ++votes[*z++ > 0 ? first : second];
  return static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

}  // namespace hingeline::internal
