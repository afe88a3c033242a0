// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM's two ways to train, on rows of ours.
#pragma once

#include <cstdint>
#include <vector>

#include "hingeline/kernel_model.hpp"
#include "libsvm/rows.hpp"
#include "libsvm/svm.h"

namespace hingeline::compat {

struct Fitted {
  KernelModel model;
  std::vector<std::int64_t> support_rows;  ///< row of each support vector, from 0
};

/// Prints how each training ended.
Fitted fit(const Rows& rows, const svm_parameter& param);

/// A label or value per row, predicted by a training without it.
std::vector<double> cross_validated(const Rows& rows, const svm_parameter& param, int folds);

/// What svm_check_parameter says of a parameter, whatever the problem; nullptr: nothing.
const char* check(const svm_parameter& param);

/// Whether nu is more than the smaller of two classes has room for.
bool nu_is_infeasible(double nu, const double* y, int rows);

inline bool is_classifier(const svm_parameter& param) { return param.svm_type == C_SVC || param.svm_type == NU_SVC; }
inline bool is_regression(const svm_parameter& param) {
  return param.svm_type == EPSILON_SVR || param.svm_type == NU_SVR;
}

}  // namespace hingeline::compat
