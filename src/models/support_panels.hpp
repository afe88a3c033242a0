// SPDX-License-Identifier: BSD-3-Clause
//
//     z_i = sum_j s_j K(z_j, x_i) + b
//
// Support vectors in panels: a block of kernel values is used as soon as it is computed and never stored.
#pragma once

#include <cstdint>
#include <vector>

#include "hingeline/kernel_model.hpp"
#include "kernels/kernel_panels.hpp"

namespace hingeline::internal {

/// The outputs that a class has a part in.
std::vector<std::size_t> outputs_of(const KernelModel& model, std::size_t label);

/// Of kernel values of type T.
template <class T>
class SupportPanels {
 public:
  /// `vectors` are the model's, ready for the kernel.
  SupportPanels(const KernelModel& model, const KernelRows<T>& vectors);

  std::size_t bytes() const;

  /// outputs += sum_j s_j K(z_j, x_i), rows x model.outputs().
  void add_outputs(const KernelModel& model, const KernelRows<T>& rows, double* outputs) const;

 private:
  /// 64 support vectors of one class, with their weights where the model has one output.
  struct ClassPanel {
    KernelPanel<T> panel;
    std::size_t support;  // the first one
    std::size_t label;    // number of the class; 0 where there are none
  };
  class ClassSums;

  std::vector<ClassPanel> panels_;
};

extern template class SupportPanels<float>;
extern template class SupportPanels<double>;

}  // namespace hingeline::internal
