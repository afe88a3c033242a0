// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

#include "core/stop.hpp"

namespace hingeline::internal {

/// A stop for threads that work on one thing: once it is due for one thread, it is for all.
class SharedStop {
 public:
  /// Keeps a reference.
  explicit SharedStop(const Stop& stop) : stop_(stop) {}

  bool is_due() {
    if (!was_due_ && internal::is_due(stop_)) was_due_ = true;
    return was_due_;
  }
  /// Whether is_due() has returned true to any thread.
  bool was_due() const { return was_due_; }

 private:
  const Stop& stop_;
  std::atomic<bool> was_due_ = false;
};

}  // namespace hingeline::internal
