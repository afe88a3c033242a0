// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear_systems/conjugate_gradients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

/// H = S (I + A A') S of size 12 with rows of very different scales, and a right-hand side.
struct System {
  System() {
    Random random(7);
    for (double& entry : a) entry = random.normal();
    for (std::size_t j = 0; j < size; ++j) {
      scale[j] = std::pow(10.0, static_cast<double>(j % 4) - 2);
      right[j] = random.normal();
      for (std::size_t k = 0; k < size; ++k) diagonal[j] += a[j * size + k] * a[j * size + k];
      diagonal[j] = (1 + diagonal[j]) * scale[j] * scale[j];
    }
  }
  void multiply(std::span<const double> v, std::span<double> out) const {
    std::vector<double> inner(size);
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t k = 0; k < size; ++k) inner[k] += a[j * size + k] * scale[j] * v[j];
    for (std::size_t j = 0; j < size; ++j) {
      out[j] = scale[j] * scale[j] * v[j];
      for (std::size_t k = 0; k < size; ++k) out[j] += scale[j] * a[j * size + k] * inner[k];
    }
  }
  void precondition(std::span<const double> v, std::span<double> out) const {
    for (std::size_t j = 0; j < size; ++j) out[j] = v[j] / diagonal[j];
  }
  static constexpr std::size_t size = 12;
  std::vector<double> a = std::vector<double>(size * size);
  std::vector<double> scale = std::vector<double>(size);
  std::vector<double> diagonal = std::vector<double>(size);
  std::vector<double> right = std::vector<double>(size);
};

TEST(ConjugateGradients, SolvesAndKnowsItsResidual) {
  const System system;
  const auto multiply = [&](std::span<const double> v, std::span<double> out) { system.multiply(v, out); };
  const auto precondition = [&](std::span<const double> v, std::span<double> out) { system.precondition(v, out); };
  ConjugateGradients cg(System::size);
  std::vector<double> p(System::size, 5.0);
  const auto enough = [](const Residual& left, const Residual&) { return left.squared < 1e-20; };
  EXPECT_LE(cg.solve(multiply, precondition, system.right, enough, 100, p), 20);
  std::vector<double> product(System::size);
  system.multiply(p, product);
  for (std::size_t j = 0; j < System::size; ++j) {
    EXPECT_NEAR(product[j], system.right[j], 1e-8);
    EXPECT_NEAR(cg.residual()[j], system.right[j] - product[j], 1e-8);
  }
}

TEST(ConjugateGradients, StopsWhereAsked) {
  const System system;
  const auto multiply = [&](std::span<const double> v, std::span<double> out) { system.multiply(v, out); };
  const auto precondition = [&](std::span<const double> v, std::span<double> out) { system.precondition(v, out); };
  ConjugateGradients cg(System::size);
  std::vector<double> p(System::size);
  EXPECT_EQ(cg.solve(
                multiply, precondition, system.right, [](const Residual&, const Residual&) { return true; }, 100, p),
            0);
  EXPECT_EQ(p, std::vector<double>(System::size));
  EXPECT_EQ(cg.solve(
                multiply, precondition, system.right, [](const Residual&, const Residual&) { return false; }, 3, p),
            3);
}

}  // namespace
}  // namespace hingeline::internal
