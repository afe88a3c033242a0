// SPDX-License-Identifier: BSD-3-Clause
//
// The working set of order constraints z_k(x) <= z_{k+1}(x): rows where outputs crossed, or corners of the box. Of all
// these constraints, n (K - 1) or infinitely many, few are active at the optimum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "problem/level_crossing.hpp"

namespace hingeline::internal {

class LevelTies {
 public:
  explicit LevelTies(const LevelProblem& problem) : problem_(problem) {}

  std::vector<LevelContact>& contacts() { return contacts_; }

  /// Adds the deepest crossings that are not tied yet, a number for each variable of a level; false where there are
  /// none.
  bool add(const LevelOutputs& at);

  /// Intercepts with neighbouring levels as far apart as their order demands, and the same mean.
  std::vector<double> apart(const LevelOutputs& at) const;

 private:
  bool is_tied(const Crossing& crossing, const LevelOutputs& at) const;

  const LevelProblem& problem_;
  std::vector<LevelContact> contacts_;
  std::set<std::pair<std::size_t, std::int64_t>> tied_;  // level and row of contacts that are rows
};

}  // namespace hingeline::internal
