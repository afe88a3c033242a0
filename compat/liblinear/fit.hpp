// SPDX-License-Identifier: BSD-3-Clause
//
// LIBLINEAR's three kinds of training, on Hingeline's rows.
#pragma once

#include <vector>

#include "liblinear/linear.h"
#include "liblinear/rows.hpp"

namespace hingeline::compat {

/// Trains a model, in memory of malloc, which free_and_destroy_model() frees. Prints how each training ended.
struct model* fit(const Rows& rows, const struct parameter& param);

/// A label or value for each row, predicted by a training without it.
std::vector<double> cross_validated(const Rows& rows, const struct parameter& param, int folds);

struct Found {
  double C;
  double p;      ///< -1 for classification
  double score;  ///< accuracy or mean squared error
};

/// Searches for C and p; prints every point tried. start_C <= 0 or start_p < 0: not given.
Found find(const Rows& rows, const struct parameter& param, int folds, double start_C, double start_p);

}  // namespace hingeline::compat
