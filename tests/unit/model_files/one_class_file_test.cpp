// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "hingeline/error.hpp"
#include "hingeline/one_class.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline {
namespace {

using internal::TemporaryFolder;

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(OneClassModel, IsReadAsWritten) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.file("m");
  write_model(path, {{0.1, 0, -2e-300}, -1.0 / 3});
  EXPECT_EQ(
      text_of(path),
      "solver_type ONECLASS_SVM\nnr_class 2\nnr_feature 3\nbias -1\nrho 0.3333333333333333\nw\n0.1 \n0 \n-2e-300 \n");
  const OneClassModel model = read_one_class_model(path);
  EXPECT_EQ(model.coef, (std::vector<double>{0.1, 0, -2e-300}));
  EXPECT_EQ(model.intercept, -1.0 / 3);
}

TEST(OneClassModel, KeepsNamesOfFeatures) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.file("m");
  const OneClassModel model = {{1, -1}, 0.5, {"a\\b", "colour=dark blue"}};
  write_model(path, model);
  EXPECT_EQ(text_of(path),
            "hingeline_format 1\nsolver_type ONECLASS_SVM\nnr_class 2\nnr_feature 2\nbias -1\nrho -0.5\n"
            "feature a\\\\b\nfeature colour=dark blue\nw\n1 \n-1 \n");
  const OneClassModel back = read_one_class_model(path);
  EXPECT_EQ(back.coef, model.coef);
  EXPECT_EQ(back.feature_names, model.feature_names);
  EXPECT_THROW(write_model(path, {{1, -1}, 0.5, {"a"}}), InvalidParameter);
}

TEST(OneClassModel, PredictsTheSide) {
  const OneClassModel model = {{1, -1}, -0.5};
  const std::vector<double> x = {2, 1, 1, 1, 1, 0.5};
  const std::vector<double> z = decision_values(model, DenseView<double>{x.data(), 3, 2, 2});
  EXPECT_EQ(z, (std::vector<double>{0.5, -0.5, 0}));
  EXPECT_EQ(predict(model, z), (std::vector<double>{1, -1, -1}));
}

TEST(OneClassModel, RefusesInvalidFiles) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.file("m");
  EXPECT_THROW(write_model(path, {{1, std::nan("")}, 0}), InvalidParameter);
  EXPECT_THROW(read_one_class_model(path), IoError);
  const auto error_of = [&](const std::string& text) {
    std::ofstream(path) << text;
    try {
      read_one_class_model(path);
    } catch (const DataError& error) {
      return std::string(error.what()).substr(path.string().size());
    }
    return std::string("no error");
  };
  EXPECT_EQ(error_of("solver_type ONECLASS_SVM\nnr_feature 1\nrho 1\nw\n1\n"), "no error");
  EXPECT_EQ(error_of(""), ":1: the file ends before the line 'w'");
  EXPECT_EQ(error_of("solver_type L2R_LR\nw\n"), ":1: expected solver_type ONECLASS_SVM");
  EXPECT_EQ(error_of("solver_type ONECLASS_SVM\nnr_feature 1\nw\n1\n"), ":3: no line 'rho' before 'w'");
  EXPECT_EQ(error_of("rho 1 2\n"), ":1: unexpected text after rho");
  EXPECT_EQ(error_of("label 1 -1\n"), ":1: unknown key 'label'");
  EXPECT_EQ(error_of("feature a\n"), ":1: unknown key 'feature'");
  EXPECT_EQ(error_of("rho 1\nhingeline_format 1\n"), ":2: hingeline_format must be the first line");
  EXPECT_EQ(error_of("hingeline_format 2\n"), ":1: expected version 1, found '2'");
  EXPECT_EQ(error_of("hingeline_format 1\nsolver_type ONECLASS_SVM\nnr_feature 1\nrho 1\nfeature a\nfeature b\nw\n1\n"),
            ":7: nr_feature is 1, but 2 feature names are given");
}

}  // namespace
}  // namespace hingeline
