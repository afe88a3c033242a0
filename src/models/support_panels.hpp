// SPDX-License-Identifier: BSD-3-Clause
//
//     z_i = sum_j s_j K(z_j, x_i) + b
//
// Support vectors are stored in panels; a block of kernel values is used at once and not kept. Where panels of all
// support vectors would take too much memory (wide sparse ones), the rows to predict are put in panels instead.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hingeline/kernel_model.hpp"
#include "kernels/kernel_panels.hpp"

namespace hingeline::internal {

/// Computes kernel values in type T.
template <class T>
class SupportPanels {
 public:
  /// `vectors` are the model's support vectors, prepared for the kernel. Sparse ones are put in panels if these take at
  /// most `most_bytes`.
  SupportPanels(const KernelModel& model, KernelRows<T> vectors, std::size_t most_bytes);

  /// outputs += sum_j s_j K(z_j, x_i); `outputs` is rows x model.outputs(), row-major.
  void add_outputs(const KernelModel& model, const KernelRows<T>& rows, double* outputs) const;

 private:
  /// At most 64 support vectors of one class.
  struct Part {
    std::size_t first;
    std::size_t size;
    std::size_t label;  // index of the class, or 0 where parts are not split by class
  };

  template <class F>
  void add_by_class(const KernelModel& model, std::size_t rows, double* outputs, const F& write_values) const;
  void add_outputs_by_rows(const KernelModel& model, const KernelRows<T>& rows, double* outputs) const;

  std::vector<Part> parts_;
  std::vector<KernelPanel<T>> panels_;    // one per part, with weights if the model has one output; or empty
  std::optional<KernelRows<T>> vectors_;  // if there are no panels
};

extern template class SupportPanels<float>;
extern template class SupportPanels<double>;

}  // namespace hingeline::internal
