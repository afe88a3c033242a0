// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "hingeline/error.hpp"
#include "model_files/model_text.hpp"
#include "support/message_of.hpp"

namespace hingeline::internal {
namespace {

using Values = std::vector<double>;

std::string error_of(const std::string& text) {
  return support::message_of<DataError>([&] { parse_model(text, "m"); });
}

TEST(ModelReader, ReadsLiblinearWithItsKeysInAnyOrder) {
  const LinearModel model = parse_model(
      "bias 2\nnr_feature 2\nnr_class 2\nlabel -3 4\nsolver_type L2R_L2LOSS_SVC_DUAL\nw\n1.5 \n-0.25 \n0.5 \n", "m");
  EXPECT_EQ(model.loss.name, LossName::squared_hinge);
  EXPECT_EQ(model.labels, (Values{-3, 4}));
  EXPECT_EQ(model.outputs, 1);
  EXPECT_EQ(model.coef, (Values{1.5, -0.25}));
  EXPECT_EQ(model.intercept, (Values{1}));
  EXPECT_EQ(model.intercept_kind, Intercept::penalized);
  EXPECT_EQ(model.bias, 2);
  EXPECT_TRUE(std::isnan(model.C));
  EXPECT_FALSE(model.certificate.has_value());
}

TEST(ModelReader, ReadsRowsOfAllClassesWithWindowsLineEnds) {
  const LinearModel model = parse_model(
      "solver_type L2R_LR\r\nnr_class 3\r\nlabel 1 2 3\r\nnr_feature 2\r\nbias -1\r\nw\r\n1 2 3 \r\n4 5 6 \r\n", "m");
  EXPECT_EQ(model.loss.name, LossName::logistic);
  EXPECT_EQ(model.outputs, 3);
  EXPECT_EQ(model.coef, (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(model.intercept, (Values{0, 0, 0}));
  EXPECT_EQ(model.intercept_kind, Intercept::none);
}

TEST(ModelReader, KnowsTheNamesBeforeLiblinear15) {
  const auto loss_of = [](const std::string& type) {
    return parse_model("solver_type " + type + "\nnr_class 2\nlabel 1 2\nnr_feature 1\nbias -1\nw\n1\n", "m").loss.name;
  };
  EXPECT_EQ(loss_of("L2_LR"), LossName::logistic);
  EXPECT_EQ(loss_of("L2LOSS_SVM"), LossName::squared_hinge);
  EXPECT_EQ(loss_of("L2LOSS_SVM_DUAL"), LossName::squared_hinge);
  EXPECT_EQ(loss_of("L1LOSS_SVM_DUAL"), LossName::hinge);
}

TEST(ModelReader, BlankLinesArePassedOver) {
  const LinearModel model =
      parse_model("\nsolver_type L2R_LR\n\nnr_class 2\n \nlabel 1 2\nnr_feature 2\nbias -1\n\nw\n\n1\n\n2\n\n", "m");
  EXPECT_EQ(model.coef, (Values{1, 2}));
}

TEST(ModelReader, RegressionHasNoLabels) {
  const LinearModel model =
      parse_model("solver_type L2R_L1LOSS_SVR_DUAL\nnr_class 2\nnr_feature 1\nbias 1\nw\n2\n3", "m");
  EXPECT_EQ(model.loss.name, LossName::epsilon_insensitive);
  EXPECT_TRUE(model.labels.empty());
  EXPECT_EQ(model.intercept, (Values{3}));
}

TEST(ModelReader, CrammerAndSingerOfTwoClassesBecomesOneOutput) {
  const LinearModel model =
      parse_model("solver_type MCSVM_CS\nnr_class 2\nlabel 5 6\nnr_feature 1\nbias 1\nw\n3 1\n1 -1\n", "m");
  EXPECT_EQ(model.outputs, 1);
  EXPECT_EQ(model.coef, (Values{2}));
  EXPECT_EQ(model.intercept, (Values{2}));
}

TEST(ModelReader, RefusesInvalidLevels) {
  const auto error_with = [](const std::string& loss, const std::string& levels) {
    return error_of("hingeline_format 1\nloss " + loss +
                    "\nintercept none 1\nnr_class 2\nnr_feature 1\nbias -1\nlevels " + levels + "\nw\n1 2\n");
  };
  EXPECT_EQ(error_with("quantile", "box 0.1 0.9"), "no error");
  EXPECT_NE(error_with("quantile", "box 0.9 0.1").find("levels must ascend"), std::string::npos);
  EXPECT_NE(error_with("quantile", "box 0 0.1").find("must be above 0"), std::string::npos);
  EXPECT_NE(error_with("quantile", "ring 0.1 0.9").find("expected separate"), std::string::npos);
  EXPECT_NE(error_with("quantile", "box").find("expected a level"), std::string::npos);
  EXPECT_NE(error_with("huber", "box 0.1 0.9").find("not huber"), std::string::npos);
}

TEST(ModelReader, PairsOfLabelsHaveAColumnEach) {
  const auto text = [](const std::string& labels, const std::string& rest) {
    return "hingeline_format 1\nloss hinge\nintercept none 1\nmulti_class ovo\nlabel " + labels + "\n" + rest;
  };
  const LinearModel model = parse_model(text("4 1 2 3", "nr_class 4\nnr_feature 1\nbias -1\nw\n1 2 3 4 5 6\n"), "m");
  EXPECT_EQ(model.multi_class, MultiClass::one_vs_one);
  EXPECT_EQ(model.outputs, 6);
  EXPECT_EQ(model.coef, (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(error_of(text("4 1 2 3", "nr_class 4\nnr_feature 1\nbias -1\nw\n1 2 3 4\n")),
            "m:10: the file ends after 4 of 6 coefficients");
  EXPECT_EQ(error_of(text("1 2", "nr_class 2\nnr_feature 1\nbias -1\nw\n1\n")),
            "m:9: multi_class ovo needs more than two labels");
  EXPECT_EQ(error_of(text("1 2 3", "nr_class 3\nnr_feature 0\nbias -1\nw\n")),
            "m:9: multi_class ovo needs features or an intercept");
  EXPECT_EQ(error_of("multi_class ovo\n"), "m:1: unknown key 'multi_class'");
  EXPECT_EQ(error_of("hingeline_format 1\nmulti_class one\n"),
            "m:2: expected ovr, ovo, multinomial or crammer_singer, found 'one'");
}

TEST(ModelReader, LabelsMayHaveNames) {
  const auto text = [](const std::string& names) {
    return "hingeline_format 1\n" + names +
           "loss hinge\nintercept none 1\nlabel 0 1\nnr_class 2\nnr_feature 1\nbias -1\nw\n1\n";
  };
  const LinearModel model = parse_model(text("label_name >50K, yes \nlabel_name a\\\\b\\n\n"), "m");
  EXPECT_EQ(model.label_names, (std::vector<std::string>{">50K, yes ", "a\\b\n"}));
  EXPECT_TRUE(parse_model(text(""), "m").label_names.empty());
  EXPECT_EQ(error_of(text("label_name a\n")), "m:9: label_name must be one for each of 2 labels");
  EXPECT_EQ(error_of(text("label_name a\nlabel_name a\n")), "m:10: label_name must all be different");
  EXPECT_EQ(error_of(text("label_name a\nlabel_name\n")), "m:10: label_name must not be empty");
  EXPECT_EQ(error_of(text("label_name a\\t\n")), "m:2: expected \\\\, \\n or \\r in a name");
  EXPECT_EQ(error_of("label_name a\n"), "m:1: unknown key 'label_name'");
  EXPECT_EQ(error_of("hingeline_format 1\nlabel_name a\nloss huber\nintercept none 1\nnr_class 2\nnr_feature 1\nbias "
                     "-1\nw\n1\n"),
            "m:8: label_name must be one for each of 0 labels");
}

/// K labels take K words, their pairs K^2 / 2 numbers.
TEST(ModelReader, ReservesNoMemoryForPairsThatTheFileLacks) {
  std::string labels;
  for (int k = 0; k < 70000; ++k) labels += " " + std::to_string(k);
  const auto error_with = [&](const std::string& count, const std::string& some) {
    return error_of("hingeline_format 1\nloss hinge\nintercept free 1\nmulti_class ovo\nlabel" + some + "\nnr_class " +
                    count + "\nnr_feature 2147483647\nbias 1\nw\n1\n");
  };
  EXPECT_EQ(error_with("70000", labels), "m:9: multi_class ovo needs labels of at most 2147483647 pairs");
  EXPECT_EQ(error_with("10000", labels.substr(0, labels.find(" 10000"))),
            "m:10: the file ends after 1 of 107363444981760000 coefficients");
}

TEST(ModelReader, RefusesInvalidFunctions) {
  const auto error = [](const std::string& lines) {
    return error_of("hingeline_format 1\nloss plq\n" + lines +
                    "intercept none 1\nnr_class 2\nnr_feature 1\nbias -1\nw\n1\n");
  };
  EXPECT_EQ(error(""), "m:7: no line 'plq_argument' before 'w'");
  EXPECT_EQ(error("plq_argument margin\n"),
            "m:8: plq: functions: 0 given, must be 1 unless the argument is the prediction");
  EXPECT_EQ(error("plq_argument t\n"), "m:3: expected margin, residual or prediction, found 't'");
  EXPECT_EQ(error("plq_argument residual\nplq_function 1 0 -1\n"), "m:4: expected a number, found the end of the line");
  EXPECT_EQ(error("plq_argument residual\nplq_function 2000000000 0\n"),
            "m:4: expected a number, found the end of the line");
  EXPECT_EQ(error("plq_argument residual\nplq_function 0 0 -1 0\n"),
            "m:9: plq: curvature 0 of function 0 (from 0): -1 given, must be >= 0 and finite");
  EXPECT_EQ(error("plq_argument residual\nplq_function 0 0 1 0\n"), "no error");
}

TEST(ModelReader, ErrorsNameTheLineAndWhatWasExpected) {
  const std::string head = "solver_type L2R_LR\nnr_class 2\nlabel 1 2\nnr_feature 2\nbias -1\n";
  EXPECT_EQ(error_of(""), "m:1: the file ends before the line 'w'");
  EXPECT_EQ(error_of(head), "m:5: the file ends before the line 'w'");
  EXPECT_EQ(error_of(head + "w\n1\nabc\n"), "m:8: expected a number, found 'abc'");
  EXPECT_EQ(error_of(head + "w\n1\n2x 3\n"), "m:8: expected a number, found '2x'");
  EXPECT_EQ(error_of(head + "w\n1\n2,3\n"), "m:8: expected a number, found '2,3'");
  EXPECT_EQ(error_of(head + "w\n \t1\v\n\n2x\n"), "m:9: expected a number, found '2x'");
  EXPECT_EQ(error_of(head + "w\n1\nnan\n"), "m:8: expected a number, found 'nan'");
  EXPECT_EQ(error_of(head + "w\n1\n1e999\n"), "m:8: expected a finite number, found '1e999'");
  EXPECT_EQ(error_of(head + "w\n1\n"), "m:7: the file ends after 1 of 2 coefficients");
  EXPECT_EQ(error_of(head + "w\n1\n2\n3\n"), "m:9: more than the 2 coefficients that the header announces");
  EXPECT_EQ(error_of(head + "bias 1\nw\n1\n2\n"), "m:6: 'bias' is given twice");
  EXPECT_EQ(error_of(head + "rho 1\nw\n1\n2\n"), "m:6: unknown key 'rho'");
  EXPECT_EQ(error_of(head + "loss hinge\nw\n1\n2\n"), "m:6: unknown key 'loss'");
  EXPECT_EQ(error_of("solver_type ONECLASS_SVM\n"), "m:1: unknown solver_type 'ONECLASS_SVM'");
  EXPECT_EQ(error_of("solver_type\n"), "m:1: unknown solver_type the end of the line");
  EXPECT_EQ(error_of("nr_feature 1.5\n"), "m:1: expected a whole number from 0 to 2147483647, found '1.5'");
  EXPECT_EQ(error_of("nr_feature 3 4\n"), "m:1: unexpected text after nr_feature");
  EXPECT_EQ(error_of("label \n"), "m:1: expected a label, found the end of the line");
  EXPECT_EQ(error_of("label 1 2 1\n"), "m:1: a label is given twice");
  EXPECT_EQ(error_of("nr_class 3\nlabel 1 2\nsolver_type L2R_LR\nnr_feature 0\nbias -1\nw\n"),
            "m:6: nr_class is 3, but 2 labels are given");
  EXPECT_EQ(error_of("nr_class 2\nsolver_type L2R_LR\nnr_feature 0\nbias -1\nw\n"), "m:5: no line 'label' before 'w'");
  EXPECT_EQ(error_of("hingeline_format 2\n"), "m:1: expected version 1, found '2'");
  EXPECT_EQ(error_of("nr_class 2\nhingeline_format 1\n"), "m:2: hingeline_format must be the first line");
}

TEST(ModelReader, BelievesNoSizeBeforeItIsProven) {
  const std::string text = "solver_type L2R_L2LOSS_SVR\nnr_class 2147483647\nnr_feature 2147483647\nbias 1\nw\n1\n2\n";
  EXPECT_EQ(error_of(text), "m:7: the file ends after 2 of 2147483648 coefficients");
}

TEST(ModelReader, NativeHeadersMustAgreeWithThemselves) {
  const auto native = [](const std::string& keys) {
    return error_of("hingeline_format 1\nnr_class 2\nnr_feature 1\n" + keys + "w\n1\n");
  };
  EXPECT_EQ(native("loss huber\nintercept none 1\nbias -1\n"), "no error");
  EXPECT_EQ(native("loss huber\nintercept free 1\nbias -1\n"), "m:7: bias and intercept disagree");
  EXPECT_EQ(native("loss huber\nbias -1\n"), "m:6: no line 'intercept' before 'w'");
  EXPECT_EQ(native("loss huber\ndelta 0\nintercept none 1\nbias -1\n").substr(0, 10), "m:8: delta");
  EXPECT_EQ(native("loss huber\nC 0\n"), "m:5: C: 0 given, must be > 0");
  EXPECT_EQ(native("loss other\n"),
            "m:4: expected hinge, squared_hinge, smoothed_hinge, logistic, epsilon_insensitive, "
            "squared_epsilon_insensitive, quantile, absolute, squared, huber, expectile or plq, found 'other'");
  EXPECT_EQ(native("intercept some 1\n"), "m:4: expected free, penalized or none, found 'some'");
  EXPECT_EQ(native("loss huber\nfeature a\nfeature b\nintercept none 1\nbias -1\n"),
            "m:9: nr_feature is 1, but 2 feature names are given");
  EXPECT_EQ(native("feature a\\t\n"), "m:4: expected \\\\, \\n or \\r in a name");
}

}  // namespace
}  // namespace hingeline::internal
