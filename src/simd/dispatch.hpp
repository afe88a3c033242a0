// SPDX-License-Identifier: BSD-3-Clause
//
// Which of the functions that Highway's foreach_target compiled, one per instruction set, is called: by what the
// processor says, asked once.
//
//     HINGELINE_EXPORT(function);             at namespace scope, inside HWY_ONCE
//     HINGELINE_DISPATCH(function)(arguments)
//
// Highway's own HWY_EXPORT and HWY_DYNAMIC_DISPATCH do the same, but need its shared library, which calibrates a timer
// for 3 ms whenever a program starts that links with it.
#pragma once

#include <hwy/highway.h>

#include <cstdint>

namespace hingeline::internal {

/// Highway's bits of the instruction sets that this processor and its operating system have and that this is compiled
/// for.
std::int64_t processor_targets();

/// The best of them; tests may set others.
hwy::ChosenTarget& chosen_target();

}  // namespace hingeline::internal

#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define HINGELINE_EXPORT(function) HWY_EXPORT(function)
#define HINGELINE_DISPATCH(function) HWY_DYNAMIC_DISPATCH(function)
#else
#define HINGELINE_EXPORT(function)                                                         \
  static decltype(&HWY_STATIC_DISPATCH(function)) const HWY_DISPATCH_TABLE(function)[] = { \
      nullptr, HWY_CHOOSE_TARGET_LIST(function), HWY_CHOOSE_FALLBACK(function)}
#define HINGELINE_DISPATCH(function) (*HWY_DISPATCH_TABLE(function)[hingeline::internal::chosen_target().GetIndex()])
#endif
