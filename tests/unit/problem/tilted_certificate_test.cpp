// SPDX-License-Identifier: BSD-3-Clause
#include "problem/tilted_certificate.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/infinity.hpp"
#include "problem/baseline.hpp"
#include "problem/certificate.hpp"

namespace hingeline::internal {
namespace {

/// The domain of s allows sums between -0.9 n and 0.1 n only.
TEST(TiltedCertificate, ATiltThatNoDualPointBalancesProvesNothing) {
  Problem problem;
  const std::vector<double> y = {1, 2, 4};
  const std::vector<double> x = {1, 0, 1};
  problem.x = DenseView<double>{x.data(), 3, 1, 1};
  problem.y = y;
  problem.loss = {.name = LossName::quantile, .tau = 0.1};
  problem.intercept = Intercept::free;
  const Baseline constant = baseline(problem);
  const auto gap = [&](double tilt) {
    const std::vector<double> none(1);
    std::vector<double> s(3), w(1), z(3);
    CertifiedPoint point{s, w, z, 1};
    return certify_tilted(problem, constant, {none, tilt, 0}, point).certificate.gap;
  };
  for (const double tilt : {-0.3, -0.1, 0.0, 1.0, 2.7}) EXPECT_LT(gap(tilt), 100) << tilt;
  for (const double tilt : {-0.31, 2.71, 100.0}) EXPECT_EQ(gap(tilt), infinity) << tilt;
}

}  // namespace
}  // namespace hingeline::internal
