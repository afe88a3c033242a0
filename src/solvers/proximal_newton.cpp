// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "data/csc_matrix.hpp"
#include "hingeline/error.hpp"
#include "problem/certificate.hpp"
#include "solvers/common/columns_with_intercept.hpp"
#include "solvers/common/monitor.hpp"
#include "solvers/common/row_losses.hpp"
#include "solvers/proximal/column_model.hpp"

namespace hingeline::internal {
namespace {

template <class T>
class ProximalNewton {
 public:
  ProximalNewton(const CscView<T>& x, const Problem& problem, const SolverOptions& options)
      : x_(x, problem),
        problem_(problem),
        options_(options),
        monitor_(options),
        losses_(problem),
        model_(x_, problem, options.seed, [this] { return must_stop(); }),
        baseline_(baseline(problem)),
        w_(x_.size()),
        gradient_(x_.size()),
        z_(x_.rows()),
        nowhere_(x_.rows()),
        at_{std::vector<double>(x_.rows()), std::vector<double>(x_.rows())},
        s_(x_.rows()),
        foreseen_(x_.rows()),
        proven_z_(x_.rows()) {}

  Solution run(const WarmStart& start) {
    take(start);
    for (;;) {
      differentiate();
      estimate_gap();
      const bool checked = check_is_due();
      if (checked && prove()) return finish(Status::converged);
      if (const auto status = monitor_.after_pass(progress(checked), work())) return finish(*status);
      if (stuck()) return finish(Status::numerical);
      model_.minimise(w_, gradient_, at_.slope, at_.curvature, accuracy());
      advance();
    }
  }

 private:
  void take(const WarmStart& start) {
    const bool cold = start.coef.empty() && start.dual_coef.empty();
    std::copy(start.coef.begin(), start.coef.end(), w_.begin());
    if (start.coef.empty() && !cold) take_dual(start.dual_coef);
    if (x_.has_intercept()) w_.back() = (cold ? baseline_.intercept : start.intercept) / x_.constant();
    for (std::size_t j = 0; j < w_.size(); ++j) {
      w_[j] = model_.term(j).clip(w_[j]);
      if (w_[j] != 0) x_.add(j, w_[j], z_);
    }
    primal_ = model_.penalty(w_) + losses_.sum(z_);
  }

  /// The w that R* has at u = X's, where it has one.
  void take_dual(std::span<const double> s) {
    for (std::size_t j = 0; j < x_.features() && model_.regularizer().l2() > 0; ++j)
      w_[j] = model_.regularizer().maximiser(j, x_.dot(j, s));
  }

  void differentiate() {
    losses_.differentiate(z_, nowhere_, 0, at_);
    for (std::size_t j = 0; j < w_.size(); ++j) gradient_[j] = x_.dot(j, at_.slope);
  }

  /// Of w against both dual points; the better one stays.
  void estimate_gap() {
    estimate_ = gap_to(at_.slope, gradient_, s_);
    if (steps_ == 0) return;
    const double foreseen = gap_to(model_.slopes(), model_.gradient(), foreseen_);
    if (!(foreseen < estimate_)) return;
    estimate_ = foreseen;
    s_.swap(foreseen_);
  }

  /// What the certificate will say of s = -slope scaled down, about; `gradient` is X'slope.
  double gap_to(std::span<const double> slope, std::span<const double> gradient, std::span<double> s) {
    const Regularizer& regularizer = model_.regularizer();
    std::vector<double> u(gradient.size());
    std::transform(gradient.begin(), gradient.end(), u.begin(), std::negate());
    const double excess = x_.has_free_intercept() ? u.back() : 0;
    if (x_.has_free_intercept()) u.pop_back();
    const double share = regularizer.feasible_share(u);
    double gap = 0;
    for (std::size_t j = 0; j < u.size(); ++j) gap += regularizer.gap(j, w_[j], share * u[j]);
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = -share * slope[i];
    gap += losses_.dual_distance(z_, at_, s);
    if (excess == 0) return gap;
    return gap + 0.5 * excess * excess / std::accumulate(at_.curvature.begin(), at_.curvature.end(), 0.0);
  }

  double scale() const {
    Certificate now;
    now.primal = primal_;
    now.dual = primal_ - estimate_;
    return gap_scale(now, baseline_);
  }

  bool check_is_due() const { return estimate_ <= caution_ * options_.tolerance * scale(); }

  bool prove() {
    const double b = x_.has_intercept() ? x_.constant() * w_.back() : 0;
    CertifiedPoint point{s_, std::span(w_).first(x_.features()), proven_z_, b};
    certificate_ = certify_pair(problem_, baseline_, point);
    intercept_ = point.intercept;
    const bool accepted = accepts(certificate_, baseline_, options_.tolerance);
    if (!accepted) caution_ *= 0.3;
    return accepted;
  }

  /// Arithmetic overflowed, or for long no step has descended by more than P's rounding.
  bool stuck() const { return !std::isfinite(primal_) || !std::isfinite(estimate_) || idle_steps_ > 20; }

  /// To what share of its descent the model is minimised: less than what is left of the gap, so that steps are
  /// Newton's.
  double accuracy() {
    constexpr double first = 1e-4;
    constexpr double last = 1e-6;
    first_estimate_ = std::max(first_estimate_, estimate_);
    return std::max(last, first * estimate_ / first_estimate_);
  }

  void advance() {
    constexpr double sigma = 0.01;
    constexpr int halvings = 40;
    const std::vector<double> w = w_;
    const std::vector<double> z = z_;
    const std::span<const double> v = model_.minimiser();
    const std::span<const double> move = model_.move();
    const double slope =
        model_.penalty(v) - model_.penalty(w) + std::inner_product(move.begin(), move.end(), at_.slope.begin(), 0.0);
    const double before = primal_;
    double t = 1;
    for (int halving = 0; halving < halvings; ++halving, t *= 0.5) {
      for (std::size_t j = 0; j < w.size(); ++j) w_[j] = t == 1 ? v[j] : w[j] + t * (v[j] - w[j]);
      for (std::size_t i = 0; i < z.size(); ++i) z_[i] = z[i] + t * move[i];
      primal_ = model_.penalty(w_) + losses_.sum(z_);
      if (primal_ - before <= sigma * t * slope) break;
    }
    ++steps_;
    idle_steps_ = before - primal_ > 1e-13 * before ? 0 : idle_steps_ + 1;
  }

  /// Of passes or time.
  bool must_stop() const {
    return work() >= static_cast<double>(options_.max_passes) || monitor_.out_of_time().has_value();
  }

  double work() const {
    return static_cast<double>(x_.visited()) / static_cast<double>(std::max<std::int64_t>(1, x_.entries()));
  }
  std::int64_t passes() const { return static_cast<std::int64_t>(std::ceil(work())); }

  Progress progress(bool checked) const {
    return monitor_.progress(passes(), certificate_, checked, estimate_ / scale(), rows(problem_.x));
  }

  Solution finish(Status status) {
    if (status != Status::converged && prove()) status = Status::converged;
    Solution solution;
    w_.resize(x_.features());
    solution.coef = std::move(w_);
    solution.intercept = intercept_;
    solution.dual_coef = std::move(s_);
    solution.certificate = certificate_;
    monitor_.conclude(solution, status, passes(), steps_);
    return solution;
  }

  ColumnsWithIntercept<T> x_;
  const Problem& problem_;
  const SolverOptions& options_;
  Monitor monitor_;
  RowLosses losses_;
  ColumnModel<T> model_;
  Baseline baseline_;

  std::vector<double> w_;         // and b, divided by the constant, last
  std::vector<double> gradient_;  // X'slope
  std::vector<double> z_;
  const std::vector<double> nowhere_;  // zeros: derivatives are taken at z
  RowDerivatives at_;                  // z
  std::vector<double> s_;
  std::vector<double> foreseen_;  // the other dual point
  double primal_ = 0;

  double estimate_ = infinity;  // of the gap between w and s
  double first_estimate_ = 0;
  double caution_ = 1;  // smaller after estimates that promised too much
  std::int64_t steps_ = 0;
  std::int64_t idle_steps_ = 0;

  Certificate certificate_;
  std::vector<double> proven_z_;
  double intercept_ = 0;
};

template <class T>
Solution solve_columns(const CscMatrix<T>& x, const Problem& problem, const SolverOptions& options,
                       const WarmStart& start) {
  return ProximalNewton<T>(x.view(), problem, options).run(start);
}

}  // namespace

bool suits_proximal_newton(const Loss& loss) {
  switch (loss.name) {
    case LossName::squared_hinge:
    case LossName::logistic:
    case LossName::squared_epsilon_insensitive:
    case LossName::squared:
    case LossName::expectile:
      return true;
    default:
      return false;
  }
}

Solution proximal_newton(const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  if (!suits_proximal_newton(problem.loss))
    throw InvalidParameter("solver", "proximal_newton",
                           "needs the loss squared_hinge, logistic, squared_epsilon_insensitive, squared or expectile");
  if (rows(problem.constraints.rows) > 0)
    throw InvalidParameter("solver", "proximal_newton", "has no constraints on A w: alm_newton has");
  return std::visit([&](const auto& x) { return solve_columns(CscMatrix(x), problem, options, start); }, problem.x);
}

}  // namespace hingeline::internal
