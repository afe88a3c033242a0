// SPDX-License-Identifier: BSD-3-Clause
//
// Primal and dual objectives of the machines of kernel_solve.hpp from the model's numbers alone: s of each row, found
// among the support vectors, and z = K s + b in double. With |f|^2 = sum_i s_i (z_i - b), the dual problems are
//
//     c_svc        sum_i |s_i| - 1/2 |f|^2                      0 <= y_i s_i <= c_i        sum s = 0
//     epsilon_svr  sum_i y_i s_i - epsilon |s_i| - 1/2 |f|^2    |s_i| <= c_i               sum s = 0
//     one_class    -1/2 |f|^2                                   0 <= s_i <= weight_i       sum s = nu W
//     nu_svc       -1/2 |f|^2                                   0 <= y_i s_i <= weight_i   sum s = 0, sum |s| = nu W
//     nu_svr       sum_i y_i s_i - 1/2 |f|^2                    |s_i| <= c_i               sum s = 0, sum |s| <= nu C W
//
// The model of nu_svc is f / rho if rho > 0, else f; the divisor follows from sum |s|. rho of nu_svc and epsilon of
// nu_svr are the best ones for f.
#include "kernel_objectives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>
#include <utility>

#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "data/append_row.hpp"
#include "hingeline/error.hpp"
#include "kernels/may_be_indefinite.hpp"
#include "models/class_pairs.hpp"
#include "models/kernel_start.hpp"
#include "models/output_rows.hpp"
#include "models/present_targets.hpp"
#include "models/rows_by_class.hpp"
#include "models/training_rows.hpp"

namespace hingeline::cli {
namespace {

/// One output, with the numbers of its rows.
struct Part {
  std::vector<double> y;
  std::vector<double> cost;  // c_i, or the weights of machines without C
  std::vector<double> s;
  std::vector<double> z;
  double intercept = 0;
};

double total(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

double total_size(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0,
                         [](double sum, double number) { return sum + std::abs(number); });
}

/// sum_i c_i max(0, h(i))
template <class H>
double losses(const Part& part, const H& h) {
  long double sum = 0;
  for (std::size_t i = 0; i < part.y.size(); ++i)
    if (part.cost[i] > 0) sum += part.cost[i] * std::max(0.0, h(i));
  return static_cast<double>(sum);
}

double half_squared_norm(const Part& part) {
  long double sum = 0;
  for (std::size_t i = 0; i < part.s.size(); ++i) sum += 0.5 * part.s[i] * (part.z[i] - part.intercept);
  return static_cast<double>(sum);
}

/// Multiplies the model of nu_svc by the rho that f was divided by.
void unscale(double nu, Part& part) {
  const double size = total_size(part.s);
  if (size == 0) return;
  const double divisor = nu * total(part.cost) / size;
  for (auto* numbers : {&part.s, &part.z})
    for (double& number : *numbers) number *= divisor;
  part.intercept *= divisor;
}

/// The v that minimises sum_i c_i max(0, v - value(i)) - share sum_i c_i v; 0 if there are no rows.
template <class Value>
double weighted_quantile(double share, const Part& part, const Value& value) {
  if (part.y.empty()) return 0;
  std::vector<std::size_t> order(part.y.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::less(), value);
  const double most_below = share * total(part.cost);
  double below = 0;
  const auto at = std::ranges::find_if(order, [&](std::size_t i) { return (below += part.cost[i]) >= most_below; });
  return value(at == order.end() ? order.back() : *at);
}

/// The epsilon that minimises nu C W epsilon + sum_i c_i max(0, |r_i| - epsilon).
double best_epsilon(double nu, const Part& part) {
  return -weighted_quantile(nu, part, [&](std::size_t i) { return -std::abs(part.y[i] - part.z[i]); });
}

/// Whether s is dual feasible up to rounding.
bool is_feasible(Machine machine, double nu, const Part& part) {
  constexpr double rounding = 1e-9;
  for (std::size_t i = 0; i < part.s.size(); ++i) {
    const double a = is_regression(machine) ? std::abs(part.s[i]) : part.y[i] * part.s[i];
    if (!(a >= -rounding * part.cost[i] && a <= (1 + rounding) * part.cost[i])) return false;
  }
  const double size = total_size(part.s);
  const double asked = nu * total(part.cost);
  const double sum = machine == Machine::one_class ? asked : 0;
  if (machine == Machine::nu_svc && std::abs(size - asked) > rounding * asked) return false;
  if (machine == Machine::nu_svr && size > (1 + rounding) * asked) return false;
  return std::abs(total(part.s) - sum) <= rounding * std::max(size, asked);
}

/// Objectives of both kinds of regression; `price` is the factor of epsilon in the primal objective of nu_svr, else 0.
Objectives of_regression(const Part& part, double epsilon, double price) {
  const double half_norm = half_squared_norm(part);
  const double primal =
      half_norm + losses(part, [&](std::size_t i) { return std::abs(part.y[i] - part.z[i]) - epsilon; });
  return {primal + price * epsilon,
          internal::dot(part.y, part.s) - (price > 0 ? 0 : epsilon * total_size(part.s)) - half_norm};
}

Objectives objectives(Machine machine, const KernelParameters& parameters, Part part) {
  const double price = parameters.nu * total(part.cost);
  const auto margin = [&](std::size_t i) { return part.y[i] * part.z[i]; };
  double rho = 1;
  if (machine == Machine::nu_svc) {
    unscale(parameters.nu, part);
    rho = weighted_quantile(parameters.nu, part, margin);
  }
  const auto margin_error = [&](std::size_t i) { return rho - margin(i); };
  const double half_norm = half_squared_norm(part);
  Objectives found;
  switch (machine) {
    case Machine::c_svc:
      found = {half_norm + losses(part, margin_error), total_size(part.s) - half_norm};
      break;
    case Machine::nu_svc:
      found = {half_norm - price * rho + losses(part, margin_error), -half_norm};
      break;
    case Machine::one_class:
      found = {half_norm + price * part.intercept + losses(part, [&](std::size_t i) { return -part.z[i]; }),
               -half_norm};
      break;
    case Machine::epsilon_svr:
      found = of_regression(part, parameters.epsilon, 0);
      break;
    case Machine::nu_svr:
      found = of_regression(part, best_epsilon(parameters.nu, part), price);
      break;
  }
  if (!is_feasible(machine, parameters.nu, part)) found.dual = -internal::infinity;
  return found;
}

/// A copy of x in double, so that kernel values are computed in double.
struct InDouble {
  explicit InDouble(const MatrixView& x) : cols_(cols(x)) {
    for (std::int64_t i = 0; i < rows(x); ++i) {
      internal::append_row(x, i, columns_, values_);
      offsets_.push_back(std::ssize(values_));
    }
  }

  MatrixView view() const {
    return CsrView<double>{offsets_.data(), columns_.data(), values_.data(), std::ssize(offsets_) - 1, cols_};
  }

 private:
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  std::int32_t cols_;
};

/// Throws DataError for labels that the model does not have (labels of rows of weight 0 alone were replaced before).
void require_known_labels(const KernelModel& model, std::span<const double> y) {
  for (std::size_t i = 0; i < y.size(); ++i)
    if (std::ranges::find(model.labels, y[i]) == model.labels.end())
      throw DataError(fmt::format("row {}: the model has no label {}", i + 1, y[i]));
}

/// Throws DataError unless all support vectors were found among the rows; `dual` has their s by row.
void require_all_found(const KernelModel& model, std::span<const double> dual) {
  const auto zeros = [](std::span<const double> numbers) { return std::ranges::count(numbers, 0.0); };
  const auto given = std::ssize(model.coef) - zeros(model.coef);
  const auto found = std::ssize(dual) - zeros(dual);
  if (found < given)
    throw DataError(fmt::format(
        "the support vectors of {} of {} coefficients are not among the rows of the data (with this --value-type)",
        given - found, given));
}

std::vector<double> costs_of_rows(const KernelModel& model, const KernelParameters& parameters,
                                  const std::map<double, double>& class_weights, std::span<const double> weights,
                                  std::span<const double> y) {
  std::vector<double> cost = internal::combined_weights(weights, class_weights, y);
  if (cost.empty()) cost.assign(y.size(), 1.0);
  for (double& c : cost) c *= has_C(model.machine) ? parameters.C : 1;
  return cost;
}

/// All outputs, each with its rows.
class Parts {
 public:
  Parts(const KernelModel& model, const MatrixView& x, std::span<const double> y, std::span<const double> cost,
        int threads)
      : model_(model), y_(y), cost_(cost), by_pairs_(model.has_pairs() || model.labels.size() == 2) {
    if (classes()) require_known_labels(model, y);
    if (classes()) by_class_ = internal::RowsByClass(y, model.labels);
    if (by_pairs_) pairs_ = internal::class_pairs(model.labels.size());
    const std::vector<double> by_row = internal::dual_of(model, x, by_class_.classes(), y, cost);
    require_all_found(model, by_row);
    dual_ = internal::dual_by_output(model, by_class_, y.size(), by_row);
    z_ = decision_values(model, InDouble(x).view(), threads);
  }

  Part of_output(std::size_t k) const {
    Part part;
    part.s = dual_[k];
    part.intercept = model_.intercept[k];
    if (by_pairs_)
      for (const std::int64_t i : by_class_.of_pair(pairs_[k])) add(static_cast<std::size_t>(i), k, part);
    else
      for (std::size_t i = 0; i < y_.size(); ++i) add(i, k, part);
    return part;
  }

 private:
  bool classes() const { return is_classification(model_.machine); }

  void add(std::size_t i, std::size_t k, Part& part) const {
    const std::size_t first = by_pairs_ ? pairs_[k].first : k;
    part.y.push_back(!classes() ? y_[i] : y_[i] == model_.labels[first] ? 1.0 : -1.0);
    part.cost.push_back(cost_[i]);
    part.z.push_back(z_[i * model_.outputs() + k]);
  }

  const KernelModel& model_;
  std::span<const double> y_;
  std::span<const double> cost_;
  bool by_pairs_;
  internal::RowsByClass by_class_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<std::vector<double>> dual_;
  std::vector<double> z_;
};

}  // namespace

Objectives kernel_objectives(const KernelModel& model, const Dataset& given, const KernelParameters& parameters,
                             const std::map<double, double>& class_weights, std::span<const double> weights,
                             int threads) {
  const internal::PresentTargets present(given, weights, is_classification(model.machine));
  const Dataset& data = present.data();
  if (model.kernel.name == KernelName::precomputed && rows(data.x) != cols(data.x))
    throw DataError(
        fmt::format("{} rows and {} columns, but a precomputed kernel must be square", rows(data.x), cols(data.x)));
  std::vector<double> y(data.y.begin(), data.y.end());
  if (model.machine == Machine::one_class) y.assign(static_cast<std::size_t>(rows(data.x)), 1.0);
  const std::vector<double> cost = costs_of_rows(model, parameters, class_weights, weights, y);
  const Parts parts(model, data.x, y, cost, threads);
  Objectives sum;
  for (std::size_t k = 0; k < model.outputs(); ++k) {
    const Objectives found = objectives(model.machine, parameters, parts.of_output(k));
    sum.primal += found.primal;
    sum.dual += found.dual;
  }
  if (internal::may_be_indefinite(model.kernel, data.x, threads)) sum.dual = std::numeric_limits<double>::quiet_NaN();
  return sum;
}

}  // namespace hingeline::cli
