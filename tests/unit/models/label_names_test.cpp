// SPDX-License-Identifier: BSD-3-Clause
#include "models/label_names.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "hingeline/error.hpp"
#include "hingeline/model.hpp"

namespace hingeline::internal {
namespace {

using Names = std::vector<std::string>;
using Places = std::vector<std::size_t>;

LinearModel model_of(std::vector<double> labels, Names names) {
  LinearModel model;
  model.labels = std::move(labels);
  model.label_names = std::move(names);
  return model;
}

TEST(LabelNames, AreThoseOfTheDatasNumbers) {
  EXPECT_EQ(names_of(std::vector<double>{2, 0}, Names{"a", "b", "c"}), (Names{"c", "a"}));
  EXPECT_TRUE(names_of(std::vector<double>{2, 0}, Names()).empty());
  EXPECT_EQ(label_text(1, Names{"a", "b"}), "'b'");
  EXPECT_EQ(label_text(1.5, Names()), "1.5");
}

TEST(LabelNames, TellClassesApart) {
  const LinearModel model = model_of({0, 1, 2}, {"a", "b", "c"});
  const auto places = [&](const LinearModel& other) { return places_among(Classes(model), Classes(other)); };
  EXPECT_EQ(places(model_of({5, 0, 1}, {"c", "a", "b"})), (Places{1, 2, 0}));
  EXPECT_THROW(places(model_of({0, 1, 2}, {})), InvalidParameter);
  EXPECT_THROW(places(model_of({0, 1, 2}, {"a", "b", "d"})), InvalidParameter);
  EXPECT_THROW(places(model_of({0, 1}, {"a", "b"})), InvalidParameter);
  EXPECT_THROW(places(model_of({0, 1, 2, 3}, {"a", "b", "c", "d"})), InvalidParameter);
  EXPECT_THROW(places(model_of({0, 1, 2}, {"d", "a", "b", "c"})), InvalidParameter);
  const LinearModel numbers = model_of({1, 2}, {});
  EXPECT_EQ(places_among(Classes(numbers), Classes(model_of({2, 1}, {}))), (Places{1, 0}));
  EXPECT_THROW(places_among(Classes(numbers), Classes(model_of({2, 3}, {}))), InvalidParameter);
  const LinearModel regression;
  EXPECT_TRUE(places_among(Classes(regression), Classes(regression)).empty());
}

TEST(LabelNames, AreTranslatedToLabels) {
  const LinearModel model = model_of({4, 2}, {"b", "a"});
  const std::vector<double> labels = labels_of(Names{"a", "x", "b"}, Classes(model));
  ASSERT_EQ(labels.size(), 3U);
  EXPECT_EQ(labels[0], 2);
  EXPECT_TRUE(std::isnan(labels[1]));
  EXPECT_EQ(labels[2], 4);
}

}  // namespace
}  // namespace hingeline::internal
