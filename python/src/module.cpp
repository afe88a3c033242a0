// SPDX-License-Identifier: BSD-3-Clause
//
// hingeline._core: buffers in, the library's functions out. What users see is Python, in python/hingeline.
#include "bindings.hpp"
#include "hingeline/error.hpp"
#include "hingeline/version.hpp"

namespace hingeline::python {

/// Each is an Error, and what Python's own functions raise for the like.
void bind_errors(nanobind::module_& module) {
  nanobind::exception<Error> error(module, "Error");
  error.attr("__doc__") = "What every error of hingeline's own is.";
  const nanobind::tuple of_value = nanobind::make_tuple(error, nanobind::handle(PyExc_ValueError));
  const nanobind::tuple of_system = nanobind::make_tuple(error, nanobind::handle(PyExc_OSError));
  nanobind::exception<InvalidParameter>(module, "InvalidParameter", of_value).attr("__doc__") =
      "A parameter outside its range, or beside another that excludes it: its name, the value, what is allowed.";
  nanobind::exception<DataError>(module, "DataError", of_value).attr("__doc__") =
      "Rows, targets or a file of them or of a model that make no sense: of files with name, line and column.";
  nanobind::exception<IoError>(module, "IoError", of_system).attr("__doc__") =
      "A file that cannot be read or written: its name, and why.";
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
