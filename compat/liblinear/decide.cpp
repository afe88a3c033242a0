// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of linear.h that predict one row. No exception leaves them: they return NaN if memory runs out. Entries
// whose index is none of the model's (1 .. features, or the bias) are passed over.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "liblinear/linear.h"
#include "liblinear/outputs_of.hpp"
#include "messages.hpp"

using hingeline::compat::outputs_of;

double predict_values(const model* m, const feature_node* x, double* dec_values) {
  const std::size_t outputs = outputs_of(*m);
  const int features = m->nr_feature + (m->bias >= 0 ? 1 : 0);
  std::fill_n(dec_values, outputs, 0.0);
  for (; x->index != -1; ++x) {
    if (x->index < 1 || x->index > features) continue;
    const double* w = m->w + static_cast<std::size_t>(x->index - 1) * outputs;
    for (std::size_t k = 0; k < outputs; ++k) dec_values[k] += w[k] * x->value;
  }
  if (check_regression_model(m) != 0) return dec_values[0];
  if (check_oneclass_model(m) != 0) {
    dec_values[0] -= m->rho;
    return dec_values[0] > 0 ? 1 : -1;
  }
  if (m->nr_class == 2) return m->label[dec_values[0] > 0 ? 0 : 1];
  return m->label[std::max_element(dec_values, dec_values + outputs) - dec_values];
}

double predict(const model* m, const feature_node* x) {
  return hingeline::compat::guarded(std::numeric_limits<double>::quiet_NaN(), [&] {
    std::vector<double> values(static_cast<std::size_t>(std::max(1, m->nr_class)));
    return predict_values(m, x, values.data());
  });
}

double predict_probability(const model* m, const feature_node* x, double* prob_estimates) {
  if (check_probability_model(m) == 0) return 0;
  const double label = predict_values(m, x, prob_estimates);
  const std::size_t outputs = outputs_of(*m);
  double sum = 0;
  for (std::size_t k = 0; k < outputs; ++k) sum += prob_estimates[k] = 1 / (1 + std::exp(-prob_estimates[k]));
  if (m->nr_class == 2) {
    prob_estimates[1] = 1 - prob_estimates[0];
  } else {
    for (std::size_t k = 0; k < outputs; ++k) prob_estimates[k] /= sum;
  }
  return label;
}
