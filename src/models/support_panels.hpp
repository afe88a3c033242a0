// SPDX-License-Identifier: BSD-3-Clause
//
//     z_i = sum_j s_j K(z_j, x_i) + b
//
// Support vectors in panels: a block of kernel values is used as soon as it is computed and never stored. Where panels
// of all support vectors would be large (wide sparse ones), rows to predict are put in panels in their place.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hingeline/kernel_model.hpp"
#include "kernels/kernel_panels.hpp"

namespace hingeline::internal {

/// Of kernel values of type T.
template <class T>
class SupportPanels {
 public:
  /// `vectors` are the model's, ready for the kernel. Sparse ones are put in panels where those take at most so many
  /// bytes.
  SupportPanels(const KernelModel& model, KernelRows<T> vectors, std::size_t most_bytes);

  /// outputs += sum_j s_j K(z_j, x_i), rows x model.outputs().
  void add_outputs(const KernelModel& model, const KernelRows<T>& rows, double* outputs) const;

 private:
  /// At most 64 support vectors of one class.
  struct Part {
    std::size_t first;
    std::size_t size;
    std::size_t label;  // number of the class, where it has outputs of its own
  };

  template <class F>
  void add_by_class(const KernelModel& model, std::size_t rows, double* outputs, const F& write_values) const;
  void add_outputs_by_rows(const KernelModel& model, const KernelRows<T>& rows, double* outputs) const;

  std::vector<Part> parts_;
  std::vector<KernelPanel<T>> panels_;    // of the parts, with weights where the model has one output; or none
  std::optional<KernelRows<T>> vectors_;  // where there are no panels
};

extern template class SupportPanels<float>;
extern template class SupportPanels<double>;

}  // namespace hingeline::internal
