// SPDX-License-Identifier: BSD-3-Clause
//
// What trainers of all models do with targets, weights and the proofs of their parts.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "hingeline/dataset.hpp"
#include "hingeline/kernel_solve.hpp"
#include "hingeline/loss.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

/// A finite target per row, a weight per row or none; names of classes where classes are learnt. Throws DataError, or
/// InvalidParameter of the loss or machine that needs numbers.
void validate_targets(const Dataset& data, std::span<const double> weights, const Loss& loss);
void validate_targets(const Dataset& data, std::span<const double> weights, Machine machine);

/// The labels of the data are at least two, and weights those of some alone. Throws InvalidParameter or DataError.
void validate_classes(std::span<const double> labels, const Dataset& data,
                      const std::map<double, double>& class_weights);

/// Refuses rows of weight > 0 that are all of one class; weights that are empty are all 1.
void require_two_classes(std::span<const double> weights, const Dataset& data);

/// Row weights times the weight of the row's class; empty where all are 1.
std::vector<double> combined_weights(std::span<const double> weights, const std::map<double, double>& class_weights,
                                     std::span<const double> y);

/// The parts' problems side by side are one problem whose objective and bounds are the sums.
Certificate sum(std::span<const Certificate> parts);

/// Sets how a training ended, by its parts.
template <class Result>
void sum_up_parts(Result& result) {
  std::vector<Certificate> proofs;
  for (const auto& part : result.parts) {
    result.status = std::max(result.status, part.status);
    proofs.push_back(part.certificate);
  }
  result.certificate = sum(proofs);
}

}  // namespace hingeline::internal
