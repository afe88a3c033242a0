// SPDX-License-Identifier: BSD-3-Clause
//
// The method of reduced_newton.hpp, instantiated once per layout and value type (reduced_newton_*.cpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/arena.hpp"
#include "core/blocks.hpp"
#include "core/buffer.hpp"
#include "core/dot.hpp"
#include "core/random.hpp"
#include "data/block_numbers.hpp"
#include "hingeline/error.hpp"
#include "losses/ramps.hpp"
#include "parallel/thread_pool.hpp"
#include "penalties/regularizer.hpp"
#include "problem/certificate.hpp"
#include "problem/streamed_certificate.hpp"
#include "solvers/linear_systems/hessian_limit.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/reduced_newton/band_duals.hpp"
#include "solvers/reduced_newton/band_reach.hpp"
#include "solvers/reduced_newton/best_streamed_pair.hpp"
#include "solvers/reduced_newton/block_loss.hpp"
#include "solvers/reduced_newton/chord_steps.hpp"
#include "solvers/reduced_newton/penalty_rows.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/reduced_newton/sample_sizes.hpp"
#include "solvers/reduced_newton/sampled_newton.hpp"
#include "solvers/reduced_newton/sort_rows.hpp"
#include "solvers/reduced_newton/starting_point.hpp"
#include "solvers/rows/row_sample.hpp"

namespace hingeline::internal {

template <class View>
class ReducedNewton {
 public:
  using T = typename RowSorter<View>::T;

  ReducedNewton(const View& x, const Problem& problem, const RampLoss& loss, const SolverOptions& options,
                const std::optional<NearStart>& near)
      : x_(x),
        problem_(problem),
        loss_(loss),
        block_loss_(problem),
        chord_steps_do_(is_differentiable(problem.loss) && is_plain_ridge(problem)),
        options_(options),
        monitor_(options),
        pool_(options.threads),
        random_(options.seed),
        baseline_(near ? near->baseline : baseline(problem, pool_)),
        variables_(problem),
        penalties_(problem, baseline_.violations, variables_.appended(), monitor_.stop()),
        multipliers_(static_cast<std::size_t>(rows(problem.constraints.rows))),
        step_(variables_.size()),
        near_(near),
        best_(problem, baseline_, options) {}

  Solution run(const WarmStart& start) {
    v_ = near_ ? starting_point(x_, problem_, baseline_, start)
               : usable_starting_point(x_, problem_, baseline_, start, random_);
    if (near_) {
      if (std::optional<Solution> solution = solve_nearby()) return *std::move(solution);
    }
    if (baseline_.primal == 0 && proves_constant()) return finish(Status::converged);
    const AfterSamples after = chord_steps_do_ ? AfterSamples::chord_steps : AfterSamples::bands;
    const std::vector<std::int64_t> samples = sample_sizes(x_.rows, variables_.size(), after);
    for (std::size_t k = 0; k < samples.size() && !monitor_.stop_status(); ++k)
      solve_sample(samples[k], k + 1 < samples.size() ? samples[k + 1] : x_.rows);
    if (hessian_) {
      if (const auto status = take_chord_steps()) return finish(*status);
    }
    for (;;) {
      if (const auto status = monitor_.stop_status(); status && foreseen_.movement.unbounded()) return finish(*status);
      solve_all();
      if (settled_ && prove()) return finish(Status::converged);
      if (const auto status = monitor_.after_pass(progress(settled_), work_)) return finish(*status);
      if (settled_ && stuck()) return finish(Status::numerical);
      if (settled_) widen();
    }
  }

 private:
  /// How far predictions are expected to move, and what observed movements taught.
  struct Foreseen {
    Movement movement;           // to the solution of the rows that come next
    double reach = first_reach;  // of the band, in standard deviations of the movement
    bool has_seen = false;       // a movement was observed
    double inflation = 1;        // factor of variances, learned from movements
    int widenings = 0;           // how often a step was far longer than foreseen
    int refusals = 0;            // how often a certificate did not prove the answer
  };

  /// Sorts rows at v. If the band holds all of them, the reduced problem is exact and the movement set to unbounded.
  ReducedProblem<T> sort(const RowSample& sample, std::span<std::uint8_t> pieces) {
    work_ += static_cast<double>(sample.rows) / static_cast<double>(std::max<std::int64_t>(1, x_.rows));
    memory_.clear();
    const Movement width = foreseen_.movement.scaled(foreseen_.reach * foreseen_.reach);
    ReducedProblem<T> reduced =
        RowSorter<View>(x_, problem_, loss_, sample, width, v_, pieces, memory_, monitor_.stop()).run(pool_);
    if (reduced.band.size() == sample.rows) foreseen_.movement = Movement();
    return reduced;
  }

  ReducedProblem<T> sort_all() {
    if (pieces_.size() == 0) pieces_ = Buffer<std::uint8_t>(whole_groups(x_.rows, ramp_group));
    return sort(every_row(x_.rows), {pieces_.data(), static_cast<std::size_t>(pieces_.size())});
  }

  double allowed_gap(double tolerance, double primal) const {
    return tolerance * gap_scale(primal, primal, baseline_.primal);
  }

  /// Moves v to the minimiser of the reduced problem and sets step_ and settled_, which allows `most_deviations` of
  /// the movement. v stays where it was if the step was far longer than foreseen. Returns whether the goal was met.
  bool minimise(SmoothedNewton<T>& newton, double tolerance, double most_deviations) {
    constexpr double far = 9;  // in standard deviations of the movement, as is
    constexpr double smoothing = 0.5;
    constexpr int most_steps = 400;
    constexpr int most_steps_foreseen = 200;
    const double deviation = foreseen_.movement.deviation();
    const std::vector<double> before = v_;
    typename SmoothedNewton<T>::Goal goal;
    goal.gap = [this, tolerance](double primal) { return allowed_gap(tolerance, primal); };
    goal.violation = tolerance;
    goal.reach = deviation > 0 ? far * deviation : infinity;
    goal.max_steps = foreseen_.movement.unbounded() ? most_steps : most_steps_foreseen;
    const bool met = newton.minimise(v_, smoothing * deviation, goal);
    penalties_.settle(v_);
    for (std::size_t j = 0; j < v_.size(); ++j) step_[j] = v_[j] - before[j];
    if (!moved_as_foreseen(most_deviations)) v_ = before;
    multipliers_ = newton.multipliers();
    return met;
  }

  /// Moves v to the solution of a sample; `next` is how many rows come after it.
  void solve_sample(std::int64_t wanted, std::int64_t next) {
    const RowSample sample = draw_rows(problem_, wanted, random_);
    const auto rows = static_cast<double>(sample.rows);
    const double tolerance = tolerance_on(sample.rows);
    constexpr double most_deviations = 1.8;
    constexpr int attempts = 3;
    for (int attempt = 1;; ++attempt) {
      const ReducedProblem<T> reduced = sort(sample, {});
      if (!moments_) moments_ = moments(reduced, pool_, monitor_.stop());
      SmoothedNewton<T> newton(reduced, penalties_, loss_, moments_->second, memory_, pool_, monitor_.stop());
      minimise(newton, tolerance, most_deviations);
      if (monitor_.stop_status()) return;
      if (first_rows_ == 0) {
        first_rows_ = rows;
        noise_ = dot(newton.slopes(), newton.slopes()) * moments_->mean_squared_norm();
        scatter_ = Movement(reduced, newton, *moments_, monitor_.stop());
      }
      if (chord_steps_do_ && next == x_.rows) keep_hessian_where_it_pays(newton, rows);
      if (settled_ || attempt == attempts) return foresee(newton, reduced.band, rows, next);
    }
  }

  /// Tries to prove the best constant where it has no loss: rows at a kink get s = 0.
  bool proves_constant() {
    std::ranges::fill(v_, 0.0);
    variables_.set_intercept(baseline_.intercept, v_);
    take_pieces();
    foreseen_ = {};
    return prove();
  }

  /// Solves from a near start; nothing if predictions move farther than foreseen.
  std::optional<Solution> solve_nearby() {
    foresee();
    for (;;) {
      solve_all();
      if (settled_ && prove()) return finish(Status::converged);
      if (const auto status = monitor_.after_pass(progress(settled_), work_)) return finish(*status);
      if (settled_) widen();
      constexpr int most_refusals = 1;
      if (foreseen_.movement.unbounded() || foreseen_.widenings > 0 || foreseen_.refusals > most_refusals) break;
    }
    if (near_->or_nothing) return finish(Status::numerical);
    foreseen_ = {};
    pieces_ = {};
    band_ = {};
    return std::nullopt;
  }

  /// Sets the movement of a near start, and moments of a random sample: those of the band would say little of others.
  void foresee() {
    constexpr std::int64_t some = 500;
    if (!near_->moments) near_->moments = moments(sort(draw_rows(problem_, some, random_), {}), pool_, {});
    moments_ = near_->moments;
    foreseen_.movement = Movement(variables_.features(), near_->movement);
  }

  /// How far predictions will move from a sample of `rows` to the next, and how many deviations the band reaches.
  void foresee(const SmoothedNewton<T>& newton, const Band<T>& band, double rows, std::int64_t next) {
    constexpr double of_none_seen = 3;
    constexpr double on_average = 0.3;  // chance may make it several times as much
    const double share = first_rows_ / rows * (1 - rows / static_cast<double>(next));
    foreseen_.movement = scatter_.scaled(foreseen_.inflation * share);
    const double allowed = on_average * allowed_gap(tolerance_on(next), newton.primal());
    const RowsForAll sample = {newton.t(), band.c, static_cast<double>(x_.rows) / rows, moments_->mean_squared_norm()};
    foreseen_.reach = band_reach(loss_, sample, foreseen_.movement.deviation(), allowed, pool_);
    if (!foreseen_.has_seen) foreseen_.reach = std::max(foreseen_.reach, of_none_seen);
  }

  /// The tolerance for so many rows: a sample is solved about as well as it determines the answer.
  double tolerance_on(std::int64_t rows) const {
    if (rows == x_.rows) return tolerance_;
    return std::max(tolerance_, 0.1 * static_cast<double>(v_.size()) / static_cast<double>(rows));
  }

  void keep_hessian_where_it_pays(SmoothedNewton<T>& newton, double rows) {
    const double allowed = options_.tolerance * baseline_.primal;
    if (!chord_steps_pay(noise_ * first_rows_ / rows, allowed, v_.size())) return;
    GramMatrix hessian(v_.size());
    newton.linearize(newton.width(), hessian);
    hessian_.emplace();
    if (!hessian_->factor(hessian, 0, monitor_.stop())) hessian_.reset();
  }

  /// Takes chord steps with the Hessian of the last sample.
  std::optional<Status> take_chord_steps() {
    const StepCount count = {work_, iterations_, [this] { return monitor_.after_pass(progress(true), work_); }};
    return internal::take_chord_steps(x_, problem_, *hessian_, random_, pool_, count, v_, best_);
  }

  /// Whether v may keep the step. A step somewhat longer than foreseen is kept, for little is left to go, but not
  /// settled: rows are sorted again there. A longer step is undone and larger movements expected from now on; after
  /// several such steps all rows are in the band.
  bool moved_as_foreseen(double most_deviations) {
    constexpr double somewhat = 4;
    settled_ = true;
    if (foreseen_.movement.unbounded()) return true;
    const double observed = dot(step_, multiply(moments_->second, step_));
    const double allowed = most_deviations * most_deviations * foreseen_.movement.mean_square();
    settled_ = observed <= allowed;
    if (observed <= somewhat * allowed) {
      foreseen_.inflation *= std::max(1.0, observed / foreseen_.movement.mean_square());
      foreseen_.has_seen = true;
      if (!settled_) foreseen_.movement.include(step_, *moments_);
      return true;
    }
    const double factor = std::clamp(observed / allowed, 4.0, 100.0);
    foreseen_.inflation *= factor;
    constexpr int most = 8;
    if (++foreseen_.widenings > most)
      foreseen_.movement = Movement();
    else if (foreseen_.movement.mean_square() > 0)
      foreseen_.movement = foreseen_.movement.scaled(factor);
    else
      foreseen_.movement = Movement(variables_.features(), std::sqrt(observed));
    return false;
  }

  /// Moves v to the solution of the reduced problem of all rows. It is settled only after a movement not much longer
  /// than foreseen: otherwise the proof would fail.
  void solve_all() {
    constexpr double most_deviations = 1.35;
    const ReducedProblem<T> reduced = sort_all();
    if (!moments_) moments_ = moments(reduced, pool_, monitor_.stop());
    SmoothedNewton<T> newton(reduced, penalties_, loss_, moments_->second, memory_, pool_, monitor_.stop());
    met_ = minimise(newton, tolerance_, most_deviations);
    if (foreseen_.movement.unbounded() && !met_) ++failures_;
    band_ = BandDuals(reduced.band, newton.slopes(), loss_, x_.rows);
    iterations_ += newton.steps();
  }

  /// Certifies v against the slopes of the reduced problem's solution.
  bool prove() {
    const DualBlock dual_block = [&](std::int64_t first, std::span<const double> predictions, BlockNumbers& s) {
      block_loss_.set_duals_on_pieces(first, predictions, pieces_.data() + first, s);
      band_.put(first, s);
    };
    work_ += 1;
    return best_.prove(v_, dual_block, pool_, multipliers_);
  }

  /// Called after a certificate above the tolerance: rows left their piece, or the reduced problem was not solved well
  /// enough. The first time rows are only sorted again, at the new point, from which little movement is left.
  void widen() {
    if (foreseen_.movement.unbounded()) {
      if (met_) tolerance_ *= 0.1;
      return;
    }
    if (foreseen_.refusals++ == 0) return;
    constexpr int most = 4;
    foreseen_.movement = foreseen_.refusals > most ? Movement() : foreseen_.movement.scaled(4);
    foreseen_.movement.include(step_, *moments_);
  }

  /// Whether progress has ended: the gap is not finite, or with all rows in the band neither a second try nor a smaller
  /// tolerance helped.
  bool stuck() const {
    constexpr int most_failures = 2;
    constexpr double smallest = 1e-6;
    return !std::isfinite(best_.certificate().gap) || failures_ == most_failures ||
           tolerance_ < smallest * first_tolerance();
  }

  /// At least 1e-14: no reduced problem can be solved to below rounding.
  double first_tolerance() const { return std::max(0.3 * options_.tolerance, 1e-14); }

  Progress progress(bool checked) const {
    return monitor_.progress(whole_passes(work_), best_.certificate(), checked, best_.certificate().relative_gap,
                             band_.size());
  }

  /// Sets the dual point to that of the pieces on which rows lie at v, s = 0 at kinks: one pass. A band of all rows
  /// would take many, and a copy of the matrix.
  void take_pieces() {
    foreseen_.movement = Movement(variables_.features(), 0);
    const ReducedProblem<T> reduced = sort_all();
    const std::vector<double> slopes(reduced.band.rows.size());
    band_ = BandDuals(reduced.band, slopes, loss_, x_.rows);
  }

  Solution finish(Status status) {
    if (best_.empty()) {
      if (pieces_.size() == 0) foreseen_.movement.unbounded() ? take_pieces() : solve_all();
      prove();
    }
    return best_.take(status, monitor_, work_, iterations_);
  }

  const View& x_;
  const Problem& problem_;
  const RampLoss loss_;
  const BlockLoss block_loss_;
  const bool chord_steps_do_;
  const SolverOptions& options_;
  Monitor monitor_;
  ThreadPool pool_;
  Random random_;
  const Baseline baseline_;
  const Variables variables_;

  PenaltyRows penalties_;
  std::vector<double> v_;
  std::vector<double> multipliers_;  // mu at v
  std::vector<double> step_;         // of the last reduced problem
  std::optional<Moments> moments_;

  const std::optional<NearStart> near_;
  double first_rows_ = 0;  // size of the first sample, of which scatter_ and noise_ are
  double noise_ = 0;       // as in chord_steps.hpp
  Movement scatter_;
  Foreseen foreseen_;
  bool settled_ = false;                  // the last reduced problem was solved within the movement
  double tolerance_ = first_tolerance();  // of reduced problems
  int failures_ = 0;                      // with all rows in the band
  bool met_ = false;

  std::optional<ScaledCholesky> hessian_;  // of the last sample
  Buffer<std::uint8_t> pieces_;            // of every row, where it is not in the band; whole groups
  Arena memory_;                           // holds the last band and the numbers of its rows
  BandDuals band_;                         // of all rows, in that memory
  BestStreamedPair best_;
  double work_ = 0;  // in passes over all rows
  std::int64_t iterations_ = 0;
};

template <class View>
Solution reduced_newton(const View& x, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                        const std::optional<NearStart>& near) {
  if (!suits_reduced_newton(problem))
    throw InvalidParameter("solver", "reduced_newton",
                           "cannot solve with this " + std::string(to_string(problem.loss.name)) + " loss");
  check_hessian_size("reduced_newton", static_cast<std::size_t>(x.cols), "features", most_reduced_newton_features);
  const std::optional<RampLoss> loss = ramp_form(problem.loss);
  const bool has_samples = !sample_sizes(x.rows, Variables(problem).size(), AfterSamples::chord_steps).empty();
  const bool has_bands = loss && is_plain_ridge(problem) && has_samples;
  if (takes_samples(problem) && !has_bands) return SampledNewton<View>(x, problem, options).run(start);
  return ReducedNewton<View>(x, problem, *loss, options, near).run(start);
}

}  // namespace hingeline::internal
