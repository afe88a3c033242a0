// SPDX-License-Identifier: BSD-3-Clause
//
// Asked on the way whether what takes long is to end early: a limit on time is reached, or the user interrupts.
#pragma once

#include <atomic>
#include <functional>

#include "hingeline/error.hpp"

namespace hingeline::internal {

using Stop = std::function<bool()>;  ///< empty: never

inline bool is_due(const Stop& stop) { return stop && stop(); }

/// For what is worth nothing unless it is whole.
inline void throw_if_due(const Stop& stop) {
  if (is_due(stop)) throw Error("interrupted");
}

/// When the flag, if there is one, is set.
inline Stop stop_at(const std::atomic<bool>* interrupt) {
  if (interrupt == nullptr) return {};
  return [interrupt] { return interrupt->load(std::memory_order_relaxed); };
}

}  // namespace hingeline::internal
