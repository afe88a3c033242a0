// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on many rows of few columns for the logistic loss, whose rows never lie on a piece that could be
// summed up.
//
// Levels   a random sample is solved by itself (newton.hpp). From its solution, right to about 1 / sqrt(m), one Newton
//          step on several times the rows, and so on. Without a free intercept the Hessian of the last sample then does
//          for all rows (chord_steps.hpp); where it does not, the same step on all rows
// Step     v+ = v - H^-1 g, gradient and Hessian of all rows from one pass
// Stop     on the certificate, one fused pass at v+: the dual point is the one that the step foresaw,
//              s_i = -c_i (phi'(z_i) + phi''(z_i) x_i'(v+ - v)),    z = X v,
//          for then sum_i s_i x_i = w+ by Newton's equation, and of the gap only the rows' part is left, which is of
//          the fourth order in the step
// Fallback where a step does not lower the objective: Newton's method with its line search on all rows
// Cost     2 passes over all rows a step, d^2 flops a row in one of them; one step is the rule
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "data/row_blocks.hpp"
#include "losses/logistic_ops.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/common/monitor.hpp"
#include "solvers/common/scaled_cholesky.hpp"
#include "solvers/newton.hpp"
#include "solvers/reduced/best_pair.hpp"
#include "solvers/reduced/chord_steps.hpp"
#include "solvers/reduced/levels.hpp"
#include "solvers/reduced/reduced_problem.hpp"
#include "solvers/reduced/row_sample.hpp"

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
        baseline_(baseline(problem)),
        variables_(problem),
        best_(problem, baseline_, options) {}

  Solution run(const WarmStart& start) {
    v_ = starting_point(view_, problem_, baseline_, start);
    first_ = reference_ = v_;
    const std::vector<std::int64_t> samples = sample_sizes(view_.rows, variables_.size());
    for (std::size_t k = 0; k < samples.size() && !monitor_.out_of_time(); ++k) {
      const RowSample sample = draw_rows(problem_, samples[k], random_);
      if (k == 0) solve_sample(sample);
      step(sample);
    }
    if (hessian_ && slopes_are_dual_feasible(problem_)) {
      if (const auto status = take_chord_steps()) return finish(*status);
    }
    const RowSample all = every_row(view_.rows);
    for (;;) {
      if (monitor_.out_of_time()) return finish(*monitor_.out_of_time());
      const double before = best_.empty() ? infinity : best_.certificate().primal;
      if (!step(all)) return solve_in_memory();
      if (prove()) return finish(Status::converged);
      if (const auto status = monitor_.after_pass(progress(), work_)) return finish(*status);
      if (!(best_.certificate().primal < before)) return solve_in_memory();
    }
  }

 private:
  /// The gradient's and the Hessian's sums over rows.
  struct Sums {
    explicit Sums(std::size_t variables) : gradient(variables), hessian(variables) {}
    Sums& operator+=(const Sums& other) {
      std::transform(gradient.begin(), gradient.end(), other.gradient.begin(), gradient.begin(), std::plus());
      hessian += other.hessian;
      return *this;
    }
    std::vector<double> gradient;
    GramMatrix hessian;
  };

  /// A block of rows, filled up to whole groups by rows of c = 0.
  struct Block {
    alignas(64) std::array<double, rows_per_block> y;
    alignas(64) std::array<double, rows_per_block> c;
    alignas(64) std::array<double, rows_per_block> z;
    alignas(64) std::array<double, rows_per_block> slopes;
    alignas(64) std::array<double, rows_per_block> curvatures;
  };

  /// Moves v to the solution of the sample's rows alone, copied out.
  void solve_sample(const RowSample& sample) {
    const auto cols = static_cast<std::int32_t>(variables_.cols);
    std::vector<T> values(static_cast<std::size_t>(sample.rows) * variables_.cols);
    std::vector<double> y;
    std::vector<double> weights;
    for (const RowRun& run : sample.runs) {
      for (std::int64_t i = run.first; i < run.first + run.count; ++i) {
        copy_row(view_, i, values.data() + y.size() * variables_.cols);
        y.push_back(problem_.y[static_cast<std::size_t>(i)]);
        weights.push_back(row_cost(problem_, i) * sample.factor_of(y.back()));
      }
      if (problem_.release_rows) problem_.release_rows(run.first, run.first + run.count);
    }
    const DenseView<T> rows{values.data(), sample.rows, cols, cols};
    Problem part = problem_;
    part.release_rows = nullptr;
    part.x = rows;
    part.y = y;
    part.weights = weights;
    part.C = 1;
    SolverOptions options = remaining_options();
    options.callback = nullptr;
    options.tolerance =
        std::max(options.tolerance, 0.1 * static_cast<double>(v_.size()) / static_cast<double>(y.size()));
    const Solution solution = newton(DenseRows<T>(rows), part, options, start_at(v_));
    std::copy(solution.coef.begin(), solution.coef.end(), v_.begin());
    if (variables_.appended != 0) v_[variables_.cols] = solution.intercept / variables_.appended;
    first_ = reference_ = v_;
    work_ += static_cast<double>(sample.rows) / static_cast<double>(view_.rows);
  }

  /// One Newton step on the rows of a sample; false where arithmetic gave out.
  bool step(const RowSample& sample) {
    reference_ = v_;
    Sums sums = sum_runs(pool_, x_, problem_, sample, Sums(v_.size()),
                         [&](const RowRun& run, Sums& part) { add_run(sample, run, part); });
    for (std::size_t j = 0; j < v_.size(); ++j) {
      sums.gradient[j] += variables_.ridge(j) * v_[j];
      sums.hessian.at(j, j) += variables_.ridge(j);
    }
    hessian_.emplace();
    if (!hessian_->factor(sums.hessian)) return false;
    hessian_->solve(sums.gradient);
    for (std::size_t j = 0; j < v_.size(); ++j) v_[j] -= sums.gradient[j];
    work_ += static_cast<double>(sample.rows) / static_cast<double>(view_.rows);
    ++steps_;
    return std::all_of(v_.begin(), v_.end(), [](double entry) { return std::isfinite(entry); });
  }

  void add_run(const RowSample& sample, const RowRun& run, Sums& sums) const {
    Block block;
    const auto count = static_cast<std::size_t>(run.count);
    differentiate(run.first, count, block);
    for (std::size_t k = 0; k < count; ++k) {
      const double factor = sample.factor_of(block.y[k]);
      block.slopes[k] *= factor;
      block.curvatures[k] *= factor;
    }
    x_.combine(run.first, run.count, block.slopes.data(), sums.gradient.data());
    for (std::size_t k = 0; k < count && variables_.appended != 0; ++k)
      sums.gradient[variables_.cols] += variables_.appended * block.slopes[k];
    const auto rows = row_matrix(rows_from(view_, run.first, run.count));
    WeightedGram(rows, variables_.appended).add({block.curvatures.data(), count}, sums.hessian);
  }

  /// c phi' and c phi'' of rows at the reference point.
  void differentiate(std::int64_t first, std::size_t count, Block& block) const {
    x_.predict(first, static_cast<std::int64_t>(count), reference_.data(), block.z.data());
    const double intercept = variables_.intercept(reference_);
    for (std::size_t k = 0; k < count; ++k) block.z[k] += intercept;
    differentiate_at_z(first, count, block);
  }

  void differentiate_at_z(std::int64_t first, std::size_t count, Block& block) const {
    const std::size_t whole = (count + logistic_group - 1) / logistic_group * logistic_group;
    std::copy_n(problem_.y.data() + first, count, block.y.data());
    copy_costs(problem_, static_cast<std::size_t>(first), {block.c.data(), count});
    for (std::size_t k = count; k < whole; ++k) block.y[k] = block.c[k] = block.z[k] = 0;
    ops_.differentiate({block.y.data(), block.c.data(), block.z.data(), whole}, block.slopes.data(),
                       block.curvatures.data());
  }

  /// With the Hessian of the last sample.
  std::optional<Status> take_chord_steps() {
    const DualBlock slopes = [this](std::int64_t first, std::span<const double> predictions, std::span<double> s) {
      Block block;
      if (s.size() == rows_per_block) {
        copy_costs(problem_, static_cast<std::size_t>(first), block.c);
        ops_.differentiate({problem_.y.data() + first, block.c.data(), predictions.data(), s.size()},
                           block.slopes.data(), block.curvatures.data());
      } else {
        std::copy(predictions.begin(), predictions.end(), block.z.begin());
        differentiate_at_z(first, s.size(), block);
      }
      for (std::size_t k = 0; k < s.size(); ++k) s[k] = -block.slopes[k];
    };
    const auto after_pass = [this] {
      work_ += 1;
      ++steps_;
      return monitor_.after_pass(progress(), work_);
    };
    return internal::take_chord_steps(*hessian_, slopes, pool_, after_pass, v_, best_);
  }

  /// Certifies v against the dual point that the last step foresaw.
  bool prove() {
    const DualBlock dual_block = [this](std::int64_t first, std::span<const double> predictions, std::span<double> s) {
      Block block;
      differentiate(first, s.size(), block);
      for (std::size_t k = 0; k < s.size(); ++k)
        s[k] = -(block.slopes[k] + block.curvatures[k] * (predictions[k] - block.z[k]));
    };
    work_ += 1;
    return best_.prove(v_, dual_block, pool_);
  }

  /// Where steps from samples go astray.
  Solution solve_in_memory() {
    const std::vector<double> start = best_.empty() ? first_ : v_;
    SolverOptions options = remaining_options();
    Solution solution = newton(row_matrix(view_), problem_, options, start_at(start));
    solution.passes += static_cast<std::int64_t>(std::ceil(work_));
    solution.iterations += steps_;
    solution.seconds = monitor_.seconds();
    if (!options_.keep_dual) solution.dual_coef = {};
    return solution;
  }

  SolverOptions remaining_options() const {
    SolverOptions options = options_;
    options.max_seconds = std::max(options.max_seconds - monitor_.seconds(), std::numeric_limits<double>::min());
    options.max_passes = std::max<std::int64_t>(1, options.max_passes - static_cast<std::int64_t>(std::ceil(work_)));
    return options;
  }

  WarmStart start_at(const std::vector<double>& v) const {
    return {{}, std::span(v).first(variables_.cols), variables_.intercept(v)};
  }

  Progress progress() const {
    Progress now = best_.progress();
    now.seconds = monitor_.seconds();
    now.passes = static_cast<std::int64_t>(std::ceil(work_));
    now.certified = true;
    now.active = view_.rows;
    return now;
  }

  Solution finish(Status status) {
    if (best_.empty()) prove();
    Solution solution = best_.take(status, monitor_, work_);
    solution.iterations = steps_;
    return solution;
  }

  const View& view_;
  const RowBlocks<View> x_;
  const Problem& problem_;
  const SolverOptions& options_;
  Monitor monitor_;
  ThreadPool pool_;
  Random random_;
  const Baseline baseline_;
  const Variables variables_;
  const LogisticOps ops_ = logistic_ops();

  std::vector<double> v_;
  std::vector<double> reference_;          // v before the last step
  std::vector<double> first_;              // the first sample's solution
  std::optional<ScaledCholesky> hessian_;  // of the last step
  BestPair best_;
  double work_ = 0;  // in passes over all rows
  std::int64_t steps_ = 0;
};

}  // namespace hingeline::internal
