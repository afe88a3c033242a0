// SPDX-License-Identifier: BSD-3-Clause
#include "data/class_names.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"
#include "support/message_of.hpp"

namespace hingeline::internal {
namespace {

TEST(ClassNames, HaveNumbers) {
  EXPECT_TRUE(are_class_numbers(std::vector<double>{0, 1, 1}, 2));
  for (const double wrong : {-1.0, 0.5, 2.0}) EXPECT_FALSE(are_class_numbers(std::vector{wrong}, 2)) << wrong;
}

TEST(ClassNames, AreOfTargets) {
  Dataset data;
  data.class_names = {"a", "b"};
  EXPECT_EQ(support::message_of<DataError>([&] { validate_class_names(data); }), "class_names: given without targets");
}

}  // namespace
}  // namespace hingeline::internal
