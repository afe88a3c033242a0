// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM's two kinds of training, on Hingeline's rows.
#pragma once

#include <cstdint>
#include <vector>

#include "hingeline/kernel_model.hpp"
#include "libsvm/rows.hpp"
#include "libsvm/svm.h"

namespace hingeline::compat {

struct Fitted {
  KernelModel model;
  std::vector<std::int64_t> support_rows;  ///< row number of each support vector, from 0
};

/// Trains a model; prints how each training ended.
Fitted fit(const Rows& rows, const svm_parameter& param);

/// A label or value for each row, predicted by a training without it.
std::vector<double> cross_validated(const Rows& rows, const svm_parameter& param, int folds);

/// The message of svm_check_parameter() for a parameter, independent of the problem; nullptr if it is valid.
const char* check(const svm_parameter& param);

/// Whether nu is infeasible for some pair of classes: too large for the smaller of the two.
bool nu_is_infeasible(double nu, const double* y, int rows);

}  // namespace hingeline::compat
