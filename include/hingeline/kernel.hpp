// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels K(x, z) by name. LIBSVM's parameters, and its meaning of them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace hingeline {

enum class KernelName {
  linear,       ///< x'z
  polynomial,   ///< (gamma x'z + coef0)^degree
  rbf,          ///< exp(-gamma |x - z|^2)
  sigmoid,      ///< tanh(gamma x'z + coef0); not positive semidefinite: an answer has no dual bound
  precomputed,  ///< entry (row, serial number of the other row) of a matrix that is given in place of x
};

/// All names, in the order of KernelName; LIBSVM's too.
inline constexpr std::array<std::string_view, 5> kernel_names = {"linear", "polynomial", "rbf", "sigmoid",
                                                                 "precomputed"};
inline std::string_view to_string(KernelName name) { return kernel_names[static_cast<std::size_t>(name)]; }

inline bool has_gamma(KernelName name) { return name != KernelName::linear && name != KernelName::precomputed; }
inline bool has_degree(KernelName name) { return name == KernelName::polynomial; }
inline bool has_coef0(KernelName name) { return name == KernelName::polynomial || name == KernelName::sigmoid; }

/// A kernel and its parameters; a parameter that the named kernel does not have is ignored.
struct Kernel {
  KernelName name = KernelName::rbf;
  double gamma = 1;  ///< > 0 (LIBSVM's default: 1 / number of features)
  int degree = 3;    ///< >= 0
  double coef0 = 0;  ///< any finite number; < 0: the polynomial may be indefinite, and is treated so
};

/// Throws InvalidParameter where a parameter that the named kernel has is out of its range.
void validate(const Kernel& kernel);

}  // namespace hingeline
