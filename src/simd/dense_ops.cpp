// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "simd/dense_ops.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/dense_ops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/load_first-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;

/// sum_j x_j w(j), by four independent vector sums, then one, then scalars for the rest.
template <class T, class Other>
HWY_INLINE double sum_of_products(const T* HWY_RESTRICT x, std::size_t size, const Other& other) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  auto sum0 = hn::Zero(d);
  auto sum1 = hn::Zero(d);
  auto sum2 = hn::Zero(d);
  auto sum3 = hn::Zero(d);
  std::size_t j = 0;
  for (; j + 4 * lanes <= size; j += 4 * lanes) {
    sum0 = hn::MulAdd(load(d, x + j), other.vector(j), sum0);
    sum1 = hn::MulAdd(load(d, x + j + lanes), other.vector(j + lanes), sum1);
    sum2 = hn::MulAdd(load(d, x + j + 2 * lanes), other.vector(j + 2 * lanes), sum2);
    sum3 = hn::MulAdd(load(d, x + j + 3 * lanes), other.vector(j + 3 * lanes), sum3);
  }
  for (; j + lanes <= size; j += lanes) sum0 = hn::MulAdd(load(d, x + j), other.vector(j), sum0);
  double total = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3))));
  for (; j < size; ++j) total += static_cast<double>(x[j]) * other.scalar(j);
  return total;
}

template <class T>
struct Entries {
  const T* HWY_RESTRICT values;
  HWY_INLINE hn::Vec<Doubles> vector(std::size_t j) const { return load(Doubles(), values + j); }
  HWY_INLINE double scalar(std::size_t j) const { return static_cast<double>(values[j]); }
};

template <class T>
double dot(const T* x, const double* w, std::size_t size) {
  return sum_of_products(x, size, Entries<double>{w});
}

template <class T>
double squared_norm(const T* x, std::size_t size) {
  return sum_of_products(x, size, Entries<T>{x});
}

template <class T>
void add(double scale, const T* HWY_RESTRICT x, double* HWY_RESTRICT w, std::size_t size) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, scale);
  std::size_t j = 0;
  for (; j + lanes <= size; j += lanes) hn::StoreU(hn::MulAdd(factor, load(d, x + j), hn::LoadU(d, w + j)), d, w + j);
  for (; j < size; ++j) w[j] += scale * static_cast<double>(x[j]);
}

template <class T>
void add_squares(double scale, const T* HWY_RESTRICT x, double* HWY_RESTRICT w, std::size_t size) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, scale);
  std::size_t j = 0;
  for (; j + lanes <= size; j += lanes) {
    const auto values = load(d, x + j);
    hn::StoreU(hn::MulAdd(hn::Mul(factor, values), values, hn::LoadU(d, w + j)), d, w + j);
  }
  for (; j < size; ++j) {
    const auto value = static_cast<double>(x[j]);
    w[j] += scale * value * value;
  }
}

template <class T>
void scale(double scale, const T* HWY_RESTRICT x, double* HWY_RESTRICT out, std::size_t size) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, scale);
  std::size_t j = 0;
  for (; j + lanes <= size; j += lanes) hn::StoreU(hn::Mul(factor, load(d, x + j)), d, out + j);
  for (; j < size; ++j) out[j] = scale * static_cast<double>(x[j]);
}

template <class T>
DenseOps<T> table() {
  return {dot<T>, add<T>, squared_norm<T>, add_squares<T>, scale<T>};
}

DenseOps<float> float_ops() { return table<float>(); }
DenseOps<double> double_ops() { return table<double>(); }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(float_ops);
HINGELINE_EXPORT(double_ops);

template <>
DenseOps<float> dense_ops<float>() {
  return HINGELINE_DISPATCH(float_ops)();
}

template <>
DenseOps<double> dense_ops<double>() {
  return HINGELINE_DISPATCH(double_ops)();
}

}  // namespace hingeline::internal
#endif
