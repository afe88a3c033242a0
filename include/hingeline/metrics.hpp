// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>

namespace hingeline {

/// Share of equal entries, in [0, 1].
double accuracy(std::span<const double> truth, std::span<const double> prediction);

/// Mean of (truth - prediction)^2.
double mean_squared_error(std::span<const double> truth, std::span<const double> prediction);

/// Square of Pearson's correlation; NaN where either side is constant.
double squared_correlation(std::span<const double> truth, std::span<const double> prediction);

}  // namespace hingeline
