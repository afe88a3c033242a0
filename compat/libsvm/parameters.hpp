// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM's parameters in Hingeline's types: both number machines and kernels in the same way.
#pragma once

#include "hingeline/kernel.hpp"
#include "hingeline/kernel_solve.hpp"
#include "libsvm/svm.h"

namespace hingeline::compat {

inline Machine machine_of(const svm_parameter& param) { return static_cast<Machine>(param.svm_type); }

inline Kernel kernel_of(const svm_parameter& param) {
  return {static_cast<KernelName>(param.kernel_type), param.gamma, param.degree, param.coef0};
}

}  // namespace hingeline::compat
