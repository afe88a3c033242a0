// SPDX-License-Identifier: BSD-3-Clause
//
// A function that long computations call on the way to learn whether they must end early: a limit on time is reached,
// or the user interrupts.
#pragma once

#include <atomic>
#include <functional>

#include "hingeline/error.hpp"

namespace hingeline::internal {

using Stop = std::function<bool()>;  ///< empty: never

inline bool is_due(const Stop& stop) { return stop && stop(); }

/// Throws Error where it is due, for results that are worth nothing unless complete.
inline void throw_if_due(const Stop& stop) {
  if (is_due(stop)) throw Error("interrupted");
}

/// A Stop that is due once the flag, if there is one, is set.
inline Stop stop_at(const std::atomic<bool>* interrupt) {
  if (interrupt == nullptr) return {};
  return [interrupt] { return interrupt->load(std::memory_order_relaxed); };
}

}  // namespace hingeline::internal
