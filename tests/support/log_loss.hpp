// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::support {

/// Mean of -log p of the true class, by a linear or kernel model that has probabilities.
template <class Model>
double log_loss(const Model& model, const Dataset& data) {
  const std::vector<double> p = predict_probability(model, decision_values(model, data.x));
  const std::size_t classes = model.labels.size();
  double sum = 0;
  for (std::size_t i = 0; i < data.y.size(); ++i)
    for (std::size_t k = 0; k < classes; ++k)
      if (model.labels[k] == data.y[i]) sum -= std::log(p[i * classes + k]);
  return sum / static_cast<double>(data.y.size());
}

}  // namespace hingeline::support
