// SPDX-License-Identifier: BSD-3-Clause
#include "models/kernel_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "core/infinity.hpp"
#include "core/require.hpp"
#include "hingeline/error.hpp"
#include "models/label_names.hpp"
#include "models/model_fields.hpp"
#include "models/rows_of_vectors.hpp"
#include "models/warm_dual.hpp"

namespace hingeline::internal {
namespace {

/// Assigns the s of equal support vectors to the rows that equal them; the model does not say which row had which s.
/// Predictions, sum s and sum |s| do not depend on the assignment, only the bounds and, in regressions, sum y_i s_i.
/// Regression: the largest |s| comes first; each goes to the row of largest target (smallest if s < 0) among those
/// whose cost allows it. If any assignment is within the bounds, so is this one, and of all such it has the largest
/// sum y_i s_i (exchange argument). Classes: any assignment within the bounds will do, but the scale of s is unknown
/// (nu_svc), so that the largest |s| goes to the largest cost.
class Sharing {
 public:
  Sharing(const KernelModel& model, std::span<const double> targets, std::span<const double> costs,
          std::vector<double>& dual)
      : model_(model), targets_(targets), costs_(costs), dual_(dual) {}

  void share(VectorRows& equals) {
    const std::size_t width = model_.width();
    if (equals.rows.size() == 1) {
      std::copy_n(&model_.coef[equals.vectors[0] * width], width,
                  &dual_[static_cast<std::size_t>(equals.rows[0]) * width]);
      return;
    }
    std::ranges::stable_sort(equals.rows, std::greater(), [&](std::int64_t row) { return cost(row); });
    for (std::size_t k = 0; k < width; ++k) share_output(k, equals);
  }

 private:
  void share_output(std::size_t k, const VectorRows& equals) {
    const std::size_t width = model_.width();
    std::vector<double> values;
    for (const std::size_t v : equals.vectors) values.push_back(model_.coef[v * width + k]);
    std::ranges::stable_sort(values, std::greater(), [](double s) { return std::abs(s); });
    std::set<std::pair<double, std::int64_t>> open;  // rows that may get the present s, by target
    auto next = equals.rows.begin();
    for (const double s : values) {
      while (next != equals.rows.end() && (open.empty() || cost(*next) >= least_cost(s))) {
        open.emplace(targets_.empty() ? 0 : targets_[static_cast<std::size_t>(*next)], *next);
        ++next;
      }
      if (open.empty()) return;
      const auto chosen = s > 0 ? std::prev(open.end()) : open.begin();
      dual_[static_cast<std::size_t>(chosen->second) * width + k] = s;
      open.erase(chosen);
    }
  }

  double cost(std::int64_t row) const { return costs_.empty() ? infinity : costs_[static_cast<std::size_t>(row)]; }

  double least_cost(double s) const {
    constexpr double rounding = 1e-9;
    return is_regression(model_.machine) ? (1 - rounding) * std::abs(s) : infinity;
  }

  const KernelModel& model_;
  std::span<const double> targets_;
  std::span<const double> costs_;
  std::vector<double>& dual_;
};

}  // namespace

std::vector<double> dual_of(const KernelModel& model, const MatrixView& x, std::span<const std::int32_t> classes,
                            std::span<const double> targets, std::span<const double> costs) {
  std::vector<double> dual(static_cast<std::size_t>(rows(x)) * model.width());
  Sharing sharing(model, targets, costs, dual);
  for (VectorRows& equals : rows_of_vectors(model, x, classes)) sharing.share(equals);
  return dual;
}

void validate_start(const KernelTrainOptions& options, const KernelModel& model,
                    std::span<const std::size_t> dual_sizes) {
  if (options.warm_start != nullptr) {
    const KernelModel& start = *options.warm_start;
    if (is_regression(start.machine) != is_regression(model.machine))
      throw InvalidParameter("warm start", fmt::format("a model of the machine {}", to_string(start.machine)),
                             fmt::format("does not fit the machine {}", to_string(model.machine)));
    places_among(Classes(model), Classes(start));
    if ((start.kernel.name == KernelName::precomputed) != (model.kernel.name == KernelName::precomputed))
      throw InvalidParameter("warm start", fmt::format("a model of the kernel {}", to_string(start.kernel.name)),
                             fmt::format("does not fit the kernel {}", to_string(model.kernel.name)));
    require_sizes(start);
    if (start.outputs() != model.outputs() || start.has_pairs() != model.has_pairs())
      throw InvalidParameter(
          "warm start", fmt::format("a model of {} outputs", start.outputs()),
          "must have the outputs of the training, one for each class or one for each pair of classes");
  }
  validate_warm_dual(options.warm_dual, dual_sizes);
}

}  // namespace hingeline::internal
