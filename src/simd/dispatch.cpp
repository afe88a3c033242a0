// SPDX-License-Identifier: BSD-3-Clause
#include "simd/dispatch.hpp"

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace hingeline::internal {

#if HWY_ARCH_X86
/// Whether the processor has F16C, which __builtin_cpu_supports of clang does not know.
static bool has_f16c() {
  unsigned eax;
  unsigned ebx;
  unsigned ecx;
  unsigned edx;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}
#endif

static std::int64_t sets_of_processor() {
  std::int64_t targets = HWY_STATIC_TARGET | HWY_ENABLED_BASELINE;
#if HWY_ARCH_X86
  // The features for which Highway compiles each target.
  if (!__builtin_cpu_supports("ssse3") || !__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("pclmul") ||
      !__builtin_cpu_supports("aes"))
    return targets;
  targets |= HWY_SSE4;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2") || !has_f16c())
    return targets;
  targets |= HWY_AVX2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd"))
    targets |= HWY_AVX3;
#endif
  return targets;
}

std::int64_t processor_targets() { return sets_of_processor() & HWY_TARGETS; }

hwy::ChosenTarget& chosen_target() {
  static hwy::ChosenTarget chosen;
  static const bool asked = (chosen.Update(processor_targets()), true);
  static_cast<void>(asked);
  return chosen;
}

}  // namespace hingeline::internal
