// SPDX-License-Identifier: BSD-3-Clause
//
// Calls one of the functions that Highway's foreach_target has compiled, one per instruction set. Which one depends on
// the processor, which is asked once.
//
//     HINGELINE_EXPORT(function);             at namespace scope, inside HWY_ONCE
//     HINGELINE_DISPATCH(function)(arguments)
//
// Highway's own HWY_EXPORT and HWY_DYNAMIC_DISPATCH do the same, but need its shared library, which spends 3 ms on the
// calibration of a timer at the start of every program that links with it.
#pragma once

#include <hwy/highway.h>

#include <cstdint>

namespace hingeline::internal {

/// The instruction sets, as Highway's bits, that processor and operating system support and the library is compiled
/// for.
std::int64_t processor_targets();

/// The best of them, which is called; tests may set others.
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
