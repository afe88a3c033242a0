// SPDX-License-Identifier: BSD-3-Clause
//
// The loop of dual_cd.hpp, instantiated once per layout and value type (dual_cd_*.cpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "losses/visit_loss.hpp"
#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/dual_cd/coefficient_pull.hpp"
#include "solvers/dual_cd/dual_cd.hpp"
#include "solvers/dual_cd/dual_pass.hpp"
#include "solvers/dual_cd/dual_row.hpp"
#include "solvers/dual_cd/free_rows_newton.hpp"
#include "solvers/dual_cd/intercept_centre.hpp"
#include "solvers/progress/gap_watch.hpp"
#include "solvers/progress/is_cold.hpp"
#include "solvers/progress/monitor.hpp"

namespace hingeline::internal {

template <RowMatrix Rows, LossSheet Loss>
class DualCd {
 public:
  DualCd(const Rows& x, const Problem& problem, const Loss& loss, const SolverOptions& options, GeometryMemo& geometry)
      : x_(x),
        problem_(problem),
        loss_(loss),
        options_(options),
        monitor_(options),
        random_(options.seed),
        baseline_(baseline(problem)),
        order_(rows_with_weight(problem)),
        active_(order_.size()),
        geometry_(geometry.get(x, problem, order_)),
        rows_(make_rows(problem, geometry_->q)),
        centre_(problem.intercept, geometry_->mean),
        unit_(problem.penalty.l2) {
    if (!is_plain_ridge(problem)) pull_.emplace(problem);
    if constexpr (StatefulLoss<Loss>) {
      for (const DualRow& row : rows_) state_.push_back(loss.row_state(row.y, row.c, row.s));
    }
    centre_.start_at(baseline_.intercept);
  }

  Solution run(const WarmStart& start) {
    w_.resize(static_cast<std::size_t>(x_.cols()));
    if (pull_) pull_->renew_all(w_.data(), centre_);
    if (auto solution = begin(start)) return std::move(*solution);
    return go_on();
  }

  /// Begins at a warm start; returns the answer if the start is one.
  std::optional<Solution> begin(const WarmStart& start) {
    if (!take_dual(start)) return std::nullopt;
    if (prove()) return finish(Status::converged, true);
    if (is_worse_than_none()) {
      begin_at_none();
    } else {
      begin_at_proven();
    }
    return std::nullopt;
  }

  /// Sets s_i = dual_of(row, i), which must be in the domain. w must be that of these s already: from the last proof,
  /// or set by the caller.
  template <class DualOf>
  void begin_at(const DualOf& dual_of, double intercept) {
    for (const std::uint32_t i : order_) {
      DualRow& row = rows_[i];
      row.s = dual_of(row, i);
      if constexpr (StatefulLoss<Loss>) state_[i] = loss_.row_state(row.y, row.c, row.s);
      centre_.add(i, row.s);
    }
    if (pull_) rebuild();
    centre_.start_at(intercept);
  }

  using Pass = DualPass<Rows, Loss>;

  Pass begin_pass() {
    CoefficientPull* const pull = pull_ ? &*pull_ : nullptr;
    const double reach = options_.shrinking && !pull_ ? watch_.kappa() * last_move_ : infinity;
    return Pass({x_, loss_, rows_.data(), state_.data(), w_.data(), centre_, pull}, reach, active_ == order_.size(),
                !scale_is_proven_);
  }

  /// Takes over the sums of a pass; `active` rows were not set aside.
  void end_pass(const Pass& pass, std::size_t active) {
    active_ = active;
    was_whole_ = pass.is_whole;
    iterations_ += pass.visits;
    estimate_ = unit_ * pass.estimate;
    if (!scale_is_proven_) guess_scale(pass);
    last_move_ = std::max(pass.largest_move, centre_.move());
    ++passes_;
  }

  /// Whether a proof is due. After a pass that set rows aside no fall of the gap is foreseen: the next estimate lacks
  /// these rows.
  bool check_is_due() {
    const bool due = watch_.record_pass(passes_, estimate_, active_ == order_.size(), options_.tolerance * scale_);
    return due || active_ == 0;
  }

  /// Returns the solution if it is proven now (`checked`: a proof is due) or the solve must end.
  std::optional<Solution> after_pass(bool checked) {
    if (checked && prove()) return finish(Status::converged, true);
    if (const auto status = monitor_.after_pass(progress(checked), work())) return finish(*status, checked);
    if (stuck(checked)) return finish(Status::numerical, checked);
    if (checked) resume();
    if (newton_is_due_) newton_step();
    return std::nullopt;
  }

  /// Makes passes to the end.
  Solution go_on() {
    for (;;) {
      sweep();
      if (auto solution = after_pass(check_is_due())) return std::move(*solution);
    }
  }

  /// A row's features are prefetched so many visits ahead, and their addresses far_ahead.
  static constexpr std::size_t ahead = 6;
  static constexpr std::size_t far_ahead = 12;

  /// The rows of weight > 0.
  std::span<const std::uint32_t> present() const { return order_; }
  std::size_t active() const { return active_; }
  /// c_i / l2
  double cost(std::size_t i) const { return rows_[i].c; }
  bool must_stop() const { return monitor_.stop_status().has_value(); }

  /// Gives w to passes made elsewhere; empty: w = 0.
  std::vector<double> give_coef() { return std::exchange(w_, {}); }

  /// Takes w back after these passes, and which rows they did not set aside.
  template <class IsActive>
  void take_over(std::vector<double> w, const IsActive& is_active) {
    w_ = std::move(w);
    std::ranges::partition(order_, is_active);
  }

 private:
  static std::vector<std::uint32_t> rows_with_weight(const Problem& problem) {
    std::vector<std::uint32_t> rows;
    rows.reserve(problem.y.size());
    for (std::size_t i = 0; i < problem.y.size(); ++i)
      if (row_cost(problem, i) > 0) rows.push_back(static_cast<std::uint32_t>(i));
    return rows;
  }

  static std::vector<DualRow> make_rows(const Problem& problem, std::span<const double> q) {
    std::vector<DualRow> rows(q.size());
    for (std::size_t i = 0; i < q.size(); ++i)
      rows[i] = {0, q[i], problem.y[i], row_cost(problem, i) / problem.penalty.l2};
    return rows;
  }

  /// Sets s from a warm start; false where it is cold.
  bool take_dual(const WarmStart& start) {
    if (is_cold(start)) return false;
    for (const std::uint32_t i : order_) {
      DualRow& row = rows_[i];
      row.s = start.dual_coef.empty() ? -row.c * loss_.derivative(row.y, x_.dot(i, start.coef.data()) + start.intercept)
                                      : start.dual_coef[i] / unit_;
    }
    if (pull_) rebuild();
    centre_.start_at(start.intercept);
    return true;
  }

  /// Goes on from the s just certified, which unlike the start's are in the domain and balanced.
  void begin_at_proven() {
    begin_at([this](const DualRow&, std::uint32_t i) { return proven_s_[i] / unit_; }, intercept_);
    take_scale();
  }

  /// Whether D is farther below 0 than the optimum can be above it, as for s of a far smaller C, scaled with C. s = 0,
  /// whose D is not negative, is then the better start.
  bool is_worse_than_none() const { return certificate_.gap > certificate_.primal + baseline_.primal; }

  void begin_at_none() {
    std::ranges::fill(w_, 0.0);
    begin_at([](const DualRow&, std::uint32_t) { return 0.0; }, baseline_.intercept);
  }

  /// w = sum_i s_i x_i
  void sum_rows() {
    std::ranges::fill(w_, 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].s != 0) x_.add(static_cast<std::int64_t>(i), rows_[i].s, w_.data());
  }

  /// Recomputes w and the pull from the present s.
  void rebuild() {
    sum_rows();
    centre_.forget_pull();
    pull_->forget();
    pull_->renew_all(w_.data(), centre_);
  }

  /// One pass over the active rows in random order.
  void sweep() {
    shuffle(std::span(order_.data(), active_), random_);
    Pass pass = begin_pass();
    std::size_t kept = 0;
    std::size_t k = 0;
    for (; k < active_; ++k) {
      if (k % poll_rows == poll_rows - 1 && monitor_.stop_status()) break;
      if (k + far_ahead < active_) {
        x_.prefetch_place(order_[k + far_ahead]);
        pass.prefetch_row(order_[k + far_ahead]);
      }
      if (k + ahead < active_) x_.prefetch(order_[k + ahead]);
      if (!pass.visit(order_[k])) std::swap(order_[kept++], order_[k]);
    }
    for (; k < active_; ++k) std::swap(order_[kept++], order_[k]);
    end_pass(pass, kept);
    if (pull_) pull_->renew_all(w_.data(), centre_);
  }

  /// Guesses the scale of the gap from the pass's sum of P; rows set aside earlier count as they were then.
  void guess_scale(const Pass& pass) {
    const double primal = unit_ * (pass.primal + set_aside_primal_);
    scale_ = gap_scale(primal, primal - estimate_, baseline_.primal);
    set_aside_primal_ += pass.set_aside_primal;
  }

  /// Certifies the present point; returns whether it is the answer. w is then that of proven_s_.
  bool prove() {
    w_.resize(static_cast<std::size_t>(x_.cols()));
    proven_s_.resize(rows_.size());
    proven_z_.resize(rows_.size());
    std::transform(rows_.begin(), rows_.end(), proven_s_.begin(), [this](const DualRow& row) { return unit_ * row.s; });
    CertifiedPoint point{proven_s_, w_, proven_z_, centre_.intercept()};
    certificate_ = pull_ ? certify_pair(problem_, baseline_, point) : certify(problem_, baseline_, point);
    intercept_ = point.intercept;
    return accepts(certificate_, options_.tolerance);
  }

  /// Goes on from s after a certificate above the tolerance, having learned from it.
  void resume() {
    take_scale();
    if (pull_) {
      rebuild();
      return watch_.learn(passes_, certificate_.gap, true);
    }
    for (const std::uint32_t i : order_)
      if (const double change = rows_[i].s - proven_s_[i]; change != 0) x_.add(i, change, w_.data());
    watch_.learn(passes_, certificate_.gap, was_whole_);
    bring_back();
    newton_most_ = std::max(newton_most_, newton_trust_ * static_cast<double>(passes_));
    newton_is_due_ = rounding_since_ >= passes_ &&
                     watch_.passes_left(options_.tolerance * scale_) > 0.5 * static_cast<double>(passes_);
  }

  /// Takes a Newton step on all free rows. Its iterations may cost as much as the passes so far, less where the last
  /// such step came to nothing. Where few rows left their piece, another and longer one follows after the next pass.
  void newton_step() {
    if constexpr (!StatefulLoss<Loss>) {
      newton_is_due_ = false;
      const FreeRowLossOf row_loss(loss_);
      FreeRowsNewton newton(x_, row_loss, std::span(order_.data(), active_), std::span(rows_), std::span(w_), centre_);
      if (newton.size() == 0 || newton.is_singular()) return;
      const int most = static_cast<int>(std::clamp(newton_most_, fewest_newton_iterations, most_newton_iterations));
      const double enough = 0.5 * options_.tolerance * scale_ / unit_;
      const int iterations = newton.solve(enough, most, monitor_);
      iterations_ += iterations * static_cast<std::int64_t>(newton.size());
      const std::size_t departures = newton.place_rows();
      constexpr std::size_t few = 10;  // one row in so many
      constexpr std::size_t very_few = 200;
      const double length = newton_length(newton, few * departures <= newton.size(), enough);
      newton.move(length);
      sum_rows();
      if (length == 0) {
        newton_trust_ /= 4;
        newton_most_ = 0;
        return;
      }
      centre_.move();
      newton_trust_ = 1;
      newton_most_ = 1.5 * most;
      newton_is_due_ = departures > 0 && very_few * departures <= newton.size();
      if (departures == 0) watch_.ask_after(passes_ + 1);
    }
  }

  /// The step's length: 1, whatever the dual loses, if few rows leave their piece (`fits`) and the gap estimate is
  /// below that before any earlier step (a watchdog; Chamberlain and others, Mathematical Programming Study 1982); else
  /// as far as the dual allows.
  double newton_length(FreeRowsNewton<Rows>& newton, bool fits, double slack) {
    const bool leads_on = estimate_ < least_newton_estimate_;
    least_newton_estimate_ = std::min(estimate_, least_newton_estimate_);
    return fits && leads_on ? 1 : newton.length(slack);
  }

  void take_scale() {
    scale_ = gap_scale(certificate_.primal, certificate_.dual, baseline_.primal);
    scale_is_proven_ = true;
  }

  /// Whether nothing more can be gained: numbers overflowed, or the gap is still above the tolerance and no row moves,
  /// or rounding is all that is left.
  bool stuck(bool checked) {
    if (!checked) return !std::isfinite(estimate_);
    const bool overflowed = !std::isfinite(estimate_) || !std::isfinite(certificate_.primal);
    return overflowed || (last_move_ == 0 && was_whole_) || is_left_with_rounding();
  }

  /// Whether, at tolerance 0, the gap was rounding half of the passes ago: convergence is linear, and the error of w, a
  /// root of the gap's, has had as many passes again. Rows may go on moving by a last digit for ever.
  bool is_left_with_rounding() {
    if (options_.tolerance > 0) return false;
    if (certificate_.is_rounding()) rounding_since_ = std::min(rounding_since_, passes_);
    return passes_ / 2 >= rounding_since_;
  }

  /// Makes rows that were set aside active again if they would move at the predictions of the certificate.
  void bring_back() {
    if (last_move_ == 0) active_ = order_.size();
    for (std::size_t k = active_; k < order_.size(); ++k) {
      const std::uint32_t i = order_[k];
      const double p = proven_z_[i] + intercept_;
      if (!is_settled(loss_, rows_[i], p, rows_[i].q + centre_.tau2(), watch_.kappa() * last_move_))
        std::swap(order_[active_++], order_[k]);
    }
    if (active_ == 0) active_ = order_.size();
  }

  /// The work done, in passes over all rows.
  double work() const {
    return static_cast<double>(iterations_) / static_cast<double>(std::max<std::size_t>(1, order_.size()));
  }

  Progress progress(bool checked) const {
    return monitor_.progress(passes_, certificate_, checked, watch_.expected_gap() / scale_,
                             static_cast<std::int64_t>(active_));
  }

  /// `is_judged`: the point was proven or refused where it is.
  Solution finish(Status status, bool is_judged) {
    status = status_at_end(status, is_judged, [this] { return prove(); });
    return monitor_.conclude({std::move(w_), intercept_, std::move(proven_s_), {}, certificate_}, status, passes_,
                             work(), iterations_);
  }

  static constexpr std::size_t poll_rows = 4096;
  static constexpr double fewest_newton_iterations = 4;
  static constexpr double most_newton_iterations = 1000;

  const Rows& x_;
  const Problem& problem_;
  const Loss& loss_;
  const SolverOptions& options_;
  Monitor monitor_;
  Random random_;
  Baseline baseline_;

  std::vector<std::uint32_t> order_;  // the active rows, then those set aside
  std::size_t active_;
  bool was_whole_ = true;  // when the last pass began
  std::shared_ptr<const RowGeometry> geometry_;
  std::vector<DualRow> rows_;
  InterceptCentre centre_;
  std::vector<double> state_;  // of a StatefulLoss
  std::vector<double> w_;
  double unit_;  // of s, c and objectives: l2
  std::optional<CoefficientPull> pull_;

  double last_move_ = infinity;  // M
  GapWatch watch_;
  std::int64_t passes_ = 0;
  std::int64_t iterations_ = 0;
  std::int64_t rounding_since_ = std::numeric_limits<std::int64_t>::max();  // passes, at tolerance 0

  double estimate_ = infinity;  // of the gap, from the last pass
  double scale_ = infinity;  // what tolerance multiplies: gap_scale of the last certificate, before it an estimate of P
  bool scale_is_proven_ = false;
  double set_aside_primal_ = 0;
  bool newton_is_due_ = false;
  double newton_most_ = 0;
  double newton_trust_ = 1;
  double least_newton_estimate_ = infinity;  // the least gap estimate before a Newton step
  Certificate certificate_;
  std::vector<double> proven_s_;
  std::vector<double> proven_z_;
  double intercept_ = 0;
};

template <RowMatrix Rows>
Solution dual_cd(const Rows& x, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                 GeometryMemo& geometry) {
  return visit_loss(problem.loss,
                    [&](const auto& loss) { return DualCd(x, problem, loss, options, geometry).run(start); });
}

}  // namespace hingeline::internal
