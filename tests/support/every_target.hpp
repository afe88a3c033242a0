// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hwy/targets.h>

#include <cstdint>

namespace hingeline::testing {

/// Calls `check` with run-time dispatch set to each instruction set that this machine has, in turn.
template <class Check>
void on_every_target(const Check& check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace hingeline::testing
