// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>

#include "core/deadline.hpp"
#include "core/timer.hpp"
#include "hingeline/selection.hpp"
#include "models/class_pairs.hpp"
#include "models/present_targets.hpp"
#include "models/rows_by_class.hpp"
#include "models/train_valid.hpp"
#include "selection/trainings.hpp"
#include "selection/warm_path.hpp"

namespace hingeline {
namespace {

/// Marks the rows that have a dual variable other than 0; each row has one or several.
void mark_moved(const Solution& part, std::vector<bool>& moves) {
  const std::size_t width = part.dual_coef.size() / moves.size();
  const double* s = part.dual_coef.data();
  for (std::size_t i = 0; i < moves.size(); ++i, s += width)
    if (std::any_of(s, s + width, [](double entry) { return entry != 0; })) moves[i] = true;
}

/// The same for a part that was trained on `rows` only.
void mark_moved(const Solution& part, std::span<const std::int64_t> rows, std::vector<bool>& moves) {
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (part.dual_coef[k] != 0) moves[static_cast<std::size_t>(rows[k])] = true;
}

/// The number of rows that have a dual variable other than 0 in any part.
std::int64_t count_support_vectors(const TrainResult& trained, std::span<const double> y) {
  std::vector<bool> moves(y.size(), false);
  if (trained.model.multi_class == MultiClass::one_vs_one) {
    const internal::RowsByClass by_class(y, trained.model.labels);
    const auto pairs = internal::class_pairs(trained.model.labels.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) mark_moved(trained.parts[k], by_class.of_pair(pairs[k]), moves);
  } else {
    for (const Solution& part : trained.parts) mark_moved(part, moves);
  }
  return std::ranges::count(moves, true);
}

}  // namespace

PathResult train_path(const Dataset& data, const TrainOptions& options, std::span<const double> C) {
  internal::require_costs(C);
  const internal::PresentTargets present(data, options.weights, is_classification(options.loss));
  internal::validate_training(present.data(), options);
  const internal::Deadline deadline(options.solver.max_seconds);
  PathResult result;
  internal::WarmPath warm(options.loss);
  internal::TrainingMemo memo;
  for (const double cost : C) {
    TrainOptions step = options;
    step.C = cost;
    step.keep_dual = true;
    step.solver.max_seconds = deadline.seconds_left();
    const internal::WarmPath::Start start = warm.predict(cost);
    start.set(step);
    const internal::Timer timer;
    TrainResult trained = internal::train_valid(present.data(), step, &memo);
    PathPoint& point = result.points.emplace_back(internal::path_point(trained, cost, timer.seconds()));
    point.coef_norm = internal::coef_norm(trained.model);
    point.support_vectors = count_support_vectors(trained, present.data().y);
    warm.remember(cost, trained);
    result.models.push_back(std::move(trained.model));
    if (internal::ends_all(trained.status)) break;
  }
  return result;
}

}  // namespace hingeline
