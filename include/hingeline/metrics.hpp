// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

namespace hingeline {

// All throw InvalidParameter where the sizes differ, and are NaN of nothing. `weights` are one per entry, or empty: 1
// each; entries of weight 0 have no part.

/// Share of equal entries in the weight of all, in [0, 1].
double accuracy(std::span<const double> truth, std::span<const double> prediction,
                std::span<const double> weights = {});

/// Mean of (truth - prediction)^2.
double mean_squared_error(std::span<const double> truth, std::span<const double> prediction,
                          std::span<const double> weights = {});

/// Mean of |truth - prediction|: what the median minimises.
double mean_absolute_error(std::span<const double> truth, std::span<const double> prediction,
                           std::span<const double> weights = {});

/// Square of Pearson's correlation; NaN where either side is constant.
double squared_correlation(std::span<const double> truth, std::span<const double> prediction,
                           std::span<const double> weights = {});

/// Mean of tau max(0, r) + (1 - tau) max(0, -r), r = truth - prediction: what the tau-quantile minimises.
double pinball_loss(std::span<const double> truth, std::span<const double> prediction, double tau,
                    std::span<const double> weights = {});

/// Mean of tau max(0, r)^2 + (1 - tau) max(0, -r)^2: what the tau-expectile minimises.
double expectile_loss(std::span<const double> truth, std::span<const double> prediction, double tau,
                      std::span<const double> weights = {});

}  // namespace hingeline
