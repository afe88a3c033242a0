// SPDX-License-Identifier: BSD-3-Clause
//
// Augmented Lagrangian with a semismooth Newton method inside, for every loss through its step.
//
// Primal   min_{w,b}  1/2 |w|^2 + sum_i c_i phi(y_i, z_i)    subject to    z = X w + b
// Outer    multipliers s of the constraint, penalty parameter 1/t. Minimised over z, the augmented Lagrangian is, up to
//          a constant, with v_i = p_i - t s_i, p = X w + b,
//
//              psi(w, b) = 1/2 |w|^2 + sum_i env_i(v_i),    env_i(v) = min_z c_i phi(y_i, z) + (z - v)^2 / (2 t)
//
//          env_i' = -s+_i, s+_i = step(v_i, q = t): the function of the loss that coordinate descent uses with
//          q = |x_i|^2. After the inner minimisation s <- s+ (the centre moves), and t falls
// Inner    gradient (w - X's+, -sum_i s+_i), generalised Hessian diag(1, 0) + sum_i h_i x~_i x~_i', x~ = (x, 1),
//          h_i = step_slope(v_i, t): rows on a flat piece of the loss have h_i = 0 and are not touched. Newton's
//          direction by a Cholesky factor scaled to a unit diagonal, so that the scale of columns does not matter; a
//          line search on psi' along it, which reads n stored predictions and no features
// Ends     an inner minimisation ends where |gradient|^2 / l2 <= sigma t |s+ - s|^2, the relative error that an inexact
//          proximal point method on the dual may make (the outer iteration is one, with proximal term
//          t/2 |s+ - s|^2); without a ridge, where gradient' Hessian^(-1) gradient <= sigma t |s+ - s|^2
// Digits   s+ = s - (p - z) / t has the rounding of p divided by t. Where only this keeps an inner minimisation from
//          its end, the pair (w + d, s+ - h X~d) predicted by one more Newton direction d is used: its s needs no
//          difference of predictions
// Many     columns and a plain ridge: the direction comes from conjugate gradients, to a residual that shrinks with the
//          gradient (linear_systems/newton_system.hpp); t begins so large that the first steps are nearly least squares, which
//          takes few products
// No ridge where there is no answer within 300 steps, it begins again as the proximal method of multipliers
//          (proximal_term.hpp)
// Stop     on the certificate (problem/certificate.hpp) of the pair (w, s+). P(w, b) - D(s+) comes with every gradient,
//          but for what balancing s+ will change, and says when a certificate is worth its cost. Where no certificate
//          meets the tolerance, the best pair certified is returned
// Cost     of a Newton step: 4 flops per entry of X, (d + 1)^2 per active row (WeightedGram), (d + 1)^3 / 3
// Memory   2 (d + 1)^2 numbers, unless by conjugate gradients, and 6 n
// Papers   Li, Sun and Toh, SIAM Journal on Optimization 2018 (semismooth Newton augmented Lagrangian); Rockafellar,
//          Mathematics of Operations Research 1976 (it is a proximal point method on the dual); Solodov and Svaiter,
//          Set-Valued Analysis 1999 (relative error of the inner solution)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "core/zero_bracket.hpp"
#include "hingeline/solve.hpp"
#include "solvers/augmented_lagrangian/penalty_parameter.hpp"
#include "solvers/augmented_lagrangian/proximal_term.hpp"
#include "solvers/linear_systems/gram_system.hpp"
#include "solvers/linear_systems/hessian_limit.hpp"
#include "solvers/progress/answer_or_best.hpp"
#include "solvers/progress/is_cold.hpp"
#include "solvers/progress/is_usable_start.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/steps/alm_point.hpp"
#include "solvers/steps/balanced_dual.hpp"
#include "solvers/steps/curving_t.hpp"
#include "solvers/steps/row_steps.hpp"

namespace hingeline::internal {

template <class Rows, class Terms, class Proof, class System = GramSystem<Rows>>
class AugmentedLagrangian {
 public:
  /// `rows`, `terms` and `proof` are those of linear_systems/constrained_rows.hpp, steps/row_terms.hpp and
  /// progress/pair_proof.hpp, or have the same interface.
  AugmentedLagrangian(Rows& rows, const Terms& terms, Proof& proof, const SolverOptions& options)
      : rows_(rows),
        terms_(terms),
        proof_(proof),
        options_(options),
        monitor_(options),
        appended_(rows.appended()),
        system_(rows, monitor_.stop()),
        balanced_dual_(rows, terms, system_, monitor_.stop()),
        w_(rows.cols()),
        gradient_(rows.cols()),
        direction_(rows.cols()),
        s_(rows.rows()),
        next_s_(rows.rows()),
        slope_(rows.rows()),
        p_(rows.rows()),
        p_change_(rows.rows()),
        parameter_({proof.l2() > 0, proof.is_smooth(), by_products, rows.cols(), rows.rows()}),
        best_(proof, options.tolerance) {}

  /// t begins at `least_t` or above.
  Solution run(const WarmStart& start, double least_t = 0) {
    least_t_ = least_t;
    warm_ = !is_cold(start);
    begin(start);
    for (;;) {
      take_gradient();
      if (auto solution = look()) return *std::move(solution);
      if (go_on()) continue;
      if (auto solution = begin_again()) return *std::move(solution);
    }
  }

 private:
  /// Returns the solution where the present pair is the answer or a limit is reached.
  std::optional<Solution> look() {
    is_minimum_ = at_minimum();
    if (at_rounding_ && refine_pair()) return finish(Status::converged, true);
    const bool checked = is_refined_ || check_is_due();
    if (checked && !is_refined_ && prove()) return finish(Status::converged, true);
    if (const auto status = monitor_.after_pass(progress(checked), static_cast<double>(steps_)))
      return finish(*status, checked);
    return std::nullopt;
  }

  /// Moves the centre from a minimum, or raises t where steps are stuck; then takes a Newton step. False where there is
  /// none that leads on.
  bool go_on() {
    if (is_minimum_ || is_stuck()) {
      is_minimum_ ? move_centre() : raise_t();
      take_gradient();
    }
    if (!is_finite() || leads_nowhere() || !take_direction()) return false;
    search_line();
    return true;
  }

  /// Begins again without the start, or by the proximal method of multipliers; returns the solution where time is up,
  /// or where both have been tried or do not apply.
  std::optional<Solution> begin_again() {
    if (const auto status = monitor_.stop_status()) return finish(*status, false);
    if (is_unregularized() && prove()) return finish(Status::converged, true);
    if (!std::exchange(warm_, false) && !turns_proximal()) return finish(Status::numerical, false);
    begin({});
    return std::nullopt;
  }

  /// Whether to give up: no progress over many centres; a warm start whose inner minimisation does not end, as when the
  /// first t is too small for it; or without a ridge 300 steps, within which nearly all solves that end do so.
  bool leads_nowhere() const {
    constexpr int patience = 20;
    constexpr std::int64_t most_steps = 100;
    constexpr std::int64_t most_plain_steps = 300;
    return fruitless_centres_ > patience || (warm_ && steps_ - centre_steps_ > most_steps) ||
           (is_unregularized() && steps_ - first_step_ > most_plain_steps);
  }

  /// Whether there is neither a ridge nor a proximal term in its place.
  bool is_unregularized() const { return proof_.l2() == 0 && !is_proximal_; }

  /// Turns to the proximal method of multipliers; true the first time, and only without a ridge.
  bool turns_proximal() {
    const bool turns = is_unregularized();
    is_proximal_ = is_proximal_ || turns;
    return turns;
  }

  bool is_finite() const { return std::isfinite(primal_) && std::isfinite(estimate_); }

  /// ridge_j of the penalty 1/2 sum_j ridge_j w_j^2: 0 for a free intercept.
  double ridge(std::size_t j) const { return proof_.l2() * rows_.ridge(j); }

  double ridge_penalty() const {
    double total = 0;
    for (std::size_t j = 0; j < w_.size(); ++j) total += 0.5 * ridge(j) * w_[j] * w_[j];
    return total;
  }

  /// Begins at a start, empty for a cold one; a warm start worse than the best constant counts as cold.
  void begin(const WarmStart& start) {
    std::fill(w_.begin(), w_.end(), 0.0);
    std::fill(s_.begin(), s_.end(), 0.0);
    centre_estimate_ = infinity;
    fruitless_centres_ = 0;
    first_step_ = centre_steps_ = steps_;
    if (appended_ != 0) w_.back() = (warm_ ? start.intercept : proof_.baseline().intercept) / appended_;
    if (!start.dual_coef.empty()) take_dual(start);
    std::copy(start.coef.begin(), start.coef.end(), w_.begin());
    rows_.predict(w_, p_);
    if (start.dual_coef.empty() && warm_ && !take_subgradients()) {
      warm_ = false;
      return begin({});
    }
    damping_ = proof_.l2() > 0 ? 0 : is_proximal_ ? least_damping : most_damping;
    begin_t(start);
    if (is_proximal_) proximal_.begin(squared_column_norms(), w_, t());
  }

  void begin_t(const WarmStart& start) {
    using Start = PenaltyParameter::Start;
    const Start kind = !warm_ ? Start::cold : start.coef.empty() ? Start::far : Start::near;
    const double least_squares = least_squares_t();
    parameter_.begin(least_squares, least_t_, kind, [this](double t) { return curved_rows(t); });
  }

  void take_dual(const WarmStart& start) {
    std::copy(start.dual_coef.begin(), start.dual_coef.end(), s_.begin());
    terms_.clip(s_);
    if (!start.coef.empty()) return;
    const double intercept = appended_ != 0 ? w_.back() : 0;
    combine(s_, w_);
    if (proof_.l2() > 0)
      for (double& w : w_) w /= proof_.l2();
    if (appended_ != 0) w_.back() = intercept;
  }

  /// Sets s to minus the subgradients at w; false where w is not a usable start.
  bool take_subgradients() {
    const double losses = terms_.take({p_, s_, 0}, next_s_, slope_).value;
    std::copy_n(next_s_.begin(), proof_.data_rows(), s_.begin());
    return is_usable_start(losses + ridge_penalty(), proof_.baseline().primal);
  }

  double least_squares_t() {
    const std::vector<double> origin(p_.size());
    const std::size_t n = proof_.data_rows();
    return 10 * curving_t(proof_.mean_cost(), std::span(next_s_).first(n), std::span(slope_).first(n), [&](double t) {
             terms_.take({p_, origin, t}, next_s_, slope_);
           });
  }

  double t() const { return parameter_.t(); }
  AlmPoint here() const { return {p_, s_, t()}; }

  /// How many rows would be curved at another t. Overwrites s+ and h.
  std::size_t curved_rows(double t) { return terms_.take({p_, s_, t}, next_s_, slope_).curved; }

  /// u = sum_i s_i x~_i
  void combine(std::span<const double> s, std::span<double> u) const {
    std::fill(u.begin(), u.end(), 0.0);
    rows_.combine(s, u);
  }

  /// Sets s+ and h of every row, the gradient, P and the estimate of the gap.
  void take_gradient() {
    has_direction_ = is_refined_ = false;
    const StepSums sums = terms_.take(here(), next_s_, slope_);
    primal_ = sums.value;
    estimate_ = sums.gap;
    centre_move_ = sums.move;
    last_active_ = std::exchange(active_, sums.curved);
    combine(next_s_, gradient_);
    add_penalty();
    if (steps_ == first_step_) first_primal_ = primal_;
  }

  /// Adds the penalties' parts to the gradient, P and the estimate of the gap.
  void add_penalty() {
    primal_ += ridge_penalty();
    for (std::size_t j = 0; j < w_.size(); ++j) {
      gradient_[j] = ridge(j) * w_[j] - gradient_[j];
      if (ridge(j) > 0) estimate_ += 0.5 * gradient_[j] * gradient_[j] / ridge(j);
    }
    proximal_.add_gradient(w_, gradient_);
    last_norm2_ = std::exchange(gradient_norm2_, dot(gradient_, gradient_));
  }

  double estimated_scale() const { return proof_.scale(primal_, primal_ - estimate_); }

  /// Whether a certificate is due: the estimated gap is within the tolerance, or does not get smaller any more.
  bool check_is_due() const {
    return estimate_ <= options_.tolerance * estimated_scale() || estimate_ <= rounding * first_primal_ || vanishes() ||
           (at_rounding_ && !is_fruitful());
  }

  /// Whether P is nearly 0, which s = 0 proves better than s+: on separable classes s+ converges slowly.
  bool vanishes() const { return proof_.l2() == 0 && primal_ <= rounding * first_primal_ && primal_ < estimate_; }

  bool is_fruitful() const { return estimate_ < 0.8 * centre_estimate_; }

  std::span<const double> dual_point() {
    if (proof_.l2() > 0) return next_s_;
    if (!vanishes()) return balanced_dual_.take(next_s_, slope_, t(), steps_);
    zeros_.resize(p_.size());
    return zeros_;
  }

  /// Certifies the present pair; returns whether it is the answer.
  bool prove() { return prove(dual_point(), w_); }

  bool prove(std::span<const double> s, std::span<const double> w) {
    return best_.take(proof_.prove(s, w, options_.tolerance));
  }

  /// s+ = (difference of predictions) / t has their rounding divided by t, which makes X's+ and w differ even at the
  /// minimum. A Newton step from there predicts s+ without a difference. Takes the predicted pair if it is better;
  /// returns whether it is the answer. Only with a plain ridge, as s of other rows might leave their domains.
  bool refine_pair() {
    if (!Proof::certifies || !(proof_.l2() > 0) || proof_.data_rows() != s_.size() || !take_direction()) return false;
    std::vector<double> s = next_s_;
    std::vector<double> w = w_;
    for (std::size_t i = 0; i < s.size(); ++i) s[i] -= slope_[i] * p_change_[i];
    terms_.clip(s);
    for (std::size_t j = 0; j < w.size(); ++j) w[j] += direction_[j];
    if (prove(s, w)) return true;
    const double gap = proof_.certificate().gap;
    is_refined_ = gap < estimate_;
    if (is_refined_) {
      estimate_ = gap;
      next_s_.swap(s);
      w_.swap(w);
    }
    return false;
  }

  /// The inner error, to compare with t |s+ - s|^2 in the same units: Newton's decrement g'H^(-1) g, or with a ridge
  /// its upper bound |gradient|^2 / l2.
  double gradient_measure() {
    if (proof_.l2() > 0) return gradient_norm2_ / proof_.l2();
    return take_direction() ? -derivative_ : infinity;
  }

  /// Whether the inner minimisation is as accurate as the outer method asks for, or as rounding allows (at_rounding_):
  /// the last step could gain nothing, or it began next to the minimum and did not halve the gradient though the active
  /// rows, and so nearly the quadratic psi, stayed the same.
  bool at_minimum() {
    constexpr double sigma = by_products ? 0.1 : 0.01;
    constexpr double next_to_minimum = 1e-10;
    constexpr double nothing = 1e-20;
    const bool accurate = gradient_measure() <= sigma * t() * centre_move_;
    const bool shortened = active_ != last_active_ || gradient_norm2_ < 0.25 * last_norm2_;
    at_rounding_ = !accurate && steps_ > centre_steps_ &&
                   (expected_decrease_ <= nothing * primal_ ||
                    (expected_decrease_ <= next_to_minimum * estimated_scale() && !shortened));
    return accurate || at_rounding_;
  }

  /// s <- s+. After few steps t falls: the outer method then converges faster, the inner one slower. Where rounding
  /// ended the inner minimisation s+ has lost too many digits already, and t rises if progress has ended; but where the
  /// pair was refined, t goes on falling as long as s+ has digits.
  void move_centre() {
    constexpr std::int64_t few_steps = 12;
    constexpr std::int64_t many_steps = 30;
    bool fruitful = is_fruitful();
    const std::int64_t steps = steps_ - centre_steps_;
    std::swap(s_, next_s_);
    rows_.predict(w_, p_);  // afresh: long steps there and back leave rounding
    if (at_rounding_ && (!is_refined_ || parameter_.is_without_digits())) {
      if (!fruitful) parameter_.rise_for_digits(squared_norm());
    } else if (steps <= few_steps) {
      if (!is_proximal_ || estimate_ > 0.1 * options_.tolerance * estimated_scale())
        parameter_.lower(fruitful, [this](double t) { return curved_rows(t); });
    } else if (steps > many_steps && !is_proximal_) {
      parameter_.rise();
    }
    if (is_proximal_) fruitful |= proximal_.move_centre(w_, t(), steps);
    fruitless_centres_ = fruitful ? 0 : fruitless_centres_ + 1;
    centre_estimate_ = std::min(centre_estimate_, estimate_);
    centre_steps_ = steps_;
  }

  /// sum_i |x_i|^2
  double squared_norm() {
    if (!squared_norm_) {
      const std::vector<double> norms = squared_column_norms();
      squared_norm_ = std::accumulate(norms.begin(), norms.end(), 0.0);
    }
    return *squared_norm_;
  }

  /// Whether, without a ridge, steps go from kink to kink all the same, or rows have lost their curvature.
  bool is_stuck() const {
    constexpr std::int64_t patience = 20;
    const std::int64_t steps = steps_ - centre_steps_;
    const bool may_rise = is_proximal_ || parameter_.may_rise(first_primal_, primal_);
    return proof_.l2() == 0 && may_rise && steps > 0 && steps % patience == 0;
  }

  void raise_t() {
    if (is_proximal_)
      proximal_.rise(t());
    else
      parameter_.rise_where_stuck(first_primal_, primal_);
  }

  /// Computes Newton's direction and the change of predictions along it, once per gradient; false where the Hessian has
  /// overflowed or time is up.
  bool take_direction() {
    if (has_direction_) return true;
    std::vector<double> curvature(w_.size());
    for (std::size_t j = 0; j < w_.size(); ++j) curvature[j] = ridge(j);
    proximal_.add_curvature(curvature);
    if (!system_.factor({slope_, curvature, t(), damping_})) return false;
    std::transform(gradient_.begin(), gradient_.end(), direction_.begin(), std::negate());
    solve_system();
    derivative_ = dot(gradient_, direction_);
    rows_.predict(direction_, p_change_);
    has_direction_ = true;
    return true;
  }

  /// Solves for the direction. Conjugate gradients may leave a residual of a seventh of the gradient, or of a third of
  /// what may be left at the minimum.
  void solve_system() {
    if constexpr (by_products)
      system_.solve(direction_, std::max(0.02 * gradient_norm2_, 0.01 * proof_.l2() * t() * centre_move_));
    else
      system_.solve(direction_);
  }

  /// Adapts the damping (Levenberg, Marquardt) to the last step's length a. Without a ridge hardly any row may be
  /// curved along some directions: a step that was shortened was too long along them, one that was stretched too short.
  void learn_damping(double a) {
    constexpr double whole = 0.01;
    constexpr double most = 1000;
    if (damping_ == 0 || is_proximal_) return;
    damping_ *= a == 1 ? whole : std::clamp(1 / a, 1 / most, most);
    damping_ = std::clamp(damping_, least_damping, most_damping);
  }

  /// The derivative of psi at a along the direction; increasing in a.
  double derivative_along(double a) const {
    double derivative = proximal_.derivative_along(w_, direction_, a) - terms_.along(here(), p_change_, a);
    for (std::size_t j = 0; j < w_.size(); ++j) derivative += ridge(j) * (w_[j] + a * direction_[j]) * direction_[j];
    return derivative;
  }

  /// Takes the whole Newton step unless psi' shows that it stops far too early or goes too far: as psi' is increasing,
  /// psi changes by at most (psi'(1/2) + psi'(1)) / 2. Otherwise stops before the minimum, where |psi'| is a tenth of
  /// its value at 0; beyond the minimum a kink may have cost all that was gained.
  void search_line() {
    const auto along = [this](double a) { return derivative_along(a); };
    const double here = derivative_;
    const double there = along(1);
    double a = 1;
    if (there < 0.7 * here || there > -0.5 * here || (there > 0 && along(0.5) + there > 0)) {
      const ZeroBracket bracket = there > 0 ? ZeroBracket{0, 1, here, there} : bracket_zero(along, 1, there, 3);
      const auto near = [&](const ZeroBracket& found) {
        return found.lower_value >= 0.1 * here || monitor_.stop_status();
      };
      a = close_bracket(along, bracket, near).lower;
    }
    for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += a * direction_[j];
    for (std::size_t i = 0; i < p_.size(); ++i) p_[i] += a * p_change_[i];
    expected_decrease_ = -0.5 * a * here;
    learn_damping(a);
    ++steps_;
  }

  Progress progress(bool checked) const {
    const auto active = static_cast<std::int64_t>(active_);
    if (checked && Proof::certifies) return monitor_.proven(steps_, proof_.certificate(), active);
    return monitor_.estimated(steps_, primal_, primal_ - estimate_, estimate_ / estimated_scale(), active);
  }

  /// What stopped the method early counts no more where the last pair is proven, but stays the status of a part of a
  /// problem (`certifies` is false), which proves nothing. `is_judged`: the point was proven or refused where it is.
  Solution finish(Status status, bool is_judged) {
    const Status found = status_at_end(status, is_judged, [this] { return prove(); });
    return monitor_.conclude(best_.solution(found), Proof::certifies ? found : status, static_cast<double>(steps_),
                             steps_);
  }

  /// |x_j|^2, or empty for problems with as many outputs as classes, which always have a ridge and do not need them.
  std::vector<double> squared_column_norms() const {
    if constexpr (requires { rows_.squared_column_norms(); }) return rows_.squared_column_norms();
    return {};
  }

  static constexpr bool by_products = requires(System & system, std::span<double> r) { system.solve(r, 0.0); };
  static constexpr double rounding = 1e-15;  // of the first P
  static constexpr double least_damping = 1e-11;
  static constexpr double most_damping = 1e-3;

  Rows& rows_;
  const Terms& terms_;
  Proof& proof_;
  const SolverOptions& options_;
  Monitor monitor_;

  double appended_;  // the constant column of the intercept, 0 for none; its coefficient is the last of w_
  System system_;
  BalancedDual<Rows, Terms, System> balanced_dual_;
  std::vector<double> w_;
  std::vector<double> gradient_;
  std::vector<double> direction_;

  std::vector<double> s_;
  std::vector<double> next_s_;  // s+
  std::vector<double> zeros_;   // s of an optimum of 0
  std::vector<double> slope_;   // h
  std::vector<double> p_;       // X w + b
  std::vector<double> p_change_;
  double least_t_ = 0;  // the first t is at least this
  PenaltyParameter parameter_;
  std::optional<double> squared_norm_;  // the sum of all |x_i|^2

  double primal_ = 0;
  double first_primal_ = 0;
  double estimate_ = 0;  // of the gap
  double gradient_norm2_ = 0;
  double last_norm2_ = 0;
  double centre_move_ = 0;      // |s+ - s|^2
  bool has_direction_ = false;  // direction_ belongs to the present gradient
  double damping_ = 0;          // of the scaled Hessian's unit diagonal
  double derivative_ = 0;       // of psi along the direction
  double expected_decrease_ = 0;
  std::size_t active_ = 0;
  std::size_t last_active_ = 0;
  bool is_minimum_ = false;  // of the inner minimisation, as accurately as asked for or possible
  bool at_rounding_ = false;
  bool is_refined_ = false;

  bool warm_ = false;
  bool is_proximal_ = false;
  ProximalTerm proximal_;
  AnswerOrBest<Proof> best_;

  std::int64_t steps_ = 0;             // of Newton
  std::int64_t first_step_ = 0;        // steps_ at the last begin()
  std::int64_t centre_steps_ = 0;      // steps_ when the centre last moved
  double centre_estimate_ = infinity;  // the least gap estimate when a centre moved
  int fruitless_centres_ = 0;
};

/// Throws InvalidParameter where the Hessian of so many unknowns, which are `what`, would need more than 8 GiB.
inline void check_alm_size(std::size_t unknowns, std::string_view what) {
  check_hessian_size("alm_newton", unknowns, what, most_hessian_unknowns);
}

}  // namespace hingeline::internal
