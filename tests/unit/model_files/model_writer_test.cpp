// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"
#include "model_files/model_text.hpp"

namespace hingeline::internal {
namespace {

using Values = std::vector<double>;

LinearModel binary_model() {
  LinearModel model;
  model.loss.name = LossName::squared_hinge;
  model.C = 3;
  model.labels = {1, -1};
  model.features = 3;
  model.coef = {0.1, -2, 0};
  model.intercept = {1.0 / 3};
  return model;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST(ModelWriter, WritesLiblinearWhereItGivesTheSamePredictions) {
  EXPECT_EQ(format_model(binary_model(), ModelFormat::automatic),
            "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature 3\nbias 1\nw\n"
            "0.1 \n-2 \n0 \n0.3333333333333333 \n");
}

TEST(ModelWriter, WritesNoRowWithoutAnIntercept) {
  LinearModel model = binary_model();
  model.intercept_kind = Intercept::none;
  model.intercept = {0};
  EXPECT_EQ(format_model(model, ModelFormat::automatic),
            "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature 3\nbias -1\nw\n0.1 \n-2 \n0 \n");
}

TEST(ModelWriter, NamesTheSolverTypeOfTheL1Penalty) {
  LinearModel model = binary_model();
  model.l1 = 1;
  model.l2 = 0;
  const std::string text = format_model(model, ModelFormat::automatic);
  EXPECT_EQ(first_line(text), "solver_type L1R_L2LOSS_SVC");
  const LinearModel back = parse_model(text, "m");
  EXPECT_EQ(back.loss.name, LossName::squared_hinge);
  EXPECT_EQ(back.l1, 1);
  EXPECT_EQ(back.l2, 0);
}

TEST(ModelWriter, RefusesWhatCouldNotBeRead) {
  const auto refuses = [](auto change) {
    LinearModel model = binary_model();
    change(model);
    EXPECT_THROW(format_model(model, ModelFormat::native), InvalidParameter);
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  refuses([](LinearModel& m) { m.loss.name = static_cast<LossName>(40); });
  refuses([](LinearModel& m) { m.loss.tau = nan; });
  refuses([](LinearModel& m) { m.loss = {.name = LossName::smoothed_hinge, .gamma = -1}; });
  refuses([](LinearModel& m) { m.C = infinity; });
  refuses([](LinearModel& m) { m.C = -1; });
  refuses([](LinearModel& m) { m.labels = {1, 1}; });
  refuses([](LinearModel& m) { m.l1 = nan; });
  refuses([](LinearModel& m) { m.l2 = -1; });
  refuses([](LinearModel& m) { m.intercept_kind = static_cast<Intercept>(3); });
  refuses([](LinearModel& m) { m.multi_class = static_cast<MultiClass>(-1); });
  refuses([](LinearModel& m) { m.level_tie = static_cast<LevelTie>(4); });
  refuses([](LinearModel& m) { m.calibration.kind = static_cast<Calibration::Kind>(3); });
}

TEST(ModelWriter, KeepsNamesOfLabels) {
  LinearModel model = binary_model();
  model.labels = {0, 1};
  model.label_names = {" >50K\\, \n", "a"};
  const std::string text = format_model(model, ModelFormat::automatic);
  EXPECT_EQ(first_line(text), "hingeline_format 1");
  EXPECT_NE(text.find("\nlabel_name  >50K\\\\, \\n\nlabel_name a\n"), std::string::npos);
  const LinearModel back = parse_model(text, "m");
  EXPECT_EQ(back.label_names, model.label_names);
  EXPECT_EQ(format_model(back, ModelFormat::automatic), text);
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"a"}, {"a", "a"}, {"a", ""}}) {
    model.label_names = wrong;
    EXPECT_THROW(format_model(model, ModelFormat::automatic), InvalidParameter);
  }
}

TEST(ModelWriter, KeepsAllLevels) {
  LinearModel model;
  model.loss = {.name = LossName::quantile, .epsilon = 0};
  model.levels = {0.1, 0.5, 0.9};
  model.level_tie = LevelTie::rows;
  model.features = 1;
  model.outputs = 3;
  model.coef = {1, 2, 3};
  model.intercept = {4, 5, 6};
  const std::string text = format_model(model, ModelFormat::automatic);
  EXPECT_NE(text.find("\nlevels rows 0.1 0.5 0.9\n"), std::string::npos);
  const LinearModel back = parse_model(text, "m");
  EXPECT_EQ(back.levels, model.levels);
  EXPECT_EQ(back.level_tie, LevelTie::rows);
  EXPECT_EQ(back.coef, model.coef);
  EXPECT_EQ(back.intercept, model.intercept);
  EXPECT_EQ(format_model(back, ModelFormat::automatic), text);
  model.levels = {0.5, 0.1, 0.9};
  EXPECT_THROW(format_model(model, ModelFormat::automatic), InvalidParameter);
}

TEST(ModelWriter, LastRowTimesBiasIsThePenalizedIntercept) {
  Random random(3);
  for (int trial = 0; trial < 1000; ++trial) {
    LinearModel model = binary_model();
    model.intercept_kind = Intercept::penalized;
    model.bias = std::exp(random.normal());
    model.intercept = {random.normal() * model.bias};
    const LinearModel back = parse_model(format_model(model, ModelFormat::automatic), "m");
    EXPECT_EQ(back.intercept, model.intercept);
    EXPECT_EQ(back.bias, model.bias);
    EXPECT_EQ(back.intercept_kind, Intercept::penalized);
  }
}

TEST(ModelWriter, KeepsAFunctionOfItsOwn) {
  LinearModel model = binary_model();
  model.loss = plq_loss(PlqArgument::margin, {{{0.1, 1}, {-2, -1, 0}, {0, 1.0 / 3, 0}, 0.25}});
  const std::string text = format_model(model, ModelFormat::automatic);
  const LinearModel back = parse_model(text, "m");
  ASSERT_EQ(back.loss.name, LossName::plq);
  EXPECT_EQ(back.loss.plq->argument(), PlqArgument::margin);
  EXPECT_EQ(back.loss.plq->functions()[0].curvatures, model.loss.plq->functions()[0].curvatures);
  EXPECT_EQ(format_model(back, ModelFormat::automatic), text);
}

TEST(ModelWriter, GoesNativeWhereLiblinearCannotFollow) {
  const auto format_of = [](auto change) {
    LinearModel model = binary_model();
    change(model);
    return first_line(format_model(model, ModelFormat::automatic));
  };
  EXPECT_EQ(format_of([](LinearModel& m) { m.labels = {1, 2}; }), "solver_type L2R_L2LOSS_SVC");
  EXPECT_EQ(format_of([](LinearModel& m) { m.labels = {1, 2.5}; }), "hingeline_format 1");
  EXPECT_EQ(format_of([](LinearModel& m) { m.labels = {1, 3e9}; }), "hingeline_format 1");
  EXPECT_EQ(format_of([](LinearModel& m) { m.loss.name = LossName::smoothed_hinge; }), "hingeline_format 1");
  EXPECT_EQ(format_of([](LinearModel& m) { m.feature_names = {"a", "b", "c"}; }), "hingeline_format 1");
  const auto format_of_penalty = [&](LossName loss, double l1, double l2) {
    return format_of([=](LinearModel& m) {
      m.loss.name = loss;
      m.l1 = l1;
      m.l2 = l2;
    });
  };
  EXPECT_EQ(format_of_penalty(LossName::squared_hinge, 0.5, 0.5), "hingeline_format 1");
  EXPECT_EQ(format_of_penalty(LossName::squared_hinge, 0, 0), "hingeline_format 1");
  EXPECT_EQ(format_of_penalty(LossName::hinge, 1, 0), "hingeline_format 1");
}

TEST(ModelWriter, NativeKeepsEverything) {
  LinearModel model = binary_model();
  model.loss = {LossName::quantile, 0.0, 0.9, 1.5, 0.25};
  model.labels.clear();
  model.intercept_kind = Intercept::penalized;
  model.bias = 0.7;
  model.certificate = Certificate{10, 9, 1, 0.1, 1e-12, std::sqrt(2), 1e-7 / 3, 3e-13};
  model.feature_names = {"", " a \\ b\n\r", "\xc3\xa4"};
  const LinearModel back = parse_model(format_model(model, ModelFormat::native), "m");
  EXPECT_EQ(back.loss.name, model.loss.name);
  EXPECT_EQ(back.loss.epsilon, 0.0);
  EXPECT_EQ(back.loss.tau, 0.9);
  EXPECT_EQ(back.loss.delta, 1.5);
  EXPECT_EQ(back.loss.gamma, 0.25);
  EXPECT_EQ(back.C, 3);
  EXPECT_EQ(back.intercept_kind, Intercept::penalized);
  EXPECT_EQ(back.bias, 0.7);
  EXPECT_EQ(back.coef, model.coef);
  EXPECT_EQ(back.intercept, model.intercept);
  EXPECT_EQ(back.feature_names, model.feature_names);
  ASSERT_TRUE(back.certificate.has_value());
  EXPECT_EQ(back.certificate->gap, 1);
  EXPECT_EQ(back.certificate->rounding_floor, 1e-12);
  EXPECT_EQ(back.certificate->coef_error_bound, std::sqrt(2));
  EXPECT_EQ(back.certificate->max_violation, 1e-7 / 3);
  EXPECT_EQ(back.certificate->dual_rounding, 3e-13);
}

TEST(ModelWriter, KeepsACertificateWithoutABoundOfTheCoefficients) {
  LinearModel model = binary_model();
  model.certificate = Certificate{10, 9, 1, 0.1, 1e-12, std::numeric_limits<double>::infinity()};
  const LinearModel back = parse_model(format_model(model, ModelFormat::native), "m");
  ASSERT_TRUE(back.certificate.has_value());
  EXPECT_EQ(back.certificate->primal, 10);
  EXPECT_EQ(back.certificate->coef_error_bound, model.certificate->coef_error_bound);
}

TEST(ModelWriter, KeepsPairsOfLabels) {
  LinearModel model = binary_model();
  model.labels = {3, 1, 2};
  model.multi_class = MultiClass::one_vs_one;
  model.outputs = 3;
  model.coef = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  model.intercept = {0.1, 0.2, 0.3};
  const std::string text = format_model(model, ModelFormat::automatic);
  EXPECT_EQ(first_line(text), "hingeline_format 1");
  const LinearModel back = parse_model(text, "m");
  EXPECT_EQ(back.multi_class, MultiClass::one_vs_one);
  EXPECT_EQ(back.labels, model.labels);
  EXPECT_EQ(back.coef, model.coef);
  EXPECT_EQ(back.intercept, model.intercept);
  model.labels = {3, 1, 2, 4};
  EXPECT_THROW(format_model(model, ModelFormat::automatic), InvalidParameter);
  model.labels = {3, 1};
  EXPECT_THROW(format_model(model, ModelFormat::automatic), InvalidParameter);
}

TEST(ModelWriter, EveryDoubleComesBackTheSame) {
  LinearModel model = binary_model();
  Random random(1);
  model.coef = {5e-324, std::numeric_limits<double>::max(), -0.0};
  for (int i = 0; i < 10000; ++i) {
    const double value = std::bit_cast<double>(random.next());
    if (std::isfinite(value)) model.coef.push_back(value);
  }
  model.features = static_cast<std::int32_t>(model.coef.size());
  for (const ModelFormat format : {ModelFormat::automatic, ModelFormat::native})
    EXPECT_EQ(parse_model(format_model(model, format), "m").coef, model.coef);
}

TEST(ModelWriter, RefusesWhatItCouldNotReadBack) {
  const auto refuses = [](auto change) {
    LinearModel model = binary_model();
    change(model);
    EXPECT_THROW(format_model(model, ModelFormat::automatic), InvalidParameter);
  };
  refuses([](LinearModel& m) { m.coef[1] = std::numeric_limits<double>::quiet_NaN(); });
  refuses([](LinearModel& m) { m.coef.pop_back(); });
  refuses([](LinearModel& m) { m.intercept.clear(); });
  refuses([](LinearModel& m) { m.labels.clear(); });
  refuses([](LinearModel& m) { m.outputs = 2; });
  refuses([](LinearModel& m) { m.feature_names = {"a"}; });
  refuses([](LinearModel& m) { m.intercept_kind = Intercept::none; });
  refuses([](LinearModel& m) { m.bias = 0; });
}

}  // namespace
}  // namespace hingeline::internal
