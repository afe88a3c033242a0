// SPDX-License-Identifier: BSD-3-Clause
#include <span>
#include <vector>

#include "hingeline/model.hpp"
#include "hingeline/one_class.hpp"

namespace hingeline {

std::vector<double> decision_values(const OneClassModel& model, const MatrixView& x, int threads) {
  return decision_values(CoefficientView{model.coef, {&model.intercept, 1}}, x, threads);
}

std::vector<double> predict(const OneClassModel&, std::span<const double> decision_values) {
  std::vector<double> labels;
  for (const double value : decision_values) labels.push_back(value > 0 ? 1 : -1);
  return labels;
}

}  // namespace hingeline
