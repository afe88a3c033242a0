// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/pair_smo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "core/infinity.hpp"
#include "solvers/smo/rounding_end.hpp"
#include "solvers/smo/selection.hpp"
#include "solvers/steps/move_pair.hpp"

namespace hingeline::internal {
namespace {

class PairSmo {
 public:
  PairSmo(const SmoTask& task, SmoPoint& point)
      : task_(task),
        point_(point),
        state_{task.program,
               point.a,
               point.products,
               {},
               task.diagonal,
               kernel_row_source(task.problem.kernel, task.problem.x),
               RowCache(task.program.rows, task.program.rows, task.cache_bytes())},
        rule_(pair_rule(task.options.selection)),
        tolerance_(task.violation().value_or(first_tolerance)) {}

  SmoOutcome run() {
    std::optional<Status> status = restore();
    while (!status) {
      const auto worst = active_extremes();
      if (!(violation(worst) < HUGE_VAL)) return {Status::numerical, prove()};  // products are beyond double
      if (violation(worst) > tolerance_ && !at_rounding_) {
        const int group = worst[1].violation() > worst[0].violation() ? 1 : 0;
        step(rule_->next(state_, group, worst[static_cast<std::size_t>(group)], tolerance_));
        status = watch(worst);
      } else if (state_.active.size() < task_.program.size()) {
        status = restore();
      } else if (const auto outcome = finish(violation(worst))) {
        return *outcome;
      }
    }
    return {*status, prove()};
  }

 private:
  std::array<Extremes, 2> active_extremes() const {
    std::array<Extremes, 2> groups;
    for (const std::size_t t : state_.active)
      groups[static_cast<std::size_t>(task_.program.group(t))].take(t, state_.f(t), state_.up(t), state_.low(t));
    return groups;
  }

  /// Called when all variables are active and none violates by more than tolerance_, or than the rounding of updated
  /// products. Returns the outcome, if any: at rounding, while each proof, with products computed anew, halves the
  /// violation, the loop goes on.
  std::optional<SmoOutcome> finish(double violation) {
    if (at_rounding_ || task_.claims(point_, violation) || task_.may_be_rounding(point_)) {
      const KernelProof proof = prove();
      if (task_.accepts(proof)) return SmoOutcome{Status::converged, proof};
      const bool has_ended = task_.may_be_rounding(proof) && rounding_end_.is_reached(proof);
      if (has_ended || proof.violation <= rounding()) return SmoOutcome{Status::numerical, proof};
      if (at_rounding_ && !(proof.violation <= 0.5 * std::exchange(last_violation_, proof.violation)))
        return SmoOutcome{Status::numerical, proof};
    }
    if (!at_rounding_ && !task_.violation()) tolerance_ /= 4;
    at_rounding_ = false;
    return std::nullopt;
  }

  KernelProof prove() {
    KernelProof proof = task_.prove(point_);
    point_.counters.cache_hits = state_.cache.hits();
    count_evaluations();
    return proof;
  }

  /// The kernel values computed since the last call.
  std::int64_t count_evaluations() {
    const std::int64_t evaluations = state_.cache.misses() * task_.program.rows;
    point_.counters.kernel_evaluations += evaluations;
    return evaluations;
  }

  /// A violation below this may be all rounding.
  double rounding() const {
    double largest = 0;
    for (std::size_t t = 0; t < state_.a.size(); ++t) largest = std::max(largest, std::abs(state_.f(t)));
    return 64 * std::numeric_limits<double>::epsilon() * largest;
  }

  PairMember member(std::size_t t) { return {state_.a[t], task_.program.y[t], task_.program.upper[t]}; }

  void step(const Pair& pair) {
    const QuadraticProgram& program = task_.program;
    const double* up_row = state_.kernel_row(pair.up);
    const double* low_row = state_.kernel_row(pair.low);
    const double best =
        (state_.f(pair.low) - state_.f(pair.up)) /
        curvature(state_.kernel_diagonal(pair.up), state_.kernel_diagonal(pair.low), up_row[program.row[pair.low]]);
    const double delta = move_pair(member(pair.up), member(pair.low), best);
    for (const std::int32_t row : active_rows_) {
      const auto i = static_cast<std::size_t>(row);
      point_.products[i] += delta * (up_row[i] - low_row[i]);
    }
    ++point_.counters.inner_steps;
  }

  /// Checks limits and whether violations are rounding, and shrinks from time to time.
  std::optional<Status> watch(const std::array<Extremes, 2>& worst) {
    const auto n = static_cast<std::int64_t>(task_.program.size());
    constexpr std::int64_t steps_before_shrinking = 1000;
    const std::int64_t steps = point_.counters.inner_steps;
    if (task_.options.solver.shrinking && steps % std::min(n, steps_before_shrinking) == 0) shrink(worst);
    if (steps % n != 0) return clock_is_due() ? task_.monitor.stop_status() : std::nullopt;
    ++point_.passes;
    constexpr double step_per_variable = 4;  // ns
    if (step_per_variable * static_cast<double>((steps - first_step_) * n) > point_.pairs_left)
      return Status::numerical;
    at_rounding_ = violation(worst) <= rounding();
    if (task_.violation() && is_stuck(violation(worst))) return Status::numerical;
    return task_.after_pass(point_, std::ssize(state_.active), static_cast<double>(point_.passes));
  }

  /// Where a violation is to be stopped on no gap tells when arithmetic gives out: whether the least violation has not
  /// been halved for as many steps as LIBSVM takes in all.
  bool is_stuck(double now) {
    constexpr std::int64_t fewest = 10'000'000;
    constexpr std::int64_t per_variable = 100;
    const std::int64_t steps = point_.counters.inner_steps;
    if (now <= 0.5 * halved_violation_) {
      halved_violation_ = now;
      halved_at_ = steps;
    }
    return steps - halved_at_ > std::max(fewest, per_variable * static_cast<std::int64_t>(task_.program.size()));
  }

  /// The cost of a step: a visit to each active variable, and for each row of the kernel matrix that is not kept one to
  /// all entries of x.
  bool clock_is_due() {
    constexpr std::int64_t work_before_clock = 1 << 16;
    work_ += std::ssize(state_.active) + count_evaluations() * cols(task_.problem.x);
    if (work_ < work_before_clock) return false;
    work_ = 0;
    return true;
  }

  void shrink(const std::array<Extremes, 2>& worst) {
    std::erase_if(state_.active, [&](std::size_t t) {
      const Extremes& group = worst[static_cast<std::size_t>(task_.program.group(t))];
      const double f = state_.f(t);
      return (!state_.low(t) && f > group.greatest) || (!state_.up(t) && f < group.least);
    });
    find_active_rows();
  }

  void find_active_rows() {
    active_rows_.clear();
    for (const std::size_t t : state_.active) active_rows_.push_back(task_.program.row[t]);
    std::sort(active_rows_.begin(), active_rows_.end());
    active_rows_.erase(std::unique(active_rows_.begin(), active_rows_.end()), active_rows_.end());
  }

  /// Makes all variables active again; computes the products of the rows set aside, unless time has run out.
  std::optional<Status> restore() {
    const auto n = static_cast<std::size_t>(task_.program.rows);
    std::vector<bool> current(n, false);
    for (const std::int32_t row : active_rows_) current[static_cast<std::size_t>(row)] = true;
    for (std::size_t i = 0; i < n; ++i)
      if (!current[i]) point_.products[i] = 0;
    for (std::size_t t = 0; t < state_.a.size(); ++t) {
      if (state_.a[t] == 0) continue;
      if (const auto status = task_.monitor.stop_status()) {
        point_.error = {};  // of products that are none
        return status;
      }
      const double s = task_.program.y[t] * state_.a[t];
      const double* row = state_.kernel_row(t);
      for (std::size_t i = 0; i < n; ++i)
        if (!current[i]) point_.products[i] += s * row[i];
    }
    state_.active.resize(task_.program.size());
    std::iota(state_.active.begin(), state_.active.end(), std::size_t{0});
    find_active_rows();
    return std::nullopt;
  }

  static constexpr double first_tolerance = 0.1;

  const SmoTask& task_;
  SmoPoint& point_;
  PairState state_;
  std::unique_ptr<PairRule> rule_;
  double tolerance_;          // of a pair's violation, for now
  bool at_rounding_ = false;  // no running product violates by more
  RoundingEnd rounding_end_;
  double last_violation_ = infinity;
  double halved_violation_ = infinity;  // at step halved_at_
  std::int64_t halved_at_ = point_.counters.inner_steps;
  std::int64_t work_ = 0;  // since the clock was asked
  const std::int64_t first_step_ = point_.counters.inner_steps;
  std::vector<std::int32_t> active_rows_;
};

}  // namespace

SmoOutcome pair_smo(const SmoTask& task, SmoPoint& point) {
  if (const auto status = task.monitor.stop_status()) return {*status, task.prove(point)};
  return PairSmo(task, point).run();
}

}  // namespace hingeline::internal
