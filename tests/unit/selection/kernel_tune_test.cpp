// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "support/message_of.hpp"
#include "support/noisy_line.hpp"

namespace hingeline {
namespace {

using internal::NoisyLine;

/// Rows in the plane, scaled, on the inside (+1) and outside (-1) of waves that are one unit long.
struct Waves {
  explicit Waves(double scale) {
    internal::Random random(3);
    for (int i = 0; i < 200; ++i) {
      const double a = 3 * random.normal();
      const double b = 3 * random.normal();
      x.push_back(scale * a);
      x.push_back(scale * b);
      y.push_back(std::sin(2 * a) + std::cos(2 * b) > 0 ? 1 : -1);
    }
    data.x = DenseView<double>{x.data(), 200, 2, 2};
    data.y = y;
  }
  Waves(const Waves&) = delete;
  Waves& operator=(const Waves&) = delete;

  std::vector<double> x;
  std::vector<double> y;
  Dataset data;
};

TEST(KernelTune, FindsTheScaleOfTheRowsWhateverItIs) {
  for (const double scale : {1e-3, 1e4}) {
    const Waves waves(scale);
    const KernelTuneResult result = tune(waves.data, KernelTrainOptions());
    EXPECT_GT(result.best.score, 0.75) << scale;
    const double gamma = result.best.gamma * scale * scale;
    EXPECT_GT(gamma, 0.2) << scale;
    EXPECT_LT(gamma, 10) << scale;
    EXPECT_EQ(result.trained.model.kernel.gamma, result.best.gamma);
    EXPECT_EQ(result.trained.status, Status::converged);
    for (const CvPoint& point : result.points) {
      EXPECT_LE(point.score, result.best.score);
      EXPECT_TRUE(point.score < result.best.score || point.C >= result.best.C);
      EXPECT_GT(point.support_vectors, 0);
    }
  }
}

/// Every neighbour of the best at the finest step has been tried.
TEST(KernelTune, EndsWhereNoNeighbourIsBetter) {
  const Waves waves(1);
  const KernelTuneResult result = tune(waves.data, KernelTrainOptions());
  std::set<std::pair<int, int>> around;
  for (const CvPoint& point : result.points) {
    const double c = 2 * std::log2(point.C / result.best.C);
    const double g = 2 * std::log2(point.gamma / result.best.gamma);
    if (std::abs(c) < 1.5 && std::abs(g) < 1.5)
      around.emplace(static_cast<int>(std::lround(c)), static_cast<int>(std::lround(g)));
  }
  EXPECT_EQ(around.size(), 9);
}

TEST(KernelTune, SearchesEpsilonAndStaysWithinItsBounds) {
  const NoisyLine line(120, 3, 0);
  KernelTrainOptions options;
  options.machine = Machine::epsilon_svr;
  KernelTuneOptions search;
  search.cv.folds = 3;
  search.first_C = 0.5;
  search.last_C = 4;
  std::set<double> epsilons;
  for (const CvPoint& point : tune(line.data, options, search).points) {
    epsilons.insert(point.epsilon);
    EXPECT_GE(point.C, 0.5);
    EXPECT_LE(point.C, 4);
  }
  EXPECT_EQ(epsilons.size(), 6);
  search.epsilon = {0.25};
  search.gamma = 0.125;
  for (const CvPoint& point : tune(line.data, options, search).points) {
    EXPECT_EQ(point.epsilon, 0.25);
    EXPECT_EQ(point.gamma, 0.125);
  }
}

TEST(KernelTune, KernelsWithoutGammaSearchForCAlone) {
  const NoisyLine line(120, 3, 2);
  KernelTrainOptions options;
  options.kernel = {KernelName::linear};
  const KernelTuneResult result = tune(line.data, options);
  std::set<double> C;
  for (const CvPoint& point : result.points) C.insert(point.C);
  EXPECT_EQ(C.size(), result.points.size());
}

TEST(KernelTune, RefusesWhatItCannotSearch) {
  const NoisyLine line(60, 3, 2);
  KernelTrainOptions options;
  KernelTuneOptions search;
  search.first_C = 2;
  search.last_C = 1;
  const auto refusal = [&] { return support::message_of<InvalidParameter>([&] { tune(line.data, options, search); }); };
  EXPECT_EQ(refusal(), "first_C: 2 given, must be <= 1");
  search.first_C = 0;
  EXPECT_EQ(refusal(), "first_C: 0 given, must be > 0 and finite");
  search = {};
  search.last_C = -1;
  EXPECT_EQ(refusal(), "last_C: -1 given, must be > 0 and finite");
  for (const Machine machine : {Machine::nu_svc, Machine::one_class}) {
    options.machine = machine;
    EXPECT_THROW(tune(line.data, options), InvalidParameter);
  }
}

TEST(KernelTune, StopsWhereTimeIsOut) {
  const Waves waves(1);
  KernelTrainOptions options;
  options.solver.solver.max_seconds = 1e-6;
  const KernelTuneResult result = tune(waves.data, options);
  EXPECT_EQ(result.points.size(), 1);
  EXPECT_EQ(result.best.status, Status::max_seconds);
  EXPECT_EQ(result.trained.status, Status::max_seconds);
}

TEST(KernelTune, RefusesInvalidColumns) {
  const std::vector<std::int64_t> offsets = {0, 1, 2, 3, 4};
  const std::vector<std::int32_t> columns = {0, 1, 1'000'000, 1};
  const std::vector<double> values = {1, 2, 3, 4};
  const std::vector<double> y = {1, -1, 1, -1};
  Dataset data;
  data.x = CsrView<double>{offsets.data(), columns.data(), values.data(), 4, 2};
  data.y = y;
  KernelTuneOptions search;
  search.cv.folds = 2;
  EXPECT_EQ(support::message_of<DataError>([&] { tune(data, KernelTrainOptions(), search); }),
            "x: columns of row 2 must ascend strictly and be in 0 .. 1");
}

}  // namespace
}  // namespace hingeline
