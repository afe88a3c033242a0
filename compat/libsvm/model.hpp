// SPDX-License-Identifier: BSD-3-Clause
//
// Conversions between LIBSVM's model and Hingeline's.
#pragma once

#include <span>

#include "hingeline/kernel_model.hpp"
#include "libsvm/svm.h"

namespace hingeline::compat {

/// Converts a model to LIBSVM's, in memory of malloc. `vectors` are pointers to the support vectors; if empty, these
/// are copied and owned by the result.
svm_model* to_c(const KernelModel& model, const svm_parameter& param, std::span<svm_node* const> vectors);

KernelModel from_c(const svm_model& model);

}  // namespace hingeline::compat
