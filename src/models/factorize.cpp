// SPDX-License-Identifier: BSD-3-Clause
//
// Turns over users and items. With the items fixed, user u's problem is
//
//     minimise over p, a    1/2 (|p|^2 + a^2) + C / user_ridge sum_k weight_k phi(r_k, x_k'p + a + o_k)
//                           x_k = q_{v_k},   o_k = offset + b_{v_k}
//
// a problem of the library with a penalized intercept: o_k is taken off the target where phi is one of a residual, and
// is a column whose coefficient is held at 1 where it is not (its 1/2 in that objective is no part of the one above).
// Its answer is taken only where it lowers the objective, so that no turn raises it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "core/deadline.hpp"
#include "core/random.hpp"
#include "core/require.hpp"
#include "core/timer.hpp"
#include "data/rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/factorization.hpp"
#include "hingeline/plq.hpp"
#include "models/model_fields.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"
#include "problem/validate.hpp"
#include "solvers/common/row_losses.hpp"
#include "solvers/solve/solve_valid.hpp"

namespace hingeline {
namespace internal {
namespace {

void require_bounds(const char* parameter, const FactorBounds& bounds) {
  if (!(bounds.lower <= bounds.upper) || bounds.lower == infinity || bounds.upper == -infinity)
    throw InvalidParameter(parameter, fmt::format("{} to {}", bounds.lower, bounds.upper), "must be lower <= upper");
}

void validate_options(const FactorOptions& options) {
  const auto positive = [](const char* name, double value) {
    require(value > 0 && std::isfinite(value), name, value, "must be finite and > 0");
  };
  positive("C", options.C);
  positive("user_ridge", options.user_ridge);
  positive("item_ridge", options.item_ridge);
  require(options.rank >= 1, "rank", options.rank, "must be >= 1");
  require_bounds("user_bounds", options.user_bounds);
  require_bounds("item_bounds", options.item_bounds);
  require(options.tolerance >= 0, "tolerance", options.tolerance, "must be >= 0");
  require(options.max_rounds > 0, "max_rounds", static_cast<double>(options.max_rounds), "must be > 0");
  require(options.turn_tolerance >= 0, "turn_tolerance", options.turn_tolerance, "must be >= 0");
  SolverOptions turn;
  turn.max_seconds = options.max_seconds;
  turn.threads = options.threads;
  hingeline::validate(turn);
}

void validate_indices(const char* name, std::span<const std::int32_t> indices, std::size_t ratings,
                      std::int32_t count) {
  if (indices.size() != ratings)
    throw InvalidParameter(name, fmt::format("{} numbers", indices.size()), fmt::format("must be {}", ratings));
  for (const std::int32_t index : indices)
    if (index < 0 || index >= count)
      throw InvalidParameter(name, fmt::format("{}", index), fmt::format("must be 0 to {}", count - 1));
}

/// The best constant for all ratings: the intercept of a problem without features, whose validation is theirs.
double best_constant_of(const Ratings& ratings, const FactorOptions& options) {
  const std::vector<std::int64_t> offsets(ratings.value.size() + 1);
  Problem constant;
  constant.x = CsrView<double>{offsets.data(), nullptr, nullptr, std::ssize(ratings.value), 1};
  constant.y = ratings.value;
  constant.weights = ratings.weights;
  constant.loss = options.loss;
  constant.C = options.C;
  hingeline::validate(options.loss);
  if (ratings.value.empty()) throw DataError("value: no ratings");
  validate_targets("value", ratings.value, options.loss);
  hingeline::validate(constant);
  return baseline(constant).intercept;
}

/// Users or items: their factors and biases, and where their ratings are.
struct Side {
  Side(std::span<const std::int32_t> of_rating, std::int32_t count, int rank, double l2, const FactorBounds& limits)
      : first(static_cast<std::size_t>(count) + 1),
        ratings(of_rating.size()),
        dual(of_rating.size()),
        factors(static_cast<std::size_t>(count) * static_cast<std::size_t>(rank)),
        bias(static_cast<std::size_t>(count)),
        ridge(l2),
        bounds(limits),
        index(of_rating) {
    for (const std::int32_t unit : of_rating) ++first[static_cast<std::size_t>(unit) + 1];
    for (std::size_t unit = 1; unit < first.size(); ++unit) first[unit] += first[unit - 1];
    std::vector<std::size_t> place(first.begin(), first.end() - 1);
    for (std::size_t k = 0; k < of_rating.size(); ++k) ratings[place[static_cast<std::size_t>(of_rating[k])]++] = k;
  }

  std::size_t size() const { return bias.size(); }
  bool is_bounded() const { return std::isfinite(bounds.lower) || std::isfinite(bounds.upper); }

  std::vector<std::size_t> first;    // of each unit among `ratings`
  std::vector<std::size_t> ratings;  // unit by unit
  std::vector<double> dual;          // s of the last turn, in the order of `ratings`
  std::vector<double> factors;
  std::vector<double> bias;
  double ridge;
  FactorBounds bounds;
  std::span<const std::int32_t> index;  // the unit of every rating
};

/// The problem of one user or item, and the memory it lives in.
class UnitProblem {
 public:
  UnitProblem(const Ratings& ratings, const FactorOptions& options, double offset, const Side& moving,
              const Side& fixed, std::size_t unit)
      : rank_(static_cast<std::size_t>(options.rank)), shifts_targets_(is_of_residual(options.loss)) {
    const std::size_t first = moving.first[unit];
    const std::size_t count = moving.first[unit + 1] - first;
    const std::size_t width = rank_ + (shifts_targets_ ? 0 : 1);
    x_.reserve(count * width);
    for (std::size_t k = first; k < first + count; ++k) {
      const std::size_t rating = moving.ratings[k];
      const auto other = static_cast<std::size_t>(fixed.index[rating]);
      const double shift = offset + fixed.bias[other];
      const auto row = std::span(fixed.factors).subspan(other * rank_, rank_);
      x_.insert(x_.end(), row.begin(), row.end());
      if (!shifts_targets_) x_.push_back(shift);
      y_.push_back(shifts_targets_ ? ratings.value[rating] - shift : ratings.value[rating]);
      if (!ratings.weights.empty()) weights_.push_back(ratings.weights[rating]);
    }
    problem_.x = DenseView<double>{x_.data(), static_cast<std::int64_t>(count), static_cast<std::int32_t>(width),
                                   static_cast<std::int64_t>(width)};
    problem_.y = y_;
    problem_.weights = weights_;
    problem_.loss = options.loss;
    problem_.C = options.C / moving.ridge;
    problem_.intercept = options.biases ? Intercept::penalized : Intercept::none;
    if (!moving.is_bounded() && shifts_targets_) return;
    lower_.assign(rank_, moving.bounds.lower);
    upper_.assign(rank_, moving.bounds.upper);
    lower_.resize(width, 1);
    upper_.resize(width, 1);
    problem_.bounds = {lower_, upper_};
  }
  UnitProblem(const UnitProblem&) = delete;
  UnitProblem& operator=(const UnitProblem&) = delete;

  /// The objective above.
  double value(std::span<const double> factors, double bias) const {
    const DenseRows<double> rows(std::get<DenseView<double>>(problem_.x));
    const std::vector<double> w = coef(factors);
    std::vector<double> z(y_.size());
    for (std::size_t k = 0; k < z.size(); ++k) z[k] = rows.dot(static_cast<std::int64_t>(k), w.data()) + bias;
    double squares = bias * bias;
    for (const double entry : factors) squares += entry * entry;
    return 0.5 * squares + RowLosses(problem_).sum(z);
  }

  /// That of the solver, whose objective has 1/2 more than the value where a column is held at 1. The value before a turn
  /// stands for the one after it.
  double tolerance(double turn_tolerance, double value) const {
    constexpr double least = 1e-15;
    if (shifts_targets_ || turn_tolerance == 0) return turn_tolerance;
    return std::max(least, turn_tolerance / (1 + 0.5 / value));
  }

  Solution solve(const SolverOptions& options, std::span<const double> factors, double bias,
                 std::span<const double> dual) const {
    if (is_empty()) return without_ratings();
    const std::vector<double> w = coef(factors);
    return solve_valid(problem_, options, {dual, w, bias});
  }

 private:
  static bool is_of_residual(const Loss& loss) {
    return !is_classification(loss) && (loss.name != LossName::plq || loss.plq->argument() == PlqArgument::residual);
  }

  /// No ratings, or none that counts.
  bool is_empty() const {
    return y_.empty() ||
           (!weights_.empty() && std::all_of(weights_.begin(), weights_.end(), [](double w) { return w == 0; }));
  }

  std::vector<double> coef(std::span<const double> factors) const {
    std::vector<double> w(factors.begin(), factors.end());
    if (!shifts_targets_) w.push_back(1);
    return w;
  }

  Solution without_ratings() const {
    Solution nothing;
    nothing.coef.assign(rank_, 0.0);
    for (std::size_t j = 0; j < lower_.size() && j < rank_; ++j)
      nothing.coef[j] = std::clamp(0.0, lower_[j], upper_[j]);
    return nothing;
  }

  std::size_t rank_;
  bool shifts_targets_;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<double> weights_;
  std::vector<double> lower_;
  std::vector<double> upper_;
  Problem problem_;
};

class Factorization {
 public:
  Factorization(const Ratings& ratings, const FactorOptions& options, double offset)
      : ratings_(ratings),
        options_(options),
        rank_(static_cast<std::size_t>(options.rank)),
        offset_(offset),
        pool_(options.threads),
        users_(ratings.user, ratings.users, options.rank, options.user_ridge, options.user_bounds),
        items_(ratings.item, ratings.items, options.rank, options.item_ridge, options.item_bounds) {}

  FactorResult run() {
    draw_items();
    std::optional<Status> ended;
    double before = infinity;
    while (!ended) {
      take_turn(users_, items_, now_.user_gap);
      take_turn(items_, users_, now_.item_gap);
      ++now_.rounds;
      now_.seconds = timer_.seconds();
      ended = status(before - now_.objective);
      before = now_.objective;
    }
    if (!is_whole_) now_.objective = objective();
    return {model(), *ended, now_};
  }

 private:
  void draw_items() {
    Random random(options_.seed);
    const FactorBounds& bounds = items_.bounds;
    const double scale = 1 / std::sqrt(static_cast<double>(rank_));
    for (double& factor : items_.factors) {
      const double drawn = scale * random.normal();
      factor = std::clamp(bounds.lower >= 0 ? std::abs(drawn) : drawn, bounds.lower, bounds.upper);
    }
    const FactorBounds& others = users_.bounds;
    std::fill(users_.factors.begin(), users_.factors.end(), std::clamp(0.0, others.lower, others.upper));
  }

  /// Of the factors as they are, where a turn has not come to its end.
  double objective() const {
    double total = 0;
    for (std::size_t unit = 0; unit < users_.size(); ++unit) {
      const auto factors = std::span(users_.factors).subspan(unit * rank_, rank_);
      total += UnitProblem(ratings_, options_, offset_, users_, items_, unit).value(factors, users_.bias[unit]);
    }
    return users_.ridge * total + items_.ridge * half_squares(items_);
  }

  /// Solves the problems of one side, and what is then known: the objective and the share of it that they may lack.
  void take_turn(Side& moving, const Side& fixed, double& gap) {
    constexpr std::size_t units_per_task = 16;
    std::vector<double> values(moving.size());
    std::vector<double> gaps(moving.size());
    const auto tasks = static_cast<std::int64_t>((moving.size() + units_per_task - 1) / units_per_task);
    pool_.run(tasks, [&](std::int64_t task) {
      const std::size_t first = static_cast<std::size_t>(task) * units_per_task;
      for (std::size_t unit = first; unit < std::min(first + units_per_task, moving.size()); ++unit)
        if (!must_stop()) solve_unit(moving, fixed, unit, values[unit], gaps[unit]);
    });
    is_whole_ = !must_stop();
    if (!is_whole_) return;
    double total = 0;
    double missing = 0;
    for (std::size_t unit = 0; unit < values.size(); ++unit) {
      total += values[unit];
      missing += gaps[unit];
    }
    now_.objective = moving.ridge * total + fixed.ridge * half_squares(fixed);
    gap = missing == 0 ? 0 : moving.ridge * missing / now_.objective;
  }

  void solve_unit(Side& moving, const Side& fixed, std::size_t unit, double& value, double& gap) const {
    const UnitProblem problem(ratings_, options_, offset_, moving, fixed, unit);
    const auto factors = std::span(moving.factors).subspan(unit * rank_, rank_);
    const auto dual = std::span(moving.dual).subspan(moving.first[unit], moving.first[unit + 1] - moving.first[unit]);
    value = problem.value(factors, moving.bias[unit]);
    SolverOptions options;
    options.tolerance = problem.tolerance(options_.turn_tolerance, value);
    options.interrupt = options_.interrupt;
    options.max_seconds = seconds_left(options_.max_seconds, timer_.seconds());
    const Solution answer = problem.solve(options, factors, moving.bias[unit], dual);
    const auto answered = std::span(answer.coef).first(rank_);
    const double there = problem.value(answered, answer.intercept);
    gap = std::max(0.0, answer.certificate.gap - std::max(0.0, there - value));
    if (!(there < value)) return;
    value = there;
    std::copy(answered.begin(), answered.end(), factors.begin());
    moving.bias[unit] = answer.intercept;
    std::copy(answer.dual_coef.begin(), answer.dual_coef.end(), dual.begin());
  }

  static double half_squares(const Side& side) {
    double total = 0;
    for (const double entry : side.factors) total += entry * entry;
    for (const double entry : side.bias) total += entry * entry;
    return 0.5 * total;
  }

  bool is_interrupted() const {
    return options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed);
  }
  bool must_stop() const { return is_interrupted() || timer_.seconds() >= options_.max_seconds; }

  /// Whether the last turns met their tolerance, of an objective that may have fallen by half since, or of rounding.
  bool turns_are_proven() const {
    constexpr double finest = 1e-9;
    const double most = std::max(2 * options_.turn_tolerance, finest);
    return now_.user_gap <= most && now_.item_gap <= most;
  }

  /// Why to end after a round that lowered the objective by so much, if at all.
  std::optional<Status> status(double decrease) const {
    if (is_interrupted()) return Status::interrupted;
    if (timer_.seconds() >= options_.max_seconds) return Status::max_seconds;
    if (options_.callback && !options_.callback(now_)) return Status::interrupted;
    if (!std::isfinite(now_.objective)) return Status::numerical;
    if (decrease <= options_.tolerance * now_.objective)
      return turns_are_proven() ? Status::converged : Status::numerical;
    if (now_.rounds >= options_.max_rounds) return Status::max_passes;
    return std::nullopt;
  }

  FactorModel model() {
    FactorModel model;
    model.loss = options_.loss.name;
    model.rank = options_.rank;
    model.offset = offset_;
    model.user_factors = std::move(users_.factors);
    model.item_factors = std::move(items_.factors);
    model.user_bias = std::move(users_.bias);
    model.item_bias = std::move(items_.bias);
    return model;
  }

  const Ratings& ratings_;
  const FactorOptions& options_;
  std::size_t rank_;
  Timer timer_;
  double offset_;
  ThreadPool pool_;
  Side users_;
  Side items_;
  FactorProgress now_;
  bool is_whole_ = false;  // the last turn, to its end
};

}  // namespace
}  // namespace internal

FactorResult factorize(const Ratings& ratings, const FactorOptions& options) {
  internal::validate_options(options);
  internal::require(ratings.users >= 1, "users", ratings.users, "must be >= 1");
  internal::require(ratings.items >= 1, "items", ratings.items, "must be >= 1");
  internal::validate_indices("user", ratings.user, ratings.value.size(), ratings.users);
  internal::validate_indices("item", ratings.item, ratings.value.size(), ratings.items);
  const double constant = internal::best_constant_of(ratings, options);
  return internal::Factorization(ratings, options, options.biases ? constant : 0).run();
}

std::vector<double> predict(const FactorModel& model, std::span<const std::int32_t> users,
                            std::span<const std::int32_t> items) {
  internal::require_sizes(model);
  if (users.size() != items.size())
    throw InvalidParameter("items", fmt::format("{} numbers", items.size()), fmt::format("must be {}", users.size()));
  const auto rank = static_cast<std::size_t>(model.rank);
  const auto check = [](const char* name, std::int32_t index, std::size_t count) {
    if (index < -1 || index >= static_cast<std::int64_t>(count))
      throw InvalidParameter(name, fmt::format("{}", index), fmt::format("must be -1 to {}", std::int64_t(count) - 1));
  };
  std::vector<double> z(users.size(), model.offset);
  for (std::size_t k = 0; k < z.size(); ++k) {
    check("users", users[k], model.user_bias.size());
    check("items", items[k], model.item_bias.size());
    if (users[k] >= 0) z[k] += model.user_bias[static_cast<std::size_t>(users[k])];
    if (items[k] >= 0) z[k] += model.item_bias[static_cast<std::size_t>(items[k])];
    if (users[k] < 0 || items[k] < 0) continue;
    const double* p = model.user_factors.data() + static_cast<std::size_t>(users[k]) * rank;
    const double* q = model.item_factors.data() + static_cast<std::size_t>(items[k]) * rank;
    for (std::size_t j = 0; j < rank; ++j) z[k] += p[j] * q[j];
  }
  return z;
}

}  // namespace hingeline
