// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/block_smo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/all_finite.hpp"
#include "core/infinity.hpp"
#include "data/rows.hpp"
#include "solvers/smo/barrier_step.hpp"
#include "solvers/smo/computed_kernel.hpp"
#include "solvers/smo/face_step.hpp"
#include "solvers/smo/given_kernel.hpp"
#include "solvers/smo/linear_kernel.hpp"
#include "solvers/smo/pair_search.hpp"
#include "solvers/smo/rounding_end.hpp"
#include "solvers/smo/working_kernel.hpp"
#include "solvers/smo/working_set.hpp"

namespace hingeline::internal {
namespace {

/// The members' arrays for search_pairs().
class MemberArrays {
 public:
  PairSearch fill(const QuadraticProgram& program, const SmoPoint& point, const WorkingSet& set,
                  const std::array<Extremes, 2>& worst, const WorkingKernel& kernel) {
    const std::size_t count = set.members().size();
    const std::size_t size = (count + panel_width - 1) / panel_width * panel_width;
    y_.assign(size, 1);
    a_.assign(size, 0);
    upper_.assign(size, 0);
    floats_ = Buffer<float>(static_cast<std::int64_t>(6 * size));
    float* diagonal = floats_.data();
    float* f = diagonal + size;
    PairSearch search = {};
    for (int group = 0; group < 2; ++group) {
      search.up_bar[group] = f + size * static_cast<std::size_t>(1 + 2 * group);
      search.low_bar[group] = search.up_bar[group] + size;
      std::fill_n(search.up_bar[group], size, infinity);
      std::fill_n(search.low_bar[group], size, -infinity);
    }
    std::fill_n(diagonal, 2 * size, 0.0F);
    for (std::size_t k = 0; k < count; ++k) {
      const auto t = static_cast<std::size_t>(set.members()[k]);
      const int group = program.group(t);
      y_[k] = program.y[t];
      a_[k] = point.a[t];
      upper_[k] = program.upper[t];
      diagonal[k] = kernel.values()[k * kernel.stride() + k];
      f[k] = static_cast<float>(program.f(t, point.products.data()) - worst[static_cast<std::size_t>(group)].least);
      if (program.up(t, a_[k])) search.up_bar[group][k] = 0;
      if (program.low(t, a_[k])) search.low_bar[group][k] = 0;
    }
    search.size = size;
    search.kernel = kernel.values();
    search.stride = kernel.stride();
    search.diagonal = diagonal;
    search.f = f;
    search.groups = program.groups();
    search.y = y_.data();
    search.upper = upper_.data();
    search.a = a_.data();
    return search;
  }

 private:
  std::vector<double> y_;
  std::vector<double> a_;
  std::vector<double> upper_;
  Buffer<float> floats_;
};

/// Whether kernel values in float are accurate to about a thousandth: exponents of the RBF kernel have an error
/// proportional to the rows' terms.
bool float_suffices(const KernelRows<float>& rows) {
  if (rows.space().kernel().name != KernelName::rbf) return true;
  if (!rows.space().wide().empty()) return false;
  constexpr float largest_term = 4000;
  for (std::int64_t i = 0; i < rows.size(); ++i)
    if (-rows.term(i) > largest_term) return false;
  return true;
}

/// The loop; `Matrix` is a ComputedKernel, LinearKernel or GivenKernel.
template <class Matrix>
class BlockSmo {
 public:
  BlockSmo(const SmoTask& task, SmoPoint& point, BarrierStep& barrier, Matrix matrix)
      : task_(task),
        program_(task.program),
        point_(point),
        matrix_(std::move(matrix)),
        set_(task.program, task.cache_bytes() / 2),
        kernel_(task.memory.members),
        face_(task),
        barrier_(barrier),
        error_(matrix_.sum_error()),
        stop_(task_.monitor.stop()) {}

  /// Runs to an outcome; nothing where kernel values of the matrix, or float for pairs, are too coarse.
  std::optional<SmoOutcome> run() {
    if (!begin()) {
      point_.error = {};
      return stopped();
    }
    for (;;) {
      if (proof_is_due()) {
        const KernelProof proof = task_.prove(point_);
        if (task_.accepts(proof)) return SmoOutcome{Status::converged, proof};
        if (const auto status = task_.monitor.stop_status()) return SmoOutcome{*status, proof};
        const bool is_rounding = task_.may_be_rounding(proof) && rounding_end_.is_reached(proof);
        if (is_rounding && !barrier_.is_left()) return SmoOutcome{Status::numerical, proof};
        is_stuck_ = stalled(proof) || is_rounding;
      }
      if ((is_stuck_ || barrier_.pays(pairs_)) && barrier_.prepare(is_stuck_)) {
        if (const auto outcome = step_by_barrier()) return outcome;
      } else if (is_stuck_) {
        return stop_() ? std::optional(stopped()) : std::nullopt;
      }
      if (stop_() || !pass()) return stopped();
      if (face_.pays(point_, last_pairs_) && !step_on_face()) return stopped();
      if (const auto status = watch()) return SmoOutcome{*status, task_.prove(point_)};
    }
  }

 private:
  /// Sets the products of the start, from those of the memo if it has any of the same precision. False if time ran out.
  bool begin() {
    const SmoMemo& memo = task_.memo;
    if (!memo.products.empty() && memo.error.relative == error_.relative) {
      point_.products = memo.products;
      point_.error = memo.error;
      return add_products_of(memo.s);
    }
    point_.error = {0, error_.relative, std::vector<float>(error_.relative.size(), 0.0F)};
    return add_products_of(std::vector<double>(point_.products.size(), 0.0));
  }

  SmoOutcome stopped() { return {task_.monitor.stop_status().value_or(Status::interrupted), task_.prove(point_)}; }

  /// Sets is_stuck_ where passes no longer gain.
  bool proof_is_due() {
    const double now = violation(extremes(program_, point_.a.data(), point_.products.data()));
    const std::int64_t idle = passes_without_gain(now);
    is_stuck_ = idle > most_patience || pairs_ > point_.pairs_left;
    return task_.claims(point_, now) || (idle > 0 && idle % patience == 0);
  }

  /// Makes a pass; false if time ran out: the point is then as it was.
  bool pass() {
    const auto worst = extremes(program_, point_.a.data(), point_.products.data());
    const std::vector<std::size_t> places = set_.choose(point_.a, point_.products, worst);
    std::vector<std::int32_t> member_rows;
    for (const std::int32_t t : set_.members()) member_rows.push_back(program_.row[static_cast<std::size_t>(t)]);
    const auto computed = kernel_.renew(matrix_, member_rows, places, set_.room(), task_.pool(), stop_);
    if (!computed) return false;
    point_.counters.kernel_evaluations += *computed;
    const auto solve = [&] {
      solve_members(worst);
      return true;
    };
    if (!move(solve)) return false;
    ++point_.passes;
    return true;
  }

  bool step_on_face() {
    return move([this] { return face_.move(point_); });
  }

  /// Takes the interior point solution and returns the outcome if it proves an answer: first with variables at the
  /// bounds where they belong, then after Newton steps on those between them, then with all strictly between.
  std::optional<SmoOutcome> step_by_barrier() {
    constexpr double least_left = 3e8;
    point_.pairs_left = std::max(least_left, barrier_.cost());
    if (!barrier_.run(point_)) return std::nullopt;
    if (const auto outcome = proven_end_at(barrier_.rounded())) return outcome;
    for (double before = infinity; last_rest_ < 0.5 * std::exchange(before, last_rest_);) {
      face_.find_face(point_);
      if (!step_on_face()) return stopped();
      if (const auto outcome = proven_end()) return outcome;
    }
    if (const auto outcome = proven_end_at(barrier_.inner())) return outcome;
    if (!go_to(point_.best.a)) return stopped();
    failed_violation_ = least_violation_ = infinity;
    failures_ = 0;
    last_gain_ = point_.passes;
    pairs_ = 0;
    return std::nullopt;
  }

  bool go_to(const std::vector<double>& a) {
    return move([&] {
      point_.a = a;
      return true;
    });
  }

  std::optional<SmoOutcome> proven_end_at(const std::vector<double>& a) { return go_to(a) ? proven_end() : stopped(); }

  std::optional<SmoOutcome> proven_end() {
    const KernelProof proof = task_.prove(point_);
    last_rest_ = task_.rest(proof);
    if (task_.accepts(proof)) return SmoOutcome{Status::converged, proof};
    if (const auto status = task_.monitor.stop_status()) return SmoOutcome{*status, proof};
    return std::nullopt;
  }

  /// Updates the products after `to_elsewhere()` has moved a. False if that returns false or time ran out: the point is
  /// then as it was.
  template <class F>
  bool move(const F& to_elsewhere) {
    std::vector<double> a = point_.a;
    std::vector<double> products = point_.products;
    ProductError error = point_.error;
    if (to_elsewhere() && !stop_() && add_products_of(row_coefs(program_, a))) return true;
    point_.a = std::move(a);
    point_.products = std::move(products);
    point_.error = std::move(error);
    return false;
  }

  void solve_members(const std::array<Extremes, 2>& worst) {
    constexpr std::int64_t steps_per_member = 30;
    constexpr double step_per_member = 0.4;  // ns
    PairSearch search = arrays_.fill(program_, point_, set_, worst, kernel_);
    const bool complete = set_.members().size() < set_.capacity();
    search.tolerance = static_cast<float>(task_.inner_tolerance(violation(worst), complete));
    search.most_steps = steps_per_member * static_cast<std::int64_t>(set_.members().size());
    search.stop = stop_;
    const std::int64_t steps = search_pairs(search);
    last_pairs_ = step_per_member * static_cast<double>(steps) * static_cast<double>(set_.members().size());
    pairs_ += last_pairs_;
    point_.counters.inner_steps += steps;
    for (std::size_t k = 0; k < set_.members().size(); ++k)
      point_.a[static_cast<std::size_t>(set_.members()[k])] = search.a[k];
  }

  /// products += K (s - before), growing and shrinking s one after the other (run_of_one_sign). False if time ran out.
  bool add_products_of(const std::vector<double>& before) {
    const std::vector<double> s = row_coefs(program_, point_.a);
    std::vector<std::int32_t> changed;
    std::vector<double> changes;
    for (const double sign : {1.0, -1.0})
      for (std::size_t i = 0; i < s.size(); ++i) {
        const double change = s[i] - before[i];
        if (!(sign * change > 0)) continue;
        changed.push_back(static_cast<std::int32_t>(i));
        changes.push_back(change);
        point_.error.everywhere += error_.absolute * std::abs(change);
      }
    const Sums sums = {point_.products.data(), error_.relative.empty() ? nullptr : point_.error.magnitudes.data()};
    return matrix_.add(changed, changes, task_.pool(), sums, point_.counters, stop_);
  }

  /// Whether many proofs in a row have failed without coming closer to the end.
  bool stalled(const KernelProof& proof) {
    constexpr int most_failures = 5;
    const bool closer = proof.violation < 0.7 * failed_violation_;
    failed_violation_ = std::min(failed_violation_, proof.violation);
    failures_ = closer ? 0 : failures_ + 1;
    return failures_ > most_failures;
  }

  /// The number of passes that did not lower the least violation. There are two causes: kernel values share most of
  /// their digits, as with a column far from 0, so that pairs in float move there and back; or the end is reached, but
  /// errors of the products, larger than the gap by now, hide it until a proof computes them anew.
  std::int64_t passes_without_gain(double violation) {
    if (violation < 0.9 * least_violation_) {
      least_violation_ = violation;
      last_gain_ = point_.passes;
    }
    return point_.passes - last_gain_;
  }

  std::optional<Status> watch() {
    const double steps_per_row = static_cast<double>(point_.counters.inner_steps) / static_cast<double>(program_.rows);
    return task_.after_pass(point_, program_.rows, std::max(static_cast<double>(point_.passes), steps_per_row));
  }

  // Passes without gain, until a proof is tried and until the loop ends.
  static constexpr std::int64_t patience = 20;
  static constexpr std::int64_t most_patience = 200;

  const SmoTask& task_;
  const QuadraticProgram& program_;
  SmoPoint& point_;
  Matrix matrix_;
  WorkingSet set_;
  WorkingKernel kernel_;
  MemberArrays arrays_;
  FaceStep face_;
  BarrierStep& barrier_;
  double pairs_ = 0;       // ns, of all passes
  double last_pairs_ = 0;  // ns of pairs in the last pass
  bool is_stuck_ = false;
  SumError error_;
  const Stop stop_;
  RoundingEnd rounding_end_;
  double last_rest_ = infinity;  // at the last proof of an end
  double failed_violation_ = infinity;
  int failures_ = 0;
  double least_violation_ = infinity;
  std::int64_t last_gain_ = point_.passes;
};

constexpr double far = 1e36;  // well within the range of float

/// The largest |x_i|^2 of rows that have a weight, an upper bound of all |x_i'x_j|.
double largest_product(const KernelProblem& problem) {
  double largest = 0;
  visit_rows(problem.x, [&](const auto& x) {
    for (std::int64_t i = 0; i < x.rows(); ++i)
      if (row_weight(problem, static_cast<std::size_t>(i)) > 0) largest = std::max(largest, x.squared_norm(i));
  });
  return largest;
}

/// Whether gamma, products, gamma x'z + coef0 and its power are in the range of float.
bool float_reaches_parts(const KernelProblem& problem) {
  const Kernel& kernel = problem.kernel;
  if (!has_coef0(kernel.name)) return true;
  if (kernel.gamma != 0 && kernel.gamma < std::numeric_limits<float>::min()) return false;
  const double product = largest_product(problem);
  const double argument = kernel.gamma * product + std::abs(kernel.coef0);
  const double power = has_degree(kernel.name) ? std::pow(argument, kernel.degree) : argument;
  return std::max({kernel.gamma, product, argument, power}) < far;
}

/// Whether all parameters, kernel values and f are well within the range of float.
bool float_reaches(const SmoTask& task) {
  if (!float_reaches_parts(task.problem)) return false;
  double most_s = 1;
  double most_p = 0;
  for (std::size_t t = 0; t < task.program.size(); ++t) {
    most_s += task.program.upper[t];
    most_p = std::max(most_p, std::abs(task.program.p[t]));
  }
  return task.largest_kernel() * most_s + most_p < far;
}

/// Prepares the point for another loop, which computes the products; a that is not finite is replaced by the start.
void hand_on(const SmoTask& task, SmoPoint& point) {
  if (!all_finite(std::span<const double>(point.a))) point.a = task.start().a;
  std::fill(point.products.begin(), point.products.end(), 0.0);
  point.error = {};
}

/// Runs the loop with kernel values in T.
template <class T>
std::optional<SmoOutcome> run_computed(const SmoTask& task, SmoPoint& point, BarrierStep& barrier,
                                       const KernelRows<T>& rows) {
  hand_on(task, point);
  return BlockSmo(task, point, barrier, ComputedKernel<T>(rows, task.cache_bytes(), task.memory.kept_rows)).run();
}

std::optional<SmoOutcome> run_blocks(const SmoTask& task, SmoPoint& point) {
  const MatrixView& x = task.problem.x;
  const RowSet all = {nullptr, 0, static_cast<std::size_t>(task.program.rows)};
  BarrierStep barrier(task);
  if (task.problem.kernel.name == KernelName::precomputed) return BlockSmo(task, point, barrier, GivenKernel(x)).run();
  {
    const KernelRows<float> rows(task.space, x, all);
    if (task.problem.kernel.name == KernelName::linear)
      return BlockSmo(task, point, barrier, LinearKernel(x, rows)).run();
    if (float_suffices(rows))
      if (const auto outcome = run_computed(task, point, barrier, rows)) return outcome;
  }
  return run_computed(task, point, barrier, KernelRows<double>(task.space, x, all));
}

}  // namespace

SmoOutcome block_smo(const SmoTask& task, SmoPoint& point) {
  if (const auto status = task.monitor.stop_status()) return {*status, task.prove(point)};
  if (!float_reaches(task)) return pair_smo(task, point);
  const auto outcome = run_blocks(task, point);
  if (outcome) return *outcome;
  hand_on(task, point);
  return pair_smo(task, point);
}

}  // namespace hingeline::internal
