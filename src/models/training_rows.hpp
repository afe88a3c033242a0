// SPDX-License-Identifier: BSD-3-Clause
//
// Targets, weights and the certificates of parts, for the training of all models.
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

/// Requires a finite target per row, and a weight per row or none. Throws DataError, or InvalidParameter where targets
/// are text and the loss or machine needs numbers.
void validate_targets(const Dataset& data, std::span<const double> weights, const Loss& loss);
void validate_targets(const Dataset& data, std::span<const double> weights, Machine machine);

/// Requires at least two labels, and class_weights of such labels only. Throws InvalidParameter or DataError.
void validate_classes(std::span<const double> labels, const Dataset& data,
                      const std::map<double, double>& class_weights);

/// Throws DataError if `weights` are given and all rows of weight > 0 are of one class.
void require_two_classes(std::span<const double> weights, const Dataset& data);

/// Row weights times the weight of the row's class; empty where all are 1.
std::vector<double> combined_weights(std::span<const double> weights, const std::map<double, double>& class_weights,
                                     std::span<const double> y);

/// The certificate of all parts as one problem: objectives and bounds are the sums.
Certificate sum(std::span<const Certificate> parts);

/// Sets status and certificate of a training from those of its parts.
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
