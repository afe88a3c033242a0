// SPDX-License-Identifier: BSD-3-Clause
//
// Compass search (Kolda, Lewis, Torczon 2003) on a grid of powers of sqrt(2). Scores are good along a ridge on which C
// grows as gamma falls (Keerthi, Lin 2003); so where no neighbour along an axis is better, diagonal ones are tried too.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/dot.hpp"
#include "models/present_targets.hpp"
#include "models/scaled_columns.hpp"
#include "selection/kernel_fold_fits.hpp"
#include "selection/search.hpp"
#include "selection/target_scale.hpp"

namespace hingeline {
namespace {

/// A point of the grid: C and gamma are those of the start times sqrt(2)^c and sqrt(2)^g.
struct Place {
  int c = 0;
  int g = 0;
  auto operator<=>(const Place&) const = default;
};

/// The gamma at which the kernel's argument is about 1: the argument is taken as gamma times half of the mean squared
/// distance of two rows (rbf), or times their mean squared norm.
double typical_gamma(const MatrixView& x, const KernelTrainOptions& options) {
  const internal::ColumnMoments moments = internal::column_moments(x, options.weights, options.solver.threads);
  double spread = internal::dot(moments.deviation, moments.deviation);
  if (options.kernel.name != KernelName::rbf || spread == 0) spread += internal::dot(moments.mean, moments.mean);
  return spread > 0 && std::isfinite(spread) ? 1 / spread : 1.0;
}

double typical_C(const Dataset& data, const KernelTrainOptions& options) {
  const double scale = is_classification(options.machine) ? 1 : internal::deviation(data.y, options.weights);
  return scale > 0 ? scale : 1;
}

class KernelSearch : internal::Search<internal::KernelFoldFits, KernelTrainOptions, KernelTuneResult> {
 public:
  KernelSearch(const Dataset& data, const KernelTrainOptions& options, const KernelTuneOptions& search)
      : Search(data, options, search.cv) {
    const double typical = typical_C(data, options);
    last_C_ = search.last_C.value_or(typical * 32768);
    internal::require_cost("last_C", last_C_);
    first_C_ = search.first_C.value_or(std::min(typical / 1024, last_C_));
    internal::require_first_cost(first_C_, last_C_);
    C_ = std::clamp(typical, first_C_, last_C_);
    gamma_is_free_ = has_gamma(options.kernel.name) && !search.gamma;
    gamma_ = gamma_is_free_ ? typical_gamma(data.x, options) : search.gamma.value_or(options.kernel.gamma);
    if (options.machine == Machine::epsilon_svr)
      epsilons_ =
          search.epsilon.empty() ? internal::tube_widths(internal::deviation(data.y, options.weights)) : search.epsilon;
    else
      epsilons_ = {options.epsilon};
    epsilon_ = epsilons_[epsilons_.size() / 2];
  }

  KernelTuneResult run() {
    Place place = climb({}, 4);
    choose_epsilon(place);
    for (const int step : {2, 1}) place = climb(place, step);
    result_.trained = train(data_, at_best());
    return std::move(result_);
  }

 private:
  /// Moves to the best neighbour as long as one is better.
  Place climb(Place place, int step) {
    visit(place);
    for (Place best = place;; place = best) {
      for (const Place way : {Place{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) best = better(best, place, way, step);
      if (best == place)
        for (const Place way : {Place{1, -1}, {-1, 1}, {1, 1}, {-1, -1}}) best = better(best, place, way, step);
      if (best == place || stopped_) return best;
    }
  }

  /// The better of `best` and the place `step` steps from `from` in the direction `way`.
  Place better(Place best, Place from, Place way, int step) {
    const Place there = {from.c + step * way.c, from.g + step * way.g};
    if (stopped_ || !is_allowed(there)) return best;
    return is_better(visit(there), visit(best)) ? there : best;
  }

  bool is_allowed(Place place) const {
    constexpr int farthest = 30;
    const double C = C_at(place);
    if (C < first_C_ || C > last_C_) return false;
    return place.g == 0 || (gamma_is_free_ && std::abs(place.g) <= farthest);
  }

  void choose_epsilon(Place place) {
    for (const double epsilon : epsilons_) {
      if (stopped_ || epsilon == epsilon_) continue;
      epsilon_ = epsilon;
      visit(place);
    }
    epsilon_ = result_.best.epsilon;
  }

  CvPoint visit(Place place) {
    const auto known = visited_.find({epsilon_, place});
    if (known != visited_.end()) return result_.points[known->second];
    const CvPoint point = folds_.at(C_at(place), gamma_ * std::exp2(0.5 * place.g), epsilon_);
    visited_[{epsilon_, place}] = result_.points.size();
    keep(point);
    return point;
  }

  double C_at(Place place) const { return C_ * std::exp2(0.5 * place.c); }

  double first_C_ = 0;
  double last_C_ = 0;
  double C_ = 0;
  double gamma_ = 0;
  bool gamma_is_free_ = false;
  std::vector<double> epsilons_;
  double epsilon_ = 0;
  std::map<std::pair<double, Place>, std::size_t> visited_;  // index among the points, by epsilon and place
};

}  // namespace

KernelTuneResult tune(const Dataset& data, const KernelTrainOptions& options, const KernelTuneOptions& search) {
  internal::require_cost_of(options.machine);
  const internal::PresentTargets present(data, options.weights, is_classification(options.machine));
  return KernelSearch(present.data(), options, search).run();
}

}  // namespace hingeline
