// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/factorization.hpp"
#include "support/message_of.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

using internal::infinity;

/// A planted rule with noise; the last user and the last item have no ratings.
class FactorizeTest : public ::testing::Test {
 protected:
  FactorizeTest() {
    internal::Random random(4);
    const auto draw = [&random] { return random.normal(); };
    std::vector<double> p(users), q(items);
    std::generate(p.begin(), p.end(), draw);
    std::generate(q.begin(), q.end(), draw);
    for (std::int32_t u = 0; u + 1 < users; ++u)
      for (std::int32_t v = 0; v + 1 < items; ++v) {
        if (random.uniform() < 0.3) continue;
        user_.push_back(u);
        item_.push_back(v);
        numbers_.push_back(1 + p[static_cast<std::size_t>(u)] * q[static_cast<std::size_t>(v)] + 0.3 * draw());
        signs_.push_back(numbers_.back() > 1 ? 1 : -1);
        weights_.push_back(std::floor(3 * random.uniform()) / 2);
      }
  }

  Ratings ratings(const Loss& loss) const {
    return {users, items, user_, item_, is_classification(loss) ? signs_ : numbers_, {}};
  }

  /// The formula of factorization.hpp from its definition.
  static double objective(const Ratings& ratings, const FactorOptions& options, const FactorModel& model) {
    const auto half_squares = [](const std::vector<double>& numbers) {
      double total = 0;
      for (const double number : numbers) total += number * number / 2;
      return total;
    };
    const std::vector<double> z = predict(model, ratings.user, ratings.item);
    long double total = options.user_ridge * (half_squares(model.user_factors) + half_squares(model.user_bias)) +
                        options.item_ridge * (half_squares(model.item_factors) + half_squares(model.item_bias));
    for (std::size_t k = 0; k < z.size(); ++k)
      total += options.C * (ratings.weights.empty() ? 1 : ratings.weights[k]) *
               support::slow_loss(options.loss, ratings.value[k], z[k]);
    return static_cast<double>(total);
  }

  static constexpr std::int32_t users = 8;
  static constexpr std::int32_t items = 6;
  std::vector<std::int32_t> user_;
  std::vector<std::int32_t> item_;
  std::vector<double> numbers_;
  std::vector<double> signs_;
  std::vector<double> weights_;
};

/// The least of a convex function between two numbers.
double ternary_search(const std::function<double(double)>& f, double lower, double upper) {
  for (int step = 0; step < 60; ++step) {
    const double third = (upper - lower) / 3;
    if (f(lower + third) < f(upper - third))
      upper -= third;
    else
      lower += third;
  }
  return f((lower + upper) / 2);
}

const std::vector<Loss> losses = {{.name = LossName::squared},  {.name = LossName::huber},
                                  {.name = LossName::absolute}, {.name = LossName::hinge},
                                  {.name = LossName::logistic}, {.name = LossName::epsilon_insensitive}};

TEST_F(FactorizeTest, AnItemsTurnIsTheLeastOfItsProblem) {
  for (const Loss& loss : losses)
    for (const FactorBounds bounds : {FactorBounds{}, FactorBounds{0, 0.5}}) {
      FactorOptions options = {.loss = loss, .C = 0.7, .rank = 1, .item_ridge = 0.5, .item_bounds = bounds};
      options.turn_tolerance = 1e-9;
      const Ratings given = ratings(loss);
      const FactorResult result = factorize(given, options);
      const double there = objective(given, options, result.model);
      FactorModel moved = result.model;
      for (std::size_t v = 0; v < items; ++v) {
        const auto at = [&](double q, double b) {
          moved.item_factors[v] = q;
          moved.item_bias[v] = b;
          return objective(given, options, moved);
        };
        const auto best_bias = [&](double q) { return ternary_search([&](double b) { return at(q, b); }, -5, 5); };
        const double least = ternary_search(best_bias, std::max(-5.0, bounds.lower), std::min(5.0, bounds.upper));
        EXPECT_NEAR(there, least, 1e-7 * there) << to_string(loss.name) << ", item " << v;
        at(result.model.item_factors[v], result.model.item_bias[v]);
      }
    }
}

TEST_F(FactorizeTest, TheObjectiveIsThatOfTheDefinitionAndNeverRises) {
  for (const Loss& loss : losses) {
    FactorOptions options = {.loss = loss, .rank = 2, .user_ridge = 0.3, .user_bounds = {0, infinity}};
    std::vector<FactorProgress> seen;
    options.callback = [&](const FactorProgress& now) {
      seen.push_back(now);
      return true;
    };
    Ratings given = ratings(loss);
    given.weights = weights_;
    const FactorResult result = factorize(given, options);
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_EQ(result.last.rounds, std::ssize(seen));
    EXPECT_NEAR(result.last.objective, objective(given, options, result.model), 1e-10 * result.last.objective);
    for (std::size_t k = 1; k < seen.size(); ++k) EXPECT_LE(seen[k].objective, seen[k - 1].objective);
    EXPECT_LE(result.last.user_gap, options.turn_tolerance);
    EXPECT_LE(result.last.item_gap, options.turn_tolerance);
    EXPECT_GE(*std::min_element(result.model.user_factors.begin(), result.model.user_factors.end()), 0);
    EXPECT_EQ(result.model.item_factors[2 * (items - 1)], 0) << "an item without ratings";
    EXPECT_EQ(result.model.user_bias.back(), 0);
  }
}

TEST_F(FactorizeTest, TheSameForAnyNumberOfThreadsAnotherForAnotherSeed) {
  FactorOptions options = {.loss = {.name = LossName::huber}, .rank = 3};
  const FactorModel one = factorize(ratings(options.loss), options).model;
  options.threads = 3;
  const FactorModel three = factorize(ratings(options.loss), options).model;
  EXPECT_EQ(one.user_factors, three.user_factors);
  EXPECT_EQ(one.item_factors, three.item_factors);
  EXPECT_EQ(one.item_bias, three.item_bias);
  options.seed = 1;
  EXPECT_NE(factorize(ratings(options.loss), options).model.item_factors, one.item_factors);
}

TEST_F(FactorizeTest, WithoutBiasesThereIsNoOffset) {
  const FactorOptions options = {.rank = 2, .biases = false};
  const FactorModel model = factorize(ratings(options.loss), options).model;
  EXPECT_EQ(model.offset, 0);
  EXPECT_EQ(std::set<double>(model.user_bias.begin(), model.user_bias.end()), std::set<double>{0});
  EXPECT_EQ(std::set<double>(model.item_bias.begin(), model.item_bias.end()), std::set<double>{0});
}

TEST_F(FactorizeTest, StopsWhereItIsToldTo) {
  FactorOptions options = {.rank = 2, .tolerance = 0, .max_rounds = 2};
  const Ratings given = ratings(options.loss);
  EXPECT_EQ(factorize(given, options).status, Status::max_passes);
  EXPECT_EQ(factorize(given, options).last.rounds, 2);
  options.callback = [](const FactorProgress& now) { return now.rounds < 1; };
  EXPECT_EQ(factorize(given, options).status, Status::interrupted);
  options.callback = {};
  std::atomic<bool> interrupt = true;
  options.interrupt = &interrupt;
  EXPECT_EQ(factorize(given, options).status, Status::interrupted);
  options.interrupt = nullptr;
  options.max_seconds = 1e-9;
  EXPECT_EQ(factorize(given, options).status, Status::max_seconds);
}

/// Where a turn is interrupted some of its units have moved, and others have not.
TEST_F(FactorizeTest, TheObjectiveIsThatOfTheModelWhereverItStops) {
  FactorOptions options = {.rank = 2, .tolerance = 0, .max_rounds = 1000};
  const Ratings given = ratings(options.loss);
  for (const double seconds : {0.0005, 0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.007, 0.008, 0.009, 0.01}) {
    options.max_seconds = seconds;
    const FactorResult result = factorize(given, options);
    EXPECT_NEAR(result.last.objective / objective(given, options, result.model), 1, 1e-9) << seconds;
  }
}

TEST_F(FactorizeTest, ConvergedOnlyWhereTurnsMeetTheirTolerance) {
  FactorOptions options = {.rank = 10};
  options.loss.name = LossName::absolute;
  options.C = 1e12;
  const FactorResult result = factorize(ratings(options.loss), options);
  const double gap = std::max(result.last.user_gap, result.last.item_gap);
  EXPECT_EQ(result.status == Status::converged, gap <= 2 * options.turn_tolerance) << gap;
}

/// Of an objective that is far below the 1/2 of the column held at 1.
TEST_F(FactorizeTest, TurnsOfClassesMeetTheirToleranceForASmallC) {
  for (const LossName name : {LossName::hinge, LossName::logistic})
    for (const double C : {1e-2, 1e-4, 1e-6}) {
      FactorOptions options;
      options.loss.name = name;
      options.C = C;
      const FactorResult result = factorize(ratings(options.loss), options);
      EXPECT_EQ(result.status, Status::converged) << to_string(name) << ", C = " << C;
      EXPECT_LE(std::max(result.last.user_gap, result.last.item_gap), 2 * options.turn_tolerance);
    }
}

TEST_F(FactorizeTest, PairsThatAreNotKnownArePredictedFromWhatIs) {
  FactorModel model;
  model.rank = 1;
  model.offset = 10;
  model.user_factors = {2};
  model.item_factors = {3};
  model.user_bias = {1};
  model.item_bias = {0.5};
  const std::vector<std::int32_t> pairs_user = {0, -1, 0, -1};
  const std::vector<std::int32_t> pairs_item = {0, 0, -1, -1};
  EXPECT_EQ(predict(model, pairs_user, pairs_item), (std::vector<double>{17.5, 10.5, 11, 10}));
  const std::vector<std::int32_t> too_large = {1};
  EXPECT_THROW(predict(model, too_large, std::vector<std::int32_t>{0}), InvalidParameter);
  model.rank = 3;
  EXPECT_THROW(predict(model, pairs_user, pairs_item), InvalidParameter);
}

TEST_F(FactorizeTest, RefusesWhatIsWrong) {
  FactorOptions options;
  Ratings given = ratings(options.loss);
  const auto refused = [&](auto change) {
    FactorOptions wrong = options;
    change(wrong);
    EXPECT_THROW(factorize(given, wrong), InvalidParameter);
  };
  refused([](FactorOptions& wrong) { wrong.C = 0; });
  refused([](FactorOptions& wrong) { wrong.rank = 0; });
  refused([](FactorOptions& wrong) { wrong.item_ridge = -1; });
  refused([](FactorOptions& wrong) { wrong.user_bounds = {1, 0}; });
  refused([](FactorOptions& wrong) { wrong.tolerance = -1; });
  refused([](FactorOptions& wrong) { wrong.threads = 0; });
  given.users = 3;
  EXPECT_THROW(factorize(given, options), InvalidParameter) << "a user's number is too large";
  given = ratings(options.loss);
  given.value = given.value.first(3);
  EXPECT_THROW(factorize(given, options), InvalidParameter);
  options.loss.name = LossName::hinge;
  EXPECT_THROW(factorize({users, items, user_, item_, numbers_, {}}, options), DataError) << "no classes";
  EXPECT_EQ(support::message_of<DataError>([] { factorize({1, 1, {}, {}, {}, {}}); }), "value: no ratings");
  const std::vector<std::int32_t> first = {0};
  const std::vector<double> none = {std::nan("")};
  EXPECT_EQ(support::message_of<DataError>([&] {
              factorize({1, 1, first, first, none, {}});
            }),
            "value: row 0 (from 0): nan given, must be finite");
  FactorOptions negative;
  negative.turn_tolerance = -1;
  EXPECT_EQ(support::message_of<InvalidParameter>([&] { factorize(ratings({}), negative); }),
            "turn_tolerance: -1 given, must be >= 0");
  FactorOptions large;
  large.C = 1e200;
  large.user_ridge = 1e-200;
  EXPECT_EQ(support::message_of<InvalidParameter>([&] { factorize(ratings({}), large); }),
            "C / user_ridge: inf given, must be finite and > 0");
}

}  // namespace
}  // namespace hingeline
