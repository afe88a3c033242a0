// SPDX-License-Identifier: BSD-3-Clause
//
// The variables of all levels in one vector: w_1 b_1 w_2 b_2 .. w_K b_K, or with one slope w b_1 .. b_K.
#pragma once

#include <cstddef>
#include <vector>

#include "problem/level_problem.hpp"

namespace hingeline::internal {

/// The places of each level's variables.
class LevelVariables {
 public:
  explicit LevelVariables(const LevelProblem& problem);

  std::size_t size() const { return slopes_ * features_ + (appended_ != 0 ? levels_ : 0); }
  std::size_t slopes() const { return slopes_; }  ///< the number of levels, or 1
  std::size_t features() const { return features_; }
  double appended() const { return appended_; }  ///< a, 0 for no intercept
  /// The place of the variable of column j of level k; j = d is the appended column.
  std::size_t at(std::size_t k, std::size_t j) const {
    if (slopes_ == 1) return j < features_ ? j : features_ + k;
    return k * (features_ + (appended_ != 0 ? 1 : 0)) + j;
  }
  double ridge(std::size_t variable) const { return ridge_[variable]; }

 private:
  std::size_t levels_;
  std::size_t features_;
  std::size_t slopes_;
  double appended_;
  std::vector<double> ridge_;
};

}  // namespace hingeline::internal
