// SPDX-License-Identifier: BSD-3-Clause
//
// hingeline._core: the library's functions on buffers. The interface for users is Python, in python/hingeline.
#include "bindings.hpp"
#include "hingeline/error.hpp"
#include "hingeline/version.hpp"

namespace hingeline::python {

/// Each error is an Error and also the exception that Python's own functions raise in such cases.
void bind_errors(nanobind::module_& module) {
  nanobind::exception<Error> error(module, "Error");
  error.attr("__doc__") = "Base class of all errors that hingeline raises.";
  const nanobind::tuple of_value = nanobind::make_tuple(error, nanobind::handle(PyExc_ValueError));
  const nanobind::tuple of_system = nanobind::make_tuple(error, nanobind::handle(PyExc_OSError));
  nanobind::exception<InvalidParameter>(module, "InvalidParameter", of_value).attr("__doc__") =
      "A parameter outside its range or incompatible with another; tells its name, its value and what is allowed.";
  nanobind::exception<DataError>(module, "DataError", of_value).attr("__doc__") =
      "Invalid rows or targets, or a malformed file of data or of a model; for files tells name, line and column.";
  nanobind::exception<IoError>(module, "IoError", of_system).attr("__doc__") =
      "A file that cannot be read or written; tells its name and the reason.";
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
