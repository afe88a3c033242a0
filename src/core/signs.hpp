// SPDX-License-Identifier: BSD-3-Clause
//
// Functions of a sign that no processor predicts, without a branch: compilers make a branch of a product with x < 0,
// and of std::max where its condition is needed twice.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#else
#include <algorithm>
#endif

namespace hingeline::internal {

#ifdef __SSE2__

/// 1 where x < 0, otherwise 0.
inline double below_zero(double x) {
  return _mm_cvtsd_f64(_mm_and_pd(_mm_cmplt_sd(_mm_set_sd(x), _mm_setzero_pd()), _mm_set_sd(1)));
}

/// max(0, x)
inline double positive_part(double x) { return _mm_cvtsd_f64(_mm_max_sd(_mm_set_sd(x), _mm_setzero_pd())); }

#else

inline double below_zero(double x) { return x < 0 ? 1 : 0; }
inline double positive_part(double x) { return std::max(0.0, x); }

#endif

}  // namespace hingeline::internal
