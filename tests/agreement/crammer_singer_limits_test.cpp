// SPDX-License-Identifier: BSD-3-Clause
//
// Crammer and Singer's machine that begins at an earlier answer, or ends before its own.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "hingeline/model.hpp"
#include "support/crammer_singer.hpp"

namespace hingeline {
namespace {

using support::by;
using support::crammer_singer_options;
using support::expect_crammer_singer_proven;
using support::RandomClasses;

TEST(CrammerSinger, GoesOnFromAnEarlierModelOrItsDual) {
  const RandomClasses classes(100, 6, 5);
  const Dataset data = classes.data();
  for (const Solver solver : {Solver::automatic, Solver::dual_cd, Solver::alm_newton}) {
    TrainOptions options = by(solver, crammer_singer_options(Intercept::penalized, 0.3, 1e-6));
    const TrainResult cold = train(data, options);
    const std::vector<std::vector<double>> dual = {cold.parts.front().dual_coef};
    options.warm_dual = dual;
    if (solver != Solver::alm_newton) {
      EXPECT_EQ(train(data, options).parts.front().passes, 0);
    }
    options.C = 0.4;
    expect_crammer_singer_proven(data, options, train(data, options));
    options.warm_dual = {};
    options.warm_start = &cold.model;
    expect_crammer_singer_proven(data, options, train(data, options));
    LinearModel shifted = cold.model;  // what all classes share changes no margin
    for (double& entry : shifted.coef) entry += 1;
    options.warm_start = &shifted;
    expect_crammer_singer_proven(data, options, train(data, options));
  }
}

TEST(CrammerSinger, KeepsToLimitsAndTheCallback) {
  const RandomClasses classes(300, 6, 4);
  for (const Solver solver : {Solver::automatic, Solver::dual_cd, Solver::alm_newton}) {
    TrainOptions options = by(solver, crammer_singer_options(Intercept::none, 10, 1e-9));
    options.solver.max_passes = 3;
    const TrainResult stopped = train(classes.data(), options);
    EXPECT_EQ(stopped.status, Status::max_passes);
    EXPECT_GT(stopped.certificate.gap, 0);
    options.solver.max_passes = 100000;
    options.solver.callback = [](const Progress& progress) { return progress.passes < 23; };
    EXPECT_EQ(train(classes.data(), options).status, Status::interrupted);
  }
}

TEST(CrammerSinger, IsNoWorseThanItsOpeningWhereItEnds) {
  const RandomClasses classes(300, 6, 4);
  TrainOptions options = crammer_singer_options(Intercept::none, 10, 1e-9);
  options.solver.max_passes = 20;
  const double opening = train(classes.data(), by(Solver::dual_cd, options)).certificate.gap;
  for (std::int64_t passes = 21; passes < 30; ++passes) {
    options.solver.max_passes = passes;
    EXPECT_LE(train(classes.data(), options).certificate.gap, opening) << passes;
  }
}

TEST(CrammerSinger, IsNoWorseThanZeroWhereItEnds) {
  const RandomClasses classes(100, 6, 4);
  std::vector<double> x;
  const Dataset given = classes.data();
  const auto& rows = std::get<DenseView<double>>(given.x);
  for (std::int64_t i = 0; i < rows.rows; ++i)
    for (std::int32_t j = 0; j < rows.cols; ++j) x.push_back(rows.values[i * rows.stride + j] + 1e4);
  Dataset data = given;
  data.x = DenseView<double>{x.data(), rows.rows, rows.cols, rows.cols};
  for (const Solver solver : {Solver::dual_cd, Solver::alm_newton}) {
    TrainOptions options = by(solver, crammer_singer_options(Intercept::penalized, 1e8, 1e-9));
    options.solver.max_passes = 2;
    const TrainResult stopped = train(data, options);
    EXPECT_LE(stopped.certificate.primal, 100 * 1e8);
    EXPECT_GE(stopped.certificate.dual, 0);
    EXPECT_LE(stopped.certificate.dual, stopped.certificate.primal);
  }
}

}  // namespace
}  // namespace hingeline
