// SPDX-License-Identifier: BSD-3-Clause
//
// The linear one-class machine, by pairs of dual variables.
//
// Primal   min_{w,b}  1/2 |w|^2 + nu W b + sum_i c_i max(0, -(z_i + b)),   z_i = x_i'w,   c_i = weight_i, W = sum_i c_i
// Dual     max_s  -1/2 |w|^2,   w = sum_i s_i x_i,   0 <= s_i <= c_i,   sum_i s_i = nu W
// Start    all but a few s_i at the bound where they will be (one_class/frank_wolfe.hpp)
// Pass     over the members, rows that violate optimality or are near to that. Those with s_i > 0 by descending z_i and
//          those with s_i < c_i by ascending z_i are paired off as long as the former's z is larger, each row in at
//          most one pair; this is repeated until the members add little to the gap. Once pairs have shown which rows
//          are free, Newton steps on all of these come in between (one_class/free_rows.hpp)
// Update   of a pair: s_j -= t, s_i += t with t = (z_j - z_i) / |x_i - x_j|^2, clipped to both boxes; z_i and z_j are
//          computed anew, for w moves with every pair
// Stop     on the certificate (problem/kernel_certificate.hpp) of s after every pass: w and z in double, the best b
// Else     with few columns, where passes promise little, alm_newton's steps follow (one_class/alm_newton.hpp): where
//          columns differ in scale far more rows stay free than can be at the optimum, and neither pairs nor conjugate
//          gradients tell which
// Cost     of a pass: a visit to each row that may have changed sides, for the proof (one_class/prover.hpp); seven
//          visits to rows for each pair
// Papers   Chou, Lin & Lin, SIAM Data Mining 2020 (the pairs); Keerthi et al., Neural Computation 2001 (violation)
#include "hingeline/one_class.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/both.hpp"
#include "core/infinity.hpp"
#include "core/stop.hpp"
#include "core/sum.hpp"
#include "data/rows.hpp"
#include "problem/certificate.hpp"
#include "problem/kernel_certificate.hpp"
#include "problem/quadratic_program.hpp"
#include "problem/validate_kernel_problem.hpp"
#include "solvers/one_class/alm_newton.hpp"
#include "solvers/one_class/frank_wolfe.hpp"
#include "solvers/one_class/free_rows.hpp"
#include "solvers/one_class/prover.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/rows/column_limits.hpp"
#include "solvers/steps/move_pair.hpp"

namespace hingeline {
namespace internal {
namespace {

/// The same machine as a kernel machine with the linear kernel, whose program and proof it shares.
KernelProblem with_linear_kernel(const OneClassProblem& problem) {
  KernelProblem same;
  same.x = problem.x;
  same.weights = problem.weights;
  same.machine = Machine::one_class;
  same.kernel.name = KernelName::linear;
  same.nu = problem.nu;
  return same;
}

template <RowMatrix Rows>
class OneClass {
 public:
  OneClass(const Rows& x, const OneClassProblem& given, const KernelProblem& problem, const SolverOptions& options)
      : x_(x),
        problem_(given),
        options_(options),
        monitor_(options),
        program_(quadratic_program(problem)),
        nu_(problem.nu),
        z_(static_cast<std::size_t>(x.rows())) {}

  Solution run() {
    begin();
    for (;;) {
      if (prove()) return finish(Status::converged);
      if (const auto status = monitor_.after_pass(progress(), static_cast<double>(passes_))) return finish(*status);
      if (!gave_newton_up_ && x_.cols() <= few_features && promises_little()) {
        if (std::optional<Solution> solution = go_on_by_newton()) return *std::move(solution);
      }
      if (!pass()) return finish(monitor_.stop_status().value_or(Status::numerical));
    }
  }

 private:
  void begin() {
    FrankWolfe<Rows> start(x_, program_, nu_, stop_);
    passes_ = first_pass_ = start.run(options_.max_passes);
    a_.swap(start.corner());
    mass_ = sum(a_);
    w_.swap(start.w_of_corner());
    added_ = start.added();
    scattered_.swap(start.zeros());
  }

  /// Certifies s. w is summed up anew once it has been summed from more terms than there are rows.
  bool prove() {
    if (added_ > std::ssize(a_)) sum_up();
    proof_ = prover_.prove(a_, w_, members_);
    return accepts(proof_.certificate, options_.tolerance);
  }

  void sum_up() {
    added_ = 0;
    std::fill(w_.begin(), w_.end(), 0.0);
    for (std::size_t t = 0; t < a_.size(); ++t)
      if (a_[t] != 0) add(program_.row[t], a_[t]);
  }

  /// w += change x_i
  void add(std::int32_t i, double change) {
    x_.add(i, change, w_.data());
    ++added_;
  }

  double& z(std::uint32_t t) { return z_[static_cast<std::size_t>(program_.row[t])]; }

  /// The violation of the members.
  struct Violation {
    double least = infinity;      // the least z where s may grow
    double greatest = -infinity;  // the greatest z where s may shrink
    double gap = 0;               // of the members, with rho in the middle

    double width() const { return greatest - least; }
  };

  /// Moves members until their gap is less than the tolerance allows, or little of the last gap. False if none moves.
  bool pass() {
    constexpr double share = 0.3;
    constexpr std::size_t visits_per_row = 8;
    ++passes_;
    find_members();
    find_face();
    const Certificate& last = proof_.certificate;
    const double enough = last.gap * std::max(little(), share * options_.tolerance / last.relative_gap);
    bool moved = false;
    std::size_t visits = 0;
    for (int sweeps = 0; visits < visits_per_row * a_.size() && !monitor_.stop_status(); ++sweeps) {
      Violation violation = measure();
      if (violation.gap > enough && newton_is_due(sweeps)) {
        moved |= newton_step(share * enough, violation);
        violation = measure();
      }
      if (violation.gap <= enough || !pair_off(violation)) break;
      moved = true;
      predict_members();
      find_face();
      visits += members_.size() + 8 * down_.size();
    }
    return moved;
  }

  /// The share of the gap at which a pass ends: larger with many members, for which a proof costs less than what is
  /// left to do in the pass, unless nearly all are free.
  double little() const {
    constexpr std::size_t few = 10;  // one row in so many
    return few * members_.size() < a_.size() || nearly_all_free() ? 1e-4 : 1e-2;
  }

  /// Whether a Newton step is due. Two sweeps of pairs come first, unless most members are free: pairs find out which
  /// rows are free sooner than Newton steps that end at bounds.
  bool newton_is_due(int sweeps) const {
    constexpr int sweeps_of_pairs = 2;
    return face_.size() > 1 && (sweeps >= sweeps_of_pairs || 2 * face_.size() > members_.size());
  }

  bool nearly_all_free() const { return 10 * face_.size() >= 9 * members_.size(); }

  // Flattened, for GCC leaves the products of rows out of these loops otherwise: mushrooms took a tenth longer.

  [[gnu::flatten]] void predict_members() {
    for (const std::uint32_t t : members_) z(t) = x_.dot(program_.row[t], w_.data());
  }

  /// Finds the members: rows that violate optimality, and those not far from that.
  void find_members() {
    constexpr double not_far = 0.1;
    const double rho = -proof_.intercepts[0];
    const double margin = not_far * proof_.violation;
    members_.clear();
    prover_.for_each_seen([&](std::uint32_t t) {
      const bool low = both(program_.low(t, a_[t]), z(t) > rho - margin);
      const bool up = both(program_.up(t, a_[t]), z(t) < rho + margin);
      if (low || up) members_.push_back(t);
    });
  }

  Violation measure() {
    Violation v;
    for (const std::uint32_t t : members_) {
      if (program_.low(t, a_[t])) v.greatest = std::max(v.greatest, z(t));
      if (program_.up(t, a_[t])) v.least = std::min(v.least, z(t));
    }
    const double rho = v.least + v.width() / 2;
    for (const std::uint32_t t : members_) {
      const double h = rho - z(t);
      v.gap += h > 0 ? (program_.upper[t] - a_[t]) * h : -a_[t] * h;
    }
    return v;
  }

  /// Pairs the highest z whose s may shrink with the lowest whose s may grow, and so on; false where no pair moves.
  bool pair_off(const Violation& violation) {
    down_.clear();
    up_.clear();
    for (const std::uint32_t t : members_) {
      if (program_.low(t, a_[t]) && z(t) > violation.least) down_.push_back(t);
      if (program_.up(t, a_[t]) && z(t) < violation.greatest) up_.push_back(t);
    }
    std::sort(down_.begin(), down_.end(), [this](auto s, auto t) { return z(s) > z(t); });
    std::sort(up_.begin(), up_.end(), [this](auto s, auto t) { return z(s) < z(t); });
    bool moved = false;
    for (std::size_t k = 0; k < std::min(down_.size(), up_.size()) && z(down_[k]) > z(up_[k]); ++k) {
      if (k % poll_pairs == poll_pairs - 1 && monitor_.stop_status()) break;
      moved |= move_pair(down_[k], up_[k]);
    }
    return moved;
  }

  /// Finds the free members.
  void find_face() {
    face_.clear();
    for (const std::uint32_t t : members_) {
      const double squared_norm = prover_.squared_norm(program_.row[t]);
      if (both(program_.low(t, a_[t]), program_.up(t, a_[t])) && squared_norm > 0)
        face_.push_back({t, program_.row[t], z(t), squared_norm, a_[t], program_.upper[t] - a_[t]});
    }
  }

  /// Takes a Newton step on all free members at once, until they add at most `least` to the gap, or, unless nearly all
  /// members are free, a fifth of the members' gap. False where |w| would not fall.
  bool newton_step(double least, const Violation& violation) {
    constexpr int most_iterations = 20;
    constexpr double share = 0.2;
    const double enough = nearly_all_free() ? least : std::max(least, share * violation.gap);
    const std::span<const double> step = newton_.solve(face_, enough, most_iterations, stop_);
    const double before = ops_.squared_norm(w_.data(), w_.size());
    for (std::size_t k = 0; k < face_.size(); ++k) add(face_[k].row, step[k]);
    if (!(ops_.squared_norm(w_.data(), w_.size()) < before)) {
      for (std::size_t k = 0; k < face_.size(); ++k) add(face_[k].row, -step[k]);
      return false;
    }
    for (std::size_t k = 0; k < face_.size(); ++k) {
      double& s = a_[face_[k].variable];
      s = nearest_bound(s + step[k], program_.upper[face_[k].variable]);
    }
    predict_members();
    return true;
  }

  /// s, or the bound that it differs from by rounding only: 1e-14 of the bound, or of nu W if that is less.
  double nearest_bound(double s, double upper) const {
    const double rounding = 1e-14 * std::min(upper, mass_);
    return s <= rounding ? 0 : s >= upper - rounding ? upper : s;
  }

  bool move_pair(std::uint32_t down, std::uint32_t up) {
    const std::int32_t i = program_.row[up];
    const std::int32_t j = program_.row[down];
    const double excess = x_.dot(j, w_.data()) - x_.dot(i, w_.data());
    if (!(excess > 0)) return false;
    const double before = a_[up];
    const double t = internal::move_pair({a_[up], 1, program_.upper[up]}, {a_[down], 1, program_.upper[down]},
                                         excess / squared_distance(i, j));
    if (a_[up] == before) return false;
    add(i, t);
    add(j, -t);
    ++pairs_;
    return true;
  }

  double squared_distance(std::int32_t i, std::int32_t j) {
    x_.add(i, 1, scattered_.data());
    const double product = x_.dot(j, scattered_.data());
    x_.add(i, -1, scattered_.data());
    return std::max(0.0, prover_.squared_norm(i) + prover_.squared_norm(j) - 2 * product);
  }

  /// Whether, after two passes, six more like the last would not suffice.
  bool promises_little() {
    constexpr int first_judged = 2;
    constexpr double few = 6;
    const double gap = proof_.certificate.relative_gap;
    const double fall = gap / std::exchange(last_gap_, gap);
    return passes_ - first_pass_ >= first_judged && gap * std::pow(fall, few) > options_.tolerance;
  }

  /// Goes on by alm_newton's steps. Nothing where arithmetic fails, as for a nu of 1e-9: then pairs go on.
  std::optional<Solution> go_on_by_newton() {
    Solution begun;
    begun.passes = passes_;
    begun.work = static_cast<double>(passes_);
    begun.iterations = pairs_;
    begun.seconds = monitor_.seconds();
    const std::vector<double> s = row_coefs(program_, a_);
    std::vector<double> z(z_.size());
    for (const std::int32_t i : program_.row) z[static_cast<std::size_t>(i)] = x_.dot(i, w_.data());
    Solution solution = one_class_alm_newton(problem_, program_, prover_.scale(),
                                             {s, w_, z, proof_.intercepts[0], proof_.certificate.gap},
                                             options_left(begun, options_.max_passes, options_));
    add_cost(begun, solution);
    passes_ = solution.passes;
    gave_newton_up_ = solution.status == Status::numerical;
    if (gave_newton_up_) return std::nullopt;
    const bool is_better = solution.certificate.gap <= proof_.certificate.gap;
    if (solution.status != Status::converged && !is_better) return finish(solution.status);
    solution.solver = "one_class";
    return solution;
  }

  Progress progress() const { return monitor_.proven(passes_, proof_.certificate, x_.rows()); }

  Solution finish(Status status) {
    return monitor_.conclude(
        {std::move(w_), proof_.intercepts[0], row_coefs(program_, a_), {}, proof_.certificate, {}, "one_class"}, status,
        static_cast<double>(passes_), pairs_);
  }

  static constexpr std::size_t poll_pairs = 256;

  const Rows& x_;
  const OneClassProblem& problem_;
  const DenseOps<double> ops_ = dense_ops<double>();
  const SolverOptions& options_;
  const Monitor monitor_;
  const Stop stop_ = monitor_.stop();
  const QuadraticProgram program_;
  const double nu_;
  std::vector<double> a_;  // s of the rows that have a weight
  double mass_ = 0;        // their sum nu W
  std::vector<double> w_;
  std::int64_t added_ = 0;         // terms that w was summed up from
  std::vector<double> scattered_;  // zeros, between products of rows
  std::vector<double> z_;
  std::vector<std::uint32_t> members_;
  std::vector<FreeRow> face_;
  FreeRowStep<Rows> newton_{x_, scattered_};
  std::vector<std::uint32_t> down_;
  std::vector<std::uint32_t> up_;
  std::int64_t passes_ = 0;
  std::int64_t first_pass_ = 0;  // passes_ when pairs began
  std::int64_t pairs_ = 0;
  double last_gap_ = infinity;  // relative
  bool gave_newton_up_ = false;
  OneClassProver<Rows> prover_{x_, program_, z_, scattered_};
  KernelProof proof_;
};

}  // namespace
}  // namespace internal

Solution solve(const OneClassProblem& problem, const SolverOptions& options) {
  const KernelProblem same = internal::with_linear_kernel(problem);
  validate(options);
  internal::validate(same, options.threads, problem.checked);
  return internal::visit_rows(problem.x,
                              [&](const auto& x) { return internal::OneClass(x, problem, same, options).run(); });
}

}  // namespace hingeline
