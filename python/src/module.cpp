// SPDX-License-Identifier: BSD-3-Clause
//
// hingeline._core: buffers in, the library's functions out. What users see is Python, in python/hingeline.
#include "bindings.hpp"
#include "hingeline/error.hpp"
#include "hingeline/version.hpp"

namespace hingeline::python {

void bind_errors(nanobind::module_& module) {
  nanobind::exception<Error>(module, "Error", PyExc_RuntimeError);
  nanobind::exception<InvalidParameter>(module, "InvalidParameter", PyExc_ValueError);
  nanobind::exception<DataError>(module, "DataError", PyExc_ValueError);
  nanobind::exception<IoError>(module, "IoError", PyExc_OSError);
}

}  // namespace hingeline::python

NB_MODULE(_core, module) {
  using namespace hingeline::python;
  module.attr("version") = hingeline::version;
  bind_exit(module);
  bind_errors(module);
  bind_matrix(module);
  bind_labels(module);
  bind_calibration(module);
  bind_model(module);
  bind_options(module);
  bind_train(module);
  bind_one_class(module);
  bind_kernel_model(module);
  bind_kernel_features(module);
  bind_kernel_train(module);
  bind_read(module);
  bind_factorize(module);
}
