// SPDX-License-Identifier: BSD-3-Clause
//
// Alternates between users and items: the problem of every user (or item) is solved with the other side fixed, and its
// answer is taken only where it lowers the objective, so that no turn raises it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "core/deadline.hpp"
#include "core/infinity.hpp"
#include "core/random.hpp"
#include "core/require.hpp"
#include "hingeline/error.hpp"
#include "hingeline/factorization.hpp"
#include "models/factor_side.hpp"
#include "models/unit_problem.hpp"
#include "parallel/blocks.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"
#include "problem/validate.hpp"
#include "solvers/progress/monitor.hpp"

namespace hingeline {
namespace internal {
namespace {

void require_bounds(const char* parameter, const FactorBounds& bounds) {
  if (!(bounds.lower <= bounds.upper) || bounds.lower == infinity || bounds.upper == -infinity)
    throw InvalidParameter(parameter, fmt::format("{} to {}", bounds.lower, bounds.upper), "must be lower <= upper");
}

/// The limits of all rounds together.
SolverOptions limits_of(const FactorOptions& options) {
  SolverOptions limits;
  limits.max_seconds = options.max_seconds;
  limits.interrupt = options.interrupt;
  limits.threads = options.threads;
  return limits;
}

void validate_options(const FactorOptions& options) {
  const auto positive = [](const char* name, double value) {
    require(value > 0 && std::isfinite(value), name, value, "must be finite and > 0");
  };
  positive("C", options.C);
  positive("user_ridge", options.user_ridge);
  positive("item_ridge", options.item_ridge);
  positive("C / user_ridge", options.C / options.user_ridge);
  positive("C / item_ridge", options.C / options.item_ridge);
  require(options.rank >= 1, "rank", options.rank, "must be >= 1");
  require_bounds("user_bounds", options.user_bounds);
  require_bounds("item_bounds", options.item_bounds);
  require(options.tolerance >= 0, "tolerance", options.tolerance, "must be >= 0");
  require(options.max_rounds > 0, "max_rounds", static_cast<double>(options.max_rounds), "must be > 0");
  require(options.turn_tolerance >= 0, "turn_tolerance", options.turn_tolerance, "must be >= 0");
  hingeline::validate(limits_of(options));
}

void validate_indices(const char* name, std::span<const std::int32_t> indices, std::size_t ratings,
                      std::int32_t count) {
  if (indices.size() != ratings)
    throw InvalidParameter(name, fmt::format("{} numbers", indices.size()), fmt::format("must be {}", ratings));
  for (const std::int32_t index : indices)
    if (index < 0 || index >= count)
      throw InvalidParameter(name, fmt::format("{}", index), fmt::format("must be 0 to {}", count - 1));
}

/// The best constant for all ratings: the intercept of a problem without features. Solving it also validates the
/// ratings and options.
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

class Factorization {
 public:
  Factorization(const Ratings& ratings, const FactorOptions& options, double offset)
      : ratings_(ratings),
        options_(options),
        rank_(static_cast<std::size_t>(options.rank)),
        offset_(offset),
        limits_(limits_of(options)),
        monitor_(limits_),
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
      now_.seconds = monitor_.seconds();
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

  /// The objective at the present factors, for use after an interrupted turn.
  double objective() const {
    double total = 0;
    for (std::size_t unit = 0; unit < users_.size(); ++unit)
      total += UnitProblem(ratings_, options_, offset_, users_, items_, unit)
                   .value(users_.factors_of(unit), users_.bias[unit]);
    return users_.ridge * total + items_.ridge * items_.half_squares();
  }

  /// Solves the problems of one side. Sets the objective, and `gap`: the sum of the problems' gaps, relative to it.
  void take_turn(FactorSide& moving, const FactorSide& fixed, double& gap) {
    std::vector<double> values(moving.size());
    std::vector<double> gaps(moving.size());
    constexpr std::int64_t units_per_task = 16;
    for_each_block(pool_, std::ssize(values), units_per_task, [&](std::int64_t first, std::int64_t count) {
      const auto begin = static_cast<std::size_t>(first);
      for (std::size_t unit = begin; unit < begin + static_cast<std::size_t>(count); ++unit)
        if (!monitor_.stop_status()) solve_unit(moving, fixed, unit, values[unit], gaps[unit]);
    });
    is_whole_ = !monitor_.stop_status();
    if (!is_whole_) return;
    double total = 0;
    double missing = 0;
    for (std::size_t unit = 0; unit < values.size(); ++unit) {
      total += values[unit];
      missing += gaps[unit];
    }
    now_.objective = moving.ridge * total + fixed.ridge * fixed.half_squares();
    gap = missing == 0 ? 0 : moving.ridge * missing / now_.objective;
  }

  void solve_unit(FactorSide& moving, const FactorSide& fixed, std::size_t unit, double& value, double& gap) const {
    const UnitProblem problem(ratings_, options_, offset_, moving, fixed, unit);
    const std::span<double> factors = moving.factors_of(unit);
    const std::span<double> dual = moving.dual_of(unit);
    value = problem.value(factors, moving.bias[unit]);
    SolverOptions options;
    options.tolerance = problem.tolerance(options_.turn_tolerance, value);
    options.interrupt = options_.interrupt;
    options.max_seconds = seconds_left(options_.max_seconds, monitor_.seconds());
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

  /// Whether the last turns met their tolerance (doubled, as the objective may have halved during the turn) or 1e-9, a
  /// limit for rounding.
  bool turns_are_proven() const {
    constexpr double finest = 1e-9;
    const double most = std::max(2 * options_.turn_tolerance, finest);
    return now_.user_gap <= most && now_.item_gap <= most;
  }

  /// The status to end with after a round that lowered the objective by `decrease`, or nothing: go on.
  std::optional<Status> status(double decrease) const {
    if (const auto limit = monitor_.stop_status()) return limit;
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
  double offset_;
  SolverOptions limits_;
  Monitor monitor_;
  ThreadPool pool_;
  FactorSide users_;
  FactorSide items_;
  FactorProgress now_;
  bool is_whole_ = false;  // the last turn was completed
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

}  // namespace hingeline
