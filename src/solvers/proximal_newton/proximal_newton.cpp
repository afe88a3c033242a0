// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/proximal_newton.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "core/deadline.hpp"
#include "core/random.hpp"
#include "data/csc_matrix.hpp"
#include "data/lazy_columns.hpp"
#include "hingeline/error.hpp"
#include "losses/is_curved.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/appended_constant.hpp"
#include "problem/certificate.hpp"
#include "solvers/linear_systems/product_descent.hpp"
#include "solvers/progress/descent_watch.hpp"
#include "solvers/progress/is_cold.hpp"
#include "solvers/progress/is_usable_start.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/progress/take_start.hpp"
#include "solvers/proximal_newton/centred_losses.hpp"
#include "solvers/proximal_newton/column_gram.hpp"
#include "solvers/proximal_newton/column_model.hpp"
#include "solvers/proximal_newton/free_columns.hpp"
#include "solvers/proximal_newton/plain_losses.hpp"
#include "solvers/proximal_newton/sampled_rows.hpp"
#include "solvers/proximal_newton/stacked_columns.hpp"
#include "solvers/proximal_newton/support_descent.hpp"
#include "solvers/rows/columns_with_intercept.hpp"
#include "solvers/rows/extra_rows.hpp"
#include "solvers/rows/row_sample.hpp"
#include "solvers/steps/row_losses.hpp"

namespace hingeline::internal {
namespace {

template <class T, class Losses>
class ProximalNewton {
 public:
  /// `x` has the columns of the rows that `losses` are of: the data's and perhaps those of constraints.
  ProximalNewton(const CscView<T>& x, Losses losses, const Problem& problem, const SolverOptions& options,
                 ThreadPool& pool)
      : x_(x, problem),
        problem_(problem),
        options_(options),
        monitor_(options),
        pool_(pool),
        losses_(std::move(losses)),
        model_(x_, problem, options.seed, [this] { return must_stop(); }),
        gram_(problem, x_, pool),
        products_(model_, [this] { return must_stop(); }),
        support_(model_, pool),
        free_columns_(x_, model_, pool),
        baseline_(baseline(problem, pool)),
        w_(x_.size()),
        pull_(x_.size()),
        z_(x_.rows()),
        at_{std::vector<double>(x_.rows()), std::vector<double>(x_.rows())},
        s_(x_.rows()),
        candidate_(x_.rows()),
        proven_z_(x_.data_rows()) {}

  Solution run(const WarmStart& start) {
    begin(start);
    for (;;) {
      losses_.differentiate(z_, at_);
      const bool looked = look_is_due();
      if (looked) look();
      const bool checked = gap() <= watch_.target(options_.tolerance * scale());
      if (checked && prove()) return finish(Status::converged, true);
      if (const auto status = monitor_.after_pass(progress(checked), work())) return finish(*status, checked);
      if (stuck()) return finish(Status::numerical, checked);
      if constexpr (Losses::has_centre)
        if (const bool due = looked && suits_centre(); due || watch_.was_idle()) move_centre(due);
      minimise_model();
      advance();
    }
  }

 private:
  void begin(const WarmStart& start) {
    if constexpr (!Losses::has_centre)
      if (const std::int64_t wanted = sample_rows(); is_cold(start) && wanted > 0) return start_from_sample(wanted);
    take(start);
  }

  void take(const WarmStart& start) {
    const bool cold = is_cold(start);
    take_start(start, x_.variables(), baseline_.intercept, w_, [this](std::span<const double> s) { take_dual(s); });
    std::ranges::fill(z_, 0.0);
    penalty_ = 0;
    const bool bounded = model_.regularizer().is_bounded();
    for (std::size_t j = 0; j < w_.size(); ++j) {
      if (w_[j] == 0 && !bounded) continue;
      w_[j] = model_.term(j).clip(w_[j]);
      penalty_ += model_.penalty(j, w_[j]);
      if (w_[j] != 0) x_.add(j, w_[j], z_);
    }
    if constexpr (Losses::has_centre) centre(cold, start.dual_coef);
    objective_ = penalty_ + losses_.sum(z_);
    forecast_error_ = last_error_ = cold ? 1 : 0;
    if (!cold && !is_usable_start(primal(), baseline_.primal)) take({});
  }

  /// How many rows to sample for the start; 0 where all are read fast, or are too few for so many columns.
  std::int64_t sample_rows() const {
    constexpr std::int64_t few = 50000;
    constexpr std::int64_t worth_a_sample = 150;
    constexpr std::int64_t rows_per_column = 40;
    const auto n = static_cast<std::int64_t>(x_.data_rows());
    const auto d = static_cast<std::int64_t>(x_.size());
    return n < std::max(few, worth_a_sample * d) ? 0 : std::max(n / 8, rows_per_column * d);
  }

  /// Starts from the approximate minimum over a sample of the rows.
  void start_from_sample(std::int64_t wanted) {
    Random random(options_.seed);
    const ChosenRows sample = sampled_rows(problem_, draw_runs(problem_, wanted, 1, random));
    LazyColumns columns(sample.problem().x);
    SolverOptions options = options_;
    options.max_seconds = seconds_left(options_.max_seconds, monitor_.seconds());
    ProximalNewton near(std::get<CscMatrix<T>>(columns.get()).view(), Losses(sample.problem(), pool_), sample.problem(),
                        options, pool_);
    near.approach();
    sampled_ = near.x_.visited();
    take({{}, std::span(near.w_).first(x_.features()), near.x_.variables().intercept(near.w_)});
  }

  /// Steps until one lowers P by little: near the minimum. (With rows of one class P may fall towards 0 without end.)
  void approach() {
    constexpr double little = 0.01;
    constexpr std::int64_t most_steps = 30;
    take({});
    for (double before = infinity; before - objective_ > little * objective_ && steps_ < most_steps && !must_stop();) {
      before = objective_;
      losses_.differentiate(z_, at_);
      if (look_is_due()) look();
      minimise_model();
      advance();
    }
  }

  void centre(bool cold, std::span<const double> dual_point) {
    losses_.begin(z_, cold, dual_point);
    losses_.differentiate(z_, at_);
  }

  /// Sets w to the maximiser of u'w - R(w) at u = X's if there is a ridge; the multipliers of constraints are not in s.
  void take_dual(std::span<const double> s) {
    if (model_.regularizer().l2() == 0) return;
    std::vector<double> of_rows(x_.rows());
    std::ranges::copy(s, of_rows.begin());
    for (std::size_t j = 0; j < x_.features(); ++j) w_[j] = model_.regularizer().maximiser(j, x_.dot(j, of_rows));
  }

  /// Whether it is time for a pass over all columns: after a model's minimum, and now and then between descents.
  bool look_is_due() const {
    constexpr std::int64_t now_and_then = 3;
    return at_minimum_ || steps_ % now_and_then == 0;
  }

  /// Tries the dual point that the last model predicts, or else that of the slopes, and makes the columns that it would
  /// move candidates.
  void look() {
    const std::span<const double> slope = at_minimum_ ? model_.slopes() : std::span<const double>(at_.slope);
    std::transform(slope.begin(), slope.end(), candidate_.begin(), std::negate());
    losses_.clip(candidate_);
    x_.combine(candidate_, pull_);
    if (at_minimum_)
      model_.join(pull_);
    else
      model_.select(w_, pull_);
    free_columns_.clear(
        w_, at_.curvature, [this](std::span<double> dual) { losses_.clip(dual); }, candidate_, pull_, monitor_.stop());
    take_candidate();
  }

  /// Estimates the gap of the candidate, of P and of the minimisation around the present centre; keeps it as s if its D
  /// is the largest so far.
  void take_candidate() {
    const double beside_rows = scale_down(candidate_) + cost_of_balance();
    const double gap = beside_rows + losses_.dual_distance(z_, at_, candidate_);
    if constexpr (Losses::has_centre) inner_gap_ = beside_rows + losses_.centred_distance(z_, candidate_);
    if (primal() - gap > dual_) {
      dual_ = primal() - gap;
      s_.swap(candidate_);
    }
  }

  /// P(w).
  double primal() const {
    if constexpr (Losses::has_centre) return penalty_ + losses_.value();
    return objective_;
  }

  /// Whether the minimisation around the present centre is accurate enough for the outer method.
  bool suits_centre() const { return inner_gap_ <= losses_.move(); }

  /// Moves the centre to s+. Lowers t if that took few steps: the outer method then converges faster, the inner one
  /// slower; but not where only rounding ended the inner one, for a smaller t leaves s+ fewer digits.
  void move_centre(bool accurate) {
    constexpr std::int64_t few_steps = 12;
    constexpr double rounding = 1e-14;
    if (accurate && losses_.move() > rounding * std::abs(objective_)) watch_.go_on();
    losses_.move_centre();
    if (accurate && steps_ - centre_steps_ <= few_steps) losses_.lower_penalty();
    centre_steps_ = steps_;
    predict();
    losses_.differentiate(z_, at_);
    objective_ = penalty_ + losses_.sum(z_);
  }

  /// Computes z anew, without the rounding that steps have left.
  void predict() {
    std::ranges::fill(z_, 0.0);
    for (std::size_t j = 0; j < w_.size(); ++j)
      if (w_[j] != 0) x_.add(j, w_[j], z_);
  }

  /// The estimated gap between w and the best dual point so far.
  double gap() const { return primal() - dual_; }

  /// Scales s down to the domain of R*, pull_ being X's; returns R's part of the gap.
  double scale_down(std::span<double> s) const {
    const Regularizer& regularizer = model_.regularizer();
    const std::span<const double> u = std::span(pull_).first(x_.variables().penalized());
    const std::vector<std::size_t> columns = regularizer.busy_columns(w_, u);
    double share = 1;
    double gap = 0;
    for (const std::size_t j : columns) share = std::min(share, regularizer.feasible_share(j, u[j]));
    for (const std::size_t j : columns) gap += regularizer.gap(j, w_[j], share * u[j]);
    for (double& number : s) number *= share;
    return gap;
  }

  /// Estimates what making s sum to 0 adds to the gap.
  double cost_of_balance() const {
    const double excess = x_.variables().has_free_intercept() ? pull_.back() : 0;
    if (excess == 0) return 0;
    const auto data = static_cast<std::ptrdiff_t>(x_.data_rows());
    const double curvature = std::accumulate(at_.curvature.begin(), at_.curvature.begin() + data, 0.0);
    return 0.5 * excess * excess / std::max(curvature, model_.least_curvature());
  }

  double scale() const { return gap_scale(primal(), dual_, baseline_.primal); }

  bool prove() {
    proven_s_.assign(s_.begin(), s_.begin() + static_cast<std::ptrdiff_t>(x_.data_rows()));
    multipliers_ = losses_.multipliers(s_);
    CertifiedPoint point{proven_s_, std::span(w_).first(x_.features()), proven_z_, x_.variables().intercept(w_),
                         multipliers_};
    certificate_ = certify_pair(problem_, baseline_, point, pool_);
    intercept_ = point.intercept;
    if (!is_within(certificate_, options_.tolerance)) refuse();
    return accepts(certificate_, options_.tolerance);
  }

  /// Replaces the estimate of D, which was too large and would exceed that of every later s.
  void refuse() {
    watch_.learn_refusal();
    dual_ = certificate_.dual;
  }

  /// Whether numbers overflowed, or for long no step has lowered P by more than its rounding.
  bool stuck() const { return !std::isfinite(objective_) || std::isnan(gap()) || watch_.is_idle(); }

  /// Minimises the model as accurately as the last one was right: by descents, and once it was nearly right, to or
  /// towards the minimum.
  void minimise_model() {
    constexpr double nearly_right = 0.1;
    constexpr double nearly_right_of_few = 0.2;
    model_.begin(w_, at_);
    const bool few = gram_.takes_all();  // whose minimum costs little more than descents
    at_minimum_ = forecast_error_ < (few ? nearly_right_of_few : nearly_right) && !(few && is_wasteful());
    if (!at_minimum_ || !few) {
      const bool one_pass_does = at_minimum_ && has_many_rows();
      model_.descend(one_pass_does ? 1 : std::clamp(forecast_error_, 0.1, 0.9));
      at_minimum_ = at_minimum_ && model_.support_is_settled(w_);
    }
    if (!at_minimum_) return model_.settle_by_rows(at_.slope);
    minimise();
    model_.settle_by_columns(w_, at_.slope);
  }

  /// Whether there are many rows per column: passes before a Newton step on all columns then gain little.
  bool has_many_rows() const {
    constexpr std::size_t rows_per_column = 5;
    return x_.data_rows() >= rows_per_column * x_.size();
  }

  /// Whether full minima of models that were wrong have cost more than a quarter of all visits.
  bool is_wasteful() const { return 4 * wasted_ > static_cast<double>(x_.visited()); }

  void minimise() {
    if (!is_wasteful() && gram_.take(model_.candidates(), monitor_.stop())) return minimise_by_products();
    support_.step();
    model_.descend(1);
    settle_heavy();
    minimum_cost_ = 0;
  }

  void minimise_by_products() {
    if (!gram_.products(model_.curvatures(), model_.least_curvature(), a_, monitor_.stop())) return;
    const double share = std::clamp(0.01 * forecast_error_ * forecast_error_, 1e-10, 1e-4);
    minimum_cost_ = products_.minimise(gram_.columns(), a_, slopes_along(gram_.columns()), share);
    model_.adopt(gram_.columns());
  }

  /// Minimises Q, last, over the columns that have entries in most rows: passes over others move their slopes, and a
  /// tiny relative error of these long sums x_j's would exceed l1_j and scale the dual point down.
  void settle_heavy() {
    constexpr double share = 1e-10;
    const std::span<const std::uint32_t> columns = support_.heavy().columns();
    products_.minimise(columns, support_.heavy().products(), slopes_along(columns), share);
  }

  std::vector<double> slopes_along(std::span<const std::uint32_t> columns) {
    std::vector<double> slopes;
    for (const std::uint32_t j : columns) slopes.push_back(x_.dot(j, model_.slopes()));
    return slopes;
  }

  void advance() {
    constexpr double sigma = 0.01;
    constexpr int halvings = 40;
    leave();
    const LineSlopes model = slopes_of_move();
    double t = 1;
    go(t);
    for (int k = 0; k < halvings && !(objective_ - before_.objective <= sigma * t * model.first); ++k) go(t *= 0.5);
    ++steps_;
    const double change = objective_ - before_.objective;
    watch_.step(before_.objective, objective_);
    if (!watch_.was_idle()) model_.learn_curvature(t);
    learn(t, change, model.first + 0.5 * model.second);
  }

  void leave() {
    before_.w.clear();
    for (const std::uint32_t j : model_.candidates()) before_.w.push_back(w_[j]);
    before_.z = z_;
    before_.penalty = penalty_;
    before_.objective = objective_;
  }

  /// L'(z)'p + R(v) - R(w), and p'L''(z) p.
  LineSlopes slopes_of_move() const {
    LineSlopes model{penalty_change(model_.v()), 0};
    const std::span<const double> move = model_.move();
    for (std::size_t i = 0; i < move.size(); ++i) {
      model.first += move[i] * at_.slope[i];
      model.second += move[i] * move[i] * at_.curvature[i];
    }
    return model;
  }

  /// R(there) - R(w) with the w before the step.
  double penalty_change(std::span<const double> there) const {
    double change = 0;
    for (std::size_t k = 0; k < before_.w.size(); ++k) {
      const std::uint32_t j = model_.candidates()[k];
      change += model_.penalty(j, there[j]) - model_.penalty(j, before_.w[k]);
    }
    return change;
  }

  /// Moves to w + t (v - w) from the w before the step.
  void go(double t) {
    const std::span<const double> v = model_.v();
    for (std::size_t k = 0; k < before_.w.size(); ++k) {
      const std::uint32_t j = model_.candidates()[k];
      w_[j] = t == 1 ? v[j] : before_.w[k] + t * (v[j] - before_.w[k]);
    }
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = before_.z[i] + t * model_.move()[i];
    penalty_ = before_.penalty + penalty_change(w_);
    objective_ = penalty_ + losses_.sum(z_);
  }

  /// Learns the model's forecast error, which counts as 0 where the forecast is so small that rounding hides it.
  void learn(double t, double change, double forecast) {
    constexpr double rounding = 1e-11;
    constexpr double too_early = 0.5;
    const bool is_rounding = -forecast <= rounding * std::abs(objective_);
    const double error = is_rounding ? 0 : t < 1 ? 1 : std::min(1.0, std::abs(1 - change / forecast));
    if (at_minimum_ && error > too_early) wasted_ += minimum_cost_;
    forecast_error_ = std::max(error, std::exchange(last_error_, error));
  }

  /// Whether passes or time have run out.
  bool must_stop() const {
    return work() >= static_cast<double>(options_.max_passes) || monitor_.stop_status().has_value();
  }

  double work() const {
    return static_cast<double>(sampled_ + x_.visited()) / static_cast<double>(std::max<std::int64_t>(1, x_.entries()));
  }

  Progress progress(bool checked) const {
    return monitor_.progress(whole_passes(work()), certificate_, checked, gap() / scale(), rows(problem_.x));
  }

  /// `is_judged`: the point was proven or refused where it is.
  Solution finish(Status status, bool is_judged) {
    status = status_at_end(status, is_judged, [this] { return prove(); });
    w_.resize(x_.features());
    return monitor_.conclude({std::move(w_), intercept_, std::move(proven_s_), std::move(multipliers_), certificate_},
                             status, work(), steps_);
  }

  ColumnsWithIntercept<T> x_;
  const Problem& problem_;
  const SolverOptions& options_;
  Monitor monitor_;
  ThreadPool& pool_;
  Losses losses_;
  ColumnModel<T> model_;
  ColumnGram<T> gram_;
  GramMatrix a_{0};  // X_K'H X_K
  ProductDescent products_;
  SupportDescent<T> support_;
  FreeColumns<T> free_columns_;
  Baseline baseline_;

  std::vector<double> w_;     // and b, divided by the constant, last
  std::vector<double> pull_;  // X's at the last look()
  std::vector<double> z_;
  RowDerivatives at_;  // z
  double penalty_ = 0;
  double objective_ = 0;  // what steps lower: R(w) + L(z), or R(w) + psi(z)
  struct {
    std::vector<double> w;  // of candidates
    std::vector<double> z;
    double penalty = 0;
    double objective = 0;
  } before_;  // the step

  std::vector<double> s_;          // the best dual point so far
  double dual_ = -infinity;        // its D, estimated
  std::vector<double> candidate_;  // the dual point that look() tries
  DescentWatch watch_;

  double last_error_ = 1;      // of the last model's forecast, as a share of what it promised
  double forecast_error_ = 1;  // the larger of the last two
  bool at_minimum_ = false;    // that model was minimised fully, or a Newton step towards it taken
  double minimum_cost_ = 0;    // of that, in visits of an entry
  double wasted_ = 0;          // cost of minima of models that were wrong
  std::int64_t sampled_ = 0;   // visits of a sample's entries
  std::int64_t steps_ = 0;
  std::int64_t centre_steps_ = 0;  // steps_ when the centre last moved
  double inner_gap_ = 0;           // gap of the minimisation around it, at the last look()

  Certificate certificate_;
  std::vector<double> proven_s_;
  std::vector<double> proven_z_;
  std::vector<double> multipliers_;
  double intercept_ = 0;
};

template <class T>
Solution solve_columns(const CscMatrix<T>& x, const Problem& problem, const SolverOptions& options,
                       const WarmStart& start) {
  ThreadPool pool(options.threads);
  const auto run = [&](const auto& columns, auto losses) {
    return ProximalNewton(columns, std::move(losses), problem, options, pool).run(start);
  };
  const ExtraRows constraints = ExtraRows::of_constraints(problem, appended_constant(problem));
  if (constraints.size() == 0)
    return is_curved(problem.loss) ? run(x.view(), PlainLosses(problem, pool))
                                   : run(x.view(), CentredLosses(problem, constraints, pool));
  const StackedColumns columns(x.view(), CscMatrix<double>(constraints.matrix()).view());
  return run(columns.view(), CentredLosses(problem, constraints, pool));
}

bool has_finite_bounds(const Bounds& bounds) {
  const auto finite = [](double bound) { return std::isfinite(bound); };
  return !bounds.lower.empty() && !bounds.upper.empty() &&
         std::all_of(bounds.lower.begin(), bounds.lower.end(), finite) &&
         std::all_of(bounds.upper.begin(), bounds.upper.end(), finite);
}

}  // namespace

Solution proximal_newton(const Problem& problem, const SolverOptions& options, const WarmStart& start,
                         LazyColumns& columns) {
  const bool without_penalty = problem.penalty.l1 == 0 && problem.penalty.l2 == 0;
  if (without_penalty && (!has_finite_bounds(problem.bounds) || problem.intercept == Intercept::penalized))
    throw InvalidParameter("solver", "proximal_newton",
                           "needs a penalty, or finite bounds on all coefficients and an intercept that is not "
                           "penalized; alm_newton does not");
  return std::visit([&](const auto& x) { return solve_columns(x, problem, options, start); }, columns.get());
}

}  // namespace hingeline::internal
