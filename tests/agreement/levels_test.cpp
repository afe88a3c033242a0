// SPDX-License-Identifier: BSD-3-Clause
//
// Several quantiles and expectiles at once: what is promised to be in order is, and the certificate is what the
// formulas give for the primal point and for the dual one: s, and the multipliers where outputs touch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "data/change_layout.hpp"
#include "data/owned_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/selection.hpp"
#include "support/noisy_line.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

constexpr double level_tolerance = 1e-6;

/// Noise that grows with the first feature, and fewer rows than keep lines of close levels apart.
Dataset spreading_rows(std::int64_t rows, std::int32_t cols, std::uint64_t seed, Layout layout = Layout::dense) {
  internal::Random random(seed);
  internal::OwnedRows<double> owned = internal::allocate_dense<double>(rows, cols, rows);
  for (std::int64_t i = 0; i < rows; ++i) {
    double y = 0;
    for (std::int32_t j = 0; j < cols; ++j) y += owned.values[i * cols + j] = random.normal();
    owned.y[i] = y + (1 + owned.values[i * cols]) * random.normal();
  }
  return internal::change_layout(internal::dense_dataset(std::move(owned), rows, cols), layout, cols);
}

double output(const LinearModel& model, std::size_t k, const std::vector<double>& x) {
  double z = model.intercept[k];
  for (std::size_t j = 0; j < x.size(); ++j) z += model.coef[j * model.intercept.size() + k] * x[j];
  return z;
}

/// The most that a level is above the next one on rows that count.
double deepest_crossing(const LinearModel& model, const Dataset& data, std::span<const double> weights = {}) {
  double depth = -HUGE_VAL;
  const std::vector<double> z = decision_values(model, data.x);
  const std::size_t levels = model.levels.size();
  for (std::size_t i = 0; i < data.y.size(); ++i)
    for (std::size_t k = 0; k + 1 < levels && (weights.empty() || weights[i] > 0); ++k)
      depth = std::max(depth, z[i * levels + k] - z[i * levels + k + 1]);
  return depth;
}

struct Case {
  std::string name;
  TrainOptions options;
  std::int64_t rows = 60;
  Layout layout = Layout::dense;
};

void PrintTo(const Case& given, std::ostream* out) { *out << given.name; }

const std::vector<double> close_levels = {0.4, 0.5, 0.6};
const std::vector<double> box_lower(3, -2);
const std::vector<double> box_upper(3, 2);

Case make_case(
    std::string name, LevelTie tie, const std::function<void(Case&)>& change = [](Case&) {}) {
  Case made{std::move(name), {}};
  made.options.loss = {.name = LossName::quantile, .epsilon = 0};
  made.options.levels = close_levels;
  made.options.level_tie = tie;
  if (tie == LevelTie::box) made.options.box = {box_lower, box_upper};
  made.options.solver.tolerance = level_tolerance;
  made.options.keep_dual = true;
  change(made);
  return made;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const LevelTie tie : {LevelTie::rows, LevelTie::box, LevelTie::slope}) {
    const std::string name(to_string(tie));
    all.push_back(make_case(name, tie));
    all.push_back(make_case(name + "_sparse", tie, [](Case& c) { c.layout = Layout::sparse; }));
    all.push_back(make_case(name + "_many_rows", tie, [](Case& c) { c.rows = 3000; }));
    all.push_back(make_case(name + "_expectile", tie, [](Case& c) { c.options.loss.name = LossName::expectile; }));
    all.push_back(make_case(name + "_tube", tie, [](Case& c) { c.options.loss.epsilon = 0.2; }));
    all.push_back(make_case(name + "_lasso", tie, [](Case& c) { c.options.penalty = {.l1 = 1, .l2 = 0}; }));
    all.push_back(make_case(name + "_elastic_net", tie, [](Case& c) { c.options.penalty = {.l1 = 1, .l2 = 0.5}; }));
    all.push_back(make_case(name + "_large_C", tie, [](Case& c) { c.options.C = 1e4; }));
    if (tie == LevelTie::slope) continue;
    all.push_back(make_case(name + "_penalized", tie, [](Case& c) {
      c.options.intercept = Intercept::penalized;
      c.options.bias = 3;
    }));
  }
  return all;
}

class Levels : public ::testing::TestWithParam<Case> {
 protected:
  Levels() : data(spreading_rows(GetParam().rows, 3, 1, GetParam().layout)), result(train(data, GetParam().options)) {}

  const TrainOptions& options() const { return GetParam().options; }
  std::size_t count() const { return options().levels.size(); }
  double s(std::size_t i, std::size_t k) const { return result.parts[0].dual_coef[i * count() + k]; }

  Loss loss(std::size_t k) const {
    Loss one = options().loss;
    one.tau = options().levels[k];
    return one;
  }

  /// u_k, and last what an appended 1 would have.
  std::vector<double> from_dual(std::size_t k) const {
    std::vector<double> u(4);
    const auto add = [&u](double factor, const std::vector<double>& x) {
      for (std::size_t j = 0; j < 3; ++j) u[j] += factor * x[j];
      u[3] += factor;
    };
    for (std::size_t i = 0; i < data.y.size(); ++i)
      add(s(i, k), support::slow_row(data.x, static_cast<std::int64_t>(i)));
    for (const LevelContact& contact : result.contacts) {
      if (contact.level == k) add(-contact.multiplier, contact.x);
      if (contact.level + 1 == k) add(contact.multiplier, contact.x);
    }
    return u;
  }

  /// R*(u) of an L1 penalty and a ridge.
  double conjugate_penalty(const std::vector<double>& u) const {
    const auto& [l1, l2, weights] = options().penalty;
    double total = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const double beyond = std::max(0.0, std::abs(u[j]) - l1);
      if (l2 > 0) {
        total += beyond * beyond / (2 * l2);
      } else {
        EXPECT_LE(beyond, 1e-9 * (1 + l1));
      }
    }
    return total;
  }

  double penalty(std::size_t k) const {
    double total = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const double w = result.model.coef[j * count() + k];
      total += options().penalty.l1 * std::abs(w) + 0.5 * options().penalty.l2 * w * w;
    }
    if (options().intercept == Intercept::penalized)
      total += 0.5 * std::pow(result.model.intercept[k] / options().bias, 2);
    return total;
  }

  Dataset data;
  TrainResult result;
};

TEST_P(Levels, AreProven) {
  EXPECT_EQ(result.status, Status::converged) << result.parts[0].reason;
  EXPECT_LE(result.certificate.relative_gap, level_tolerance);
  EXPECT_EQ(result.parts[0].solver, "level_newton");
  EXPECT_EQ(result.certificate.max_violation, 0);
}

TEST_P(Levels, CrossNowhereTheyMustNot) {
  if (options().level_tie != LevelTie::box) {
    EXPECT_LE(deepest_crossing(result.model, data), 0);
  }
  if (options().level_tie == LevelTie::rows) return;
  for (int corner = 0; corner < 8; ++corner) {
    const std::vector<double> x = {(corner & 1) != 0 ? 2.0 : -2.0, (corner & 2) != 0 ? 2.0 : -2.0,
                                   (corner & 4) != 0 ? 2.0 : -2.0};
    for (std::size_t k = 0; k + 1 < count(); ++k) EXPECT_LE(output(result.model, k, x), output(result.model, k + 1, x));
  }
}

TEST_P(Levels, CertificateIsWhatTheFormulasGive) {
  long double primal = 0;
  long double dual = 0;
  std::vector<double> sum(4);
  for (std::size_t k = 0; k < count(); ++k) {
    for (std::size_t i = 0; i < data.y.size(); ++i) {
      const std::vector<double> x = support::slow_row(data.x, static_cast<std::int64_t>(i));
      primal += options().C * support::slow_loss(loss(k), data.y[i], output(result.model, k, x));
      dual -= support::slow_conjugate(loss(k), data.y[i], options().C, s(i, k));
    }
    const std::vector<double> u = from_dual(k);
    const double size = options().C * static_cast<double>(data.y.size());
    if (options().intercept == Intercept::free) {
      EXPECT_NEAR(u[3], 0, 1e-12 * size);
    }
    if (options().intercept == Intercept::penalized) dual -= 0.5 * std::pow(options().bias * u[3], 2);
    if (options().level_tie == LevelTie::slope) {
      for (std::size_t j = 0; j < 3; ++j) sum[j] += u[j];
    } else {
      dual -= conjugate_penalty(u);
      primal += penalty(k);
    }
  }
  if (options().level_tie == LevelTie::slope) {
    dual -= conjugate_penalty(sum);
    primal += penalty(0);
  }
  const Certificate& proof = result.certificate;
  EXPECT_NEAR(static_cast<double>(primal), proof.primal, 1e-9 * proof.primal);
  EXPECT_NEAR(static_cast<double>(dual), proof.dual, 1e-7 * proof.primal);
  EXPECT_LE(static_cast<double>(dual - primal), 1e-9 * proof.primal);
}

TEST_P(Levels, OneSlopeIsOne) {
  if (options().level_tie != LevelTie::slope) return;
  for (std::size_t j = 0; j < result.model.coef.size(); ++j)
    EXPECT_EQ(result.model.coef[j], result.model.coef[j / count() * count()]);
}

INSTANTIATE_TEST_SUITE_P(All, Levels, ::testing::ValuesIn(cases()), [](const auto& given) { return given.param.name; });

TEST(LevelTies, HoldOutputsApartThatWouldCross) {
  const Dataset data = spreading_rows(60, 3, 1);
  TrainOptions options = make_case("", LevelTie::separate).options;
  const TrainResult separate = train(data, options);
  EXPECT_EQ(separate.parts.size(), 3);
  EXPECT_GT(deepest_crossing(separate.model, data), 0.01);
  options.level_tie = LevelTie::rows;
  const TrainResult tied = train(data, options);
  ASSERT_FALSE(tied.contacts.empty());
  EXPECT_GT(tied.certificate.primal, separate.certificate.primal);
  for (const LevelContact& contact : tied.contacts) {
    EXPECT_GT(contact.multiplier, 0);
    EXPECT_EQ(contact.x, support::slow_row(data.x, contact.row));
  }
}

TEST(LevelTies, CostNothingWhereOutputsDoNotCross) {
  const internal::NoisyLine line(500, 2, 0);
  const std::vector<double> levels = {0.1, 0.9};
  TrainOptions options = make_case("", LevelTie::separate).options;
  options.levels = levels;
  const TrainResult separate = train(line.data, options);
  options.level_tie = LevelTie::rows;
  const TrainResult tied = train(line.data, options);
  EXPECT_EQ(tied.model.coef, separate.model.coef);
  EXPECT_TRUE(tied.contacts.empty());
}

TEST(LevelTies, RowsOfWeightZeroMayCross) {
  const Dataset data = spreading_rows(80, 3, 1);
  std::vector<double> weights(80, 1.0);
  std::fill(weights.begin() + 60, weights.end(), 0.0);
  TrainOptions options = make_case("", LevelTie::rows).options;
  options.weights = weights;
  const TrainResult weighted = train(data, options);
  const TrainResult without = train(spreading_rows(60, 3, 1), make_case("", LevelTie::rows).options);
  EXPECT_NEAR(weighted.certificate.primal, without.certificate.primal,
              2 * level_tolerance * without.certificate.primal);
  EXPECT_LE(deepest_crossing(weighted.model, data, weights), 0);
}

TEST(LevelTies, KeepBoundsConstraintsAndStandardizedColumns) {
  const Dataset data = spreading_rows(60, 3, 3);
  const std::vector<double> lower(3, 0.2);
  const std::vector<double> row = {1, -1, 0};
  const std::vector<double> limit = {0};
  TrainOptions options = make_case("", LevelTie::rows).options;
  options.bounds.lower = lower;
  options.constraints = {DenseView<double>{row.data(), 1, 3, 3}, limit, limit};
  options.standardize = true;
  const TrainResult result = train(data, options);
  EXPECT_EQ(result.status, Status::converged) << result.parts[0].reason;
  EXPECT_LE(deepest_crossing(result.model, data), 0);
  for (const double w : result.model.coef) EXPECT_GE(w, 0.2);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(result.model.coef[k], result.model.coef[3 + k], 1e-5);
}

/// Bounds take part before outputs are moved apart, not after.
TEST(LevelTies, KeepOrderWithinBounds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (const LossName loss : {LossName::quantile, LossName::expectile}) {
      internal::Random random(seed);
      const auto rows = static_cast<std::int64_t>(4 + random.below(30));
      std::vector<double> x;
      std::vector<double> y;
      for (std::int64_t i = 0; i < rows; ++i) {
        for (int j = 0; j < 2; ++j) x.push_back(std::round(random.normal()));
        y.push_back(random.normal() * (0.3 + std::abs(x.back())));
      }
      Dataset data;
      data.x = DenseView<double>{x.data(), rows, 2, 2};
      data.y = y;
      const std::vector<double> lower(2, 0.0);
      const std::vector<double> upper(2, 0.3);
      TrainOptions options = make_case("", LevelTie::rows).options;
      options.loss.name = loss;
      options.C = 10;
      options.bounds = {lower, upper};
      options.solver.tolerance = 1e-2;
      const TrainResult result = train(data, options);
      EXPECT_EQ(result.certificate.max_violation, 0) << seed;
      EXPECT_LE(deepest_crossing(result.model, data), 0) << seed;
    }
}

TEST(LevelTies, WithoutAnInterceptHoldWithinTheTolerance) {
  TrainOptions options = make_case("", LevelTie::rows).options;
  options.intercept = Intercept::none;
  const Dataset data = spreading_rows(60, 3, 1);
  const TrainResult result = train(data, options);
  EXPECT_EQ(result.status, Status::converged) << result.parts[0].reason;
  EXPECT_LE(deepest_crossing(result.model, data), 1e-4);
}

TEST(LevelTies, GoAsFarAsArithmeticWhereNoToleranceEndsThem) {
  for (const LevelTie tie : {LevelTie::rows, LevelTie::slope}) {
    TrainOptions options = make_case("", tie).options;
    options.solver.tolerance = 0;
    const TrainResult result = train(spreading_rows(100, 3, 1), options);
    EXPECT_EQ(result.status, Status::numerical);
    EXPECT_LE(result.certificate.relative_gap, 1e-9);
  }
}

TEST(LevelTies, StopAtLimitsWithTheBestPointSoFar) {
  TrainOptions options = make_case("", LevelTie::rows).options;
  int calls = 0;
  options.solver.callback = [&calls](const Progress& now) { return ++calls > 0 && now.parts > 1; };
  const TrainResult result = train(spreading_rows(60, 3, 1), options);
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_GT(calls, 0);
  EXPECT_EQ(result.certificate.max_violation, 0);
  calls = 0;
  options.solver.callback = [&calls](const Progress&) { return ++calls == 0; };
  EXPECT_EQ(train(spreading_rows(60, 3, 1), options).status, Status::interrupted);
  EXPECT_EQ(calls, 1);
}

TEST(LevelTies, CallbackFollowsTheStepsOfAllLevelsTogether) {
  TrainOptions options = make_case("", LevelTie::rows).options;
  int steps = 0;
  options.solver.callback = [&steps](const Progress& now) {
    steps += now.parts == 1 && !now.certified ? 1 : 0;
    return steps < 3;
  };
  EXPECT_EQ(train(spreading_rows(60, 3, 1), options).status, Status::interrupted);
  EXPECT_EQ(steps, 3);
}

/// Options for spreading_rows(300, 4, 3) whose levels are solved jointly for many steps.
TrainOptions joint_options(Intercept intercept, const std::vector<double>& levels) {
  TrainOptions options = make_case("", LevelTie::rows).options;
  options.levels = levels;
  options.intercept = intercept;
  return options;
}

/// Beside a ridge and without a free intercept no sum of s has to be 0.
TEST(LevelTies, EndWhereTheCallbackSaysSoOnce) {
  const std::vector<double> levels = {0.3, 0.4, 0.5, 0.6, 0.7};
  for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
    TrainOptions options = joint_options(intercept, levels);
    int steps = 0;
    options.solver.callback = [&steps](const Progress& now) { return now.parts > 1 || now.certified || ++steps != 2; };
    EXPECT_EQ(train(spreading_rows(300, 4, 3), options).status, Status::interrupted);
    EXPECT_EQ(steps, 2);
  }
}

TEST(LevelTies, TellEstimatesOfJointSteps) {
  const std::vector<double> levels = {0.3, 0.4, 0.5, 0.6, 0.7};
  for (const double l2 : {0.0, 1.0}) {
    TrainOptions options = joint_options(Intercept::none, levels);
    options.penalty = {.l1 = 1 - l2, .l2 = l2};
    int steps = 0;
    options.solver.callback = [&steps](const Progress& now) {
      if (now.parts > 1 || now.certified) return true;
      ++steps;
      EXPECT_GT(now.primal, 0);
      EXPECT_GT(now.relative_gap, 0);
      return true;
    };
    EXPECT_EQ(train(spreading_rows(300, 4, 3), options).status, Status::converged);
    EXPECT_GT(steps, 2);
  }
}

TEST(LevelTies, CountPassesOfAllTheirParts) {
  TrainOptions options = make_case("", LevelTie::rows).options;
  const TrainResult whole = train(spreading_rows(60, 3, 1), options);
  ASSERT_EQ(whole.status, Status::converged);
  options.solver.max_passes = whole.parts.front().passes / 2;
  const TrainResult part = train(spreading_rows(60, 3, 1), options);
  EXPECT_EQ(part.status, Status::max_passes);
  EXPECT_LT(part.parts.front().passes, whole.parts.front().passes);
}

/// Intercepts without a penalty say most of what so small a C can gain.
TEST(LevelTies, OfOneSlopeAreProvenWhereLittleIsToBeGained) {
  const std::vector<double> levels = {0.01, 0.5, 0.9};
  for (const double C : {1e-5, 1e-4, 1e-2}) {
    TrainOptions options = make_case("", LevelTie::slope).options;
    options.levels = levels;
    options.C = C;
    const TrainResult result = train(spreading_rows(60, 3, 1), options);
    EXPECT_EQ(result.status, Status::converged) << C << " " << result.certificate.relative_gap;
  }
}

/// Outputs that touch everywhere are moved apart by what rounding might make of them, which then is all that P is.
TEST(LevelTies, AreProvenWhereTheOptimumIsZero) {
  const Dataset data = spreading_rows(6, 40, 5);
  const std::vector<double> constant(6, -20);
  TrainOptions options;
  options.loss = {.name = LossName::quantile, .epsilon = 0};
  options.levels = close_levels;
  const std::vector<double> lower(40, -100);
  const std::vector<double> upper(40, 100);
  options.box = {lower, upper};
  for (const LevelTie tie : {LevelTie::rows, LevelTie::box})
    for (const Penalty penalty : {Penalty{}, Penalty{.l1 = 0.5, .l2 = 0.5}, Penalty{.l1 = 0, .l2 = 0}})
      for (const std::span<const double> y : {std::span<const double>(constant), data.y}) {
        SCOPED_TRACE(testing::Message() << to_string(tie) << ", l2 = " << penalty.l2 << ", y[0] = " << y[0]);
        Dataset given = data;
        given.y = y;
        options.level_tie = tie;
        options.penalty = penalty;
        const TrainResult result = train(given, options);
        EXPECT_EQ(result.status, Status::converged) << result.certificate.primal;
        EXPECT_LE(deepest_crossing(result.model, given), 0);
      }
}

/// Without a penalty a dual point proves nothing as soon as rounding is in it: points are proven by the best so far.
TEST(LevelTies, AreProvenWithoutAPenalty) {
  const std::vector<double> lower(28, -2);
  const std::vector<double> upper(28, 1.5);
  const std::vector<double> levels = {0.05, 0.25, 0.75, 0.95};
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    internal::Random random(seed);
    internal::OwnedRows<double> owned = internal::allocate_dense<double>(35, 28, 35);
    for (std::int64_t i = 0; i < 35; ++i) {
      double y = 0;
      for (std::int32_t j = 0; j < 28; ++j) {
        owned.values[i * 28 + j] = static_cast<double>(random.below(5)) - 2;
        y += (j % 3 - 1) * owned.values[i * 28 + j];
      }
      owned.y[i] = 0.1 * y + 0.1 * random.normal();
    }
    const Dataset data = internal::dense_dataset(std::move(owned), 35, 28);
    TrainOptions options;
    options.loss = {.name = LossName::quantile, .epsilon = 0};
    options.levels = levels;
    options.level_tie = LevelTie::box;
    options.box = {lower, upper};
    options.C = 5;
    options.penalty.l2 = 0;
    options.solver.tolerance = 1e-2;
    EXPECT_EQ(train(data, options).status, Status::converged) << seed;
  }
}

/// Rows that fit in the tube, or on a plane: each level's function is one of all.
TEST(LevelTies, AreProvenWhereOneFunctionCostsNothing) {
  for (const double epsilon : {0.2, 0.0})
    for (const std::int64_t rows : {3, 13, 100, 1000}) {
      Dataset data = spreading_rows(rows, 3, 5);
      std::vector<double> y;
      for (std::int64_t i = 0; i < rows; ++i) {
        const std::vector<double> row = support::slow_row(data.x, i);
        y.push_back(2 * row[0] - row[1] + 0.5 * row[2]);
      }
      data.y = y;
      TrainOptions options;
      options.loss = {.name = LossName::quantile, .epsilon = epsilon};
      options.levels = close_levels;
      options.penalty.l2 = 0;
      const std::vector<double> lower(3, -3);
      const std::vector<double> upper(3, 3);
      options.box = {lower, upper};
      for (const LevelTie tie : {LevelTie::rows, LevelTie::box}) {
        options.level_tie = tie;
        const TrainResult result = train(data, options);
        EXPECT_EQ(result.status, Status::converged) << rows << " rows, " << to_string(tie) << ", tube " << epsilon;
        EXPECT_LE(result.certificate.primal, 1e-8) << rows << " rows, " << to_string(tie) << ", tube " << epsilon;
        EXPECT_LE(deepest_crossing(result.model, data), 0);
      }
    }
}

/// Within a tube the best intercepts of a level are an interval.
TEST(LevelTies, OfOneSlopeAscendWithinTubes) {
  const std::vector<double> levels = {0.12, 0.5, 0.7, 0.72};
  for (const std::int64_t rows : {1, 2, 60}) {
    TrainOptions options = make_case("", LevelTie::slope).options;
    options.levels = levels;
    options.loss.epsilon = 0.5;
    const Dataset data = spreading_rows(rows, 3, 1);
    const TrainResult result = train(data, options);
    EXPECT_EQ(result.status, Status::converged) << result.certificate.relative_gap;
    EXPECT_LE(deepest_crossing(result.model, data), 0) << rows << " rows";
  }
}

/// The optimum is 0, and what intercepts lacked of the targets was more than rounding.
TEST(LevelTies, OfOneSlopeAreProvenOnConstantTargets) {
  const std::vector<double> levels = {0.05, 0.2, 0.4, 0.6, 0.95};
  for (const LossName loss : {LossName::quantile, LossName::expectile})
    for (std::int64_t rows = 20; rows <= 300; rows += 40) {
      Dataset data = spreading_rows(rows, 3, 1);
      const std::vector<double> y(data.y.size(), 1000.0 / 3);
      data.y = y;
      TrainOptions options = make_case("", LevelTie::slope).options;
      options.loss.name = loss;
      options.levels = levels;
      options.solver.tolerance = 1e-8;
      options.solver.max_passes = 1000;
      const TrainResult result = train(data, options);
      EXPECT_EQ(result.status, Status::converged) << to_string(loss) << rows << " " << result.certificate.primal;
    }
}

TEST(LevelTies, PathsBeginWhereTheLastPointEnded) {
  const Dataset data = spreading_rows(60, 3, 1);
  const std::vector<double> costs = {0.1, 1, 10};
  const PathResult path = train_path(data, make_case("", LevelTie::rows).options, costs);
  ASSERT_EQ(path.points.size(), 3);
  for (const PathPoint& point : path.points) EXPECT_EQ(point.status, Status::converged);
  const TrainResult cold = train(data, make_case("", LevelTie::rows).options);
  EXPECT_NEAR(path.points[1].certificate.primal, cold.certificate.primal,
              2 * level_tolerance * cold.certificate.primal);
}

TEST(LevelTies, RefuseWhatDoesNotFit) {
  const Dataset data = spreading_rows(20, 3, 1);
  const auto refused = [&](const std::function<void(TrainOptions&)>& change) {
    TrainOptions options = make_case("", LevelTie::rows).options;
    change(options);
    EXPECT_THROW(train(data, options), InvalidParameter);
  };
  const std::vector<double> twice = {0.5, 0.5};
  const std::vector<double> outside = {0.5, 1};
  refused([&](TrainOptions& options) { options.levels = twice; });
  refused([&](TrainOptions& options) { options.levels = outside; });
  refused([](TrainOptions& options) { options.levels = {}; });
  refused([](TrainOptions& options) { options.loss.name = LossName::huber; });
  refused([](TrainOptions& options) { options.level_tie = LevelTie::box; });
  refused([](TrainOptions& options) {
    options.level_tie = LevelTie::slope;
    options.intercept = Intercept::none;
  });
  EXPECT_THROW(cross_validate(data, make_case("", LevelTie::rows).options), InvalidParameter);
}

}  // namespace
}  // namespace hingeline
