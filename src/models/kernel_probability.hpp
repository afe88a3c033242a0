// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM's probabilities of kernel machines, from decision values. Those of classes by a calibration:
// class_answers.hpp.
//
//     classes      sigma(-(a z + b)) of every two, kept within [1e-7, 1 - 1e-7], then pairwise coupling
//     one class    by ten marks: on each side of 0 the training values are parted in five at their quantiles, a mark is
//                  the middle between neighbouring quantiles
//     regression   residuals of rows held out are Laplacian: the mean of |r|, without those beyond 5 deviations
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hingeline::internal {

/// Probability of each class from the outputs z, their a and b; of equal length.
std::vector<double> class_probabilities(std::span<const double> a, std::span<const double> b, std::span<const double> z,
                                        std::size_t classes);

double normal_probability(std::span<const double> density_marks, double z);

/// Empty where either side of 0 has fewer than five values.
std::vector<double> fit_density_marks(std::vector<double> training_values);

double fit_laplace_scale(std::span<const double> residuals);

}  // namespace hingeline::internal
