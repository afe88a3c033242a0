// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/whitening.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

/// Kernel values of some points on a line, far enough from each other for an inverse.
class LineKernel {
 public:
  explicit LineKernel(std::size_t points) {
    for (std::size_t i = 0; i < points; ++i) points_.push_back(0.7 * static_cast<double>(i));
  }

  std::size_t size() const { return points_.size(); }
  double point(std::size_t i) const { return points_[i]; }
  /// 1 + i / m times each, so that diagonals differ.
  double scale(std::size_t i) const { return 1 + static_cast<double>(i) / static_cast<double>(size()); }
  double value(std::size_t i, std::size_t j) const {
    const double apart = point(i) - point(j);
    return scale(i) * scale(j) * std::exp(-apart * apart);
  }

  std::vector<double> matrix() const {
    std::vector<double> kernel;
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t j = 0; j < size(); ++j) kernel.push_back(value(i, j));
    return kernel;
  }

  Whitening whitening(int threads = 1) const {
    ThreadPool pool(threads);
    return Whitening(matrix().data(), size(), size(), pool);
  }

  /// phi of the points themselves, row by row.
  std::vector<double> features(const Whitening& whitening) const {
    const std::size_t stride = whitening.stride();
    std::vector<double> phi(size() * stride, 7.0);
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t j = 0; j < size(); ++j) phi[i * stride + j] = value(i, j);
    whitening.apply(phi.data(), size());
    return phi;
  }

 private:
  std::vector<double> points_;
};

class WhiteningOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(WhiteningOf, ProductsOfFeaturesAreTheKernel) {
  const LineKernel line(GetParam());
  const Whitening whitening = line.whitening();
  const std::vector<double> phi = line.features(whitening);
  for (std::size_t a = 0; a < line.size(); ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      double product = 0;
      for (std::size_t j = 0; j < line.size(); ++j)
        product += phi[a * whitening.stride() + j] * phi[b * whitening.stride() + j];
      ASSERT_NEAR(product, line.value(a, b), 1e-8) << a << " " << b;
    }
}

TEST_P(WhiteningOf, CoefficientsGoThereAndBackWithTheSameOutputs) {
  const LineKernel line(GetParam());
  const Whitening whitening = line.whitening();
  const std::vector<double> phi = line.features(whitening);
  Random random(4);
  std::vector<double> w(line.size());
  for (double& entry : w) entry = random.normal();
  const std::vector<double> beta = whitening.coef_of_rows(w);
  for (std::size_t i = 0; i < line.size(); ++i) {
    double of_features = 0;
    double of_rows = 0;
    for (std::size_t j = 0; j < line.size(); ++j) {
      of_features += w[j] * phi[i * whitening.stride() + j];
      of_rows += beta[j] * line.value(i, j);
    }
    ASSERT_NEAR(of_rows, of_features, 1e-9);
  }
  const std::vector<double> back = whitening.coef_of_features(beta);
  for (std::size_t j = 0; j < line.size(); ++j) ASSERT_NEAR(back[j], w[j], 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Sizes, WhiteningOf, ::testing::Values(1, 2, 63, 64, 65, 200));

TEST(Whitening, DoesNotDependOnThreads) {
  const LineKernel line(300);
  EXPECT_EQ(line.features(line.whitening(1)), line.features(line.whitening(3)));
}

/// Points that repeat others, and one that all kernel values are 0 of.
TEST(Whitening, SingularKernelsStayBelowTheirDiagonal) {
  const std::vector<double> kernel = {1, 1, 0, 1, 1, 0, 0, 0, 0};
  ThreadPool pool(1);
  const Whitening whitening(kernel.data(), 3, 3, pool);
  std::vector<double> phi(whitening.stride());
  phi[0] = phi[1] = 1;
  whitening.apply(phi.data(), 1);
  double square = 0;
  for (std::size_t j = 0; j < 3; ++j) square += phi[j] * phi[j];
  EXPECT_LE(square, 1);
  EXPECT_NEAR(square, 1, 1e-9);
}

TEST(Whitening, NumbersThatAreNotFiniteAreRefused) {
  const std::vector<double> kernel = {1, 0, std::numeric_limits<double>::infinity(), 1};
  ThreadPool pool(1);
  EXPECT_THROW(Whitening(kernel.data(), 2, 2, pool), DataError);
}

}  // namespace
}  // namespace hingeline::internal
