// SPDX-License-Identifier: BSD-3-Clause
//
// A LIBSVM model and ours, each made from the other.
#pragma once

#include <span>

#include "hingeline/kernel_model.hpp"
#include "libsvm/svm.h"

namespace hingeline::compat {

/// In memory of malloc. `vectors` are the support vectors, one for each of the model's: where none are given they are
/// copied and the model owns them.
svm_model* to_c(const KernelModel& model, const svm_parameter& param, std::span<svm_node* const> vectors);

KernelModel from_c(const svm_model& model);

}  // namespace hingeline::compat
