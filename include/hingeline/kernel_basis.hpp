// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hingeline/kernel.hpp"

namespace hingeline {

/// What stands for a kernel in a linear machine (kernel_features.hpp).
enum class Approximation {
  nystroem,  ///< kernel values with some rows
  fourier    ///< cosines and sines of random frequencies; RBF
};

/// All names, in the order of Approximation.
inline constexpr std::array<std::string_view, 2> approximation_names = {"nystroem", "fourier"};
inline std::string_view to_string(Approximation name) { return approximation_names[static_cast<std::size_t>(name)]; }

/// m functions of a row x, of which outputs are sums: nystroem K(z_j, x); fourier cos(omega_k'x) sqrt(2 / m), then the
/// sines.
struct KernelBasis {
  Approximation approximation = Approximation::nystroem;
  Kernel kernel;
  std::int32_t features = 0;  ///< of rows
  std::int32_t size = 0;      ///< m
  /// nystroem: z_1 .. z_m, of entries that are not 0.
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::uint64_t seed = 0;  ///< fourier: of the frequencies, which are drawn from it alone
};

}  // namespace hingeline
