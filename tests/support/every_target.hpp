// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "simd/dispatch.hpp"

namespace hingeline::support {

/// The instruction sets that this machine has and the library is compiled for.
inline std::vector<std::int64_t> every_target() {
  std::vector<std::int64_t> targets;
  for (std::int64_t left = internal::processor_targets(); left != 0; left &= left - 1)
    targets.push_back(left & -left);
  return targets;
}

/// Run-time dispatch set to `targets` as long as this lives.
class OnTargets {
 public:
  explicit OnTargets(std::int64_t targets) { internal::chosen_target().Update(targets); }
  ~OnTargets() { internal::chosen_target().Update(internal::processor_targets()); }
  OnTargets(const OnTargets&) = delete;
  OnTargets& operator=(const OnTargets&) = delete;
};

/// Calls `check` on each instruction set in turn.
template <class Check>
void on_every_target(const Check& check) {
  for (const std::int64_t target : every_target()) {
    const OnTargets on(target);
    check();
  }
}

}  // namespace hingeline::support
