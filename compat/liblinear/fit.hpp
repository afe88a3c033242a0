// SPDX-License-Identifier: BSD-3-Clause
//
// LIBLINEAR's three ways to train, on rows of ours.
#pragma once

#include <vector>

#include "liblinear/linear.h"
#include "liblinear/rows.hpp"

namespace hingeline::compat {

/// A model in memory of malloc, which free_and_destroy_model gives back. Prints how each training ended.
struct model* fit(const Rows& rows, const struct parameter& param);

/// A label or value per row, predicted by a training without it.
std::vector<double> cross_validated(const Rows& rows, const struct parameter& param, int folds);

struct Found {
  double C;
  double p;      ///< -1 for classification
  double score;  ///< accuracy or mean squared error
};

/// Prints every point tried. Starting points below 0 (C: <= 0) mean none.
Found find(const Rows& rows, const struct parameter& param, int folds, double start_C, double start_p);

}  // namespace hingeline::compat
