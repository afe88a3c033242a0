// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/factorization.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline {
namespace {

using internal::TemporaryFolder;

const FactorModel model = {.loss = LossName::huber,
                           .rank = 2,
                           .offset = 3.1,
                           .user_factors = {1, 0.1, -2, 1e-300},
                           .item_factors = {0.3, 4},
                           .user_bias = {0.5, -0.25},
                           .item_bias = {1.0 / 3},
                           .user_names = {"ann", "b\"ob"},
                           .item_names = {"7"}};

TEST(FactorModelFile, ReadsBackExactly) {
  const TemporaryFolder folder;
  write_model(folder.file("m"), model);
  const FactorModel back = read_factor_model(folder.file("m"));
  EXPECT_EQ(back.loss, model.loss);
  EXPECT_EQ(back.rank, model.rank);
  EXPECT_EQ(back.offset, model.offset);
  EXPECT_EQ(back.user_factors, model.user_factors);
  EXPECT_EQ(back.item_factors, model.item_factors);
  EXPECT_EQ(back.user_bias, model.user_bias);
  EXPECT_EQ(back.item_bias, model.item_bias);
  EXPECT_EQ(back.user_names, model.user_names);
  EXPECT_EQ(back.item_names, model.item_names);
}

TEST(FactorModelFile, UnitsWithoutNamesAreNumbers) {
  const TemporaryFolder folder;
  FactorModel numbered = model;
  numbered.user_names = numbered.item_names = {};
  write_model(folder.file("m"), numbered);
  const FactorModel back = read_factor_model(folder.file("m"));
  EXPECT_EQ(back.user_names, (std::vector<std::string>{"0", "1"}));
  const auto pairs = folder.file("pairs", "1 0\n0 0\n2 0\n1 x\n");
  for (const FactorModel& either : {numbered, back}) {
    const RatingData data = read_pairs(pairs, either);
    EXPECT_EQ(data.user, (std::vector<std::int32_t>{1, 0, -1, 1}));
    EXPECT_EQ(data.item, (std::vector<std::int32_t>{0, 0, 0, -1}));
    EXPECT_EQ(data.user_names, back.user_names);
  }
}

TEST(FactorModelFile, RefusesWhatCannotBeWritten) {
  const TemporaryFolder folder;
  FactorModel wrong = model;
  wrong.user_names[0] = "two words";
  EXPECT_THROW(write_model(folder.file("m"), wrong), InvalidParameter);
  wrong = model;
  wrong.item_factors.pop_back();
  EXPECT_THROW(write_model(folder.file("m"), wrong), InvalidParameter);
  wrong = model;
  wrong.user_names[1] = wrong.user_names[0];
  EXPECT_THROW(write_model(folder.file("m"), wrong), InvalidParameter);
  EXPECT_FALSE(std::filesystem::exists(folder.file("m")));
}

std::string error_of(const std::string& text, const auto& read) {
  const TemporaryFolder folder;
  const std::string message = support::message_of<DataError>([&] { read(folder.file("f", text)); });
  return message.substr(message.find(":") + 1);
}

TEST(FactorModelFile, BlankLinesArePassedOver) {
  const TemporaryFolder folder;
  const FactorModel read = read_factor_model(
      folder.file("m", "\nhingeline_factors 1\n\nloss huber\nrank 1 \n\noffset 1\nuser a 1 2\n \n\n"));
  EXPECT_EQ(read.user_factors, std::vector<double>{2});
}

TEST(FactorModelFile, ErrorsNameTheLine) {
  const auto error = [](const std::string& text) { return error_of(text, read_factor_model); };
  const std::string header = "hingeline_factors 1\nloss huber\nrank 2\noffset 1\n";
  EXPECT_EQ(error("w\n"), "1: expected the line 'hingeline_factors 1'");
  EXPECT_EQ(error("hingeline_factors 1\nloss huber\nrank 2 3\n"), "3: expected the end of the line, found '3'");
  EXPECT_EQ(error("hingeline_factors 1\nloss nice\n"),
            "2: expected hinge, squared_hinge, smoothed_hinge, logistic, epsilon_insensitive, "
            "squared_epsilon_insensitive, quantile, absolute, squared, huber, expectile or plq, found 'nice'");
  EXPECT_EQ(error(header + "user ann 1 2\n"), "5: expected a number, found the end of the line");
  EXPECT_EQ(error(header + "user ann 1 2 3 4\n"), "5: expected 2 factors, found one more: '4'");
  EXPECT_EQ(error(header + "user a 1 2 3\nuser a 1 2 3\n"), "6: 'a' is given twice");
  EXPECT_EQ(error(header + "who a 1 2 3\n"), "5: expected 'user' or 'item', found 'who'");
}

TEST(RatingsFile, NumbersUsersAndItemsAsTheyAppear) {
  const TemporaryFolder folder;
  const RatingData data = read_ratings(folder.file("r", "ann,7,4.5\nbob\t8 -1\r\n\nann 8 3\n"));
  EXPECT_EQ(data.user, (std::vector<std::int32_t>{0, 1, 0}));
  EXPECT_EQ(data.item, (std::vector<std::int32_t>{0, 1, 1}));
  EXPECT_EQ(data.value, (std::vector<double>{4.5, -1, 3}));
  EXPECT_EQ(data.user_names, (std::vector<std::string>{"ann", "bob"}));
  EXPECT_EQ(data.ratings().items, 2);

  const RatingData pairs = read_pairs(folder.file("p", "b\"ob 7\neve 7\nann 9\n"), model);
  EXPECT_EQ(pairs.user, (std::vector<std::int32_t>{1, -1, 0}));
  EXPECT_EQ(pairs.item, (std::vector<std::int32_t>{0, 0, -1}));
  EXPECT_TRUE(pairs.value.empty());
}

/// MovieLens' three formats.
TEST(RatingsFile, MayHaveAHeaderTimesAndDoubleColons) {
  const TemporaryFolder folder;
  for (const char* text :
       {"196\t242\t3\t881250949\n186\t302\t3.5\t891717742\n", "196::242::3::881250949\n186::302::3.5::891717742\n",
        "\nuserId,movieId,rating,timestamp\n196,242,3,881250949\n186,302,3.5,891717742\n"}) {
    const RatingData data = read_ratings(folder.file("r", text));
    EXPECT_EQ(data.user_names, (std::vector<std::string>{"196", "186"})) << text;
    EXPECT_EQ(data.item_names, (std::vector<std::string>{"242", "302"})) << text;
    EXPECT_EQ(data.value, (std::vector<double>{3, 3.5})) << text;
  }
  EXPECT_EQ(read_ratings(folder.file("r", "a:b c: 1\n:d::e :: 2\n")).user_names,
            (std::vector<std::string>{"a:b", ":d"}));
}

TEST(RatingsFile, ErrorsNameTheLine) {
  const auto error = [](const std::string& text) { return error_of(text, read_ratings); };
  EXPECT_EQ(error("a b 1\na b x\n"), "2: expected a number, found 'x'");
  EXPECT_EQ(error("a b\n"), "1: expected a number, found the end of the line");
  EXPECT_EQ(error("a\n"), "1: expected a user and an item, found only 'a'");
  EXPECT_EQ(error("a b 4,5\n"), "1: expected a user, an item and a rating, found also '5' after another separator");
  EXPECT_EQ(error("a,b,4 5\n"), "1: expected a user, an item and a rating, found also '5' after another separator");
  EXPECT_EQ(error("a b c\na b c\n"), "2: expected a number, found 'c'");
  EXPECT_EQ(error("a b nan\n"), "1: expected a number, found 'nan'");
  EXPECT_EQ(error("a::b\n"), "1: expected a number, found the end of the line");
  EXPECT_EQ(error("\n"), " no ratings");
  EXPECT_EQ(error_of("a b\na b 1\n", [](const auto& path) { return read_pairs(path, model); }),
            "2: expected a rating on all lines or on none");
}

}  // namespace
}  // namespace hingeline
