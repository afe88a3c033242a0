// SPDX-License-Identifier: BSD-3-Clause
//
// The loop of interior_point.hpp, instantiated once per layout and value type (interior_point_*.cpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "losses/ramps.hpp"
#include "parallel/thread_pool.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/interior_point/barrier_terms.hpp"
#include "solvers/interior_point/few_rows_system.hpp"
#include "solvers/interior_point/interior_point.hpp"
#include "solvers/linear_systems/constrained_rows.hpp"
#include "solvers/linear_systems/gram_system.hpp"
#include "solvers/linear_systems/hessian_limit.hpp"
#include "solvers/progress/answer_or_best.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/progress/pair_proof.hpp"
#include "solvers/rows/column_limits.hpp"
#include "solvers/rows/variables.hpp"
#include "solvers/steps/balanced_dual.hpp"
#include "solvers/steps/predictor_corrector.hpp"

namespace hingeline::internal {

template <class Rows, class System>
class InteriorPoint {
 public:
  /// `is_free`: some column has neither a ridge nor an L1 penalty, so that proofs need X's = 0 there.
  InteriorPoint(Rows& rows, BarrierTerms& terms, PairProof& proof, bool is_free, const SolverOptions& options)
      : rows_(rows),
        terms_(terms),
        proof_(proof),
        is_free_(is_free),
        options_(options),
        monitor_(options),
        system_(rows, monitor_.stop()),
        w_(rows.cols()),
        ridge_(rows.cols()),
        gradient_(rows.cols()),
        direction_(rows.cols()),
        z_(rows.rows()),
        dz_(rows.rows()),
        s_(rows.rows()),
        zeros_(rows.rows()),
        curvature_(rows.rows()),
        balanced_dual_(rows, terms, system_, monitor_.stop()),
        best_(proof, options.tolerance) {
    for (std::size_t j = 0; j < w_.size(); ++j) ridge_[j] = proof.l2() * rows.ridge(j);
  }

  Solution run() {
    begin();
    for (;;) {
      take_gradient();
      const bool checked = check_is_due();
      if (checked && prove()) return finish(Status::converged, true);
      if (const auto status = monitor_.after_pass(progress(checked), static_cast<double>(steps_)))
        return finish(*status, checked);
      if (is_stuck() || !factor() || !take_step())
        return finish(monitor_.stop_status().value_or(Status::numerical), checked);
    }
  }

 private:
  void begin() {
    if (rows_.appended() != 0) w_.back() = proof_.baseline().intercept / rows_.appended();
    rows_.predict(w_, z_);
    terms_.begin(z_);
  }

  /// Sets the gradient of l2/2 |w|^2 - s'X~w, P, and the gap, without what making s feasible adds to it.
  void take_gradient() {
    rows_.predict(w_, z_);
    terms_.dual_point(s_);
    std::fill(gradient_.begin(), gradient_.end(), 0.0);
    rows_.combine(s_, gradient_);
    const BarrierTerms::Value value = terms_.value(z_);
    primal_ = value.primal;
    estimate_ = value.gap;
    for (std::size_t j = 0; j < w_.size(); ++j) {
      gradient_[j] = ridge_[j] * w_[j] - gradient_[j];
      primal_ += 0.5 * ridge_[j] * w_[j] * w_[j];
      estimate_ += ridge_[j] > 0 ? 0.5 * gradient_[j] * gradient_[j] / ridge_[j] : std::abs(gradient_[j] * w_[j]);
    }
    if (steps_ == 0) first_primal_ = primal_;
    watch(estimate_, least_estimate_);
    watch(dot(gradient_, gradient_), least_gradient2_);
  }

  /// Notes a gain where `now` has fallen by a tenth below the least.
  void watch(double now, double& least) {
    if (!(now < 0.9 * least)) return;
    least = now;
    last_gain_ = steps_;
  }

  double estimated_scale() const { return proof_.scale(primal_, primal_ - estimate_); }

  /// Whether a certificate is due; with tolerance 0 after every gain, for each may be the last.
  bool check_is_due() const {
    const bool is_best = options_.tolerance == 0 && last_gain_ == steps_;
    return estimate_ <= options_.tolerance * estimated_scale() || vanishes() || is_best;
  }

  bool is_stuck() const {
    constexpr std::int64_t patience = 20;
    return !std::isfinite(estimate_) || steps_ - last_gain_ > patience;
  }

  /// Certifies the pair, first with coefficients set to 0 that the L1 penalty holds there; returns whether it is the
  /// answer.
  bool prove() {
    std::vector<double> held = w_;
    terms_.hold_at_zero(held);
    const std::span<const double> s = dual_point();
    return prove(s, held) || (held != w_ && prove(s, w_));
  }

  bool prove(std::span<const double> s, std::span<const double> w) {
    return best_.take(proof_.prove_given(s, w, options_.tolerance));
  }

  /// The dual point to certify: balanced so that X's = 0 in free columns. Where P is nearly 0, as on separable classes,
  /// s = 0 is feasible and proves as much.
  std::span<const double> dual_point() {
    if (vanishes()) return zeros_;
    if (!is_free_) return s_;
    terms_.curve(curvature_);
    return balanced_dual_.take(s_, curvature_, 1, steps_);
  }

  bool vanishes() const { return primal_ <= (proof_.l2() > 0 ? 0 : rounding * first_primal_); }

  bool factor() {
    terms_.curve(curvature_);
    return system_.factor({curvature_, ridge_, 1, proof_.l2() > 0 ? 0 : damping});
  }

  /// Takes a predictor-corrector step; false if arithmetic fails.
  bool take_step() {
    const double step = predictor_corrector(
        least_mu(), [this](double mu, bool second_order) { solve(mu, second_order); },
        [this](double part) { return terms_.mu_after(part); }, [this] { return terms_.longest_step(); });
    if (!std::isfinite(step * dot(direction_, direction_))) return false;
    for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += step * direction_[j];
    terms_.move(step);
    ++steps_;
    return true;
  }

  double least_mu() const {
    constexpr double share = 0.1;
    return share * options_.tolerance * estimated_scale() /
           static_cast<double>(std::max<std::size_t>(1, terms_.ends()));
  }

  void solve(double mu, bool second_order) {
    std::vector<double>& pull = dz_;
    terms_.aim(z_, mu, second_order, pull);
    std::fill(direction_.begin(), direction_.end(), 0.0);
    rows_.combine(pull, direction_);
    for (std::size_t j = 0; j < w_.size(); ++j) direction_[j] -= gradient_[j];
    system_.solve(direction_);
    rows_.predict(direction_, dz_);
    terms_.take_changes(dz_);
  }

  Progress progress(bool checked) const {
    const auto rows = static_cast<std::int64_t>(proof_.data_rows());
    if (checked) return monitor_.proven(steps_, proof_.certificate(), rows);
    return monitor_.estimated(steps_, primal_, primal_ - estimate_, estimate_ / estimated_scale(), rows);
  }

  /// `is_judged`: the point was proven or refused where it is.
  Solution finish(Status status, bool is_judged) {
    status = status_at_end(status, is_judged, [this] { return prove(); });
    return monitor_.conclude(best_.solution(status), status, static_cast<double>(steps_), steps_);
  }

  static constexpr double damping = 1e-13;   // of the scaled Hessian's unit diagonal
  static constexpr double rounding = 1e-15;  // of the first P

  Rows& rows_;
  BarrierTerms& terms_;
  PairProof& proof_;
  bool is_free_;
  const SolverOptions& options_;
  Monitor monitor_;
  System system_;
  std::vector<double> w_;  // the appended column's coefficient last
  std::vector<double> ridge_;
  std::vector<double> gradient_;
  std::vector<double> direction_;
  std::vector<double> z_;
  std::vector<double> dz_;
  std::vector<double> s_;
  std::vector<double> zeros_;
  std::vector<double> curvature_;
  BalancedDual<Rows, BarrierTerms, System> balanced_dual_;

  double primal_ = 0;
  double first_primal_ = 0;
  double estimate_ = 0;  // of the gap
  double least_estimate_ = infinity;
  double least_gradient2_ = infinity;
  std::int64_t steps_ = 0;
  std::int64_t last_gain_ = 0;
  AnswerOrBest<PairProof> best_;
};

/// Whether some column of w, or that of a penalized intercept, has neither a ridge nor an L1 penalty.
inline bool has_free_column(const Problem& problem) {
  const Regularizer regularizer(problem);
  if (regularizer.l2() > 0) return false;
  for (std::size_t j = 0; j < Variables(problem).penalized(); ++j)
    if (regularizer.term(j).l1 == 0) return true;
  return false;
}

/// Whether FewRowsSystem may be used, with fewer rows than columns: its steps are cheaper, but lose more digits next to
/// a vertex of a linear program.
inline bool has_fewer_rows(const Problem& problem) {
  constexpr std::int64_t most_numbers = 50'000'000;  // of the copy of X by columns
  const std::int64_t columns = cols(problem.x);
  return rows(problem.x) < columns && rows(problem.x) * columns <= most_numbers && rows(problem.constraints.rows) == 0;
}

template <RowMatrix Rows>
Solution interior_point(const Rows& x, const Problem& problem, const Baseline& constant, const SolverOptions& options) {
  const RampLoss loss = loss_in_pieces(problem);
  const bool is_free = has_free_column(problem);
  const bool by_rows = !is_free && has_fewer_rows(problem);
  if (!by_rows)
    check_hessian_size("interior_point", static_cast<std::size_t>(x.cols()), "features", most_hessian_unknowns);
  ThreadPool pool(options.threads);
  DataRows data(x, problem, pool);
  const ExtraRows extra(problem, data.appended());
  PairProof proof(problem, constant, &extra, pool);
  using All = ConstrainedRows<Rows>;
  All all(std::move(data), extra);
  const auto run = [&]<class System>(std::type_identity<System>, const SolverOptions& limits) {
    BarrierTerms terms(problem, loss, extra);
    return InteriorPoint<All, System>(all, terms, proof, is_free, limits).run();
  };
  const std::type_identity<GramSystem<All>> by_columns;
  if (!by_rows) return run(by_columns, options);
  Solution solution = run(std::type_identity<FewRowsSystem<All>>(), options);
  if (solution.status != Status::numerical || x.cols() > steps_too_dear) return solution;
  Solution other = run(by_columns, options_left(solution, options.max_passes, options));
  return better_of(std::move(solution), std::move(other), options.tolerance);
}

}  // namespace hingeline::internal
