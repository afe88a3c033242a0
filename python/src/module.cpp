// SPDX-License-Identifier: BSD-3-Clause
//
// hingeline._core: buffers in, the library's functions out. What users see is Python, in python/hingeline.
#include "bindings.hpp"
#include "hingeline/error.hpp"
#include "hingeline/version.hpp"

namespace hingeline::python {

/// Each is an Error, and what Python's own functions raise for the like.
void bind_errors(nanobind::module_& module) {
  const nanobind::exception<Error> error(module, "Error");
  const nanobind::tuple of_value = nanobind::make_tuple(error, nanobind::handle(PyExc_ValueError));
  const nanobind::tuple of_system = nanobind::make_tuple(error, nanobind::handle(PyExc_OSError));
  nanobind::exception<InvalidParameter>(module, "InvalidParameter", of_value);
  nanobind::exception<DataError>(module, "DataError", of_value);
  nanobind::exception<IoError>(module, "IoError", of_system);
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
