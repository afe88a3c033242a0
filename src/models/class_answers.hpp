// SPDX-License-Identifier: BSD-3-Clause
//
// From the outputs z of a row to its class.
//
//     two classes     the first where z > 0, else the second
//     more classes    the one with the largest z_k, the first of equals
//     one-vs-one      the one with most votes, the first of equals: output k of classes i and j votes for i if z_k > 0
//
// Probabilities; p(z) is the calibration, or sigma(z) = 1 / (1 + exp(-z)) if there is none:
//
//     two classes     p(z), 1 - p(z)
//     more classes    p(z_k) / sum_l p(z_l); for a sigmoid by logarithms, so that the sum is never 0
//     one-vs-one      r_ij = p(z_k), coupled (models/pairwise_coupling.hpp)
#pragma once

#include <cstddef>
#include <span>

#include "hingeline/calibration.hpp"
#include "hingeline/multi_class.hpp"

namespace hingeline::internal {

/// How classes are told apart; one class alone has one output.
struct ClassRule {
  std::size_t classes;
  MultiClass multi_class;
};

/// Index of the predicted class.
std::size_t chosen_class(const ClassRule& rule, std::span<const double> z);

/// Writes one probability per class to p; that of the chosen class is the largest.
void set_class_probability(const ClassRule& rule, const Calibration& calibration, std::span<const double> z,
                           std::span<double> p);

}  // namespace hingeline::internal
