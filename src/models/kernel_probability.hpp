// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM's probabilities of kernel machines, from decision values. Class probabilities by a calibration are in
// class_answers.hpp.
//
//     classes      sigma(-(a z + b)) for every two, kept within [1e-7, 1 - 1e-7], then pairwise coupling
//     one class    share of ten marks that are <= z: on each side of 0, quantiles cut the training values into five
//                  parts; a mark is the midpoint of two neighbouring quantiles
//     regression   Laplacian residuals; the scale is the mean of |r| of rows held out, |r| beyond 5 standard deviations
//                  left out
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hingeline::internal {

/// Probability of each class from the outputs z and their sigmoids' a and b, all of equal length.
std::vector<double> class_probabilities(std::span<const double> a, std::span<const double> b, std::span<const double> z,
                                        std::size_t classes);

double normal_probability(std::span<const double> density_marks, double z);

/// The ten marks, ascending; empty where either side of 0 has fewer than five values.
std::vector<double> fit_density_marks(std::vector<double> training_values);

/// Of residuals with `weights`, one each, or empty: 1 each.
double fit_laplace_scale(std::span<const double> residuals, std::span<const double> weights = {});

}  // namespace hingeline::internal
