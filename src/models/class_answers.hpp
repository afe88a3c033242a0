// SPDX-License-Identifier: BSD-3-Clause
//
// From the outputs z of a row to its class.
//
//     two classes     the first where z > 0, else the second
//     more classes    that of the largest z_k, the first of equals
//     one-vs-one      that with most votes, the first of equals: z_k of classes i and j is a vote for i where > 0
//
// Probabilities, p(z) the calibration's, or where it is none sigma(z) = 1 / (1 + exp(-z)):
//
//     two classes     p(z), 1 - p(z)
//     more classes    p(z_k) / sum_l p(z_l); of a sigmoid through logarithms, so that the sum is never 0
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

/// The place of the class.
std::size_t chosen_class(const ClassRule& rule, std::span<const double> z);

/// Into p, one per class. The chosen class's is the largest.
void set_class_probability(const ClassRule& rule, const Calibration& calibration, std::span<const double> z,
                           std::span<double> p);

}  // namespace hingeline::internal
