// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers are written and read alike wherever a program takes its decimal comma from.
#include <gtest/gtest.h>

#include <cstdint>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/format_number.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/options.hpp"
#include "model_files/model_text.hpp"
#include "support/matrix_contents.hpp"
#include "support/message_of.hpp"
#include "support/random_dataset.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline::internal {
namespace {

class Commas : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// Every test of it runs where 1234.5 is 1.234,5.
class CommaLocale : public ::testing::Test {
 protected:
  CommaLocale() : before_(std::locale::global(std::locale(std::locale(), new Commas))) {}
  ~CommaLocale() override { std::locale::global(before_); }

 private:
  std::locale before_;
};

TEST_F(CommaLocale, IsTheOneOfStreams) {
  std::ostringstream text;
  text << 1234.5;
  EXPECT_EQ(text.str(), "1.234,5");
}

TEST_F(CommaLocale, NumbersHavePoints) {
  EXPECT_EQ(std::string_view(NumberText(1234.5)), "1234.5");
  EXPECT_EQ(std::string_view(NumberText(std::int64_t{1234567})), "1234567");
}

TEST_F(CommaLocale, MessagesHavePoints) {
  EXPECT_EQ(support::message_of<InvalidParameter>([] { validate(SolverOptions{.tolerance = -1234.5}); }),
            "tolerance: -1234.5 given, must be >= 0 and finite");
}

TEST_F(CommaLocale, TextReadsBackTheSame) {
  const TemporaryFolder folder;
  Random random(1);
  const Dataset data = random_dataset<double>(1200, 7, 0.7, Layout::sparse, random);
  write_libsvm(folder.file("rows"), data);
  EXPECT_EQ(contents_of(read_dataset(folder.file("rows"), {.value_type = ValueType::float64})), contents_of(data));
  const Contents table = contents_of(read_dataset(folder.file("f.csv", "a,y\n1234.5,0.25\n-1e3,2\n")));
  EXPECT_EQ(table.entries, (std::vector<Contents::Entry>{{0, 0, 1234.5}, {1, 0, -1000}}));
  EXPECT_EQ(table.y, (std::vector<double>{0.25, 2}));
}

TEST_F(CommaLocale, ModelsReadBackTheSame) {
  LinearModel model;
  model.loss.name = LossName::absolute;
  model.features = 2;
  model.coef = {1234.5, -1e-7};
  model.intercept = {0.1};
  const std::string text = format_model(model, ModelFormat::native);
  EXPECT_NE(text.find("1234.5"), std::string::npos) << text;
  EXPECT_EQ(text.find(','), std::string::npos) << text;
  EXPECT_EQ(parse_model(text, "m").coef, model.coef);
}

}  // namespace
}  // namespace hingeline::internal
