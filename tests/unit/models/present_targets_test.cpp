// SPDX-License-Identifier: BSD-3-Clause
//
// A row of weight 0 is as if it were not there, whatever its label.
#include "models/present_targets.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "hingeline/selection.hpp"
#include "support/random_problem.hpp"

namespace hingeline {
namespace {

using support::RandomProblem;
using support::Storage;

/// Rows of two or three classes, and the same behind rows of weight 0, one of which has a label of its own.
class HiddenRows {
 public:
  explicit HiddenRows(int classes) : random_(62, 4, Loss{LossName::hinge}, 9) {
    const auto x = std::get<DenseView<double>>(random_.problem(Storage::dense_double).x);
    for (int i = 0; i < 62; ++i) y_.push_back(i == 1 ? 99 : i % classes == 0 ? 3 : 7 + (i % classes) - 1);
    y_[0] = y_[2];
    weights_.assign(62, 1.0);
    weights_[0] = weights_[1] = 0;
    all.x = x;
    all.y = y_;
    present.x = DenseView<double>{x.values + 2 * x.stride, 60, x.cols, x.stride};
    present.y = std::span(y_).subspan(2);
  }

  std::span<const double> weights() const { return weights_; }

  Dataset all;
  Dataset present;

 private:
  RandomProblem random_;
  std::vector<double> y_;
  std::vector<double> weights_;
};

TrainOptions training(const Loss& loss, MultiClass multi_class) {
  TrainOptions options;
  options.loss = loss;
  options.multi_class = multi_class;
  options.intercept = Intercept::penalized;
  options.solver.tolerance = 1e-9;
  return options;
}

TEST(PresentTargets, LeaveDataAloneWithNothingToHide) {
  const HiddenRows rows(2);
  EXPECT_EQ(internal::PresentTargets(rows.all, {}, true).data().y.data(), rows.all.y.data());
  EXPECT_EQ(internal::PresentTargets(rows.all, rows.weights(), false).data().y.data(), rows.all.y.data());
  const std::vector<double> nothing(62);
  EXPECT_EQ(internal::PresentTargets(rows.all, nothing, true).data().y.data(), rows.all.y.data());
  const internal::PresentTargets present(rows.all, rows.weights(), true);
  EXPECT_EQ(ordered_labels(present.data().y), ordered_labels(rows.present.y));
}

TEST(PresentTargets, LinearMachinesHaveTheClassesOfRowsThatAreThere) {
  for (const int classes : {2, 3})
    for (const auto& [loss, multi_class] : {std::pair{LossName::hinge, MultiClass::one_vs_rest},
                                            {LossName::squared_hinge, MultiClass::one_vs_one},
                                            {LossName::logistic, MultiClass::multinomial},
                                            {LossName::hinge, MultiClass::crammer_singer}}) {
      const HiddenRows rows(classes);
      TrainOptions options = training({loss}, multi_class);
      const TrainResult expected = train(rows.present, options);
      options.weights = rows.weights();
      const TrainResult trained = train(rows.all, options);
      ASSERT_EQ(trained.model.labels, expected.model.labels);
      EXPECT_NEAR(trained.certificate.primal, expected.certificate.primal, 1e-7 * expected.certificate.primal);
      for (std::size_t j = 0; j < trained.model.coef.size(); ++j)
        EXPECT_NEAR(trained.model.coef[j], expected.model.coef[j], 1e-3);
    }
}

/// Bounds favour the first class: that of the first row that is there.
TEST(PresentTargets, TheFirstClassIsThatOfTheFirstRowOfAll) {
  const std::vector<double> y = {8, 3, 3, 8, -1, 1};
  EXPECT_EQ(internal::present_labels(y, std::vector<double>{0, 1, 1, 1, 0, 0}), (std::vector<double>{3, 8}));
  EXPECT_EQ(internal::present_labels(y, std::vector<double>{0, 0, 0, 0, 1, 1}), (std::vector<double>{1, -1}));
  EXPECT_EQ(internal::present_labels(y, std::vector<double>{1, 0, 0, 1, 0, 0}), ordered_labels(y)) << "one class";
  EXPECT_EQ(internal::present_labels(y, {}), (std::vector<double>{8, 3, -1, 1}));
}

TEST(PresentTargets, SoHaveKernelsFoldsPathsAndCalibrations) {
  const HiddenRows rows(3);
  KernelTrainOptions kernel;
  const std::vector<double> labels = train(rows.present, kernel).model.labels;
  kernel.weights = rows.weights();
  EXPECT_EQ(train(rows.all, kernel).model.labels, labels);
  EXPECT_EQ(train_calibrated(rows.all, kernel, KernelProbability::platt).model.labels, labels);
  EXPECT_EQ(cross_validate(rows.all, kernel).decision_values.size(), 62 * 3);

  TrainOptions linear = training({LossName::hinge}, MultiClass::one_vs_one);
  linear.weights = rows.weights();
  EXPECT_EQ(train_calibrated(rows.all, linear, Calibration::Kind::platt).model.labels, labels);
  EXPECT_EQ(train_path(rows.all, linear, std::vector{0.1, 1.0}).models[1].labels, labels);
  EXPECT_EQ(cross_validate(rows.all, linear).decision_values.size(), 62 * 3);
  TuneOptions search;
  search.last_C = 1;
  EXPECT_EQ(tune(rows.all, linear, search).trained.model.labels, labels);
}

}  // namespace
}  // namespace hingeline
