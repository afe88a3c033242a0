// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/multinomial_newton/multinomial_newton.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "core/blocks.hpp"
#include "core/centre.hpp"
#include "core/dot.hpp"
#include "data/rows.hpp"
#include "losses/multinomial.hpp"
#include "parallel/sum_chunks.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/class_certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/linear_systems/conjugate_gradients.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/hessian_limit.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/multinomial_newton/class_matrix.hpp"
#include "solvers/progress/descent_watch.hpp"
#include "solvers/progress/is_usable_start.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/rows/with_intercept.hpp"
#include "solvers/steps/line_minimum.hpp"

namespace hingeline::internal {
namespace {

template <RowMatrix Rows>
class MultinomialNewton {
 public:
  MultinomialNewton(const Rows& x, const ClassProblem& problem, const SolverOptions& options)
      : problem_(problem),
        options_(options),
        monitor_(options),
        pool_(options.threads),
        x_(x, problem.rows, pool_),
        n_(problem.classes.size()),
        count_(problem.count),
        matrix_(x_, count_),
        gram_(x, x_.appended(), pool_),
        cg_(matrix_.size()),
        baseline_(baseline(problem)),
        w_(matrix_.size()),
        gradient_(w_.size()),
        step_(w_.size()),
        right_(w_.size()),
        diagonal_(w_.size()),
        intercept_curvature_(count_),
        z_(n_ * count_),
        p_(z_.size()),
        move_(z_.size()),
        s_(z_.size()),
        costs_(row_costs(problem.rows)) {}

  ClassSolution run(const ClassStart& start) {
    take(start);
    for (;;) {
      accumulate_gradient();
      if (estimate_ <= target() && prove()) return finish(Status::converged);
      if (const auto status = monitor_.after_pass(progress(), work_)) return finish(*status);
      if (stuck()) return finish(Status::numerical);
      find_step();
      advance();
    }
  }

 private:
  auto of_row(std::span<const double> v, std::size_t i) const { return v.subspan(i * count_, count_); }
  auto of_row(std::span<double> v, std::size_t i) const { return v.subspan(i * count_, count_); }

  void take(const ClassStart& start) {
    std::ranges::fill(w_, 0.0);
    if (!start.dual_coef.empty()) matrix_.combine(0, n_, start.dual_coef, w_);
    for (std::size_t k = 0; k < count_; ++k) {
      std::vector<double> own = matrix_.of_class(w_, k);
      if (!start.coef.empty())
        std::copy_n(start.coef.begin() + static_cast<std::ptrdiff_t>(k * x_.features()), x_.features(), own.begin());
      x_.variables().set_intercept(start.coef.empty() ? baseline_.intercept[k] : start.intercept[k], own);
      matrix_.set_class(own, k, w_);
    }
    begin_at_w();
    const bool cold = start.coef.empty() && start.dual_coef.empty();
    if (!cold && !is_usable_start(primal_, baseline_.primal)) take({});
  }

  void begin_at_w() {
    predict(w_, z_);
    primal_ = 0.5 * matrix_.ridge_product(w_, w_) + loss(0);
  }

  /// Sums over all rows into u: add(first, block, part) adds the rows of a block, from `first` on, to `part`; `block`
  /// is scratch memory of K numbers for each of them, which stays in the cache.
  template <class Add>
  void add_rows(std::span<double> u, const Add& add) {
    x_.passes().add_tasks(u, count_, [&](std::int64_t begin, std::int64_t end, std::span<double> part) {
      std::vector<double> block(most_rows * count_);
      for_each_block(static_cast<std::size_t>(end - begin), most_rows, [&](std::size_t offset, std::size_t count) {
        add(static_cast<std::size_t>(begin) + offset, std::span(block).first(count * count_), part);
      });
    });
  }

  /// The sum of of_row(i) over all rows.
  template <class Sum, class OfRow>
  Sum sum_rows(const Sum& zero, const OfRow& of_row) {
    return sum_chunks(pool_, static_cast<std::int64_t>(n_), rows_a_task(problem_), zero,
                      [&](std::int64_t first, std::int64_t end, Sum& part) {
                        for (std::int64_t i = first; i < end; ++i) part += of_row(static_cast<std::size_t>(i));
                      });
  }

  /// a_ik = x~_i'v_k.
  void predict(std::span<const double> v, std::span<double> a) {
    x_.passes().for_each_task([&](std::int64_t first, std::int64_t count) {
      const auto begin = static_cast<std::size_t>(first);
      matrix_.predict(begin, static_cast<std::size_t>(count), v, a.data() + begin * count_);
    });
    work_ += 1;
  }

  /// The sum of losses at z + t move; sets p_ to the softmax there.
  double loss(double t) {
    return sum_rows(0.0, [&](std::size_t i) {
      const std::span<double> p = of_row(std::span(p_), i);
      for (std::size_t k = 0; k < count_; ++k) p[k] = z_[i * count_ + k] + t * move_[i * count_ + k];
      const auto y = static_cast<std::size_t>(problem_.classes[i]);
      const double of_class = p[y];
      const double log_sum = softmax(p, p);
      return costs_[i] * multinomial_loss(p, y, log_sum, of_class);
    });
  }

  void accumulate_gradient() {
    matrix_.set_ridge_slope(w_, gradient_);
    add_rows(gradient_, [&](std::size_t first, std::span<double> block, std::span<double> part) {
      for_rows_of(first, block, [&](std::size_t i, std::span<double> row) { take_residuals(i, row); });
      matrix_.combine(first, block.size() / count_, block, part);
    });
    work_ += 1;
    estimate_ = 0.5 * matrix_.ridge_product(gradient_, gradient_);
    if (x_.variables().has_free_intercept()) {
      take_intercept_curvature();
      remove_common_shift();
      estimate_ += imbalance_gap();
    }
    proven_ = false;
  }

  /// f(i, row) for the rows i from `first` on; `row` is row i's K numbers in `block`.
  template <class F>
  void for_rows_of(std::size_t first, std::span<double> block, const F& f) const {
    for (std::size_t i = 0; i * count_ < block.size(); ++i) f(first + i, of_row(block, i));
  }

  /// c (p - e_y) of row i.
  void take_residuals(std::size_t i, std::span<double> residuals) const {
    const std::span<const double> p = of_row(std::span<const double>(p_), i);
    for (std::size_t k = 0; k < count_; ++k) residuals[k] = costs_[i] * p[k];
    residuals[static_cast<std::size_t>(problem_.classes[i])] -= costs_[i];
  }

  std::size_t intercept_of(std::size_t k) const { return matrix_.place(x_.features(), k); }

  /// Makes the gradient of the free intercepts sum to 0. A common shift of them changes no probability: H is singular
  /// along it, and the gradient's rounding there would carry conjugate gradients away. Each class is corrected in
  /// proportion to its curvature, for an equal part would be far too much where that is tiny, as for a class without
  /// rows.
  void remove_common_shift() {
    double total = 0;
    double curvature = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      total += gradient_[intercept_of(k)];
      curvature += intercept_curvature_[k];
    }
    for (std::size_t k = 0; k < count_ && curvature > 0; ++k)
      gradient_[intercept_of(k)] -= total * (intercept_curvature_[k] / curvature);
  }

  void take_intercept_curvature() {
    std::ranges::fill(intercept_curvature_, 0.0);
    std::vector<double> parts;
    add_chunks(pool_, static_cast<std::int64_t>(n_), rows_a_task(problem_), intercept_curvature_, parts,
               [&](std::int64_t first, std::int64_t end, std::span<double> part) {
                 for (std::int64_t i = first; i < end; ++i)
                   for (std::size_t k = 0; k < count_; ++k) part[k] += curvature(static_cast<std::size_t>(i), k);
               });
  }

  /// Estimates what balancing the s of free intercepts adds to the gap.
  double imbalance_gap() const {
    double total = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      const double excess = gradient_[intercept_of(k)];
      if (excess != 0) total += excess * excess / intercept_curvature_[k];
    }
    return 0.5 * total;
  }

  double scale() const { return gap_scale(primal_, primal_ - estimate_, baseline_.primal); }

  /// The gap estimate at which a certificate is tried.
  double target() const {
    constexpr double rounding = std::numeric_limits<double>::epsilon();
    return watch_.target(options_.tolerance * scale(), rounding * primal_);
  }

  bool prove() {
    std::vector<double> coef(x_.features() * count_);
    intercept_.assign(count_, 0.0);
    for (std::size_t k = 0; k < count_; ++k) {
      const std::vector<double> own = matrix_.of_class(w_, k);
      std::copy_n(own.begin(), x_.features(), coef.begin() + static_cast<std::ptrdiff_t>(k * x_.features()));
      intercept_[k] = x_.variables().intercept(own);
    }
    if (x_.variables().has_free_intercept()) centre(intercept_);
    certificate_ = certify(problem_, baseline_, {coef, intercept_, s_}, pool_);
    coef_ = std::move(coef);
    proven_ = true;
    const bool accepted = accepts(certificate_, options_.tolerance);
    if (!accepted) watch_.learn_refusal();
    return accepted;
  }

  /// Whether numbers overflowed, or for long no step has lowered P by more than its rounding.
  bool stuck() const { return !std::isfinite(primal_) || !std::isfinite(estimate_) || watch_.is_idle(); }

  void find_step() {
    first_estimate_ = std::max(first_estimate_, estimate_);
    const double share = residual_share(estimate_ / first_estimate_);
    std::transform(gradient_.begin(), gradient_.end(), right_.begin(), std::negate<>());
    const auto enough = [&](const Residual& left, const Residual& first) {
      return left.preconditioned <= share * share * first.preconditioned || monitor_.stop_status();
    };
    const auto multiply = [&](std::span<const double> v, std::span<double> out) { hessian_product(v, out); };
    const auto most = static_cast<int>(std::clamp(static_cast<double>(options_.max_passes) - work_, 1.0, 1e6));
    prepare_preconditioner();
    const auto precondition = [&](std::span<const double> v, std::span<double> out) { this->precondition(v, out); };
    const int products = cg_.solve(multiply, precondition, right_, enough, most, step_);
    if (static_cast<double>(products) > factor_cost()) by_blocks_ = true;
  }

  void hessian_product(std::span<const double> v, std::span<double> out) {
    matrix_.set_ridge_slope(v, out);
    add_rows(out, [&](std::size_t first, std::span<double> block, std::span<double> part) {
      const std::size_t count = block.size() / count_;
      matrix_.predict(first, count, v, block.data());
      for_rows_of(first, block, [&](std::size_t i, std::span<double> row) { multiply_by_hessian(i, row); });
      matrix_.combine(first, count, block, part);
    });
    work_ += 1;
  }

  /// a := c (diag(p) - p p') a, for row i.
  void multiply_by_hessian(std::size_t i, std::span<double> a) const {
    const std::span<const double> p = of_row(std::span<const double>(p_), i);
    const double mean = dot(p, a);
    for (std::size_t k = 0; k < count_; ++k) a[k] = costs_[i] * p[k] * (a[k] - mean);
  }

  /// The cost of factoring the blocks, in products with H; infinite where the factors do not fit.
  double factor_cost() const {
    const auto size = static_cast<double>(x_.size());
    constexpr double largest_block = 2000;
    constexpr auto most = static_cast<double>(most_hessian_unknowns);
    const bool fit = static_cast<double>(count_) * size * size / 2 <= most * most;
    return size > largest_block || !fit ? infinity : 0.2 * size + size * size / (5 * static_cast<double>(n_));
  }

  void prepare_preconditioner() {
    by_blocks_ = by_blocks_ && factor_blocks();
    if (!by_blocks_) take_diagonal();
  }

  /// c p_k (1 - p_k) of row i.
  double curvature(std::size_t i, std::size_t k) const {
    return costs_[i] * p_[i * count_ + k] * (1 - p_[i * count_ + k]);
  }

  std::vector<double> curvatures(std::size_t k) const {
    std::vector<double> h(n_);
    for (std::size_t i = 0; i < n_; ++i) h[i] = curvature(i, k);
    return h;
  }

  /// Factors the diagonal blocks; false when told to stop, or where numbers are not finite.
  bool factor_blocks() {
    const Stop stop = monitor_.stop();
    blocks_.resize(count_);
    for (std::size_t k = 0; k < count_; ++k) {
      hessian_.clear(x_.size());
      for (std::size_t j = 0; j < x_.size(); ++j) hessian_.at(j, j) = x_.ridge(j);
      if (!gram_.add(curvatures(k), hessian_, stop) || !blocks_[k].factor(hessian_, 0, stop)) return false;
    }
    return true;
  }

  void take_diagonal() {
    matrix_.set_ridge_diagonal(diagonal_);
    add_rows(diagonal_, [&](std::size_t first, std::span<double> block, std::span<double> part) {
      for_rows_of(first, block, [&](std::size_t i, std::span<double> row) {
        for (std::size_t k = 0; k < count_; ++k) row[k] = curvature(i, k);
      });
      matrix_.combine_squares(first, block.size() / count_, block, part);
    });
    for (double& entry : diagonal_) entry = entry > 0 ? entry : 1;
  }

  void precondition(std::span<const double> v, std::span<double> out) const {
    if (!by_blocks_) {
      for (std::size_t j = 0; j < v.size(); ++j) out[j] = v[j] / diagonal_[j];
      return;
    }
    std::copy(v.begin(), v.end(), out.begin());
    for (std::size_t k = 0; k < count_; ++k) {
      std::vector<double> own = matrix_.of_class(out, k);
      blocks_[k].solve(own);
      matrix_.set_class(own, k, out);
    }
  }

  /// Moves to the minimum along the step.
  void advance() {
    predict(step_, move_);
    const double slope = matrix_.ridge_product(w_, step_);
    const double curvature = matrix_.ridge_product(step_, step_);
    double value = 0;
    const auto slopes_at = [&](double t) {
      value = loss(t);
      const LineSlopes along = loss_slopes();
      return LineSlopes{slope + t * curvature + along.first, curvature + along.second};
    };
    const double start = dot(gradient_, step_);
    const double t = line_minimum(slopes_at, start);
    for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += t * step_[j];
    for (std::size_t j = 0; j < z_.size(); ++j) z_[j] += t * move_[j];
    ++steps_;
    const double before = std::exchange(primal_, 0.5 * matrix_.ridge_product(w_, w_) + value);
    watch_.step(before, primal_);
  }

  /// The slopes of the sum of losses along move_, at p_.
  LineSlopes loss_slopes() {
    return sum_rows(LineSlopes{}, [&](std::size_t i) {
      const std::span<const double> p = of_row(std::span<const double>(p_), i);
      const std::span<const double> move = of_row(std::span<const double>(move_), i);
      const double mean = dot(p, move);
      double variance = 0;
      for (std::size_t k = 0; k < count_; ++k) variance += p[k] * (move[k] - mean) * (move[k] - mean);
      return LineSlopes{costs_[i] * (mean - move[static_cast<std::size_t>(problem_.classes[i])]), costs_[i] * variance};
    });
  }

  Progress progress() const {
    return monitor_.progress(whole_passes(work_), certificate_, proven_, estimate_ / scale(),
                             static_cast<std::int64_t>(n_));
  }

  ClassSolution finish(Status status) {
    status = status_at_end(status, proven_, [this] { return prove(); });
    ClassSolution result;
    result.intercept = std::move(intercept_);
    Solution& solution = result.solution;
    solution = monitor_.conclude({std::move(coef_), 0, std::move(s_), {}, certificate_}, status, work_, steps_);
    solution.solver = to_string(Solver::newton);
    solution.reason =
        "multinomial: all classes in one problem" + (solution.reason.empty() ? "" : "; " + solution.reason);
    return result;
  }

  static constexpr std::size_t most_rows = 64;

  const ClassProblem& problem_;
  const SolverOptions& options_;
  Monitor monitor_;
  ThreadPool pool_;
  WithIntercept<Rows> x_;
  std::size_t n_;
  std::size_t count_;
  ClassMatrix<Rows> matrix_;
  GramByTasks<Rows> gram_;
  GramMatrix hessian_{0};  // a class's block
  ConjugateGradients cg_;
  ClassBaseline baseline_;

  std::vector<double> w_;  // w_k, and b_k divided by the constant appended
  std::vector<double> gradient_;
  std::vector<double> step_;  // v
  std::vector<double> right_;
  std::vector<double> diagonal_;
  std::vector<double> intercept_curvature_;  // if intercepts are free
  std::vector<ScaledCholesky> blocks_;
  bool by_blocks_ = false;
  std::vector<double> z_;     // row by row, n x K
  std::vector<double> p_;     // softmax(z)
  std::vector<double> move_;  // outputs of the step
  std::vector<double> s_;
  std::vector<double> costs_;  // c_i
  double primal_ = 0;

  double estimate_ = infinity;  // of the gap
  double first_estimate_ = 0;
  DescentWatch watch_;
  std::int64_t steps_ = 0;
  double work_ = 0;  // passes over all rows, for all outputs

  Certificate certificate_;
  bool proven_ = false;  // the present point has its certificate
  std::vector<double> coef_;
  std::vector<double> intercept_;
};

}  // namespace

ClassSolution multinomial_newton(const ClassProblem& problem, const SolverOptions& options, const ClassStart& start) {
  return visit_rows(problem.rows.x, [&](const auto& x) { return MultinomialNewton(x, problem, options).run(start); });
}

}  // namespace hingeline::internal
