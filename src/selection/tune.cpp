// SPDX-License-Identifier: BSD-3-Clause
//
// The start of the search for C. For a C so small that every loss has the slope that it has at the constant prediction,
// w of a ridge is C times a fixed vector, and so are the distances of the predictions from the intercept. One training
// there tells how far C must grow for them to matter. With another penalty or constraints w stays at the minimum of R
// until C is large enough; then C is raised until predictions have changed.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/deadline.hpp"
#include "data/is_present.hpp"
#include "data/rows.hpp"
#include "losses/loss_parameters.hpp"
#include "models/present_targets.hpp"
#include "models/train_valid.hpp"
#include "selection/fold_fits.hpp"
#include "selection/search.hpp"
#include "selection/target_scale.hpp"
#include "selection/trainings.hpp"

namespace hingeline {
namespace {

using internal::FoldFits;
using internal::is_present;

/// The size of differences of predictions that matter: the margin 1, or the standard deviation of the targets.
double scale_of(const Dataset& data, const TrainOptions& options) {
  return is_classification(options.loss) ? 1 : internal::deviation(data.y, options.weights);
}

/// The differences of decision values from their intercepts, 0 for rows of weight 0; nothing if time is over.
std::optional<std::vector<double>> distances(const Dataset& data, TrainOptions options, double C,
                                             const internal::Deadline& deadline) {
  options.C = C;
  options.solver.max_seconds = deadline.seconds_left();
  const TrainResult trained = internal::train_valid(data, options);
  if (internal::ends_all(trained.status)) return std::nullopt;
  const LinearModel& model = trained.model;
  std::vector<double> values = decision_values(model, data.x, options.threads);
  const auto outputs = static_cast<std::size_t>(model.outputs);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = is_present(options.weights, i / outputs) ? values[i] - model.intercept[i % outputs] : 0;
  return values;
}

double largest(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

double largest_change(std::span<const double> from, std::vector<double> to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] -= from[i];
  return largest(to);
}

double power_of_2_below(double C) { return std::exp2(std::floor(std::log2(C))); }

/// The number of rows of weight > 0 times their largest squared norm.
double reach_of_rows(const MatrixView& x, std::span<const double> weights) {
  return internal::visit_rows(x, [&](const auto& row) {
    double count = 0;
    double most = 0;
    for (std::int64_t i = 0; i < row.rows(); ++i) {
      if (!is_present(weights, static_cast<std::size_t>(i))) continue;
      ++count;
      most = std::max(most, row.squared_norm(i));
    }
    return count * most;
  });
}

bool is_ridge_alone(const TrainOptions& options) {
  return options.penalty.l1 == 0 && options.penalty.l2 > 0 && options.bounds.lower.empty() &&
         options.bounds.upper.empty() && rows(options.constraints.rows) == 0;
}

/// The first C of the search: predictions there differ from those at a far smaller C by less than scale_of() / 30. A
/// smaller C where time ends before.
double smallest_useful_C(const Dataset& data, const TrainOptions& options, double last,
                         const internal::Deadline& deadline) {
  const double scale = scale_of(data, options);
  const double reach = reach_of_rows(data.x, options.weights);
  if (!(scale > 0) || !(reach > 0)) return last;
  const double hardly = scale / 30;
  double C = std::min(last, power_of_2_below(1e-3 * std::min(1.0, scale) / reach));
  const auto start = distances(data, options, C, deadline);
  if (!start) return C;
  if (is_ridge_alone(options)) {
    const double spread = largest(*start);
    return spread > 0 ? std::min(last, power_of_2_below(C * hardly / spread)) : last;
  }
  constexpr double growth = 4;
  for (; growth * C <= last; C *= growth) {
    auto there = distances(data, options, growth * C, deadline);
    if (!there || largest_change(*start, *std::move(there)) >= hardly) break;
  }
  return C;
}

/// Whether epsilon is searched for: not for quantiles, whose tube is 0 unless another is given.
bool is_searched_for_epsilon(LossName loss) { return internal::has_epsilon(loss) && !internal::has_tau(loss); }

std::vector<double> epsilons(const Dataset& data, const TrainOptions& options, const TuneOptions& search) {
  if (!search.epsilon.empty()) return search.epsilon;
  if (!is_searched_for_epsilon(options.loss.name)) return {options.loss.epsilon};
  return internal::tube_widths(internal::deviation(data.y, options.weights));
}

class LinearSearch : internal::Search<FoldFits, TrainOptions, TuneResult> {
 public:
  LinearSearch(const Dataset& data, const TrainOptions& options, const TuneOptions& search)
      : Search(data, options, search.cv), search_(search) {}

  TuneResult run() {
    const double last = search_.last_C;
    internal::require_cost("last_C", last);
    const double first = search_.first_C ? *search_.first_C : smallest_useful_C(data_, options_, last, first_part());
    internal::require_first_cost(first, last);
    for (const double epsilon : epsilons(data_, options_, search_)) {
      Loss loss = options_.loss;
      loss.epsilon = epsilon;
      validate(loss);
      folds_.start_cold();
      const double best = climb(first, last, loss);
      if (!stopped_) refine(first, best, last, loss);
      if (stopped_) break;
    }
    result_.trained = internal::train_valid(data_, at_best());
    return std::move(result_);
  }

 private:
  /// A quarter of the time, for the search for the first C.
  internal::Deadline first_part() const {
    constexpr double share = 0.25;
    return internal::Deadline(share * folds_.seconds_left());
  }

  /// Doubles C; returns the best one for this loss.
  double climb(double first, double last, const Loss& loss) {
    CvPoint best;
    double norm_before = 0;
    bool has_moved = false;  // w may stay at 0 or at a constraint until C is large enough
    int worse = 0;
    for (double C = first; C <= last && !stopped_; C *= 2) {
      const CvPoint point = visit(C, loss);
      const bool first_point = C == first;
      if (first_point || scores_better(point, best)) best = point;
      worse = scores_better(best, point) ? worse + 1 : 0;
      const bool moves = !first_point && std::abs(point.coef_norm - norm_before) > 1e-3 * point.coef_norm;
      if (worse == patience || (has_moved && !moves)) break;
      has_moved = has_moved || moves;
      norm_before = point.coef_norm;
    }
    return best.C;
  }

  void refine(double first, double around, double last, const Loss& loss) {
    for (const int quarter : {-3, -2, -1, 1, 2, 3})
      if (const double C = around * std::exp2(0.25 * quarter); first <= C && C <= last && !stopped_) visit(C, loss);
  }

  CvPoint visit(double C, const Loss& loss) {
    CvPoint point = folds_.at(C, loss, FoldFits::Next::comes);
    keep(point);
    return point;
  }

  bool scores_better(const CvPoint& a, const CvPoint& b) const { return folds_.held_out().is_better(a.score, b.score); }

  static constexpr int patience = 4;

  const TuneOptions& search_;
};

}  // namespace

TuneResult tune(const Dataset& data, const TrainOptions& options, const TuneOptions& search) {
  const internal::PresentTargets present(data, options.weights, is_classification(options.loss));
  return LinearSearch(present.data(), options, search).run();
}

}  // namespace hingeline
