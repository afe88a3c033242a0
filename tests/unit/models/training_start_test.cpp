// SPDX-License-Identifier: BSD-3-Clause
#include "models/training_start.hpp"

#include <gtest/gtest.h>

#include "support/noisy_line.hpp"
#include "support/sorted_rows.hpp"

namespace hingeline::internal {
namespace {

/// Classes by name: their order is that of the rows.
class NamedClasses : public ::testing::TestWithParam<MultiClass> {};

TrainOptions options_of(MultiClass multi_class) {
  TrainOptions options;
  options.loss.name = multi_class == MultiClass::multinomial ? LossName::logistic : LossName::hinge;
  if (multi_class == MultiClass::crammer_singer) options.intercept = Intercept::none;
  options.multi_class = multi_class;
  options.solver.tolerance = 1e-7;
  return options;
}

std::vector<std::string> predicted_names(const LinearModel& model, const MatrixView& x) {
  std::vector<std::string> names;
  for (const double label : predict(model, decision_values(model, x)))
    names.push_back(
        model.label_names[static_cast<std::size_t>(std::ranges::find(model.labels, label) - model.labels.begin())]);
  return names;
}

TEST_P(NamedClasses, MayBeInAnotherOrderWhereATrainingBegins) {
  for (const int classes : {2, 3, 4}) {
    const NoisyLine line(150, 3, classes);
    const SortedRows sorted(line);
    TrainOptions options = options_of(GetParam());
    Dataset data = line.data;
    data.class_names = sorted.names;
    const TrainResult first = train(data, options);
    const LinearModel& model = first.model;
    TrainResult cold = train(sorted.data, options);
    ASSERT_NE(cold.model.label_names, model.label_names);

    const std::optional<LinearModel> ordered = in_order_of(cold.model, model);
    ASSERT_TRUE(ordered);
    LinearModel same = *ordered;
    same.labels = cold.model.labels;
    same.label_names = cold.model.label_names;
    EXPECT_EQ(predicted_names(same, data.x), predicted_names(model, data.x));
    EXPECT_FALSE(in_order_of(model, model));

    options.warm_start = &model;
    const TrainResult warm = train(sorted.data, options);
    EXPECT_EQ(warm.status, Status::converged);
    EXPECT_NEAR(warm.certificate.primal, first.certificate.primal, 1e-6 * first.certificate.primal);
  }
}

INSTANTIATE_TEST_SUITE_P(AllWays, NamedClasses,
                         ::testing::Values(MultiClass::one_vs_rest, MultiClass::one_vs_one, MultiClass::multinomial,
                                           MultiClass::crammer_singer));

}  // namespace
}  // namespace hingeline::internal
