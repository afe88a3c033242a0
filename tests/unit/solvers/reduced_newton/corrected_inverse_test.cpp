// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/corrected_inverse.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "core/dot.hpp"
#include "core/random.hpp"
#include "support/random_hessian.hpp"

namespace hingeline::internal {
namespace {

std::vector<double> random_vector(std::size_t size, Random& random) {
  std::vector<double> v(size);
  for (double& entry : v) entry = random.uniform() - 0.5;
  return v;
}

GramMatrix random_hessian(std::size_t size, Random& random) {
  return support::random_hessian(
      size, 2 * size, [](std::size_t) { return 1.0; }, random);
}

class CorrectedInverseTest : public testing::Test {
 protected:
  static constexpr std::size_t size = 9;

  CorrectedInverseTest() : other_(random_hessian(size, random_)) {
    EXPECT_TRUE(cholesky_.factor(random_hessian(size, random_)));
  }

  void correct_by(CorrectedInverse& inverse, const std::vector<double>& step) const {
    inverse.correct(step, multiply(other_, step));
  }

  Random random_{5};
  ScaledCholesky cholesky_;
  GramMatrix other_;
};

TEST_F(CorrectedInverseTest, TakesTheLastChangeToItsStep) {
  CorrectedInverse inverse(cholesky_);
  for (int k = 0; k < 4; ++k) {
    const std::vector<double> step = random_vector(size, random_);
    correct_by(inverse, step);
    const std::vector<double> product = inverse.multiply(multiply(other_, step));
    for (std::size_t j = 0; j < size; ++j) EXPECT_NEAR(product[j], step[j], 1e-11);
  }
}

TEST_F(CorrectedInverseTest, StaysSymmetricAndPositive) {
  CorrectedInverse inverse(cholesky_);
  for (int k = 0; k < 4; ++k) {
    correct_by(inverse, random_vector(size, random_));
    const std::vector<double> a = random_vector(size, random_);
    const std::vector<double> b = random_vector(size, random_);
    EXPECT_NEAR(dot(a, inverse.multiply(b)), dot(b, inverse.multiply(a)), 1e-10);
    EXPECT_GT(dot(a, inverse.multiply(a)), 0);
  }
}

TEST_F(CorrectedInverseTest, LeavesOutAChangeAgainstItsStep) {
  CorrectedInverse inverse(cholesky_);
  const std::vector<double> step = random_vector(size, random_);
  std::vector<double> against = step;
  for (double& entry : against) entry = -entry;
  inverse.correct(step, against);
  std::vector<double> solution = step;
  cholesky_.solve(solution);
  EXPECT_EQ(inverse.multiply(step), solution);
}

/// With exact line searches as many steps do as there are variables.
TEST_F(CorrectedInverseTest, MinimisesAQuadraticOfAnotherHessian) {
  CorrectedInverse inverse(cholesky_);
  std::vector<double> v = random_vector(size, random_);
  std::vector<double> gradient = multiply(other_, v);
  const double first = dot(gradient, gradient);
  for (std::size_t k = 0; k < size; ++k) {
    std::vector<double> step = inverse.multiply(gradient);
    const double along = dot(step, gradient) / dot(step, multiply(other_, step));
    for (double& entry : step) entry *= -along;
    for (std::size_t j = 0; j < size; ++j) v[j] += step[j];
    correct_by(inverse, step);
    gradient = multiply(other_, v);
  }
  EXPECT_LT(dot(gradient, gradient), 1e-16 * first);
}

}  // namespace
}  // namespace hingeline::internal
