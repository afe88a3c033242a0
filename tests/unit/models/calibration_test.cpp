// SPDX-License-Identifier: BSD-3-Clause
#include "models/calibration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "model_files/model_text.hpp"
#include "models/multi_class.hpp"

namespace hingeline::internal {
namespace {

/// Scores whose odds are exp(slope z).
std::vector<ScoredPair> pairs_of(double slope, int count) {
  Random random(4);
  std::vector<ScoredPair> pairs;
  for (int i = 0; i < count; ++i) {
    const double z = 2 * random.normal();
    pairs.push_back({z, random.uniform() < 1 / (1 + std::exp(-slope * z)) ? 1.0 : -1.0, 1 + random.uniform()});
  }
  return pairs;
}

double platt_objective(const std::vector<ScoredPair>& pairs, double a) {
  double positive = 0;
  double negative = 0;
  for (const ScoredPair& pair : pairs) (pair.y > 0 ? positive : negative) += pair.weight;
  double sum = 0;
  for (const ScoredPair& pair : pairs) {
    const double t = pair.y > 0 ? (positive + 1) / (positive + 2) : 1 / (negative + 2);
    sum += pair.weight * (t * std::log1p(std::exp(-a * pair.z)) + (1 - t) * std::log1p(std::exp(a * pair.z)));
  }
  return sum;
}

TEST(Platt, MinimisesItsObjective) {
  for (const double slope : {0.1, 1.0, 8.0}) {
    const std::vector<ScoredPair> pairs = pairs_of(slope, 2000);
    const double a = fit_platt(pairs).slope;
    EXPECT_NEAR(a, slope, 0.06 + 0.15 * slope);
    for (const double factor : {0.99, 1.01}) EXPECT_LT(platt_objective(pairs, a), platt_objective(pairs, factor * a));
  }
}

/// The objective's derivative is next to 0 far and near of scales that saturate one by one.
TEST(Platt, ScoresOfManyScales) {
  std::vector<ScoredPair> pairs;
  for (const double scale : {1e-6, 1e-3, 1.0, 1e3, 1e6})
    for (const auto& [z, y, weight] : pairs_of(1, 100)) pairs.push_back({scale * z, y, weight});
  const double a = fit_platt(pairs).slope;
  for (const double factor : {0.99, 1.01}) EXPECT_LT(platt_objective(pairs, a), platt_objective(pairs, factor * a));
}

TEST(Platt, SeparatedAndUselessScoresHaveASlopeToo) {
  const std::vector<ScoredPair> separated = {{1, 1, 1}, {-1, -1, 1}};
  EXPECT_NEAR(1 / (1 + std::exp(-fit_platt(separated).slope)), 2.0 / 3, 1e-9);
  EXPECT_GT(fit_platt({{1, -1, 1}, {-1, 1, 1}}).slope, 0);
  EXPECT_GT(fit_platt({{0, -1, 1}, {0, 1, 1}}).slope, 0);
}

double sigmoid_objective(const std::vector<ScoredPair>& pairs, const Sigmoid& s) {
  std::vector<ScoredPair> moved = pairs;  // a z + b = a (z + b / a)
  for (ScoredPair& pair : moved) pair.z += s.b / s.a;
  return platt_objective(moved, -s.a);
}

TEST(FitSigmoid, MinimisesItsObjective) {
  for (const double slope : {0.1, 1.0, 8.0}) {
    std::vector<ScoredPair> pairs = pairs_of(slope, 2000);
    for (ScoredPair& pair : pairs) pair.z += 0.5;
    const Sigmoid s = fit_sigmoid(pairs);
    EXPECT_NEAR(-s.a, slope, 0.06 + 0.15 * slope);
    EXPECT_NEAR(s.b, 0.5 * slope, 0.11 + 0.15 * slope);
    const double least = sigmoid_objective(pairs, s);
    for (const double factor : {0.99, 1.01}) {
      EXPECT_LT(least, sigmoid_objective(pairs, {factor * s.a, s.b}));
      EXPECT_LT(least, sigmoid_objective(pairs, {s.a, factor * s.b}));
    }
  }
}

TEST(FitSigmoid, SeparatedScoresAndOneClassHaveOneToo) {
  const Sigmoid separated = fit_sigmoid({{1, 1, 1}, {-1, -1, 1}});
  EXPECT_NEAR(1 / (1 + std::exp(separated.a + separated.b)), 2.0 / 3, 1e-6);
  const Sigmoid one = fit_sigmoid({{1, 1, 1}, {2, 1, 1}});
  EXPECT_NEAR(1 / (1 + std::exp(one.a + one.b)), 3.0 / 4, 1e-6);
}

/// The best value in an interval for each pair, by alternating projection of a fine grid search: dynamic programming
/// over `levels` values, an ascending sequence of them.
double best_ascending_cost(const std::vector<ScoredPair>& sorted, const std::vector<double>& levels) {
  std::vector<double> best(levels.size(), 0.0);
  for (const ScoredPair& pair : sorted) {
    double least = HUGE_VAL;
    for (std::size_t k = 0; k < levels.size(); ++k) {
      least = std::min(least, best[k]);
      const bool allowed = pair.z < 0 ? levels[k] <= 0.5 : levels[k] >= 0.5;
      const double off = levels[k] - (pair.y > 0 ? 1 : 0);
      best[k] = allowed ? least + pair.weight * off * off : HUGE_VAL;
    }
  }
  return *std::min_element(best.begin(), best.end());
}

TEST(Isotonic, IsTheBestAscendingFunctionThatCrossesOneHalfAtZero) {
  std::vector<ScoredPair> pairs = pairs_of(0.7, 60);
  const Calibration fitted = fit_isotonic(pairs);
  std::sort(pairs.begin(), pairs.end(), [](const ScoredPair& a, const ScoredPair& b) { return a.z < b.z; });
  double weight = 0;
  double cost = 0;
  for (const ScoredPair& pair : pairs) {
    weight += pair.weight;
    const double off = calibrated(fitted, pair.z) - (pair.y > 0 ? 1 : 0);
    cost += pair.weight * off * off;
  }
  const double least = 1 / (weight + 2);
  std::vector<double> levels;
  for (int k = 0; k <= 2000; ++k) levels.push_back(least + (1 - 2 * least) * k / 2000);
  const double grid = best_ascending_cost(pairs, levels);
  EXPECT_NEAR(cost, grid, 1e-4);
  EXPECT_LE(cost, grid + 1e-12);
}

TEST(Calibrated, AscendsAndIsOneHalfOrMoreExactlyFromZero) {
  for (const auto& fitted :
       {fit_platt(pairs_of(0.5, 200)), fit_isotonic(pairs_of(0.5, 200)), fit_isotonic({{1, 1, 1}})}) {
    double before = 0;
    for (const double z : {-1e300, -50.0, -3.0, -1.0, -1e-3, -1e-30, -0.0, 0.0, 1e-30, 1e-3, 1.0, 3.0, 50.0, 1e300}) {
      const double p = calibrated(fitted, z);
      EXPECT_EQ(p >= 0.5, z >= 0) << z;
      EXPECT_GE(p, before);
      EXPECT_GE(p, 0);
      EXPECT_LE(p, 1);
      before = p;
    }
  }
}

LinearModel calibrated_model(Calibration calibration, std::vector<double> labels) {
  LinearModel model;
  model.loss.name = LossName::hinge;
  model.labels = std::move(labels);
  model.outputs = static_cast<int>(output_count(model));
  model.features = 1;
  model.coef.assign(static_cast<std::size_t>(model.outputs), 1.0);
  model.intercept.assign(static_cast<std::size_t>(model.outputs), 0.0);
  model.calibration = std::move(calibration);
  return model;
}

TEST(PredictProbability, NeverContradictsTheLabel) {
  for (const auto& fitted : {fit_platt(pairs_of(3, 200)), fit_isotonic(pairs_of(3, 200))}) {
    const LinearModel model = calibrated_model(fitted, {4, 5, 6});
    Random random(8);
    std::vector<double> values;
    for (int i = 0; i < 3000; ++i)
      values.push_back(random.below(2) == 0 ? random.normal() : 300 + 100 * random.normal());
    const std::vector<double> labels = predict(model, values);
    const std::vector<double> p = predict_probability(model, values);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto row = p.begin() + static_cast<std::ptrdiff_t>(3 * i);
      EXPECT_EQ(4 + static_cast<double>(std::max_element(row, row + 3) - row), labels[i]);
      EXPECT_NEAR(row[0] + row[1] + row[2], 1, 1e-12);
    }
  }
}

TEST(PredictProbability, NeedsACalibrationUnlessLogistic) {
  const LinearModel model = calibrated_model({}, {1, -1});
  EXPECT_FALSE(has_probability(model));
  EXPECT_THROW(predict_probability(model, std::vector<double>{1}), InvalidParameter);
}

TEST(ModelText, KeepsCalibrations) {
  for (const auto& fitted : {fit_platt(pairs_of(3, 50)), fit_isotonic(pairs_of(3, 50))}) {
    const LinearModel model = calibrated_model(fitted, {1, -1});
    const LinearModel read = parse_model(format_model(model, ModelFormat::automatic), "m");
    EXPECT_EQ(read.calibration.kind, fitted.kind);
    EXPECT_EQ(read.calibration.slope, fitted.slope);
    ASSERT_EQ(read.calibration.knots.size(), fitted.knots.size());
    const std::vector<double> values = {-2, -0.3, 0, 0.1, 5};
    EXPECT_EQ(predict_probability(read, values), predict_probability(model, values));
  }
}

TEST(ModelText, RefusesInvalidCalibrations) {
  const std::string text = format_model(calibrated_model(fit_platt(pairs_of(3, 50)), {1, -1}), ModelFormat::automatic);
  const auto with = [&](const std::string& line) {
    const std::size_t begin = text.find("probability ");
    return text.substr(0, begin) + line + text.substr(text.find('\n', begin));
  };
  const auto message = [](const std::string& model) {
    try {
      parse_model(model, "m");
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(with("probability none")), "");
  EXPECT_NE(message(with("probability platt -1")).find("slope > 0"), std::string::npos);
  EXPECT_NE(message(with("probability sigmoid")).find("expected none, platt or isotonic"), std::string::npos);
  EXPECT_NE(message(with("probability isotonic")).find("knot at 0"), std::string::npos);
  EXPECT_NE(message(with("probability isotonic\nknot 1 0.6\nknot 0 0.5")).find("ascend"), std::string::npos);
  EXPECT_NE(message(with("probability isotonic\nknot 0 0.5\nknot 1 1.5")).find("0 < p < 1"), std::string::npos);
  EXPECT_EQ(message(with("probability isotonic\nknot 0 0.5\nknot 1 0.6")), "");
}

}  // namespace
}  // namespace hingeline::internal
