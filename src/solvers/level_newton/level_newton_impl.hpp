// SPDX-License-Identifier: BSD-3-Clause
//
// The rounds of level_newton.hpp, instantiated once per layout and value type (level_newton_*.cpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/deadline.hpp"
#include "core/infinity.hpp"
#include "data/row_passes.hpp"
#include "losses/expectile.hpp"
#include "losses/quantile.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/level_certificate.hpp"
#include "problem/row_prover.hpp"
#include "solvers/augmented_lagrangian/augmented_lagrangian.hpp"
#include "solvers/level_newton/level_bands.hpp"
#include "solvers/level_newton/level_extra_rows.hpp"
#include "solvers/level_newton/level_goal.hpp"
#include "solvers/level_newton/level_newton.hpp"
#include "solvers/level_newton/level_rows.hpp"
#include "solvers/level_newton/level_terms.hpp"
#include "solvers/level_newton/level_ties.hpp"
#include "solvers/level_newton/level_variables.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/solve/solve_valid.hpp"

namespace hingeline::internal {

/// Calls f with a vector that has the problem's loss for each level.
template <class F>
decltype(auto) visit_level_losses(const LevelProblem& problem, const F& f) {
  const auto sheets = [&](const auto& sheet) {
    std::vector<std::decay_t<decltype(sheet(0.5))>> all;
    for (const double tau : problem.levels) all.push_back(sheet(tau));
    return all;
  };
  if (problem.rows.loss.name == LossName::quantile)
    return f(sheets([&](double tau) { return QuantileLoss(tau, problem.rows.loss.epsilon); }));
  return f(sheets([](double tau) { return ExpectileLoss(tau); }));
}

template <RowMatrix Rows, LossSheet Loss>
class LevelNewton {
 public:
  LevelNewton(const Rows& x, const LevelProblem& problem, std::span<const Loss> losses, const SolverOptions& options)
      : x_(x),
        problem_(problem),
        options_(options),
        pool_(options.threads),
        monitor_(options),
        variables_(problem),
        baseline_(baseline(problem)),
        extra_(problem.rows, variables_.appended()),
        count_(problem.count()),
        n_(problem.rows.y.size()),
        d_(variables_.features()),
        w_(variables_.slopes() * d_),
        b_(count_),
        s_(count_ * n_),
        z_(count_ * n_),
        proven_z_(count_ * n_),
        ties_(problem),
        bands_(x, problem, losses, variables_) {}

  LevelSolution run(const LevelStart& start) {
    if (const auto status = begin(start)) return finish(*status);
    for (;;) {
      if (prove()) return finish(Status::converged);
      if (const auto status = monitor_.after_pass(progress(), work_)) return finish(*status);
      ++rounds_;
      const std::vector<double> coef = repeated_coef();
      const bool tied = ties_.add(outputs(coef));
      const bool left = bands_.widen(outputs(coef), s_);
      if (!tied && !left && !ask_for_more()) return finish(Status::numerical);
      if (const auto status = solve_jointly()) return finish(prove() ? Status::converged : *status);
    }
  }

 private:
  std::span<double> coef(std::size_t k) { return std::span(w_).subspan(variables_.slopes() == 1 ? 0 : k * d_, d_); }
  std::span<double> dual(std::size_t k) { return std::span(s_).subspan(k * n_, n_); }
  std::span<double> predictions(std::size_t k) { return std::span(z_).subspan(k * n_, n_); }
  /// `coef` is repeated_coef().
  LevelOutputs outputs(std::span<const double> coef) const { return {coef, b_, z_}; }

  // -- where to begin ---------------------------------------------------------------------------

  /// Solves each level by itself, or only the middle one if they share one slope; returns what stopped it, if anything.
  std::optional<Status> begin(const LevelStart& start) {
    const bool shared = problem_.tie == LevelTie::slope;
    for (std::size_t k = shared ? count_ / 2 : 0; k < (shared ? count_ / 2 + 1 : count_) && !stopped_; ++k) {
      Solution alone = solve_alone(k, start);
      passes_ += alone.passes;
      work_ += alone.work;
      iterations_ += alone.iterations;
      if (alone.status == Status::infeasible) infeasible_ = alone;
      if (alone.status != Status::converged && alone.status != Status::numerical) stopped_ = alone.status;
      std::copy(alone.coef.begin(), alone.coef.end(), coef(k).begin());
      std::copy(alone.dual_coef.begin(), alone.dual_coef.end(), dual(k).begin());
      multipliers_.insert(multipliers_.end(), alone.multipliers.begin(), alone.multipliers.end());
      b_[k] = alone.intercept;
    }
    multipliers_.resize(variables_.slopes() * static_cast<std::size_t>(rows(problem_.rows.constraints.rows)));
    predict();
    shared ? place_intercepts() : share_what_costs_nothing();
    return stopped_;
  }

  /// Without a penalty, a level's function that has zero loss at every level (rows inside the tube or on a plane) is an
  /// answer of all levels, and crosses nothing.
  void share_what_costs_nothing() {
    constexpr double rounding = 1e-12;
    const Penalty& penalty = problem_.rows.penalty;
    if (penalty.l1 != 0 || penalty.l2 != 0) return;
    const double nothing = std::isfinite(baseline_.primal) ? rounding * baseline_.primal : 0;
    for (std::size_t k = 0; k < count_; ++k)
      if (loss_in_all(k) <= nothing) return share(k);
  }

  double loss_in_all(std::size_t k) {
    const std::vector<double> none(n_);
    double total = 0;
    for (std::size_t level = 0; level < count_; ++level) {
      const Problem one = problem_.level(level);
      total += RowProver(one).terms(none, predictions(k), b_[k], pool_).loss;
    }
    return total;
  }

  void share(std::size_t k) {
    const std::vector<double> shared(coef(k).begin(), coef(k).end());
    for (std::size_t level = 0; level < count_; ++level) {
      std::ranges::copy(shared, coef(level).begin());
      b_[level] = b_[k];
    }
    std::ranges::fill(s_, 0.0);
    std::ranges::fill(multipliers_, 0.0);
    predict();
  }

  Solution solve_alone(std::size_t k, const LevelStart& start) {
    Problem one = problem_.rows;
    one.loss.tau = problem_.levels[k];
    WarmStart from;
    if (!start.coef.empty()) from = {{}, std::span(start.coef).subspan(k * d_, d_), start.intercept[k]};
    if (!start.dual_coef.empty()) from.dual_coef = std::span(start.dual_coef).subspan(k * n_, n_);
    SolverOptions options = what_is_left();
    options.keep_dual = true;
    options.callback = callback_of(k, count_);
    return solve_valid(one, options, from);
  }

  /// The callback for one of `parts` parts, whose proofs are not of the whole.
  std::function<bool(const Progress&)> callback_of(std::size_t part, std::size_t parts) const {
    if (!options_.callback) return {};
    return [this, part, parts](Progress now) {
      now.part = static_cast<int>(part);
      now.parts = static_cast<int>(parts);
      now.certified = false;
      return options_.callback(now);
    };
  }

  /// Sets each level's best intercept beside the one slope, and s = -c phi' there.
  void place_intercepts() {
    std::fill(b_.begin(), b_.end(), b_[count_ / 2]);
    for (std::size_t k = 0; k < count_; ++k) {
      b_[k] = best_intercept(k);
      for (std::size_t i = 0; i < n_; ++i) dual(k)[i] = bands_.side_of(k, i, outputs({}));
    }
  }

  /// The best intercept of level k by itself, given its predictions.
  double best_intercept(std::size_t k) {
    const double accuracy = rounds_ == 0 ? 1e-9 * baseline_.primal : 0.01 * best_.certificate.gap;
    const Problem level = problem_.level(k);
    return RowProver(level).best_intercept(predictions(k), SearchStart::near(b_[k]), accuracy, pool_);
  }

  /// The options with what is left of the limits, and no callback.
  SolverOptions what_is_left() const {
    SolverOptions options = options_;
    options.callback = {};
    options.max_passes = std::max<std::int64_t>(1, options_.max_passes - static_cast<std::int64_t>(work_));
    options.max_seconds = seconds_left(options_.max_seconds, monitor_.seconds());
    return options;
  }

  // -- proof ------------------------------------------------------------------------------------

  void predict() {
    const RowPasses passes(x_.view(), pool_);
    for (std::size_t k = 0; k < variables_.slopes(); ++k) passes.predict(coef(k), predictions(k));
    for (std::size_t k = variables_.slopes(); k < count_; ++k) std::copy_n(z_.begin(), n_, predictions(k).begin());
  }

  /// The coefficients of every level, K x d, also with one slope.
  std::vector<double> repeated_coef() {
    std::vector<double> all;
    for (std::size_t k = 0; k < count_; ++k) all.insert(all.end(), coef(k).begin(), coef(k).end());
    return all;
  }

  /// A point of the dual, and its D.
  struct DualPoint {
    std::vector<double> s;
    std::vector<double> multipliers;
    std::vector<LevelContact> contacts;
    double value = -infinity;
  };

  /// Certifies the point, its outputs moved apart, with its own dual point, and with the best one so far if that has
  /// the larger D: without a penalty rounding alone may spoil a dual point. Returns whether it is an answer.
  bool prove() {
    move_within_bounds();
    const std::vector<double> intercept = apart();
    if (prove_by({s_, multipliers_, ties_.contacts()}, intercept) < best_dual_.value) prove_by(best_dual_, intercept);
    return accepts(best_.certificate, options_.tolerance);
  }

  /// Certifies the point with a dual point, keeps the best pair and the best dual point, and returns D.
  double prove_by(DualPoint dual, std::vector<double> intercept) {
    Solution point;
    point.coef = w_;
    proven_z_ = z_;
    point.certificate =
        certify(problem_, baseline_, {point.coef, intercept, dual.s, dual.multipliers, dual.contacts, proven_z_});
    dual.value = point.certificate.dual;
    if (dual.value > best_dual_.value) best_dual_ = dual;
    if (best_intercept_.empty() || is_nearer(point.certificate, best_.certificate, options_.tolerance)) {
      point.dual_coef = std::move(dual.s);
      point.multipliers = std::move(dual.multipliers);
      best_ = std::move(point);
      best_intercept_ = std::move(intercept);
      best_contacts_ = std::move(dual.contacts);
    }
    return dual.value;
  }

  /// Moves coefficients within their bounds, which the proof would do only after outputs were moved apart.
  void move_within_bounds() {
    const Regularizer regularizer(problem_.rows);
    bool moved = false;
    for (std::size_t k = 0; k < variables_.slopes(); ++k)
      for (std::size_t j = 0; j < coef(k).size(); ++j) {
        const double w = regularizer.term(j).clip(coef(k)[j]);
        moved |= w != coef(k)[j];
        coef(k)[j] = w;
      }
    if (moved) predict();
  }

  /// Intercepts with which outputs cross nowhere. With one slope they are sorted: each level's best b form an interval,
  /// and exchanging two that are out of order never raises P. Without an intercept outputs stay as they are.
  std::vector<double> apart() {
    if (problem_.tie == LevelTie::slope) {
      std::vector<double> ascending = b_;
      std::sort(ascending.begin(), ascending.end());
      return ascending;
    }
    if (!problem_.has_order() || variables_.appended() == 0) return b_;
    const std::vector<double> coef = repeated_coef();
    return ties_.apart(outputs(coef));
  }

  Progress progress() const { return monitor_.proven(passes_, best_.certificate, bands_.size()); }

  // -- the joint problem ------------------------------------------------------------------------

  /// Asks for a more accurate joint solution where the working sets are complete; false at the limit of rounding.
  bool ask_for_more() {
    joint_tolerance_ *= 0.1;
    return joint_tolerance_ >= 1e-6 * options_.tolerance && joint_tolerance_ > 1e-16;
  }

  /// Solves the problem of bands and working set from the present point; returns what stopped it, if anything.
  std::optional<Status> solve_jointly() {
    bands_.sum_sides(s_);
    const LevelExtraRows extra(variables_, extra_, bands_.bands(), ties_.contacts(), squared_norm());
    LevelRows<Rows> rows(x_, variables_, bands_.bands(), extra, pool_);
    const LevelTerms terms(problem_, bands_.bands(), extra, pool_);
    LevelGoal goal(rows, problem_.rows, baseline_.primal, rows.rows() - extra.size() + extra.sides());
    SolverOptions options = what_is_left();
    options.tolerance = joint_tolerance_;
    options.callback = callback_of(0, 1);
    const std::vector<double> w = joint_variables();
    const std::vector<double> s = joint_dual(extra);
    const Solution joint = AugmentedLagrangian(rows, terms, goal, options).run({s, w, 0});
    iterations_ += joint.iterations;
    passes_ += joint.passes + 1;
    work_ += joint.work + 1;
    take(joint, extra);
    predict();
    if (problem_.tie == LevelTie::slope)
      for (std::size_t k = 0; k < count_; ++k) b_[k] = best_intercept(k);
    if (joint.status == Status::converged || joint.status == Status::numerical) return std::nullopt;
    return joint.status;
  }

  /// The sum of |(x_i, a)|^2 over all rows.
  double squared_norm() {
    if (!squared_norm_) {
      squared_norm_ = static_cast<double>(n_) * variables_.appended() * variables_.appended();
      for (std::int64_t i = 0; i < x_.rows(); ++i) *squared_norm_ += x_.squared_norm(i);
    }
    return *squared_norm_;
  }

  std::vector<double> joint_variables() {
    std::vector<double> v(variables_.size());
    for (std::size_t k = 0; k < count_; ++k) {
      std::copy(coef(k).begin(), coef(k).end(), v.begin() + static_cast<std::ptrdiff_t>(variables_.at(k, 0)));
      if (variables_.appended() != 0) v[variables_.at(k, d_)] = b_[k] / variables_.appended();
    }
    return v;
  }

  std::vector<double> joint_dual(const LevelExtraRows& extra) {
    std::vector<double> s;
    for (std::size_t k = 0; k < count_; ++k)
      for (const std::int64_t i : bands_.bands()[k].rows) s.push_back(dual(k)[static_cast<std::size_t>(i)]);
    s.insert(s.end(), extra.sides(), -1.0);
    extra_s_.resize(extra.first_tie() - extra.sides());
    s.insert(s.end(), extra_s_.begin(), extra_s_.end());
    for (std::size_t t = 0; t < ties_.contacts().size(); ++t)
      s.push_back(extra.tie_s(ties_.contacts()[t].multiplier, t));
    return s;
  }

  void take(const Solution& joint, const LevelExtraRows& extra) {
    std::vector<double> v = joint.coef;
    std::span<const double> s = joint.dual_coef;
    for (std::size_t k = 0; k < count_; ++k) {
      const std::vector<std::int64_t>& kept = bands_.bands()[k].rows;
      for (std::size_t r = 0; r < kept.size(); ++r) dual(k)[static_cast<std::size_t>(kept[r])] = s[r];
      s = s.subspan(kept.size());
    }
    extra.hold_at_zero(s, v);
    multipliers_ = extra.multipliers(s);
    for (std::size_t t = 0; t < ties_.contacts().size(); ++t)
      ties_.contacts()[t].multiplier = extra.tie_multiplier(s, t);
    extra_s_.assign(s.begin() + static_cast<std::ptrdiff_t>(extra.sides()),
                    s.begin() + static_cast<std::ptrdiff_t>(extra.first_tie()));
    for (std::size_t k = 0; k < count_; ++k) {
      std::copy_n(v.begin() + static_cast<std::ptrdiff_t>(variables_.at(k, 0)), d_, coef(k).begin());
      if (variables_.appended() != 0) b_[k] = variables_.appended() * v[variables_.at(k, d_)];
    }
  }

  LevelSolution finish(Status status) {
    if (status == Status::infeasible) {
      infeasible_.coef.assign(count_ * d_, 0.0);
      infeasible_.dual_coef.assign(count_ * n_, 0.0);
      return {std::move(infeasible_), std::vector<double>(count_), {}};
    }
    if (rounds_ == 0 && prove()) status = Status::converged;
    w_ = std::move(best_.coef);
    best_.coef = repeated_coef();
    std::erase_if(best_contacts_, [](const LevelContact& contact) { return contact.multiplier == 0; });
    best_ = monitor_.conclude(std::move(best_), status, passes_, work_, iterations_);
    best_.solver = "level_newton";
    return {std::move(best_), std::move(best_intercept_), std::move(best_contacts_)};
  }

  const Rows& x_;
  const LevelProblem& problem_;
  const SolverOptions& options_;
  ThreadPool pool_;
  Monitor monitor_;
  LevelVariables variables_;
  LevelBaseline baseline_;
  ExtraRows extra_;
  std::size_t count_;
  std::size_t n_;
  std::size_t d_;

  std::vector<double> w_;  // K x d, or d
  std::vector<double> b_;
  std::vector<double> s_;            // K x n
  std::vector<double> multipliers_;  // of the constraints
  std::vector<double> extra_s_;      // s of the rows of penalties, bounds and constraints, scaled
  std::vector<double> z_;            // K x n, without b
  std::vector<double> proven_z_;
  std::optional<double> squared_norm_;
  LevelTies ties_;
  LevelBands<Rows, Loss> bands_;
  double joint_tolerance_ = std::max(0.3 * options_.tolerance, 1e-10);

  DualPoint best_dual_;
  Solution best_;
  std::vector<double> best_intercept_;
  std::vector<LevelContact> best_contacts_;
  Solution infeasible_;
  std::optional<Status> stopped_;
  std::int64_t rounds_ = 0;
  std::int64_t passes_ = 0;
  double work_ = 0;
  std::int64_t iterations_ = 0;
};

template <RowMatrix Rows>
LevelSolution level_newton(const Rows& x, const LevelProblem& problem, const SolverOptions& options,
                           const LevelStart& start) {
  check_alm_size(LevelVariables(problem).size(), "coefficients of all levels");
  return visit_level_losses(problem, [&](const auto& losses) {
    using Loss = typename std::decay_t<decltype(losses)>::value_type;
    return LevelNewton<Rows, Loss>(x, problem, losses, options).run(start);
  });
}

}  // namespace hingeline::internal
