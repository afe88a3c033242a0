// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel machines that tell each class from all others, and calibrations of kernel machines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/selection.hpp"
#include "model_files/kernel_model_text.hpp"
#include "support/log_loss.hpp"
#include "support/message_of.hpp"
#include "support/noisy_line.hpp"
#include "support/random_problem.hpp"
#include "support/small_machine.hpp"

namespace hingeline::internal {
namespace {

KernelTrainOptions against_rest(Machine machine = Machine::c_svc, double tolerance = 1e-8) {
  KernelTrainOptions options = small_machine(machine, tolerance);
  options.multi_class = MultiClass::one_vs_rest;
  options.nu = 0.1;
  return options;
}

using support::log_loss;
using support::message_of;

std::string text_of(const KernelModel& model) {
  std::string text;
  write_kernel_model_text(model, [&text](std::string_view piece) { text += piece; });
  return text;
}

/// +1 where the label is that, else -1.
std::vector<double> signs_of(std::span<const double> y, double label) {
  std::vector<double> signs;
  for (const double target : y) signs.push_back(target == label ? 1 : -1);
  return signs;
}

TEST(KernelOneVsRest, EachClassIsAMachineOfItsOwn) {
  const NoisyLine line(150, 3, 4);
  std::vector<double> weights(line.y.size(), 1.0);
  for (std::size_t i = 0; i < weights.size(); i += 7) weights[i] = static_cast<double>(i % 3);
  for (const Machine machine : {Machine::c_svc, Machine::nu_svc}) {
    KernelTrainOptions options = against_rest(machine);
    options.weights = weights;
    const KernelTrainResult all = train(line.data, options);
    EXPECT_EQ(all.status, Status::converged);
    ASSERT_EQ(all.parts.size(), 4);
    const std::vector<double> values = decision_values(all.model, line.data.x);
    for (std::size_t k = 0; k < 4; ++k) {
      const std::vector<double> signs = signs_of(line.y, all.model.labels[k]);
      const KernelProblem one{line.data.x, signs, weights, machine, options.kernel, options.C, 0.1, options.nu};
      const KernelSolution alone = solve(one, options.solver);
      EXPECT_EQ(all.parts[k].dual_coef, alone.dual_coef) << to_string(machine) << k;
      KernelTrainOptions two = small_machine(machine, 1e-8);
      two.nu = options.nu;
      two.weights = weights;
      const KernelModel model = train({line.data.x, signs, {}, nullptr}, two).model;
      const std::vector<double> expected = decision_values(model, line.data.x);
      for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(values[4 * i + k], model.labels[0] * expected[i], 1e-4) << to_string(machine);
    }
  }
}

TEST(KernelOneVsRest, TheLargestOutputWins) {
  KernelModel model;
  model.multi_class = MultiClass::one_vs_rest;
  model.labels = {5, 2, 7};
  EXPECT_EQ(predict(model, std::vector<double>{-3, -1, -2, 0, 0, 0, 1, 2, 3}), (std::vector<double>{2, 5, 7}));
  EXPECT_EQ(message_of<InvalidParameter>([&] { predict(model, std::vector<double>(4)); }),
            "decision_values: 4 values given, must be a multiple of the model's 3 outputs");
  model.multi_class = MultiClass::multinomial;
  EXPECT_THROW(predict(model, std::vector<double>(3)), InvalidParameter);
  KernelTrainOptions options = against_rest();
  options.multi_class = MultiClass::crammer_singer;
  EXPECT_EQ(message_of<InvalidParameter>([&] { train(NoisyLine(30, 2, 3).data, options); }),
            "multi_class: 3 given, must be ovo or ovr");
}

TEST(KernelOneVsRest, OfTwoClassesIsTheSameMachine) {
  const NoisyLine line(100, 3, 2);
  KernelTrainOptions options = against_rest();
  const KernelModel model = train(line.data, options).model;
  options.multi_class = MultiClass::one_vs_one;
  EXPECT_EQ(text_of(model), text_of(train(line.data, options).model));
}

TEST(KernelOneVsRest, ThreadsAndFilesKeepEveryBit) {
  const NoisyLine line(150, 3, 4);
  KernelTrainOptions options = against_rest();
  const KernelModel model = train(line.data, options).model;
  options.solver.threads = 3;
  EXPECT_EQ(text_of(train(line.data, options).model), text_of(model));
  const KernelModel again = parse_kernel_model(text_of(model), "m");
  EXPECT_EQ(again.multi_class, MultiClass::one_vs_rest);
  EXPECT_EQ(text_of(again), text_of(model));
  EXPECT_EQ(decision_values(again, line.data.x), decision_values(model, line.data.x));
}

/// Rows long enough to be kept, and memory for some of them.
TEST(KernelOneVsRest, ThreadsShareTheMemoryAsOneDoes) {
  const support::RandomProblem random(300, 100, Loss{LossName::hinge}, 5);
  std::vector<double> y(300);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<double>(i % 3);
  const Dataset data{random.problem(support::Storage::dense_float).x, y, {}, nullptr};
  KernelTrainOptions options = against_rest();
  options.C = 10;
  options.solver.cache_megabytes = 0.1;
  const KernelModel model = train(data, options).model;
  options.solver.threads = 3;
  EXPECT_EQ(text_of(train(data, options).model), text_of(model));
}

/// Of outputs that are not those of pairs, in whatever order classes come.
TEST(KernelOneVsRest, TrainingGoesOnFromAModel) {
  const NoisyLine line(200, 3, 4);
  KernelTrainOptions options = against_rest(Machine::c_svc, 1e-6);
  const KernelModel first = train(line.data, options).model;
  std::vector<float> x(line.x.rbegin(), line.x.rend());
  for (std::size_t i = 0; i < x.size(); i += 3) std::swap(x[i], x[i + 2]);
  const std::vector<double> y(line.y.rbegin(), line.y.rend());
  options.warm_start = &first;
  const KernelTrainResult again = train({DenseView<float>{x.data(), 200, 3, 3}, y, {}, nullptr}, options);
  EXPECT_NE(again.model.labels, first.labels);
  for (const KernelSolution& part : again.parts) EXPECT_EQ(part.counters.inner_steps, 0);
  options.multi_class = MultiClass::one_vs_one;
  EXPECT_EQ(message_of<InvalidParameter>([&] { train(line.data, options); }),
            "warm start: a model of 4 outputs given, must have the outputs of the training, one for each class or one "
            "for each pair of classes");
}

TEST(KernelOneVsRest, PrecomputedTrainsTheSame) {
  const NoisyLine line(60, 3, 3);
  KernelTrainOptions options = against_rest();
  const KernelModel direct = train(line.data, options).model;
  std::vector<double> matrix;
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 60; ++j) {
      double squares = 0;
      for (int k = 0; k < 3; ++k) {
        const double difference = static_cast<double>(line.x[static_cast<std::size_t>(3 * i + k)]) -
                                  static_cast<double>(line.x[static_cast<std::size_t>(3 * j + k)]);
        squares += difference * difference;
      }
      matrix.push_back(std::exp(-0.2 * squares));
    }
  options.kernel.name = KernelName::precomputed;
  const MatrixView kernel = DenseView<double>{matrix.data(), 60, 60, 60};
  const KernelModel precomputed = parse_kernel_model(text_of(train({kernel, line.y, {}, nullptr}, options).model), "m");
  const std::vector<double> expected = decision_values(direct, line.data.x);
  const std::vector<double> given = decision_values(precomputed, kernel);
  ASSERT_EQ(given.size(), expected.size());
  for (std::size_t k = 0; k < given.size(); ++k) EXPECT_NEAR(given[k], expected[k], 1e-4);
}

TEST(KernelOneVsRest, AClassWithoutWeightIsNeverTheAnswer) {
  const NoisyLine line(90, 3, 3);
  KernelTrainOptions options = against_rest();
  options.class_weights = {{1, 0}};
  const KernelTrainResult trained = train(line.data, options);
  EXPECT_EQ(trained.status, Status::converged);
  const std::vector<double> answers = predict(trained.model, decision_values(trained.model, line.data.x));
  EXPECT_EQ(std::ranges::count(answers, 1.0), 0);
  const KernelModel again = parse_kernel_model(text_of(trained.model), "m");
  EXPECT_EQ(again.intercept, trained.model.intercept);
}

TEST(KernelOneVsRest, FoldsAreTrainedLikeTheWhole) {
  const NoisyLine line(200, 3, 4);
  const CvResult result = cross_validate(line.data, against_rest(Machine::c_svc, 1e-6), {});
  EXPECT_EQ(result.decision_values.size(), 4 * line.y.size());
  EXPECT_GT(result.points.front().score, 0.5);
}

void expect_no_contradiction(const KernelModel& model, const MatrixView& x) {
  const std::size_t classes = model.labels.size();
  const std::vector<double> values = decision_values(model, x);
  const std::vector<double> answers = predict(model, values);
  const std::vector<double> p = predict_probability(model, values);
  ASSERT_EQ(p.size(), classes * answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::span<const double> row = std::span(p).subspan(i * classes, classes);
    EXPECT_EQ(model.labels[static_cast<std::size_t>(std::ranges::max_element(row) - row.begin())], answers[i]);
    EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, 1e-12);
  }
}

TEST(KernelCalibration, EveryKindIsCloseToTheOthersAndNeverContradicts) {
  for (const int classes : {2, 4}) {
    const NoisyLine line(600, 4, classes);
    const NoisyLine unseen(600, 4, classes, 2);
    const double guess = std::log(classes);
    for (const MultiClass way : {MultiClass::one_vs_one, MultiClass::one_vs_rest})
      for (const KernelProbability kind : {KernelProbability::platt, KernelProbability::isotonic}) {
        KernelTrainOptions options = small_machine(Machine::c_svc, 1e-4);
        options.multi_class = way;
        const KernelModel model = train_calibrated(line.data, options, kind).model;
        EXPECT_TRUE(has_probability(model));
        expect_no_contradiction(model, unseen.data.x);
        EXPECT_LT(log_loss(model, unseen.data), 0.85 * guess) << to_string(way) << static_cast<int>(kind);
        const KernelModel again = parse_kernel_model(text_of(model), "m");
        EXPECT_EQ(log_loss(again, unseen.data), log_loss(model, unseen.data));
        const bool libsvm = kind == KernelProbability::platt && (classes == 2 || way == MultiClass::one_vs_one);
        EXPECT_EQ(text_of(model).starts_with("svm_type"), libsvm);
      }
  }
}

/// Which of two classes is the first is by chance.
TEST(KernelCalibration, OfPairsIsTheSameEitherWay) {
  const NoisyLine line(300, 4, 4);
  const KernelTrainOptions options = small_machine(Machine::c_svc, 1e-4);
  const Calibration fitted = train_calibrated(line.data, options, KernelProbability::isotonic).model.calibration;
  const std::vector<Calibration::Knot>& knots = fitted.knots;
  ASSERT_GT(knots.size(), 10);
  for (std::size_t k = 0; k < knots.size(); ++k) {
    const Calibration::Knot& other = knots[knots.size() - 1 - k];
    EXPECT_EQ(knots[k].z, -other.z);
    EXPECT_NEAR(knots[k].p, 1 - other.p, 1e-15);
  }
}

TEST(KernelCalibration, IsRefusedWhereItMeansNothing) {
  const NoisyLine line(60, 3, 3);
  EXPECT_EQ(
      message_of<InvalidParameter>([&] { train_calibrated(line.data, against_rest(), KernelProbability::libsvm); }),
      "probability: libsvm given, needs multi_class ovo");
  EXPECT_EQ(message_of<InvalidParameter>([&] {
              train_calibrated(line.data, small_machine(Machine::epsilon_svr, 1e-4), KernelProbability::isotonic);
            }),
            "probability: isotonic given, is for classification, but the machine is epsilon_svr");
  KernelModel model = train(line.data, against_rest()).model;
  model.probability_a.assign(3, -1.0);
  model.probability_b.assign(3, 0.0);
  EXPECT_THROW(text_of(model), InvalidParameter);
  model.probability_a.clear();
  model.probability_b.clear();
  model.calibration.kind = Calibration::Kind::platt;
  model.calibration.slope = -1;
  EXPECT_THROW(text_of(model), InvalidParameter);
}

TEST(KernelCalibration, TextErrorsNameTheLine) {
  const KernelModel model = train(NoisyLine(60, 3, 3).data, against_rest()).model;
  const auto fails = [&](const std::string& from, const std::string& to, const std::string& expected) {
    std::string text = text_of(model);
    text.replace(text.find(from), from.size(), to);
    const std::string message = message_of<DataError>([&] { parse_kernel_model(text, "m"); });
    EXPECT_NE(message.find(expected), std::string::npos) << message;
  };
  fails("hingeline_format 1\n", "", "unknown key 'multi_class'");
  fails("multi_class ovr", "multi_class multinomial", "expected ovr or ovo, found 'multinomial'");
  fails("multi_class ovr", "multi_class all", "expected ovr, ovo, multinomial or crammer_singer, found 'all'");
  fails("multi_class ovr", "probability platt -1", "must have a slope > 0");
  fails("multi_class ovr", "probability isotonic\nknot 1 0.5", "must have a knot at 0 with p = 1/2");
  fails("multi_class ovr", "probability isotonic\nknot 1", "expected a number");
  fails("nr_sv", "probA 1 2 3\nprobB 0 0 0\nnr_sv", "none for ovr or with a calibration");
}

}  // namespace
}  // namespace hingeline::internal
