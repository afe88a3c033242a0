// SPDX-License-Identifier: BSD-3-Clause
//
// Classes and folds in the way of both LIBLINEAR and LIBSVM.
#pragma once

#include <map>
#include <span>
#include <vector>

namespace hingeline::compat {

/// Labels with their fractions cut off. Throws DataError for a label that is not in the range of int.
std::vector<double> whole_labels(std::span<const double> y);

/// Weights by label from the `count` weights of -wi. Several weights of one label are multiplied; a label that is not
/// among `labels` gives a warning.
std::map<double, double> class_weights(std::span<const double> labels, int count, const int* label,
                                       const double* weight);

/// The number of folds, at most one per row; warns if that is fewer than asked for (says_numbers: in LIBSVM's words,
/// with the numbers).
int possible_folds(int folds, std::size_t rows, bool says_numbers);

}  // namespace hingeline::compat
