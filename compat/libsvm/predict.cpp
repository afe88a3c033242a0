// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of svm.h that predict one row. No exception leaves them: they return NaN if memory runs out.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/kernel_value.hpp"
#include "libsvm/parameters.hpp"
#include "libsvm/svm.h"
#include "messages.hpp"
#include "models/class_pairs.hpp"
#include "models/kernel_probability.hpp"
#include "row_entries.hpp"

namespace hingeline::compat {
namespace {

/// Computes x'z and |x - z|^2 of one row x with many rows z. Indices ascend.
class Row {
 public:
  explicit Row(const svm_node* x) : begin_(x), end_(x + entries_of(x).size()) {}

  double dot(const svm_node* z) const {
    double sum = 0;
    const svm_node* x = begin_;
    for (; z->index != -1; ++z) sum += z->value * value_at(z->index, x);
    return sum;
  }

  /// By differences, as large values that rows have in common, such as a year, would cancel in |x|^2 - 2 x'z + |z|^2.
  double squared_distance(const svm_node* z) const {
    double sum = 0;
    const svm_node* x = begin_;
    for (; z->index != -1; ++z) {
      for (; x != end_ && x->index < z->index; ++x) sum += x->value * x->value;
      const bool both = x != end_ && x->index == z->index;
      const double difference = both ? x++->value - z->value : z->value;
      sum += difference * difference;
    }
    for (; x != end_; ++x) sum += x->value * x->value;
    return sum;
  }

  /// The value of the row's entry number k, whatever its index, where k is the serial number of a support vector.
  double value_of(const svm_node* serial) const {
    const double place = std::trunc(serial->value);
    return place >= 0 && place < static_cast<double>(end_ - begin_) ? begin_[static_cast<std::ptrdiff_t>(place)].value
                                                                    : 0;
  }

 private:
  /// The value at an index, 0 if there is none. Searches from x on and advances x.
  double value_at(int index, const svm_node*& x) const {
    while (x != end_ && x->index < index) ++x;
    return x != end_ && x->index == index ? x->value : 0;
  }

  const svm_node* begin_;
  const svm_node* end_;
};

double kernel_with(const Kernel& kernel, const Row& x, const svm_node* z) {
  if (kernel.name == KernelName::precomputed) return x.value_of(z);
  if (kernel.name == KernelName::rbf) return internal::kernel_value(kernel, 0, x.squared_distance(z));
  return internal::kernel_value(kernel, x.dot(z), 0);
}

/// Computes a decision value for every two classes, from the support vectors of the two; returns the label with most
/// votes.
double decide(const svm_model& m, const std::vector<double>& k, double* values) {
  std::vector<std::size_t> first = {0};
  for (int c = 0; c < m.nr_class; ++c) first.push_back(first.back() + static_cast<std::size_t>(m.nSV[c]));
  const auto classes = static_cast<std::size_t>(m.nr_class);
  const auto pairs = internal::class_pairs(classes);
  for (std::size_t output = 0; output < pairs.size(); ++output) {
    const auto& [i, j] = pairs[output];
    double sum = -m.rho[output];
    for (std::size_t t = first[i]; t < first[i + 1]; ++t) sum += m.sv_coef[j - 1][t] * k[t];
    for (std::size_t t = first[j]; t < first[j + 1]; ++t) sum += m.sv_coef[i][t] * k[t];
    values[output] = sum;
  }
  return m.label[internal::voted_class({values, pairs.size()}, classes)];
}

std::size_t outputs_of(const svm_model& m) {
  return std::max<std::size_t>(1, internal::pair_count(static_cast<std::size_t>(m.nr_class)));
}

constexpr double no_answer = std::numeric_limits<double>::quiet_NaN();

}  // namespace
}  // namespace hingeline::compat

using namespace hingeline::compat;

double svm_predict_values(const svm_model* m, const svm_node* x, double* dec_values) {
  return guarded(no_answer, [&]() -> double {
    const Row row(x);
    const hingeline::Kernel kernel = kernel_of(m->param);
    std::vector<double> k;
    for (int i = 0; i < m->l; ++i) k.push_back(kernel_with(kernel, row, m->SV[i]));
    if (is_classification(machine_of(m->param))) return decide(*m, k, dec_values);
    double sum = -m->rho[0];
    for (std::size_t i = 0; i < k.size(); ++i) sum += m->sv_coef[0][i] * k[i];
    *dec_values = sum;
    return m->param.svm_type == ONE_CLASS ? (sum > 0 ? 1 : -1) : sum;
  });
}

double svm_predict(const svm_model* m, const svm_node* x) {
  return guarded(no_answer, [&] {
    std::vector<double> values(outputs_of(*m));
    return svm_predict_values(m, x, values.data());
  });
}

double svm_predict_probability(const svm_model* m, const svm_node* x, double* prob_estimates) {
  return guarded(no_answer, [&]() -> double {
    std::vector<double> values(outputs_of(*m));
    const double label = svm_predict_values(m, x, values.data());
    if (m->param.svm_type == ONE_CLASS && m->prob_density_marks != nullptr) {
      prob_estimates[0] = hingeline::internal::normal_probability({m->prob_density_marks, 10}, values[0]);
      prob_estimates[1] = 1 - prob_estimates[0];
    }
    if (!is_classification(machine_of(m->param)) || svm_check_probability_model(m) == 0) return label;
    const std::size_t sigmoids = m->nr_class == 1 ? 0 : values.size();
    const std::vector<double> p = hingeline::internal::class_probabilities(
        {m->probA, sigmoids}, {m->probB, sigmoids}, values, static_cast<std::size_t>(m->nr_class));
    std::copy(p.begin(), p.end(), prob_estimates);
    return m->label[std::max_element(p.begin(), p.end()) - p.begin()];
  });
}
