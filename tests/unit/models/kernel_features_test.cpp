// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/kernel_features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"
#include "model_files/model_text.hpp"
#include "support/message_of.hpp"
#include "support/random_problem.hpp"
#include "support/slow_kernel.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline {
namespace {

using internal::TemporaryFolder;
using support::message_of;
using support::RandomProblem;
using support::Storage;

constexpr std::int64_t row_total = 150;

/// Rows of two classes, and a kernel.
class Rows {
 public:
  explicit Rows(Storage storage = Storage::dense_double)
      : random_(row_total, 6, Loss{LossName::hinge}, 5), problem_(random_.problem(storage)) {
    data.x = problem_.x;
    data.y = problem_.y;
  }

  KernelFeatureOptions options(std::int32_t size, Approximation approximation = Approximation::nystroem) const {
    return {approximation, {KernelName::rbf, 0.2}, size, 3};
  }
  KernelFeatures features(std::int32_t size, Approximation approximation = Approximation::nystroem) const {
    return {data.x, {}, options(size, approximation)};
  }
  double kernel(const Kernel& kernel, std::int64_t i, std::int64_t j) const {
    return static_cast<double>(
        support::slow_kernel(kernel, support::slow_row(data.x, i), support::slow_row(data.x, j)));
  }

  Dataset data;

 private:
  RandomProblem random_;
  Problem problem_;
};

std::vector<double> row_of(const Dataset& mapped, std::int64_t i) { return support::slow_row(mapped.x, i); }

double product(const Dataset& mapped, std::int64_t i, std::int64_t j) {
  const std::vector<double> a = row_of(mapped, i);
  const std::vector<double> b = row_of(mapped, j);
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

TrainOptions training(const Loss& loss, Intercept intercept = Intercept::free) {
  TrainOptions options;
  options.loss = loss;
  options.intercept = intercept;
  options.solver.tolerance = 1e-8;
  options.keep_dual = true;
  return options;
}

TEST(KernelFeatures, OfAllRowsTheyAreTheKernel) {
  const Rows rows;
  for (const Kernel& kernel :
       {Kernel{KernelName::rbf, 0.2}, Kernel{KernelName::polynomial, 0.3, 2, 1}, Kernel{KernelName::linear}}) {
    KernelFeatureOptions options = rows.options(1000);
    options.kernel = kernel;
    const KernelFeatures features(rows.data.x, {}, options, 2);
    EXPECT_EQ(features.basis().size, row_total);
    const Dataset mapped = features.map(rows.data);
    EXPECT_EQ(mapped.y.data(), rows.data.y.data());
    for (std::int64_t i = 0; i < row_total; i += 7)
      for (std::int64_t j = 0; j < row_total; j += 5)
        ASSERT_NEAR(product(mapped, i, j), rows.kernel(kernel, i, j), 1e-7 * (1 + rows.kernel(kernel, i, i)));
  }
}

TEST(KernelFeatures, InAFileAreTheSame) {
  const TemporaryFolder folder;
  const Rows rows(Storage::csr_float);
  for (const Approximation approximation : {Approximation::nystroem, Approximation::fourier}) {
    const KernelFeatures features = rows.features(70, approximation);
    const Dataset whole = features.map(rows.data);
    const Dataset filed = features.map_to_file(rows.data, folder.path(), 2);
    ASSERT_TRUE(filed.release);
    EXPECT_TRUE(std::ranges::equal(filed.y, whole.y));
    for (std::int64_t i = 0; i < row_total; ++i) ASSERT_EQ(row_of(filed, i), row_of(whole, i));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  }
}

TEST(KernelFeatures, OfSomeRowsExplainNoMoreThanThereIs) {
  const Rows rows;
  const KernelFeatures features = rows.features(40);
  const Dataset mapped = features.map(rows.data);
  for (std::int64_t i = 0; i < row_total; ++i) EXPECT_LE(product(mapped, i, i), 1 + 1e-12);
}

TEST(KernelFeatures, WavesComeNearTheKernelAsTheyGrowMany) {
  const Rows rows;
  const KernelFeatures features = rows.features(8192, Approximation::fourier);
  const Dataset mapped = features.map(rows.data);
  double squares = 0;
  for (std::int64_t i = 0; i < row_total; ++i) {
    EXPECT_NEAR(product(mapped, i, i), 1, 1e-12);
    const double error = product(mapped, i, 0) - rows.kernel(features.basis().kernel, i, 0);
    squares += error * error / row_total;
  }
  EXPECT_LT(std::sqrt(squares), 3 / std::sqrt(8192.0));
}

class FeaturesInEveryLayout : public ::testing::TestWithParam<Storage> {};

TEST_P(FeaturesInEveryLayout, AreTheSame) {
  const Rows dense;
  const Rows rows(GetParam());
  for (const Approximation approximation : {Approximation::nystroem, Approximation::fourier}) {
    const Dataset expected = dense.features(100, approximation).map(dense.data);
    const Dataset mapped = rows.features(100, approximation).map(rows.data, 3);
    for (std::int64_t i = 0; i < row_total; i += 11)
      for (std::size_t j = 0; j < 100; ++j) ASSERT_NEAR(row_of(mapped, i)[j], row_of(expected, i)[j], 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Storages, FeaturesInEveryLayout,
                         ::testing::Values(Storage::dense_float, Storage::csr_float, Storage::csr_double),
                         [](const auto& tested) { return to_string(tested.param); });

TEST(KernelFeatures, RowsOfWeightZeroAreNotDrawn) {
  const Rows rows;
  std::vector<double> weights(row_total, 0.0);
  for (std::size_t i = 0; i < 30; ++i) weights[5 * i] = 1;
  const KernelFeatures features(rows.data.x, weights, rows.options(1000));
  EXPECT_EQ(features.basis().size, 30);
  const Dataset mapped = features.map(rows.data);
  for (std::int64_t i = 0; i < 30; ++i) EXPECT_NEAR(product(mapped, 5 * i, 5 * i), 1, 1e-7);
  std::fill(weights.begin(), weights.end(), 0.0);
  EXPECT_THROW(KernelFeatures(rows.data.x, weights, rows.options(10)), DataError);
}

TEST(KernelFeatures, ModelsOfRowsPredictWhatThoseOfFeaturesDo) {
  const Rows rows;
  std::vector<double> classes;
  for (std::size_t i = 0; i < row_total; ++i)
    classes.push_back(rows.data.y[i] > 0 ? 1 : 2 + static_cast<double>(i % 2));
  for (const Approximation approximation : {Approximation::nystroem, Approximation::fourier})
    for (const bool three : {false, true}) {
      Dataset data = rows.data;
      if (three) data.y = classes;
      const KernelFeatures features = rows.features(60, approximation);
      const Dataset mapped = features.map(data);
      const LinearModel model = train(mapped, training({LossName::logistic})).model;
      const LinearModel row_model = features.to_row_model(model);
      EXPECT_EQ(row_features(row_model), 6);
      const std::vector<double> expected = decision_values(model, mapped.x);
      const std::vector<double> values = decision_values(row_model, data.x, 2);
      ASSERT_EQ(values.size(), expected.size());
      for (std::size_t i = 0; i < values.size(); ++i) ASSERT_NEAR(values[i], expected[i], 1e-8);
      const LinearModel back = KernelFeatures(row_model).to_feature_model(row_model);
      for (std::size_t j = 0; j < model.coef.size(); ++j) ASSERT_NEAR(back.coef[j], model.coef[j], 1e-7);
    }
}

TEST(KernelFeatures, FilesKeepTheModel) {
  const Rows rows;
  for (const Approximation approximation : {Approximation::nystroem, Approximation::fourier}) {
    const KernelFeatures features = rows.features(50, approximation);
    const LinearModel model = features.to_row_model(train(features.map(rows.data), training({LossName::hinge})).model);
    const std::string text = internal::format_model(model, ModelFormat::automatic);
    const LinearModel read = internal::parse_model(text, "file");
    EXPECT_EQ(decision_values(read, rows.data.x), decision_values(model, rows.data.x));
    EXPECT_EQ(internal::format_model(read, ModelFormat::automatic), text);
  }
}

TEST(KernelFeatures, FilesThatDisagreeAreRefused) {
  const std::string head =
      "hingeline_format 1\nloss hinge\nintercept none 1\nnr_class 2\nlabel 1 -1\nnr_feature 2\nbias -1\n";
  const std::string coef = "w\n1\n2\n";
  const auto refusal = [&](const std::string& lines) {
    return message_of<DataError>([&] { internal::parse_model(head + lines + coef, "file"); });
  };
  const std::string rbf = "basis nystroem 3 0 rbf 0.5 3 0\n";
  EXPECT_EQ(refusal(rbf + "vector 1:1\nvector 2:1\n"), "no error");
  EXPECT_NE(refusal(rbf + "vector 1:1\n").find("basis offsets"), std::string::npos);
  EXPECT_NE(refusal(rbf + "vector 1:1\nvector 4:1\n").find("must ascend and be in 0 .. 2"), std::string::npos);
  EXPECT_NE(refusal(rbf + "vector 1:1\nvector 2:1 1:1\n").find("ascend"), std::string::npos);
  EXPECT_NE(refusal("vector 1:1\nvector 2:1\n").find("without a line 'basis'"), std::string::npos);
  EXPECT_NE(refusal("basis fourier 3 0 linear 1 3 0\n").find("must be rbf"), std::string::npos);
  EXPECT_NE(refusal("basis fourier 3 -1 rbf 1 3 0\n").find("seed"), std::string::npos);
  EXPECT_NE(refusal("basis fourier 2147483647 0 rbf 1 3 0\n").find("2 GB"), std::string::npos);
  EXPECT_NE(refusal("basis nystroem 3 0 sigmoid 1 3 0\nvector\nvector\n").find("must be rbf, polynomial"),
            std::string::npos);
}

/// The kernel machine's own optimum lies between the bounds, and is reached with all rows.
TEST(KernelFeatures, ProveHowFarTheKernelMachineIs) {
  for (const Storage storage : {Storage::dense_double, Storage::csr_float}) {
    const Rows rows(storage);
    KernelTrainOptions exact;
    exact.kernel = rows.options(1).kernel;
    exact.solver.solver.tolerance = 1e-8;
    const double optimum = train(rows.data, exact).certificate.primal;
    double last = std::numeric_limits<double>::infinity();
    for (const std::int32_t size : {20, 75, 150}) {
      const KernelFeatures features = rows.features(size);
      const TrainResult trained = train(features.map(rows.data), training({LossName::hinge}));
      const double dual = features.exact_dual(rows.data, trained, 2);
      EXPECT_LE(dual, optimum * (1 + 1e-7));
      EXPECT_GE(trained.certificate.primal, optimum * (1 - 1e-6));
      EXPECT_LT(trained.certificate.primal - dual, last);
      last = trained.certificate.primal - dual;
    }
    EXPECT_LT(last, 1e-5 * optimum);
  }
}

TEST(KernelFeatures, ProofsOfSeveralOutputsAreTheirSum) {
  const Rows rows;
  std::vector<double> classes;
  for (std::size_t i = 0; i < row_total; ++i)
    classes.push_back(rows.data.y[i] > 0 ? 1 : 2 + static_cast<double>(i % 2));
  Dataset data = rows.data;
  data.y = classes;
  const KernelFeatures features = rows.features(150);
  for (const MultiClass multi_class : {MultiClass::one_vs_rest, MultiClass::multinomial}) {
    TrainOptions options = training({LossName::logistic});
    options.multi_class = multi_class;
    const TrainResult trained = train(features.map(data), options);
    EXPECT_NEAR(features.exact_dual(data, trained), trained.certificate.dual, 1e-5 * trained.certificate.dual);
  }
}

TEST(KernelFeatures, SayWhatCannotBe) {
  const Rows rows;
  const auto refusal = [&](const auto& change) {
    KernelFeatureOptions options = rows.options(10);
    change(options);
    return message_of<InvalidParameter>([&] { KernelFeatures(rows.data.x, {}, options); });
  };
  using Options = KernelFeatureOptions;
  EXPECT_NE(refusal([](Options& o) { o.size = 0; }).find("size: 0"), std::string::npos);
  EXPECT_NE(refusal([](Options& o) { o.size = 16385, o.approximation = Approximation::fourier; }).find("16384"),
            std::string::npos);
  EXPECT_NE(refusal([](Options& o) { o.size = 3, o.approximation = Approximation::fourier; }).find("even"),
            std::string::npos);
  EXPECT_NE(refusal([](Options& o) { o.kernel.gamma = -1; }).find("gamma"), std::string::npos);
  EXPECT_NE(refusal([](Options& o) { o.kernel.name = KernelName::sigmoid; }).find("kernel: sigmoid"),
            std::string::npos);
  EXPECT_NE(refusal([](Options& o) {
              o.kernel = {KernelName::polynomial, 1, 2, -1};
            }).find("coef0"),
            std::string::npos);

  const KernelFeatures features = rows.features(10);
  const TrainResult trained = train(features.map(rows.data), training({LossName::hinge}));
  const LinearModel row_model = features.to_row_model(trained.model);
  EXPECT_THROW(features.to_row_model(row_model), InvalidParameter);
  EXPECT_THROW(features.to_feature_model(trained.model), InvalidParameter);
  EXPECT_THROW(rows.features(11).to_row_model(trained.model), InvalidParameter);
  EXPECT_THROW(KernelFeatures{trained.model}, InvalidParameter);
  EXPECT_THROW(rows.features(10, Approximation::fourier).exact_dual(rows.data, trained), InvalidParameter);
  TrainOptions options = training({LossName::hinge});
  options.warm_start = &row_model;
  const Dataset mapped = features.map(rows.data);
  EXPECT_THROW(train(mapped, options), InvalidParameter);
  options.warm_start = nullptr;
  options.keep_dual = false;
  EXPECT_THROW(features.exact_dual(rows.data, train(mapped, options)), InvalidParameter);
}

TEST(KernelFeatures, KernelValuesBeyondNumbersNameTheirRow) {
  const std::vector<double> values = {1, 2, 1e200};
  const Dataset data = {DenseView<double>{values.data(), 3, 1, 1}, {}, {}, nullptr};
  const std::vector<double> weights = {1, 1, 0};
  const KernelFeatures features(data.x, weights, {Approximation::nystroem, {KernelName::polynomial, 1, 3, 0}, 2, 0});
  EXPECT_NE(message_of<DataError>([&] { features.map(data); }).find("row 2 (from 0)"), std::string::npos);
}

TEST(KernelFeatures, WithoutDigitsMakeNoModel) {
  const auto says_of_column = [](double width) {
    std::vector<double> column;
    Dataset data;
    std::vector<double> y;
    for (int i = 0; i < 40; ++i) {
      column.push_back(width * (i * 7919 % 9001) / 9000);
      y.push_back(i * 31 % 17 < 8 ? 1 : -1);
    }
    data.x = DenseView<double>{column.data(), 40, 1, 1};
    data.y = y;
    const KernelFeatures features(data.x, {}, {Approximation::nystroem, {KernelName::polynomial, 1, 3, 1}, 40, 3});
    TrainOptions options = training({LossName::squared_hinge});
    options.C = 100;
    const LinearModel model = train(features.map(data), options).model;
    return message_of<DataError>([&] { features.to_row_model(model); });
  };
  EXPECT_EQ(says_of_column(1), "no error");
  EXPECT_NE(says_of_column(9000).find("columns should be scaled"), std::string::npos);
}

TEST(KernelFeatures, OfARareClassMayBeAConstant) {
  constexpr std::int64_t n = 2000;
  internal::Random random(6);
  std::vector<double> values(4 * n);
  for (double& value : values) value = random.normal();
  std::vector<double> y;
  for (std::int64_t i = 0; i < n; ++i) y.push_back(i % 24 == 0 ? 1 : -1);
  Dataset data;
  data.x = DenseView<double>{values.data(), n, 4, 4};
  data.y = y;
  const KernelFeatures features(data.x, {}, {Approximation::nystroem, {KernelName::linear}, 10, 3});
  TrainOptions options = training({LossName::hinge});
  options.C = 100;
  const LinearModel model = features.to_row_model(train(features.map(data), options).model);
  EXPECT_NEAR(model.intercept[0], -1, 1e-6);
}

TEST(KernelFeatures, RowsThatAreNotFiniteAreRefused) {
  const Rows rows;
  for (const Approximation approximation : {Approximation::nystroem, Approximation::fourier}) {
    const KernelFeatures features = rows.features(10, approximation);
    for (const double wrong : {std::nan(""), HUGE_VAL}) {
      const std::vector<double> values = {1, 2, 3, 4, 5, 6, 1, wrong, 3, 4, 5, 6};
      const Dataset data = {DenseView<double>{values.data(), 2, 6, 6}, {}, {}, nullptr};
      const std::string expected = "x: row 1, column 1 (from 0)";
      EXPECT_EQ(message_of<DataError>([&] { features.map(data); }).find(expected), 0);
      EXPECT_EQ(message_of<DataError>([&] { features.map_to_file(data, {}); }).find(expected), 0);
    }
  }
}

TEST(KernelFeatures, EndsWhenInterrupted) {
  const std::atomic<bool> interrupt = true;
  const Rows rows;
  for (const Approximation approximation : {Approximation::nystroem, Approximation::fourier}) {
    const KernelFeatureOptions options = rows.options(20, approximation);
    EXPECT_THROW(KernelFeatures(rows.data.x, {}, options, 1, &interrupt), Error);
    const KernelFeatures features = rows.features(20, approximation);
    EXPECT_THROW(features.map(rows.data, 2, &interrupt), Error);
    LinearModel model;
    model.basis = std::make_shared<const KernelBasis>(features.basis());
    EXPECT_THROW(KernelFeatures(model, 1, &interrupt), Error);
  }
}

}  // namespace
}  // namespace hingeline
