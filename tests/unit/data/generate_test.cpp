// SPDX-License-Identifier: BSD-3-Clause
#include "data/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "hingeline/error.hpp"
#include "support/matrix_contents.hpp"

namespace hingeline::internal {
namespace {

TEST(Generate, SameSeedSameData) {
  for (const DataKind kind : {DataKind::classification, DataKind::regression, DataKind::text}) {
    GenerateOptions options{.kind = kind, .rows = 50, .cols = 40, .density = 0.2, .seed = 3};
    const Contents first = contents_of(generate(options));
    EXPECT_EQ(contents_of(generate(options)), first);
    options.seed = 4;
    EXPECT_NE(contents_of(generate(options)), first);
  }
}

TEST(Generate, ClassesOverlapAndColumnsAreSkewed) {
  const Dataset data = generate({.rows = 20000, .cols = 6, .noise = 0});
  const auto& x = std::get<DenseView<float>>(data.x);
  EXPECT_NEAR(static_cast<double>(std::ranges::count(data.y, 1.0)), 10000, 300);
  double lowest = 1;
  double highest = 0;
  for (std::int64_t i = 0; i < x.rows; ++i) {
    lowest = std::min(lowest, static_cast<double>(x.values[i * 6 + 1]));
    highest = std::max(highest, static_cast<double>(x.values[i * 6 + 1]));
  }
  EXPECT_GT(lowest, 0);
  EXPECT_GT(highest, 15);
}

TEST(Generate, NoiseFlipsItsShareOfLabels) {
  const GenerateOptions clean{.rows = 10000, .cols = 3, .noise = 0};
  GenerateOptions noisy = clean;
  noisy.noise = 0.25;
  const Dataset first = generate(clean);
  const Dataset second = generate(noisy);
  int flipped = 0;
  for (std::size_t i = 0; i < first.y.size(); ++i) flipped += first.y[i] != second.y[i];
  EXPECT_NEAR(flipped, 2500, 150);
}

TEST(Generate, RegressionIsLinearUpToItsNoise) {
  const Dataset data =
      generate({.kind = DataKind::regression, .rows = 5, .cols = 1, .noise = 0, .value_type = ValueType::float64});
  const auto& x = std::get<DenseView<double>>(data.x);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_NEAR(data.y[i] / x.values[i], data.y[0] / x.values[0], 1e-12);
}

TEST(Generate, TextHasUnitRowsOfZipfTerms) {
  const GenerateOptions options{
      .kind = DataKind::text, .rows = 2000, .cols = 5000, .density = 0.01, .value_type = ValueType::float64};
  const Dataset data = generate(options);
  const auto& x = std::get<CsrView<double>>(data.x);
  std::map<std::int32_t, int> documents;
  for (std::int64_t i = 0; i < x.rows; ++i) {
    double squares = 0;
    for (std::int64_t k = x.offsets[i]; k < x.offsets[i + 1]; ++k) {
      squares += x.values[k] * x.values[k];
      ++documents[x.columns[k]];
    }
    EXPECT_NEAR(squares, 1, 1e-12);
  }
  EXPECT_NEAR(static_cast<double>(x.offsets[x.rows]) / 2000, 50, 5);
  EXPECT_GT(documents[0], 5 * documents[99]);
  EXPECT_GT(documents[99], documents[4999]);
}

TEST(Generate, DensityOfTextIsReachedOnlyInPart) {
  const auto share = [](double density) {
    GenerateOptions options;
    options.kind = DataKind::text;
    options.rows = 500;
    options.cols = 400;
    options.density = density;
    const Dataset data = generate(options);
    return static_cast<double>(std::get<CsrView<float>>(data.x).offsets[500]) / (500 * 400);
  };
  EXPECT_NEAR(share(0.1), 0.1, 0.01);
  EXPECT_NEAR(share(1), 0.8, 0.05);
}

TEST(Generate, RefusesWhatItCannotMake) {
  EXPECT_THROW(generate({.rows = 0}), InvalidParameter);
  EXPECT_THROW(generate({.cols = 0}), InvalidParameter);
  EXPECT_THROW(generate({.density = 0}), InvalidParameter);
  EXPECT_THROW(generate({.density = 1.5}), InvalidParameter);
  EXPECT_THROW(generate({.noise = -1}), InvalidParameter);
  EXPECT_THROW(generate({.noise = 2}), InvalidParameter);
  EXPECT_THROW(generate({.kind = DataKind::text, .noise = 2}), InvalidParameter);
  EXPECT_NO_THROW(generate({.kind = DataKind::regression, .noise = 2}));
  EXPECT_THROW(generate({.kind = DataKind::regression, .noise = HUGE_VAL}), InvalidParameter);
  EXPECT_THROW(generate({.kind = DataKind::regression, .noise = 1e308}), InvalidParameter);
  EXPECT_THROW(generate({.noise = std::numeric_limits<double>::quiet_NaN()}), InvalidParameter);
}

}  // namespace
}  // namespace hingeline::internal
