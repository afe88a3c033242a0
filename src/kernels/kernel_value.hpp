// SPDX-License-Identifier: BSD-3-Clause
//
// The formulas of kernels, for one value at a time. panel_ops.cpp has them for vectors.
#pragma once

#include <cmath>

#include "hingeline/kernel.hpp"

namespace hingeline::internal {

/// base^degree by squaring.
template <class T>
T power(T base, int degree) {
  T result{1};
  for (; degree > 0; degree /= 2, base = base * base)
    if (degree % 2 == 1) result = result * base;
  return result;
}

/// K(x, z) from x'z and |x - z|^2 (which only the RBF kernel uses).
inline double kernel_value(const Kernel& kernel, double dot, double squared_distance) {
  switch (kernel.name) {
    case KernelName::polynomial:
      return power(kernel.gamma * dot + kernel.coef0, kernel.degree);
    case KernelName::rbf:
      return std::exp(-kernel.gamma * squared_distance);
    case KernelName::sigmoid:
      return std::tanh(kernel.gamma * dot + kernel.coef0);
    case KernelName::linear:
    case KernelName::precomputed:
      break;
  }
  return dot;
}

}  // namespace hingeline::internal
