// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on many rows and few columns where rows that stay on one piece of their loss gain nothing: the
// logistic loss has no pieces, and with a penalty other than a ridge the penalty's kinks matter most.
//
// Primal   min_{w,b}  R(w) + sum_i c_i phi(y_i, x_i'w + b),   R as in penalties/regularizer.hpp, constraints on A w
// Samples  a random sample of m rows is solved by itself (newton.hpp, proximal_newton.hpp, alm_newton.hpp), right to
//          about 1 / sqrt(m). From there one Newton step is taken on a sample several times larger, and so on. With a
//          ridge alone the Hessian of the last sample then serves for steps on all rows (chord_steps.hpp); otherwise,
//          or where that fails or does not pay, Newton steps are taken on all rows
// Step     v+ = argmin_v  g'(v - v0) + 1/2 (v - v0)'H (v - v0) + R(v), gradient and Hessian of the rows' sum from one
//          pass: for a ridge one system of equations, else linear_systems/product_descent.hpp or, with constraints or
//          without a penalty, penalized_model.hpp, on d x d numbers
// Stop     on the certificate, one fused pass at v+: the dual point is the one that the step foresaw,
//              s_i = -c_i (phi'(z_i) + phi''(z_i) x_i'(v+ - v0)),    z = X v0,
//          for then sum_i s_i x_i (+ A'mu) is a subgradient of R at w+ by the step's optimality condition. What is left
//          of the gap is the rows' part, which is of the fourth order in the step
// Fallback where a step does not halve the gap: the method with a line search, on all rows
// Cost     2 passes over all rows a step, d^2 flops a row in one of them; one step is the rule
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "core/all_finite.hpp"
#include "data/block_numbers.hpp"
#include "data/lazy_columns.hpp"
#include "data/row_blocks.hpp"
#include "data/value_of.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/baseline.hpp"
#include "problem/row_cost.hpp"
#include "problem/streamed_certificate.hpp"
#include "problem/validate.hpp"
#include "solvers/alm_newton/alm_newton.hpp"
#include "solvers/linear_systems/product_descent.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/newton/newton.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/proximal_newton/proximal_newton.hpp"
#include "solvers/reduced_newton/best_streamed_pair.hpp"
#include "solvers/reduced_newton/block_loss.hpp"
#include "solvers/reduced_newton/chord_steps.hpp"
#include "solvers/reduced_newton/penalized_model.hpp"
#include "solvers/reduced_newton/penalty_rows.hpp"
#include "solvers/reduced_newton/sample_sizes.hpp"
#include "solvers/reduced_newton/starting_point.hpp"
#include "solvers/rows/penalized_point.hpp"
#include "solvers/rows/row_sample.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

template <class View>
class SampledNewton {
 public:
  using T = ValueOf<View>;

  SampledNewton(const View& x, const Problem& problem, const SolverOptions& options)
      : view_(x),
        x_(x),
        problem_(problem),
        options_(options),
        monitor_(options),
        pool_(options.threads),
        random_(options.seed),
        baseline_(baseline(problem, pool_)),
        variables_(problem),
        loss_(problem),
        is_ridge_(is_plain_ridge(problem)),
        is_separable_(is_separable(problem)),
        penalties_(problem, baseline_.violations, variables_.appended(), monitor_.stop()),
        point_(problem),
        descent_(point_, monitor_.stop()),
        best_(problem, baseline_, options) {
    multipliers_.resize(static_cast<std::size_t>(rows(problem.constraints.rows)));
    columns_.resize(is_ridge_ ? 0 : variables_.size());
    std::iota(columns_.begin(), columns_.end(), 0U);
  }

  Solution run(const WarmStart& start) {
    v_ = usable_starting_point(view_, problem_, baseline_, start, random_);
    first_ = reference_ = v_;
    const AfterSamples after = is_ridge_ ? AfterSamples::chord_steps : AfterSamples::newton_step;
    const std::vector<std::int64_t> samples = sample_sizes(view_.rows, variables_.size(), after);
    for (std::size_t k = 0; k < samples.size() && !monitor_.stop_status(); ++k) {
      const RowSample sample = draw_rows(problem_, samples[k], random_);
      if (k == 0) solve_sample(sample);
      if (step(sample)) continue;
      v_ = first_;
      hessian_.reset();
      break;
    }
    if (hessian_ && is_ridge_ && chord_steps_pay(noise_, options_.tolerance * baseline_.primal, v_.size())) {
      if (const auto status = take_chord_steps()) return finish(*status);
    }
    const RowSample all = every_row(view_.rows);
    constexpr double most_left = 0.5;
    for (;;) {
      if (const auto status = monitor_.stop_status()) return finish(*status);
      const bool is_first = best_.empty();
      const double before = best_.certificate().gap;
      if (!step(all) || (first_forecast_is_clipped() && !step(all))) return solve_in_memory();
      if (prove()) return finish(Status::converged);
      if (const auto status = monitor_.after_pass(progress(), work_)) return finish(*status);
      const double gap = best_.certificate().gap;
      if (!(gap <= most_left * before) || (std::isinf(gap) && !is_first)) return solve_in_memory();
    }
  }

 private:
  /// Whether the first predicted dual point is likely useless: s of rows that the step takes over a kink leave their
  /// domain and are clipped, and only a ridge tolerates what that changes in u. The next step takes hardly any over.
  bool first_forecast_is_clipped() const { return best_.empty() && !is_ridge_ && loss_.has_kinks(); }

  /// The gradient's and the Hessian's sums over rows.
  struct Sums {
    explicit Sums(std::size_t variables) : gradient(variables), hessian(variables) {}
    Sums& operator+=(const Sums& other) {
      std::transform(gradient.begin(), gradient.end(), other.gradient.begin(), gradient.begin(), std::plus());
      hessian += other.hessian;
      is_finite = is_finite && other.is_finite;
      noise += other.noise;
      curvature += other.curvature;
      return *this;
    }
    std::vector<double> gradient;
    GramMatrix hessian;
    double noise = 0;       // of a sample, as in chord_steps.hpp
    double curvature = 0;   // sum_i c_i phi''(z_i)
    bool is_finite = true;  // all predictions are
  };

  /// c phi' and c phi'' of a block of rows at their predictions.
  struct Block {
    alignas(64) BlockNumbers z;
    alignas(64) BlockNumbers slopes;
    alignas(64) BlockNumbers curvatures;
  };

  /// Rows of a sample, copied out.
  struct Gathered {
    std::vector<T> values;  // row after row
    std::vector<double> y = {};
    std::vector<double> costs = {};

    DenseView<T> view(std::int32_t cols) const { return {values.data(), std::ssize(y), cols, cols}; }
  };

  /// Copies the sample's rows of positive cost.
  Gathered gather(const RowSample& sample) {
    Gathered rows{.values = std::vector<T>(static_cast<std::size_t>(sample.rows) * variables_.features())};
    for (const RowRun& run : sample.runs) {
      for (std::int64_t i = run.first; i < run.first + run.count; ++i) {
        if (!(row_cost(problem_, i) > 0)) continue;
        copy_row(view_, i, rows.values.data() + rows.y.size() * variables_.features());
        rows.y.push_back(problem_.y[static_cast<std::size_t>(i)]);
        rows.costs.push_back(row_cost(problem_, i) * sample.factor_of(rows.y.back()));
      }
      if (problem_.release_rows) problem_.release_rows(run.first, run.first + run.count);
    }
    if (!all_finite(std::span<const T>(rows.values))) validate_rows(problem_, pool_);
    return rows;
  }

  /// Moves v to the solution of the sample's rows alone, or near it: without a penalty there is none if the classes are
  /// separable in the sample, even if not in all rows.
  void solve_sample(const RowSample& sample) {
    constexpr std::int64_t most_passes = 30;
    const Gathered gathered = gather(sample);
    if (gathered.y.empty()) return;
    const DenseView<T> rows = gathered.view(static_cast<std::int32_t>(variables_.features()));
    Problem part = problem_;
    part.release_rows = nullptr;
    part.x = rows;
    part.y = gathered.y;
    part.weights = gathered.costs;
    part.C = 1;
    SolverOptions options = options_after(spent());
    options.callback = nullptr;
    options.max_passes = std::min(options.max_passes, most_passes);
    options.tolerance =
        std::max(options.tolerance, 0.1 * static_cast<double>(v_.size()) / static_cast<double>(part.y.size()));
    const Solution solution = solve_rows(DenseRows<T>(rows), part, options, start_at(v_));
    std::copy(solution.coef.begin(), solution.coef.end(), v_.begin());
    std::ranges::copy(solution.multipliers, multipliers_.begin());
    variables_.set_intercept(solution.intercept, v_);
    first_ = reference_ = v_;
    work_ += static_cast<double>(sample.rows) / static_cast<double>(view_.rows);
  }

  /// Solves by the method with a line search that suits.
  template <class Rows>
  Solution solve_rows(const Rows& x, const Problem& problem, const SolverOptions& options,
                      const WarmStart& start) const {
    if (is_ridge_) return newton(x, problem, options, start);
    if (!is_separable_) return alm_newton(x, problem, baseline(problem), options, start);
    LazyColumns columns(problem.x);
    return proximal_newton(problem, options, start, columns);
  }

  /// Takes one Newton step on the rows of a sample, or none if time is up after the pass. False if arithmetic failed or
  /// time ran out within the step.
  bool step(const RowSample& sample) {
    reference_ = v_;
    Sums sums = sum_runs(pool_, x_, problem_, sample.runs, Sums(v_.size()), v_.size() * v_.size(),
                         [&](const RowRun& run, Sums& part) { add_run(sample, run, part); });
    if (!sums.is_finite) validate_rows(problem_, pool_);
    work_ += static_cast<double>(sample.rows) / static_cast<double>(view_.rows);
    if (monitor_.stop_status()) return true;
    noise_ = sums.noise;
    ++steps_;
    return move_to_minimum(sums) && std::ranges::all_of(v_, [](double entry) { return std::isfinite(entry); });
  }

  /// Moves v to the minimum of the sample's quadratic model plus R; false if arithmetic failed.
  bool move_to_minimum(Sums& sums) {
    if (is_ridge_) return solve_ridge(sums);
    return is_separable_ ? descend(sums) : descend_between_rows(sums);
  }

  void add_ridge(Sums& sums) const {
    for (std::size_t j = 0; j < v_.size(); ++j) {
      sums.gradient[j] += variables_.l2(j) * v_[j];
      sums.hessian.at(j, j) += variables_.l2(j);
    }
  }

  bool solve_ridge(Sums& sums) {
    add_ridge(sums);
    hessian_.emplace();
    if (!hessian_->factor(sums.hessian, 0, stop_)) {
      hessian_.reset();
      return false;
    }
    hessian_->solve(sums.gradient);
    for (std::size_t j = 0; j < v_.size(); ++j) v_[j] -= sums.gradient[j];
    return true;
  }

  /// Minimises as far as arithmetic allows, for the dual point violates its constraints by what is left of the slopes.
  bool descend(Sums& sums) {
    constexpr double rounding = 1e-24;  // of Q, squares of that of slopes
    mirror(sums.hessian);
    for (std::size_t j = 0; j < v_.size(); ++j) {
      point_.place(j, v_[j]);
      if (!std::isfinite(sums.gradient[j]) || !std::isfinite(sums.hessian.at(j, j))) return false;
    }
    descent_.minimise(columns_, sums.hessian, sums.gradient, rounding);
    v_.assign(point_.v().begin(), point_.v().end());
    return true;
  }

  /// The same with constraints, or with coefficients without a penalty.
  bool descend_between_rows(Sums& sums) {
    add_ridge(sums);
    PenalizedModel model(penalties_, sums.hessian, sums.gradient, stop_);
    if (!model.minimise(v_) || has_run_away(sums)) return false;
    multipliers_ = model.multipliers();
    return true;
  }

  /// Whether v is so large that predictions are rounding. Without a penalty the logistic loss of separable classes has
  /// no minimum, and rounding alone then limits v along directions without curvature; a loss of 0 means nothing there.
  bool has_run_away(const Sums& sums) const {
    constexpr double rounding = std::numeric_limits<double>::epsilon();
    constexpr double material = 1e-4;  // of the logarithm of odds
    if (problem_.loss.name != LossName::logistic) return false;
    double size = 0;
    for (std::size_t j = 0; j < v_.size(); ++j) size += std::abs(v_[j]) * std::sqrt(sums.hessian.at(j, j));
    return !(rounding * size <= material * std::sqrt(sums.curvature));
  }

  void add_run(const RowSample& sample, const RowRun& run, Sums& sums) const {
    Block block;
    const auto count = static_cast<std::size_t>(run.count);
    differentiate(run.first, count, block);
    sums.is_finite = sums.is_finite && all_finite(std::span<const double>(block.z.data(), count));
    const auto rows = row_matrix(rows_from(view_, run.first, run.count));
    if (!sample.is_whole()) {
      for (std::size_t k = 0; k < count; ++k) {
        const double factor = sample.factor_of(problem_.y[static_cast<std::size_t>(run.first) + k]);
        block.slopes[k] *= factor;
        block.curvatures[k] *= factor;
        sums.noise += block.slopes[k] * block.slopes[k] * rows.squared_norm(static_cast<std::int64_t>(k));
      }
    }
    for (std::size_t k = 0; k < count; ++k) sums.curvature += block.curvatures[k];
    x_.combine(run.first, run.count, block.slopes.data(), sums.gradient.data());
    for (std::size_t k = 0; k < count && variables_.has_intercept(); ++k)
      sums.gradient[variables_.features()] += variables_.appended() * block.slopes[k];
    WeightedGram(rows, variables_.appended()).add({block.curvatures.data(), count}, sums.hessian, stop_);
  }

  /// Sets predictions, slopes and curvatures of rows at the reference point.
  void differentiate(std::int64_t first, std::size_t count, Block& block) const {
    x_.predict(first, static_cast<std::int64_t>(count), reference_.data(), block.z.data());
    const double intercept = variables_.intercept(reference_);
    for (std::size_t k = 0; k < count; ++k) block.z[k] += intercept;
    loss_.differentiate(first, {block.z.data(), count}, block.slopes, block.curvatures);
  }

  /// Takes chord steps with the Hessian of the last sample.
  std::optional<Status> take_chord_steps() {
    const StepCount count = {work_, steps_, [this] { return monitor_.after_pass(progress(), work_); }};
    return internal::take_chord_steps(view_, problem_, *hessian_, random_, pool_, count, v_, best_);
  }

  /// Certifies v with the dual point that the last step predicted.
  bool prove() {
    const DualBlock dual_block = [this](std::int64_t first, std::span<const double> predictions, BlockNumbers& s) {
      Block block;
      differentiate(first, predictions.size(), block);
      for (std::size_t k = 0; k < predictions.size(); ++k)
        s[k] = -(block.slopes[k] + block.curvatures[k] * (predictions[k] - block.z[k]));
    };
    work_ += 1;
    return best_.prove(v_, dual_block, pool_, multipliers_);
  }

  /// Falls back to the method with a line search on all rows, if there is time.
  Solution solve_in_memory() {
    if (const auto status = monitor_.stop_status()) {
      if (best_.empty()) v_ = first_;
      return finish(*status);
    }
    const bool has_gained = !best_.empty() && best_.certificate().primal < baseline_.primal;
    const std::vector<double> start = has_gained ? best_.point() : first_;
    const Solution opening = spent();
    Solution solution = solve_rows(row_matrix(view_), problem_, options_after(opening), start_at(start));
    if (!options_.keep_dual) solution.dual_coef = {};
    if (!best_.empty())
      return better_of(best_.take(Status::numerical, monitor_, work_, steps_), std::move(solution), options_.tolerance);
    add_cost(opening, solution);
    return solution;
  }

  /// The cost until now, as a Solution.
  Solution spent() const {
    Solution cost;
    cost.passes = whole_passes(work_);
    cost.work = work_;
    cost.iterations = steps_;
    cost.seconds = monitor_.seconds();
    return cost;
  }

  /// The options for what follows, with at least one pass left.
  SolverOptions options_after(const Solution& opening) const {
    return options_left(opening, options_.max_passes - 1, options_);
  }

  WarmStart start_at(const std::vector<double>& v) const {
    return {{}, std::span(v).first(variables_.features()), variables_.intercept(v)};
  }

  Progress progress() const { return monitor_.proven(whole_passes(work_), best_.certificate(), view_.rows); }

  Solution finish(Status status) {
    if (best_.empty()) prove();
    return best_.take(status, monitor_, work_, steps_);
  }

  const View& view_;
  const RowBlocks<View> x_;
  const Problem& problem_;
  const SolverOptions& options_;
  Monitor monitor_;
  const Stop stop_ = monitor_.stop();
  ThreadPool pool_;
  Random random_;
  const Baseline baseline_;
  const Variables variables_;
  const BlockLoss loss_;
  const bool is_ridge_;
  const bool is_separable_;  // as in penalties/regularizer.hpp
  PenaltyRows penalties_;    // used where it is not
  PenalizedPoint point_;     // used where it is, unless R is a plain ridge
  ProductDescent descent_;
  std::vector<std::uint32_t> columns_;  // all

  std::vector<double> v_;
  std::vector<double> multipliers_;        // mu at v
  std::vector<double> reference_;          // v before the last step
  std::vector<double> first_;              // the first sample's solution
  std::optional<ScaledCholesky> hessian_;  // of the last step
  double noise_ = 0;                       // in its gradient
  BestStreamedPair best_;
  double work_ = 0;  // in passes over all rows
  std::int64_t steps_ = 0;
};

}  // namespace hingeline::internal
