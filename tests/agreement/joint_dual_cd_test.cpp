// SPDX-License-Identifier: BSD-3-Clause
//
// Classes against the rest whose passes go side by side: each is certified as if it were alone, whatever goes with it.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "solvers/solve/solve_side_by_side.hpp"
#include "support/expect_certified.hpp"
#include "support/parameter_names.hpp"
#include "support/random_classes.hpp"

namespace hingeline {
namespace {

using support::RandomClasses;
using support::Storage;

TrainOptions side_by_side(const Loss& loss) {
  TrainOptions options;
  options.loss = loss;
  options.solver.solver = Solver::dual_cd;
  options.solver.tolerance = 1e-8;
  options.keep_dual = true;
  return options;
}

/// Class k of the training as a problem of its own, and the training's answer to it.
class OneAgainstTheRest {
 public:
  OneAgainstTheRest(const Dataset& data, const TrainOptions& options, const TrainResult& trained, std::size_t k)
      : solution_(trained.parts[k]) {
    const LinearModel& model = trained.model;
    for (const double label : data.y) y_.push_back(label == model.labels[k] ? 1 : -1);
    problem_ = {data.x, y_, options.weights, options.loss, options.C, options.intercept, options.bias};
    for (std::size_t j = k; j < model.coef.size(); j += model.labels.size()) solution_.coef.push_back(model.coef[j]);
    solution_.intercept = model.intercept[k];
  }

  const Problem& problem() const { return problem_; }
  const Solution& solution() const { return solution_; }

 private:
  std::vector<double> y_;
  Problem problem_;
  Solution solution_;
};

class JointDualCd : public ::testing::TestWithParam<Loss> {
 protected:
  static constexpr std::size_t count = 11;

  RandomClasses classes_{200, 20, count};
  support::RepeatedRows repeated_{classes_};
  TrainOptions options_ = side_by_side(GetParam());
};

TEST_P(JointDualCd, EachClassIsCertifiedAndAsGoodAsAlone) {
  for (const Storage storage : {Storage::csr_float, Storage::csr_double})
    for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
      SCOPED_TRACE(to_string(storage) + ", intercept " + std::to_string(static_cast<int>(intercept)));
      const Dataset data = classes_.data(storage);
      options_.intercept = intercept;
      options_.bias = 2;
      if (storage == Storage::csr_double) options_.weights = repeated_.weights;
      const TrainResult trained = train(data, options_);
      for (std::size_t k = 0; k < count; ++k) {
        const OneAgainstTheRest one(data, options_, trained, k);
        ASSERT_TRUE(internal::go_side_by_side(one.problem(), options_.solver, {}));
        support::expect_certified(one.problem(), one.solution(), options_.solver.tolerance);
        const double alone = solve(one.problem(), options_.solver).certificate.primal;
        EXPECT_NEAR(one.solution().certificate.primal, alone, 2e-8 * alone);
      }
    }
}

TEST_P(JointDualCd, AnswersDoNotDependOnWhatGoesTogether) {
  const Dataset data = classes_.data(Storage::csr_float);
  options_.intercept = Intercept::free;
  const TrainResult one = train(data, options_);
  for (const int threads : {2, 3, 4, 16}) {
    options_.threads = threads;
    const TrainResult several = train(data, options_);
    EXPECT_EQ(several.model.coef, one.model.coef) << threads;
    EXPECT_EQ(several.model.intercept, one.model.intercept) << threads;
    for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(several.parts[k].passes, one.parts[k].passes) << threads;
  }
}

TEST_P(JointDualCd, StartsAreTakenUp) {
  const Dataset data = classes_.data(Storage::csr_float);
  options_.intercept = Intercept::free;
  const TrainResult before = train(data, options_);
  std::vector<std::vector<double>> duals;
  for (const Solution& part : before.parts) duals.push_back(part.dual_coef);
  options_.C *= 1.1;
  options_.warm_dual = duals;
  options_.warm_start = &before.model;
  const TrainResult warm = train(data, options_);
  for (std::size_t k = 0; k < count; ++k) {
    const OneAgainstTheRest one(data, options_, warm, k);
    support::expect_certified(one.problem(), one.solution(), options_.solver.tolerance);
  }
  options_.C /= 1.1;
  for (const Solution& part : train(data, options_).parts) EXPECT_EQ(part.passes, 0);
}

TEST_P(JointDualCd, OpeningsOfNewtonsMethodsGoTogetherToo) {
  const RandomClasses classes(300, 80, count);
  const Dataset data = classes.data(Storage::csr_float);
  options_.solver.solver = Solver::automatic;
  options_.solver.tolerance = 1e-6;
  for (const double C : {1e-3, 1.0}) {
    options_.C = C;
    options_.threads = 1;
    const TrainResult trained = train(data, options_);
    for (std::size_t k = 0; k < count; ++k) {
      const OneAgainstTheRest one(data, options_, trained, k);
      ASSERT_TRUE(internal::go_side_by_side(one.problem(), options_.solver, {}));
      support::expect_certified(one.problem(), one.solution(), options_.solver.tolerance);
    }
    options_.threads = 3;
    EXPECT_EQ(train(data, options_).model.coef, trained.model.coef);
  }
}

TEST_P(JointDualCd, SlowPassesOverManyColumnsGiveWay) {
  if (GetParam().name != LossName::squared_hinge && GetParam().name != LossName::logistic) return;
  Dataset data = classes_.data(Storage::csr_float);
  std::get<CsrView<float>>(data.x).cols = 3001;
  options_.solver.solver = Solver::automatic;
  options_.C = 1000;
  const TrainResult trained = train(data, options_);
  for (std::size_t k = 0; k < count; ++k) {
    const OneAgainstTheRest one(data, options_, trained, k);
    support::expect_certified(one.problem(), one.solution(), options_.solver.tolerance);
    EXPECT_EQ(trained.parts[k].solver, "newton") << k;
  }
}

TEST_P(JointDualCd, LimitsLeaveEveryClassHonest) {
  const Dataset data = classes_.data(Storage::csr_double);
  for (const Status end : {Status::max_passes, Status::max_seconds, Status::interrupted}) {
    std::atomic<bool> interrupted = true;
    TrainOptions options = options_;
    options.solver.tolerance = 1e-14;
    if (end == Status::max_passes) options.solver.max_passes = 2;
    if (end == Status::max_seconds) options.solver.max_seconds = 1e-9;
    if (end == Status::interrupted) options.solver.interrupt = &interrupted;
    const TrainResult trained = train(data, options);
    EXPECT_EQ(trained.status, end);
    for (std::size_t k = 0; k < count; ++k) {
      const OneAgainstTheRest one(data, options, trained, k);
      support::expect_honest(one.problem(), one.solution(), options.solver.tolerance);
    }
  }
}

TEST_P(JointDualCd, CallbackSeesThePassesOfAllClassesAndStopsOne) {
  std::vector<std::int64_t> passes(count);
  options_.solver.callback = [&](const Progress& progress) {
    const auto k = static_cast<std::size_t>(progress.part);
    EXPECT_EQ(progress.passes, ++passes[k]);
    return k != 4 || progress.passes < 2;
  };
  const TrainResult trained = train(classes_.data(Storage::csr_float), options_);
  for (std::size_t k = 0; k < count; ++k) {
    EXPECT_EQ(trained.parts[k].status, k == 4 ? Status::interrupted : Status::converged);
    EXPECT_GE(passes[k] + 1, trained.parts[k].passes);
  }
  EXPECT_EQ(passes[4], 2);
}

TEST_P(JointDualCd, CommonStartOfTheLogisticLossSavesPasses) {
  if (GetParam().name != LossName::logistic) return;
  const Dataset data = classes_.data(Storage::csr_float);
  options_.solver.tolerance = 1e-3;
  options_.C = 0.01;
  double together = 0;
  double alone = 0;
  for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
    options_.intercept = intercept;
    const TrainResult trained = train(data, options_);
    for (std::size_t k = 0; k < count; ++k) {
      const OneAgainstTheRest one(data, options_, trained, k);
      together += static_cast<double>(trained.parts[k].passes);
      alone += static_cast<double>(solve(one.problem(), options_.solver).passes);
    }
  }
  EXPECT_LT(together, 0.8 * alone);
}

TEST_P(JointDualCd, ClassesWeighTheirOwnRowsEachInItsOwnProblem) {
  const Dataset data = classes_.data(Storage::csr_double);
  options_.own_class_weights = true;
  options_.weights = repeated_.weights;
  for (const double of_first : {0.0, 1e-3, 1e3}) {
    options_.class_weights = {{10, of_first}, {9, 5}, {8, 0}};
    for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
      options_.intercept = intercept;
      const TrainResult trained = train(data, options_);
      EXPECT_EQ(trained.status, Status::converged);
    }
  }
}

TEST_P(JointDualCd, RowsThatStayInTheirFileAreRefused) {
  Dataset data = classes_.data(Storage::csr_float);
  data.release = [](std::int64_t, std::int64_t) {};
  EXPECT_THROW(train(data, options_), InvalidParameter);
}

INSTANTIATE_TEST_SUITE_P(Losses, JointDualCd,
                         ::testing::Values(Loss{LossName::hinge}, Loss{LossName::squared_hinge},
                                           Loss{LossName::smoothed_hinge}, Loss{LossName::logistic}),
                         [](const auto& loss) { return std::string(to_string(loss.param.name)); });

}  // namespace
}  // namespace hingeline
