// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/newton/newton.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"
#include "solvers/linear_systems/newton_system.hpp"
#include "solvers/progress/descent_watch.hpp"
#include "solvers/progress/is_cold.hpp"
#include "solvers/progress/is_usable_start.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/progress/take_start.hpp"
#include "solvers/rows/with_intercept.hpp"
#include "solvers/steps/line_minimum.hpp"
#include "solvers/steps/row_losses.hpp"

namespace hingeline::internal {
namespace {

template <RowMatrix Rows>
class Newton {
 public:
  Newton(const Rows& x, const Problem& problem, const SolverOptions& options, HessianMemo* memo)
      : problem_(problem),
        options_(options),
        memo_(memo),
        monitor_(options),
        pool_(options.threads),
        x_(x, problem, pool_),
        losses_(problem, pool_),
        system_(x_, monitor_.stop()),
        baseline_(baseline(problem, pool_)),
        random_(options.seed),
        w_(x_.size()),
        gradient_(x_.size()),
        step_(x_.size()),
        residual_(x_.size()),
        z_(problem.y.size()),
        move_(problem.y.size()),
        at_{std::vector<double>(problem.y.size()), std::vector<double>(problem.y.size())},
        s_(problem.y.size()),
        proven_z_(problem.y.size()) {}

  Solution run(const WarmStart& start) {
    take(start);
    for (;;) {
      if (check_is_due() && prove()) return finish(Status::converged);
      accumulate_gradient();
      take_dual_of_gradient();
      if (check_is_due() && prove()) return finish(Status::converged);
      if (const auto status = monitor_.after_pass(progress(), work_)) return finish(*status);
      if (stuck()) return finish(Status::numerical);
      find_step();
      advance();
    }
  }

 private:
  enum class Hessian {
    exact,
    rough,  // from some rows: after a cold start
    kept,   // from the solve before: after a warm start
  };

  void take(const WarmStart& start) {
    const bool cold = is_cold(start);
    begin_at(start);
    is_near_ = !cold && is_usable_start(primal_, baseline_.primal);
    if (!cold && !is_near_) begin_at({});
    const bool kept = memo_ != nullptr && memo_->hessian.size() == w_.size();
    hessian_ = cold ? Hessian::rough : kept ? Hessian::kept : Hessian::exact;
    first_primal_ = primal_;
  }

  void begin_at(const WarmStart& start) {
    take_start(start, x_.variables(), baseline_.intercept, w_, [this](std::span<const double> s) {
      for (std::size_t i = 0; i < s.size(); ++i) x_.rows().add(static_cast<std::int64_t>(i), s[i], w_.data());
    });
    predict(w_, z_);
    losses_.differentiate(z_, move_, 0, at_);
    primal_ = objective();
  }

  /// z = X~ v.
  void predict(std::span<const double> v, std::span<double> z) {
    x_.predict(v, z);
    work_ += 1;
  }

  /// a'R b, R the ridge's diagonal.
  double ridge_product(std::span<const double> a, std::span<const double> b) const {
    double total = 0;
    for (std::size_t j = 0; j < a.size(); ++j) total += x_.ridge(j) * a[j] * b[j];
    return total;
  }

  double objective() const { return 0.5 * ridge_product(w_, w_) + losses_.sum(z_); }

  void accumulate_gradient() {
    for (std::size_t j = 0; j < w_.size(); ++j) gradient_[j] = x_.ridge(j) * w_[j];
    x_.combine(at_.slope, gradient_);
    work_ += 1;
  }

  /// 1/2 |w - u|^2, and what balancing s adds for a free intercept, where the last entry is sum_i s_i; with the
  /// curvature of the rows.
  double pair_gap(std::span<const double> distance, std::span<const double> curvatures) const {
    double squared = ridge_product(distance, distance);
    if (x_.variables().has_free_intercept() && distance.back() != 0) {
      double curvature = 0;
      for (const double entry : curvatures) curvature += entry;
      squared += distance.back() * distance.back() / curvature;
    }
    return 0.5 * squared;
  }

  /// Takes the dual point of the gradient if it is better than that which the step predicted.
  void take_dual_of_gradient() {
    const double before = std::exchange(gradient_gap_, pair_gap(gradient_, at_.curvature));
    const double fall = gradient_gap_ / before;
    if (hessian_ == Hessian::kept && steps_ > 0 && std::isfinite(fall)) memo_->fall = fall;
    if (!(gradient_gap_ < estimate_)) return;
    estimate_ = gradient_gap_;
    certified_ = false;
    std::transform(at_.slope.begin(), at_.slope.end(), s_.begin(), [](double slope) { return -slope; });
  }

  double scale() const { return gap_scale(primal_, primal_ - estimate_, baseline_.primal); }

  /// The gap estimate at which a certificate is tried.
  double target() const { return watch_.target(options_.tolerance * scale(), rounding * primal_); }

  /// Whether a certificate is due: the estimate has reached the target, or the rounding of the first P (as where a
  /// constant fits the targets).
  bool check_is_due() const { return !certified_ && (estimate_ <= target() || estimate_ <= rounding * first_primal_); }

  /// Certifies the present pair; returns whether it is the answer.
  bool prove() {
    CertifiedPoint point{s_, std::span(w_).first(x_.features()), proven_z_, x_.variables().intercept(w_)};
    certificate_ = certify_pair(problem_, baseline_, point, pool_);
    intercept_ = point.intercept;
    certified_ = true;
    const bool accepted = accepts(certificate_, options_.tolerance);
    if (!accepted) watch_.learn_refusal();
    return accepted;
  }

  /// Whether numbers overflowed, or for long no step has lowered P by more than its rounding.
  bool stuck() const { return !std::isfinite(primal_) || std::isnan(estimate_) || watch_.is_idle(); }

  /// Whether w is still far from the minimum: the last step lowered P by a good part and was not cut short. There must
  /// be so many rows that those sampled determine H. (A regression often takes a single step with the whole H.)
  bool rough_step_will_do() const {
    constexpr double good_part = 0.01;
    constexpr std::size_t rows_per_variable = 32;
    constexpr double whole = 0.8;
    return is_classification(problem_.loss) && system_.factors() && z_.size() > rows_per_variable * w_.size() &&
           decrease_ > good_part * primal_ && length_ >= whole;
  }

  /// Whether a kept step is expected to bring the gap below its target, if it falls as by the last such step.
  bool kept_step_will_do() const { return system_.factors() && memo_->fall * gradient_gap_ < target(); }

  bool inexact_step_will_do() const { return hessian_ == Hessian::rough ? rough_step_will_do() : kept_step_will_do(); }

  /// The gap of the gradient at w = 0 and the best intercept.
  double gap_of_constant() {
    RowDerivatives at = at_;
    losses_.differentiate(std::vector<double>(z_.size(), baseline_.intercept), at);
    std::vector<double> gradient(w_.size());
    x_.combine(at.slope, gradient);
    work_ += 1;
    return pair_gap(gradient, at.curvature);
  }

  /// Whether systems are solved as accurately as on the way from a cold start. Where the start is near and the curvature
  /// of rows jumps, steps with larger residuals go from piece to piece: passes of the squared hinge, sparse, 3,000 x
  /// 2,000, along C = 0.1 to 1000 to 1e-3 and 1e-6 1212 and 632, 4407 and 2578; resumed at C = 1000 9501 and 5711. Other
  /// losses gained nothing: logistic 895 and 907, 351 and 408, Huber 291 and 286.
  bool recalls_constant() const {
    return is_near_ && !system_.factors() && is_classification(problem_.loss) &&
           problem_.loss.name != LossName::logistic;
  }

  void find_step() {
    if (steps_ == 0 && recalls_constant()) first_gradient_gap_ = gap_of_constant();
    first_gradient_gap_ = std::max(first_gradient_gap_, gradient_gap_);
    if (hessian_ != Hessian::exact && !inexact_step_will_do()) hessian_ = Hessian::exact;
    switch (hessian_) {
      case Hessian::exact:
        return find_exact_step();
      case Hessian::rough:
        work_ += system_.solve_roughly(at_.curvature, gradient_, random_, step_);
        return;
      case Hessian::kept:
        return system_.solve_as_kept(*memo_, at_.curvature, gradient_, step_);
    }
  }

  /// Solves H p = -g to a residual that shrinks with the gradient, at first a tenth of it. If this step is expected to
  /// bring the gap below its target, then to a residual that does not keep it above: the rows' parts of the gaps that
  /// steps predict converge about quadratically, so the next one is extrapolated from two.
  void find_exact_step() {
    const double fall = foreseen_ / last_foreseen_;
    const bool last = last_foreseen_ < infinity && foreseen_ * fall * fall < 0.5 * target();
    const double share = last ? 0 : residual_share(gradient_gap_ / first_gradient_gap_);
    const auto enough = [&](const Residual& left, const Residual& first) {
      return left.preconditioned <= share * share * first.preconditioned || 0.5 * left.squared <= 0.3 * target();
    };
    const double most = static_cast<double>(options_.max_passes) - work_;
    work_ += system_.solve(at_.curvature, gradient_, enough, most, step_, residual_);
  }

  /// Moves to the minimum along the step, and to the dual point that the step predicts if H is exact.
  void advance() {
    predict(step_, move_);
    if (hessian_ == Hessian::exact)
      for (std::size_t i = 0; i < s_.size(); ++i) s_[i] = -(at_.slope[i] + at_.curvature[i] * move_[i]);
    const double slope = ridge_product(w_, step_);
    const double curvature = ridge_product(step_, step_);
    const auto slopes_at = [&](double t) {
      const LineSlopes loss = losses_.differentiate(z_, move_, t, at_);
      return LineSlopes{slope + t * curvature + loss.first, curvature + loss.second};
    };
    const double start = dot(gradient_, step_);
    length_ = line_minimum(slopes_at, start);
    for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += length_ * step_[j];
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i] += length_ * move_[i];
    ++steps_;
    const double before = std::exchange(primal_, objective());
    decrease_ = before - primal_;
    watch_.step(before, primal_);
    certified_ = false;
    if (hessian_ == Hessian::exact)
      foresee();
    else
      estimate_ = infinity;
  }

  /// Estimates the gap of the predicted dual point: u = w_before + p + residual, w = w_before + t p, t the length.
  void foresee() {
    last_foreseen_ = std::exchange(foreseen_, losses_.dual_distance(z_, at_, s_));
    for (std::size_t j = 0; j < w_.size(); ++j) residual_[j] += x_.ridge(j) * (1 - length_) * step_[j];
    estimate_ = foreseen_ + pair_gap(residual_, at_.curvature);
  }

  Progress progress() const {
    return monitor_.progress(whole_passes(work_), certificate_, certified_, estimate_ / scale(), rows(problem_.x));
  }

  Solution finish(Status status) {
    status = status_at_end(status, certified_, [this] { return prove(); });
    if (memo_ != nullptr) system_.keep(*memo_);
    w_.resize(x_.features());
    return monitor_.conclude({std::move(w_), intercept_, std::move(s_), {}, certificate_}, status, work_, steps_);
  }

  static constexpr double rounding = std::numeric_limits<double>::epsilon();

  const Problem& problem_;
  const SolverOptions& options_;
  HessianMemo* memo_;
  Monitor monitor_;
  ThreadPool pool_;
  WithIntercept<Rows> x_;
  RowLosses losses_;
  NewtonSystem<Rows> system_;
  Baseline baseline_;
  Random random_;

  std::vector<double> w_;  // and b, divided by the constant appended, last
  std::vector<double> gradient_;
  std::vector<double> step_;      // p
  std::vector<double> residual_;  // -g - H p
  std::vector<double> z_;         // X~ w
  std::vector<double> move_;      // X~ p
  RowDerivatives at_;             // z
  std::vector<double> s_;
  double primal_ = 0;
  double first_primal_ = 0;
  bool is_near_ = false;              // begun at a start better than the constant
  Hessian hessian_ = Hessian::exact;  // of the next step; once exact, it stays exact
  double length_ = 1;                 // of the last step, in steps p
  double decrease_ = infinity;        // of P, by the last step

  double estimate_ = infinity;  // of the gap between w and s
  double gradient_gap_ = infinity;
  double first_gradient_gap_ = 0;  // the largest, which may be that of the constant
  double foreseen_ = infinity;     // the rows' part of the gap of the dual point that the last step predicted
  double last_foreseen_ = infinity;
  DescentWatch watch_;
  std::int64_t steps_ = 0;
  double work_ = 0;  // passes over all rows

  Certificate certificate_;
  bool certified_ = false;  // the present pair has its certificate
  std::vector<double> proven_z_;
  double intercept_ = 0;
};

}  // namespace

template <RowMatrix Rows>
Solution newton(const Rows& x, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                HessianMemo* memo) {
  if (!is_differentiable(problem.loss))
    throw InvalidParameter(
        "solver", "newton",
        "needs a differentiable loss, which " + std::string(to_string(problem.loss.name)) + " is not");
  return Newton(x, problem, options, memo).run(start);
}

template Solution newton(const SparseRows<float>&, const Problem&, const SolverOptions&, const WarmStart&,
                         HessianMemo*);
template Solution newton(const SparseRows<double>&, const Problem&, const SolverOptions&, const WarmStart&,
                         HessianMemo*);
template Solution newton(const DenseRows<float>&, const Problem&, const SolverOptions&, const WarmStart&, HessianMemo*);
template Solution newton(const DenseRows<double>&, const Problem&, const SolverOptions&, const WarmStart&,
                         HessianMemo*);

}  // namespace hingeline::internal
