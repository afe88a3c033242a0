// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of the module, one file each.
#pragma once

#include <nanobind/nanobind.h>

namespace hingeline::python {

void bind_calibration(nanobind::module_& module);
void bind_errors(nanobind::module_& module);
void bind_exit(nanobind::module_& module);
void bind_factorize(nanobind::module_& module);
void bind_labels(nanobind::module_& module);
void bind_matrix(nanobind::module_& module);
void bind_options(nanobind::module_& module);
void bind_model(nanobind::module_& module);
void bind_kernel_features(nanobind::module_& module);
void bind_kernel_model(nanobind::module_& module);
void bind_kernel_train(nanobind::module_& module);
void bind_one_class(nanobind::module_& module);
void bind_train(nanobind::module_& module);
void bind_read(nanobind::module_& module);

}  // namespace hingeline::python
