// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/kernel_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hingeline/error.hpp"
#include "model_files/kernel_model_text.hpp"
#include "support/message_of.hpp"
#include "support/random_problem.hpp"
#include "support/slow_kernel.hpp"

namespace hingeline {
namespace {

using internal::parse_kernel_model;
using support::RandomProblem;
using support::Storage;

std::string text_of(const KernelModel& model) {
  std::string text;
  internal::write_kernel_model_text(model, [&text](std::string_view piece) { text += piece; });
  return text;
}

constexpr const char* small_model =
    "svm_type c_svc\nkernel_type rbf\ngamma 0.5\nnr_class 2\ntotal_sv 2\nrho 0.25\nlabel 1 -1\nnr_sv 1 1\nSV\n"
    "0.1 1:0.5 3:-2 \n-0.1 2:1 \n";

TEST(KernelModelText, ReadsAndWritesTheSame) {
  const KernelModel model = parse_kernel_model(small_model, "m");
  EXPECT_EQ(model.features, 3);
  EXPECT_EQ(model.intercept, std::vector<double>{-0.25});
  EXPECT_EQ(model.offsets, (std::vector<std::int64_t>{0, 2, 3}));
  EXPECT_EQ(text_of(model), small_model);
}

TEST(KernelModelText, ErrorsNameTheLine) {
  const auto fails = [](const std::string& from, const std::string& to, const std::string& expected) {
    std::string text = small_model;
    text.replace(text.find(from), from.size(), to);
    try {
      parse_kernel_model(text, "m");
      ADD_FAILURE() << text;
    } catch (const DataError& error) {
      EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
    }
  };
  fails("c_svc", "d_svc", "m:1: expected c_svc, nu_svc, one_class, epsilon_svr or nu_svr, found 'd_svc'");
  fails("gamma 0.5", "gamma -1", "m:9: gamma");
  fails("gamma 0.5", "gama 0.5", "m:3: unknown key 'gama'");
  fails("rho 0.25", "rho 0.25 1", "m:9: 2 values of rho");
  fails("label 1 -1", "label 1 1", "m:9: expected labels, all different");
  fails("nr_sv 1 1", "nr_sv 1 2", "m:9: nr_sv");
  fails("3:-2", "1:-2", "m:10: indices");
  fails("3:-2", "0:-2", "m:10: indices");
  fails("3:-2", "3-2", "m:10: expected INDEX:VALUE");
  fails("0.1 1:0.5", "nan 1:0.5", "m:10: expected");
  fails("-0.1 2:1 \n", "", "m:10: the file ends after 1 of 2 support vectors");
  fails("SV\n", "SV\n1 1:1\n", "m:12: more than the 2 support vectors");
  fails("total_sv 2\n", "", "m:8: no line 'total_sv'");
  fails("gamma 0.5\n", "", "m:8: no line 'gamma'");
  fails("rbf", "polynomial", "m:9: no line 'degree'");
  fails("rbf", "sigmoid", "m:9: no line 'coef0'");
}

TEST(KernelModelText, BlankLinesArePassedOver) {
  std::string text = "\n";
  for (const char* letter = small_model; *letter != '\0'; ++letter)
    text += *letter == '\n' ? "\r\n \n" : std::string(1, *letter);
  EXPECT_EQ(text_of(parse_kernel_model(text, "m")), small_model);
}

/// Beside which LIBSVM, which knows no names, refuses the file at its first line.
TEST(KernelModelText, LabelsMayHaveNames) {
  KernelModel model = parse_kernel_model(small_model, "m");
  model.label_names = {" a\\b, \n", "c"};
  const std::string text = text_of(model);
  std::string expected = "hingeline_format 1\n" + std::string(small_model);
  expected.insert(expected.find("nr_sv"), "label_name  a\\\\b, \\n\nlabel_name c\n");
  EXPECT_EQ(text, expected);
  const KernelModel back = parse_kernel_model(text, "m");
  EXPECT_EQ(back.label_names, model.label_names);
  EXPECT_EQ(text_of(back), text);
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"a"}, {"a", "a"}, {"a", ""}}) {
    model.label_names = wrong;
    EXPECT_THROW(text_of(model), InvalidParameter);
  }
  const auto error = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return support::message_of<DataError>([&] { parse_kernel_model(changed, "m"); });
  };
  EXPECT_EQ(error("label_name c\n", ""), "m:11: label_name must be one for each of 2 labels");
  EXPECT_EQ(error("label_name c", "label_name  a\\\\b, \\n"), "m:12: label_name must all be different");
  EXPECT_EQ(error("label_name c", "label_name"), "m:12: label_name must not be empty");
  EXPECT_EQ(error("label_name c", "label_name \\t"), "m:10: expected \\\\, \\n or \\r in a name");
  EXPECT_EQ(error("hingeline_format 1\n", ""), "m:8: unknown key 'label_name'");
  EXPECT_EQ(error("hingeline_format 1", "hingeline_format 2"), "m:1: expected version 1, found '2'");
  EXPECT_EQ(error("SV\n", "hingeline_format 1\nSV\n"), "m:12: hingeline_format must be the first line");
}

TEST(KernelModelText, FeaturesMayHaveNames) {
  KernelModel model = parse_kernel_model(small_model, "m");
  model.features = 4;
  model.feature_names = {"a", "colour=dark blue", "c\\d", ""};
  const std::string text = text_of(model);
  std::string expected = "hingeline_format 1\n" + std::string(small_model);
  expected.insert(expected.find("nr_sv"), "feature a\nfeature colour=dark blue\nfeature c\\\\d\nfeature \n");
  EXPECT_EQ(text, expected);
  const KernelModel back = parse_kernel_model(text, "m");
  EXPECT_EQ(back.features, 4);
  EXPECT_EQ(back.feature_names, model.feature_names);
  model.features = 3;
  EXPECT_THROW(text_of(model), InvalidParameter);
  std::string few = "hingeline_format 1\n" + std::string(small_model);
  few.insert(few.find("nr_sv"), "feature a\n");
  EXPECT_EQ(support::message_of<DataError>([&] { parse_kernel_model(few, "m"); }),
            "m:12: found index 3, but only 1 feature names are given");
}

TEST(KernelModelText, KeepsAnInfiniteRhoOfLibsvm) {
  std::string text = small_model;
  text.replace(text.find("0.25"), 4, "inf");
  const KernelModel model = parse_kernel_model(text, "m");
  const std::vector<double> x = {1, 0, 0};
  EXPECT_EQ(predict(model, decision_values(model, DenseView<double>{x.data(), 1, 3, 3})), std::vector<double>{-1});
  EXPECT_EQ(text_of(model), text);
}

TEST(KernelModel, SizesMustAgree) {
  const std::vector<double> x = {1, 0, 0};
  const DenseView<double> row{x.data(), 1, 3, 3};
  const auto refuses = [&](auto change) {
    KernelModel model = parse_kernel_model(small_model, "m");
    change(model);
    EXPECT_THROW(decision_values(model, row), InvalidParameter);
    EXPECT_THROW(text_of(model), InvalidParameter);
  };
  refuses([](KernelModel& m) { m.coef.pop_back(); });
  refuses([](KernelModel& m) { m.values.pop_back(); });
  refuses([](KernelModel& m) { m.offsets.clear(); });
  refuses([](KernelModel& m) { m.offsets[1] = 4; });
  refuses([](KernelModel& m) { m.class_sizes = {2, 1}; });
  refuses([](KernelModel& m) { m.class_sizes = {3, -1}; });
  refuses([](KernelModel& m) { m.intercept.clear(); });
  refuses([](KernelModel& m) { m.labels.clear(); });
  refuses([](KernelModel& m) { m.columns[0] = -5; });
  refuses([](KernelModel& m) { m.columns[1] = 0; });
  refuses([](KernelModel& m) { m.columns[2] = 3; });
  KernelModel wrong = parse_kernel_model(small_model, "m");
  wrong.labels.assign(wrong.labels.size(), 1.0);
  EXPECT_THROW(text_of(wrong), InvalidParameter);
  wrong = {};
  wrong.machine = Machine::epsilon_svr;
  wrong.kernel.name = KernelName::precomputed;
  wrong.offsets = {0, 0};
  wrong.coef = {1};
  wrong.intercept = {0};
  wrong.serials = {1};
  EXPECT_NO_THROW(text_of(wrong));
  wrong.serials = {0};
  EXPECT_THROW(text_of(wrong), InvalidParameter);
  KernelModel unknown = parse_kernel_model(small_model, "m");
  unknown.machine = static_cast<Machine>(5);
  EXPECT_THROW(text_of(unknown), InvalidParameter);
  EXPECT_THROW(predict_probability(unknown, x), InvalidParameter);
  KernelModel unlabelled;
  EXPECT_THROW(predict(unlabelled, x), InvalidParameter);
}

/// Every machine on numbers, and on 2, 3 and 4 classes, by layouts: decision values are the formula of the model.
class TrainedMachines : public ::testing::TestWithParam<Machine> {};

double formula(const KernelModel& model, const std::vector<double>& x, std::size_t output) {
  // outputs in the order (0, 1), (0, 2), .., (1, 2), ..
  std::size_t first = 0;
  std::size_t second = 1;
  for (std::size_t k = 0; k < output; ++k)
    if (++second == model.labels.size()) second = ++first + 1;
  double sum = model.intercept[output];
  std::size_t label = 0;
  std::int64_t left = model.class_sizes.empty() ? model.support_vectors() : model.class_sizes[0];
  for (std::size_t j = 0; j < static_cast<std::size_t>(model.support_vectors()); ++j, --left) {
    while (left == 0) left = model.class_sizes[++label];
    if (!model.labels.empty() && label != first && label != second) continue;
    std::vector<double> support(x.size(), 0.0);
    for (std::int64_t k = model.offsets[j]; k < model.offsets[j + 1]; ++k)
      support[static_cast<std::size_t>(model.columns[static_cast<std::size_t>(k)])] =
          model.values[static_cast<std::size_t>(k)];
    const std::size_t column = model.width() == 1 ? 0 : label == first ? second - 1 : first;
    sum += model.coef[j * model.width() + column] * static_cast<double>(support::slow_kernel(model.kernel, x, support));
  }
  return sum;
}

TEST_P(TrainedMachines, DecisionValuesAreTheFormula) {
  const RandomProblem random(120, 5, Loss{LossName::epsilon_insensitive}, 9);
  for (const std::size_t classes : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
    const Problem linear = random.problem(Storage::csr_double);
    std::vector<double> y(linear.y.begin(), linear.y.end());
    if (is_classification(GetParam()))
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<double>(i % classes);
    KernelTrainOptions options;
    options.machine = GetParam();
    options.kernel.gamma = 0.4;
    options.nu = 0.3;
    options.solver.threads = 2;
    const KernelTrainResult result = train({linear.x, y, {}, nullptr}, options);
    EXPECT_EQ(result.status, Status::converged);
    const KernelModel model = parse_kernel_model(text_of(result.model), "written");
    for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
      const MatrixView x = random.problem(storage).x;
      const std::vector<double> values = decision_values(model, x, 2);
      const double rounding = storage == Storage::dense_float ? 1e-6 : 1e-14;
      double magnitude = 1;
      for (const double s : model.coef) magnitude += std::abs(s);
      for (std::size_t i = 0; i < y.size(); i += 7)
        for (std::size_t k = 0; k < model.outputs(); ++k)
          EXPECT_NEAR(values[i * model.outputs() + k],
                      formula(model, support::slow_row(x, static_cast<std::int64_t>(i)), k), rounding * magnitude);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(KernelModel, TrainedMachines,
                         ::testing::Values(Machine::c_svc, Machine::nu_svc, Machine::one_class, Machine::epsilon_svr,
                                           Machine::nu_svr),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

TEST(KernelModel, ClassesAreLearnt) {
  const std::vector<double> x = {0, 0.1, 1, 1.1, 2, 2.1, 3, 3.1};
  const std::vector<double> y = {5, 5, 2, 2, 5, 5, 7, 7};
  KernelTrainOptions options;
  options.kernel.gamma = 5;
  options.C = 100;
  const KernelTrainResult result = train({DenseView<double>{x.data(), 8, 1, 1}, y, {}, nullptr}, options);
  EXPECT_EQ(result.model.labels, (std::vector<double>{5, 2, 7}));
  EXPECT_EQ(predict(result.model, decision_values(result.model, DenseView<double>{x.data(), 8, 1, 1})), y);
}

TEST(KernelModel, EveryOutputHasItsNu) {
  const RandomProblem random(90, 4, Loss{LossName::epsilon_insensitive}, 3);
  const MatrixView x = random.problem(Storage::dense_double).x;
  std::vector<double> y(90);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<double>(i % 3);
  KernelTrainOptions options;
  options.machine = Machine::nu_svc;
  const std::vector<double> nus = {0.2, 0.5, 0.8};
  options.output_nu = nus;
  const KernelTrainResult all = train({x, y, {}, nullptr}, options);
  options.output_nu = {};
  for (std::size_t k = 0; k < nus.size(); ++k) {
    options.nu = nus[k];
    const KernelTrainResult one = train({x, y, {}, nullptr}, options);
    EXPECT_EQ(all.parts[k].dual_coef, one.parts[k].dual_coef);
  }
  options.output_nu = std::span(nus).first(2);
  EXPECT_THROW(train({x, y, {}, nullptr}, options), InvalidParameter);
}

TEST(KernelModel, PrecomputedTrainsTheSame) {
  const RandomProblem random(60, 4, Loss{LossName::hinge}, 2);
  KernelProblem problem;
  problem.x = random.problem(Storage::dense_double).x;
  problem.kernel.gamma = 0.5;
  const std::vector<double> matrix = support::slow_kernel_matrix(problem);
  std::vector<double> y;
  for (int i = 0; i < 60; ++i) y.push_back(i % 3);
  KernelTrainOptions options;
  options.kernel = problem.kernel;
  options.solver.violation = 1e-7;
  const KernelModel direct = train({problem.x, y, {}, nullptr}, options).model;
  options.kernel.name = KernelName::precomputed;
  const MatrixView kernel = DenseView<double>{matrix.data(), 60, 60, 60};
  const KernelModel precomputed = parse_kernel_model(text_of(train({kernel, y, {}, nullptr}, options).model), "m");
  const std::vector<double> expected = decision_values(direct, problem.x);
  const std::vector<double> given = decision_values(precomputed, kernel);
  for (std::size_t k = 0; k < given.size(); ++k) EXPECT_NEAR(given[k], expected[k], 1e-4);
}

TEST(KernelModel, MachinesOfPairsKnowTheirRowsAlone) {
  const std::vector<double> x = {0, 0.1, 1, 1.1, 2, 3};
  const std::vector<double> y = {5, 5, 2, 2, 5, 7};
  const KernelTrainResult result = train({DenseView<double>{x.data(), 6, 1, 1}, y, {}, nullptr}, KernelTrainOptions{});
  std::vector<std::size_t> sizes;
  for (const KernelSolution& part : result.parts) sizes.push_back(part.dual_coef.size());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{5, 4, 3}));
}

TEST(KernelModel, MessagesOfPairsNameTheRowsOfTheData) {
  std::vector<double> x = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, std::nan("")};
  const std::vector<double> y = {0, 1, 1, 2};
  const Dataset data{DenseView<double>{x.data(), 4, 4, 4}, y, {}, nullptr};
  const auto message = [&](KernelName kernel) {
    KernelTrainOptions options;
    options.kernel.name = kernel;
    return support::message_of<DataError>([&] { train(data, options); });
  };
  for (const KernelName kernel : {KernelName::rbf, KernelName::precomputed})
    EXPECT_NE(message(kernel).find("x: row 3, column 3 (from 0)"), std::string::npos) << message(kernel);
  x.back() = 1;
  x[14] = 0.5;
  EXPECT_NE(message(KernelName::precomputed).find("x: row 2 (from 0) differs from column 2"), std::string::npos);
}

TEST(KernelModel, RefusesAPrecomputedKernelOfNoRows) {
  for (const Machine machine : {Machine::c_svc, Machine::one_class, Machine::epsilon_svr, Machine::nu_svr}) {
    KernelTrainOptions options;
    options.machine = machine;
    options.kernel.name = KernelName::precomputed;
    EXPECT_EQ(support::message_of<DataError>([&] { train(Dataset{}, options); }), "x: no rows");
  }
}

TEST(KernelModel, RefusesWhatCannotBeTrained) {
  const std::vector<double> x = {1, 2};
  const std::vector<double> same = {1, 1};
  KernelTrainOptions options;
  EXPECT_THROW(train({DenseView<double>{x.data(), 2, 1, 1}, same, {}, nullptr}, options), DataError);
  options.machine = Machine::epsilon_svr;
  options.class_weights[1] = 2;
  EXPECT_THROW(train({DenseView<double>{x.data(), 2, 1, 1}, same, {}, nullptr}, options), InvalidParameter);
  options.class_weights.clear();
  options.kernel.gamma = 0;
  EXPECT_THROW(train({DenseView<double>{x.data(), 2, 1, 1}, same, {}, nullptr}, options), InvalidParameter);
}

TEST(KernelModel, ClassesWithoutWeightLeaveTheOthersAsTheyAre) {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6, 7, 9};
  const std::vector<double> four = {0, 1, 2, 3, 0, 1, 2, 3};
  const std::vector<double> two_x = {3, 4, 7, 9};
  const std::vector<double> two = {2, 3, 2, 3};
  KernelTrainOptions options;
  const KernelTrainResult alone = train({DenseView<double>{two_x.data(), 4, 1, 1}, two, {}, nullptr}, options);
  options.class_weights = {{0, 0}, {1, 0}};
  const Dataset data{DenseView<double>{x.data(), 8, 1, 1}, four, {}, nullptr};
  const KernelTrainResult trained = train(data, options);
  EXPECT_EQ(trained.status, Status::converged);
  EXPECT_EQ(trained.model.labels.size(), 4);
  EXPECT_EQ(trained.model.class_sizes[0] + trained.model.class_sizes[1], 0);
  EXPECT_EQ(trained.parts[5].certificate.primal, alone.certificate.primal);
  options.class_weights = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  EXPECT_THROW(train(data, options), DataError);
}

}  // namespace
}  // namespace hingeline
