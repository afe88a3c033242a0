// SPDX-License-Identifier: BSD-3-Clause
#include "models/scaled_columns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "hingeline/constraint_set.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "model_files/model_text.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using hingeline::support::RandomProblem;
using hingeline::support::slow_row;
using hingeline::support::Storage;

std::vector<double> slow_deviations(const MatrixView& x, const std::vector<double>& weights) {
  std::vector<double> result;
  for (std::size_t j = 0; j < static_cast<std::size_t>(cols(x)); ++j) {
    long double total = 0;
    long double sum = 0;
    long double squares = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const long double value = slow_row(x, static_cast<std::int64_t>(i))[j];
      total += weights[i];
      sum += weights[i] * value;
      squares += weights[i] * value * value;
    }
    result.push_back(static_cast<double>(std::sqrt(squares / total - sum / total * (sum / total))));
  }
  return result;
}

TEST(ColumnDeviations, AreThoseOfWeightedRows) {
  const RandomProblem random(60, 5, Loss{}, 9);
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    const MatrixView x = random.problem(storage).x;
    const std::vector<double> expected = slow_deviations(x, random.weights());
    const std::vector<double> found = column_deviations(x, random.weights());
    const std::vector<double> ones(60, 1.0);
    const std::vector<double> unweighted = slow_deviations(x, ones);
    const std::vector<double> found_unweighted = column_deviations(x, {});
    for (std::size_t j = 0; j < 5; ++j) {
      EXPECT_NEAR(found[j], expected[j], 1e-12);
      EXPECT_NEAR(found_unweighted[j], unweighted[j], 1e-12);
    }
  }
}

TEST(ColumnDeviations, OfConstantColumnsAreOne) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.insert(values.end(), {288.15, 0.0, 1e-7});
  EXPECT_EQ(column_deviations(DenseView<double>{values.data(), 1000, 3, 3}, {}), (std::vector<double>{1, 1, 1}));
}

/// Of milliseconds since 1970, in a second.
TEST(ColumnDeviations, OfNumbersFarFromZeroAreTheirOwn) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(1.7e12 + (i % 2 == 0 ? 500 : -500));
  EXPECT_NEAR(column_deviations(DenseView<double>{values.data(), 1000, 1, 1}, {})[0], 500, 1e-3);
}

TEST(ColumnDeviations, DoNotDependOnThreads) {
  const RandomProblem random(20000, 8, Loss{}, 9);
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    const MatrixView x = random.problem(storage).x;
    EXPECT_EQ(column_deviations(x, random.weights(), 3), column_deviations(x, random.weights()));
  }
}

/// Rows between others, and with a gap behind each.
TEST(ScaledMatrix, IsOfItsOwnRows) {
  const std::vector<double> values = {9, 9, 9, 1, 2, 9, 3, 4, 9};
  const std::vector<std::int64_t> offsets = {3, 5, 6};
  const std::vector<std::int32_t> columns = {0, 0, 0, 0, 1, 1};
  const std::vector<double> scale = {2, 4};
  const ScaledMatrix dense(DenseView<double>{values.data() + 3, 2, 2, 3}, scale);
  const ScaledMatrix sparse(CsrView<double>{offsets.data(), columns.data(), values.data(), 2, 2}, scale, 2);
  EXPECT_EQ(slow_row(dense.view(), 0), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(slow_row(dense.view(), 1), (std::vector<double>{1.5, 1}));
  EXPECT_EQ(slow_row(sparse.view(), 0), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(slow_row(sparse.view(), 1), (std::vector<double>{0, 2.25}));
}

class Standardized : public ::testing::TestWithParam<Storage> {
 protected:
  Standardized() : random_(120, 6, Loss{}, 4), problem_(random_.problem(GetParam())) {
    data_.x = problem_.x;
    data_.y = problem_.y;
    options_.solver.tolerance = 1e-10;
    options_.standardize = true;
  }
  RandomProblem random_;
  Problem problem_;
  Dataset data_;
  TrainOptions options_;
};

TEST_P(Standardized, IsTrainingOnScaledColumnsAndPredictingOnRawOnes) {
  const TrainResult raw = train(data_, options_);
  const std::vector<double> scale = column_deviations(data_.x, {});
  EXPECT_EQ(raw.model.column_scale, scale);
  const ScaledMatrix scaled(data_.x, scale);
  for (std::int64_t i = 0; i < 120; i += 17)
    for (std::size_t j = 0; j < 6; ++j)
      EXPECT_EQ(slow_row(scaled.view(), i)[j], slow_row(data_.x, i)[j] / scale[j]);

  Dataset by_hand = data_;
  by_hand.x = scaled.view();
  options_.standardize = false;
  const TrainResult expected = train(by_hand, options_);
  EXPECT_EQ(raw.certificate.primal, expected.certificate.primal);
  const std::vector<double> z = decision_values(raw.model, data_.x);
  const std::vector<double> expected_z = decision_values(expected.model, by_hand.x);
  for (std::size_t i = 0; i < z.size(); ++i) EXPECT_NEAR(z[i], expected_z[i], 1e-5);
}

TEST(StandardizedFloats, AreCertifiedAsGiven) {
  std::vector<float> values;
  std::vector<double> y;
  for (int i = 0; i < 200; ++i) {
    values.insert(values.end(), {static_cast<float>(100000 + i * i % 101), static_cast<float>(i % 47)});
    y.push_back(0.25 * (i * i % 101) + 2 * (i % 47) + i % 3);
  }
  Dataset data;
  data.x = DenseView<float>{values.data(), 200, 2, 2};
  data.y = y;
  TrainOptions options;
  options.loss = {.name = LossName::epsilon_insensitive};
  options.standardize = true;
  options.solver.tolerance = 1e-8;
  const TrainResult result = train(data, options);
  ASSERT_EQ(result.status, Status::converged);

  Problem problem;
  problem.x = data.x;
  problem.y = y;
  problem.loss = options.loss;
  std::vector<double> w = result.model.coef;
  const auto loss = static_cast<double>(support::slow_primal(problem, w, result.model.intercept[0])) -
                    0.5 * std::inner_product(w.begin(), w.end(), w.begin(), 0.0);
  for (std::size_t j = 0; j < 2; ++j) w[j] *= result.model.column_scale[j];
  const double primal = loss + 0.5 * std::inner_product(w.begin(), w.end(), w.begin(), 0.0);
  EXPECT_NEAR(result.certificate.primal, primal, 1e-8 * primal);
}

TEST_P(Standardized, BoundsAndConstraintsAreOfTheColumnsAsGiven) {
  ConstraintSet set(6);
  set.bound_all(-0.05, 0.1);
  set.fix_sum(0.125);
  options_.bounds = set.bounds();
  options_.constraints = set.constraints();
  const TrainResult result = train(data_, options_);
  ASSERT_EQ(result.status, Status::converged);
  for (const double w : result.model.coef) EXPECT_TRUE(w >= -0.05 && w <= 0.1) << w;
  EXPECT_NEAR(std::accumulate(result.model.coef.begin(), result.model.coef.end(), 0.0), 0.125, 1e-8);

  Problem scaled = problem_;
  const ScaledMatrix matrix(data_.x, result.model.column_scale);
  scaled.x = matrix.view();
  const auto primal = [&](std::vector<double> w) {
    for (std::size_t j = 0; j < w.size(); ++j) w[j] *= result.model.column_scale[j];
    return static_cast<double>(support::slow_primal(scaled, w, result.model.intercept[0]));
  };
  const double best = primal(result.model.coef);
  EXPECT_NEAR(result.certificate.primal, best, 1e-9 * best);
  for (std::size_t j = 0; j < 6; ++j)
    for (std::size_t k = 0; k < 6; ++k) {
      std::vector<double> other = result.model.coef;
      other[j] = std::min(0.1, other[j] + 0.01);
      other[k] -= other[j] - result.model.coef[j];
      if (other[k] < -0.05 || j == k) continue;
      EXPECT_GE(primal(other), best * (1 - 1e-9));
    }
}

TEST_P(Standardized, GoesOnFromItsOwnModel) {
  const TrainResult cold = train(data_, options_);
  options_.warm_start = &cold.model;
  const TrainResult warm = train(data_, options_);
  EXPECT_LE(warm.parts[0].passes, cold.parts[0].passes);
  EXPECT_NEAR(warm.certificate.primal, cold.certificate.primal, 1e-9 * cold.certificate.primal);
}

TEST_P(Standardized, ModelFilesPredictFromRawRows) {
  const LinearModel model = train(data_, options_).model;
  const LinearModel native = parse_model(format_model(model, ModelFormat::native), "native");
  EXPECT_EQ(native.column_scale, model.column_scale);
  EXPECT_EQ(decision_values(native, data_.x), decision_values(model, data_.x));
  const LinearModel liblinear = parse_model(format_model(model, ModelFormat::automatic), "liblinear");
  EXPECT_TRUE(liblinear.column_scale.empty());
  EXPECT_EQ(decision_values(liblinear, data_.x), decision_values(model, data_.x));
}

INSTANTIATE_TEST_SUITE_P(Layouts, Standardized,
                         ::testing::Values(Storage::dense_float, Storage::dense_double, Storage::csr_float,
                                           Storage::csr_double),
                         [](const auto& tested) { return to_string(tested.param); });

TEST(ModelReader, RefusesBadColumnScales) {
  const auto text = [](const std::string& scale) {
    return "hingeline_format 1\nloss squared\nintercept none 1\n" + scale +
           "\nnr_class 2\nnr_feature 2\nbias -1\nw\n1\n2\n";
  };
  EXPECT_EQ(parse_model(text("column_scale 2 4"), "m").column_scale, (std::vector<double>{2, 4}));
  for (const char* scale :
       {"column_scale 2", "column_scale 2 4 1", "column_scale", "column_scale 2 0", "column_scale 2 x"})
    EXPECT_THROW(parse_model(text(scale), "m"), DataError) << scale;
}

}  // namespace
}  // namespace hingeline::internal
