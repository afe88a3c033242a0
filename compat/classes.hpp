// SPDX-License-Identifier: BSD-3-Clause
//
// Classes and folds as LIBLINEAR and LIBSVM both see them.
#pragma once

#include <map>
#include <span>
#include <vector>

namespace hingeline::compat {

/// Labels without their fractions. Throws DataError for one that is not in the range of int.
std::vector<double> whole_labels(std::span<const double> y);

/// The `count` weights of -wi, label -> weight: one label's are multiplied, and a label that is none of `labels` is
/// warned of.
std::map<double, double> class_weights(std::span<const double> labels, int count, const int* label,
                                       const double* weight);

/// At most one fold per row, with a warning where that is fewer than asked for, LIBSVM's says how many.
int possible_folds(int folds, std::size_t rows, bool says_numbers);

}  // namespace hingeline::compat
