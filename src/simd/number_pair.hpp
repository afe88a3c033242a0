// SPDX-License-Identifier: BSD-3-Clause
//
// Two doubles at a time, in the SSE2 vectors of every x86-64 processor; elsewhere two scalars. For loops over sparse
// rows, which are too short for calls that are dispatched by instruction set.
#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace hingeline::internal {

#ifdef __SSE2__

class NumberPair {
 public:
  NumberPair() : numbers_(_mm_setzero_pd()) {}
  explicit NumberPair(double both) : numbers_(_mm_set1_pd(both)) {}

  /// numbers[0], numbers[1]
  static NumberPair of(const double* numbers) { return {_mm_loadu_pd(numbers)}; }
  static NumberPair of(const float* numbers) {
    return {_mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(numbers))))};
  }
  /// w[places[0]], w[places[1]]
  static NumberPair at(const double* w, const std::int32_t* places) {
    return {_mm_loadh_pd(_mm_load_sd(w + places[0]), w + places[1])};
  }

  double first() const { return _mm_cvtsd_f64(numbers_); }
  double second() const { return _mm_cvtsd_f64(_mm_unpackhi_pd(numbers_, numbers_)); }

  NumberPair operator*(const NumberPair& other) const { return {_mm_mul_pd(numbers_, other.numbers_)}; }
  NumberPair operator+(const NumberPair& other) const { return {_mm_add_pd(numbers_, other.numbers_)}; }

 private:
  NumberPair(__m128d numbers) : numbers_(numbers) {}

  __m128d numbers_;
};

#else

class NumberPair {
 public:
  NumberPair() = default;
  explicit NumberPair(double both) : first_(both), second_(both) {}

  template <class T>
  static NumberPair of(const T* numbers) {
    return {static_cast<double>(numbers[0]), static_cast<double>(numbers[1])};
  }
  static NumberPair at(const double* w, const std::int32_t* places) { return {w[places[0]], w[places[1]]}; }

  double first() const { return first_; }
  double second() const { return second_; }

  NumberPair operator*(const NumberPair& other) const { return {first_ * other.first_, second_ * other.second_}; }
  NumberPair operator+(const NumberPair& other) const { return {first_ + other.first_, second_ + other.second_}; }

 private:
  NumberPair(double first, double second) : first_(first), second_(second) {}

  double first_ = 0;
  double second_ = 0;
};

#endif

}  // namespace hingeline::internal
