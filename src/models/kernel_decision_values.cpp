// SPDX-License-Identifier: BSD-3-Clause
#include <span>

#include "hingeline/kernel_model.hpp"
#include "models/class_answers.hpp"
#include "models/kernel_sums.hpp"
#include "models/model_fields.hpp"

namespace hingeline {

std::vector<double> decision_values(const KernelModel& model, const MatrixView& x, int threads) {
  return internal::KernelSums(model).decision_values(x, threads);
}

std::vector<double> predict(const KernelModel& model, std::span<const double> decision_values) {
  internal::require_labels(model);
  internal::require_rows_of_outputs(model.outputs(), decision_values);
  const std::size_t outputs = model.outputs();
  const internal::ClassRule rule = {model.labels.size(), model.multi_class};
  std::vector<double> answers;
  for (std::size_t i = 0; i < decision_values.size(); i += outputs) {
    const std::span<const double> z = decision_values.subspan(i, outputs);
    if (is_classification(model.machine))
      answers.push_back(model.labels[internal::chosen_class(rule, z)]);
    else
      answers.push_back(model.machine == Machine::one_class ? (z[0] > 0 ? 1 : -1) : z[0]);
  }
  return answers;
}

}  // namespace hingeline
