// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>

#include "hingeline/options.hpp"

namespace hingeline::internal {

using Callback = std::function<bool(const Progress&)>;

/// A caller's callback shared by the parts of a training: its calls say which part reports, and never overlap.
class PartCallback {
 public:
  /// Keeps a reference to `whole`.
  explicit PartCallback(const Callback& whole) : whole_(whole) {}

  /// The callback of one part, which may itself have parts; empty if `whole` is. Must not outlive this.
  Callback of(std::size_t part, std::size_t parts) {
    if (!whole_) return {};
    return [this, part, parts](Progress progress) {
      progress.part += static_cast<int>(part) * progress.parts;
      progress.parts *= static_cast<int>(parts);
      const std::lock_guard lock(mutex_);
      return whole_(progress);
    };
  }

 private:
  const Callback& whole_;
  std::mutex mutex_;
};

}  // namespace hingeline::internal
