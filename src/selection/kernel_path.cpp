// SPDX-License-Identifier: BSD-3-Clause
#include "core/deadline.hpp"
#include "core/timer.hpp"
#include "hingeline/selection.hpp"
#include "models/present_targets.hpp"
#include "models/train_valid.hpp"
#include "selection/trainings.hpp"

namespace hingeline {

KernelPathResult train_path(const Dataset& data, const KernelTrainOptions& options, std::span<const double> C) {
  internal::require_costs(C);
  internal::require_cost_of(options.machine);
  const internal::PresentTargets present(data, options.weights, is_classification(options.machine));
  const internal::Deadline deadline(options.solver.solver.max_seconds);
  KernelPathResult result;
  internal::KernelTrainingMemo memo;
  for (const double cost : C) {
    KernelTrainOptions step = options;
    step.C = cost;
    step.solver.solver.max_seconds = deadline.seconds_left();
    const internal::Timer timer;
    KernelTrainResult trained = internal::train_as_given(present.data(), step, &memo);
    PathPoint& point = result.points.emplace_back(internal::path_point(trained, cost, timer.seconds()));
    point.support_vectors = trained.model.support_vectors();
    result.models.push_back(std::move(trained.model));
    result.support_rows.push_back(std::move(trained.support_rows));
    if (internal::ends_all(trained.status)) break;
  }
  return result;
}

}  // namespace hingeline
