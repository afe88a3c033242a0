// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "hingeline/error.hpp"
#include "hingeline/model.hpp"

namespace hingeline {
namespace {

namespace fs = std::filesystem;

class ModelFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) / ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    model_.labels = {1, -1};
    model_.features = 2;
    model_.coef = {0.1, -2};
    model_.intercept = {1.0 / 3};
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
  LinearModel model_;
};

TEST_F(ModelFile, ComesBackTheSameInEitherFormat) {
  for (const ModelFormat format : {ModelFormat::automatic, ModelFormat::native}) {
    write_model(folder_ / "m", model_, format);
    const LinearModel back = read_model(folder_ / "m");
    EXPECT_EQ(back.coef, model_.coef);
    EXPECT_EQ(back.intercept, model_.intercept);
    EXPECT_EQ(back.labels, model_.labels);
  }
}

TEST_F(ModelFile, ARefusedModelLeavesTheOldFile) {
  write_model(folder_ / "m", model_);
  model_.coef[0] = std::numeric_limits<double>::infinity();
  EXPECT_THROW(write_model(folder_ / "m", model_), InvalidParameter);
  EXPECT_EQ(read_model(folder_ / "m").coef[0], 0.1);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(ModelFile, ErrorsNameTheFile) {
  EXPECT_THROW(read_model(folder_ / "none"), IoError);
  EXPECT_THROW(write_model(folder_ / "none" / "m", model_), IoError);
  std::ofstream(folder_ / "bad") << "solver_type L2R_LR\nnr_class x\n";
  try {
    read_model(folder_ / "bad");
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(std::string(error.what()), (folder_ / "bad").string() + ":2: expected a number, found 'x'");
  }
}

}  // namespace
}  // namespace hingeline
