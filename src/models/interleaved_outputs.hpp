// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace hingeline::internal {

/// Coefficients that come one output at a time, stored features x outputs, row-major: alone, each would touch a cache
/// line of its own. So outputs are written in groups of eight. They may come from several threads.
class InterleavedOutputs {
 public:
  InterleavedOutputs(std::size_t features, std::size_t outputs)
      : features_(features),
        outputs_(outputs),
        coef_(features * outputs),
        groups_((outputs + group_size - 1) / group_size) {}

  /// Takes the coefficients of output k, once; missing ones are 0.
  void put(std::size_t k, std::vector<double> coef) {
    coef.resize(features_);
    const std::size_t first = k / group_size * group_size;
    const std::size_t count = std::min(group_size, outputs_ - first);
    Columns columns;
    {
      const std::lock_guard lock(mutex_);
      Group& group = groups_[k / group_size];
      group.columns[k - first] = std::move(coef);
      if (++group.present < count) return;
      columns = std::exchange(group.columns, {});
    }
    for (std::size_t j = 0; j < features_; ++j)
      for (std::size_t i = 0; i < count; ++i) coef_[j * outputs_ + first + i] = columns[i][j];
  }

  /// All coefficients, after put() of each output.
  std::vector<double> take() { return std::move(coef_); }

 private:
  static constexpr std::size_t group_size = 8;
  using Columns = std::array<std::vector<double>, group_size>;
  struct Group {
    Columns columns;
    std::size_t present = 0;
  };

  std::size_t features_;
  std::size_t outputs_;
  std::vector<double> coef_;
  std::vector<Group> groups_;
  std::mutex mutex_;
};

}  // namespace hingeline::internal
