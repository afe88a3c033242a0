// SPDX-License-Identifier: BSD-3-Clause
#include "support/slow_objective.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "hingeline/plq.hpp"

namespace hingeline::support {
namespace {

long double positive(long double number) { return std::max(0.0L, number); }
long double square(long double number) { return number * number; }

long double smoothed_hinge(long double gamma, long double m) {
  if (m >= 1) return 0;
  return m >= 1 - gamma ? square(1 - m) / (2 * gamma) : 1 - m - gamma / 2;
}

long double huber(long double delta, long double r) {
  return std::abs(r) <= delta ? square(r) / 2 : delta * (std::abs(r) - delta / 2);
}

/// Of each of its functions, kept for as long as it is asked for again.
const std::vector<PlqTerms>& terms_of(const std::shared_ptr<const Plq>& plq) {
  thread_local std::shared_ptr<const Plq> last;
  thread_local std::vector<PlqTerms> terms;
  if (last != plq) {
    terms.clear();
    for (const PlqFunction& function : plq->functions()) terms.push_back(plq_to_terms(function));
    last = plq;
  }
  return terms;
}

/// By its terms.
long double plq(const std::shared_ptr<const Plq>& plq, long double y, long double z) {
  const bool by_row = plq->argument() == PlqArgument::prediction;
  const long double t = by_row ? z : plq->argument() == PlqArgument::margin ? y * z : y - z;
  const PlqTerms& terms = terms_of(plq)[by_row ? static_cast<std::size_t>(y) : 0];
  long double sum = terms.constant;
  for (const auto& [u, v] : terms.relu) sum += positive(u * t + v);
  for (const auto& [s, v, tau] : terms.rehu) {
    const long double x = positive(s * t + v);
    sum += x <= tau ? square(x) / 2 : tau * (x - static_cast<long double>(tau) / 2);
  }
  return sum;
}

/// argmax of a concave function.
template <class Value>
long double golden_section(const Value& value, long double lower, long double upper) {
  const long double ratio = (std::sqrt(5.0L) - 1) / 2;
  const long double rounding = 1e-17L;
  long double left = upper - ratio * (upper - lower);
  long double right = lower + ratio * (upper - lower);
  long double left_value = value(left);
  long double right_value = value(right);
  while (upper - lower > rounding * (1 + std::abs(lower) + std::abs(upper))) {
    if (left_value < right_value) {
      lower = left;
      left = right;
      left_value = right_value;
      right = lower + ratio * (upper - lower);
      right_value = value(right);
    } else {
      upper = right;
      right = left;
      right_value = left_value;
      left = upper - ratio * (upper - lower);
      left_value = value(left);
    }
  }
  return (lower + upper) / 2;
}

double weight(const Problem& problem, std::size_t i) { return problem.weights.empty() ? 1 : problem.weights[i]; }

}  // namespace

long double slow_loss(const Loss& loss, long double y, long double z) {
  const long double m = y * z;
  const long double r = y - z;
  const long double tau = loss.tau;
  switch (loss.name) {
    case LossName::hinge:
      return positive(1 - m);
    case LossName::squared_hinge:
      return square(positive(1 - m));
    case LossName::smoothed_hinge:
      return smoothed_hinge(loss.gamma, m);
    case LossName::logistic:
      return m > 0 ? std::log1p(std::exp(-m)) : std::log1p(std::exp(m)) - m;
    case LossName::epsilon_insensitive:
      return positive(std::abs(r) - loss.epsilon);
    case LossName::squared_epsilon_insensitive:
      return square(positive(std::abs(r) - loss.epsilon));
    case LossName::quantile:
      return tau * positive(r - loss.epsilon) + (1 - tau) * positive(-r - loss.epsilon);
    case LossName::absolute:
      return std::abs(r);
    case LossName::squared:
      return square(r) / 2;
    case LossName::huber:
      return huber(loss.delta, r);
    case LossName::expectile:
      return tau * square(positive(r)) + (1 - tau) * square(positive(-r));
    case LossName::plq:
      return plq(loss.plq, y, z);
  }
  return 0;
}

long double slow_conjugate(const Loss& loss, long double y, long double c, long double s) {
  if (c == 0) return 0;
  const auto value = [&](long double z) { return -s * z - c * slow_loss(loss, y, z); };
  long double lower = y - 1;
  long double upper = y + 1;
  const long double reach = 1e4L;
  while (upper - lower < reach && (value(lower) > value(lower + 1e-3L * (upper - lower)) ||
                                   value(upper) > value(upper - 1e-3L * (upper - lower)))) {
    const long double width = upper - lower;
    lower -= width;
    upper += width;
  }
  return value(golden_section(value, lower, upper));
}

std::vector<double> slow_row(const MatrixView& x, std::int64_t i) {
  std::vector<double> row(static_cast<std::size_t>(cols(x)));
  const auto fill_dense = [&](const auto& view) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = view.values[i * view.stride + static_cast<std::int64_t>(j)];
  };
  const auto fill_sparse = [&](const auto& view) {
    for (std::int64_t k = view.offsets[i]; k < view.offsets[i + 1]; ++k)
      row[static_cast<std::size_t>(view.columns[k])] = view.values[k];
  };
  if (const auto* view = std::get_if<DenseView<float>>(&x)) fill_dense(*view);
  if (const auto* view = std::get_if<DenseView<double>>(&x)) fill_dense(*view);
  if (const auto* view = std::get_if<CsrView<float>>(&x)) fill_sparse(*view);
  if (const auto* view = std::get_if<CsrView<double>>(&x)) fill_sparse(*view);
  return row;
}

long double slow_primal(const Problem& problem, std::span<const double> coef, double intercept) {
  const Penalty& penalty = problem.penalty;
  const auto term = [&](long double w, long double omega) {
    return penalty.l1 * omega * std::abs(w) + penalty.l2 * square(w) / 2;
  };
  long double total = 0;
  for (std::size_t j = 0; j < coef.size(); ++j)
    total += term(coef[j], penalty.l1_weights.empty() ? 1 : penalty.l1_weights[j]);
  if (problem.intercept == Intercept::penalized) total += term(intercept / problem.bias, 1);
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const std::vector<double> row = slow_row(problem.x, static_cast<std::int64_t>(i));
    long double z = intercept;
    for (std::size_t j = 0; j < row.size(); ++j) z += static_cast<long double>(row[j]) * coef[j];
    total += static_cast<long double>(problem.C) * weight(problem, i) * slow_loss(problem.loss, problem.y[i], z);
  }
  return total;
}

long double slow_dual(const Problem& problem, std::span<const double> dual_coef) {
  std::vector<long double> w(static_cast<std::size_t>(cols(problem.x)));
  long double appended = 0;
  long double conjugates = 0;
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const std::vector<double> row = slow_row(problem.x, static_cast<std::int64_t>(i));
    for (std::size_t j = 0; j < row.size(); ++j) w[j] += static_cast<long double>(dual_coef[i]) * row[j];
    appended += static_cast<long double>(dual_coef[i]) * problem.bias;
    const long double c = static_cast<long double>(problem.C) * weight(problem, i);
    conjugates += slow_conjugate(problem.loss, problem.y[i], c, dual_coef[i]);
  }
  long double norm = problem.intercept == Intercept::penalized ? square(appended) : 0;
  for (const long double entry : w) norm += square(entry);
  return -norm / (2 * problem.penalty.l2) - conjugates;
}

}  // namespace hingeline::support
