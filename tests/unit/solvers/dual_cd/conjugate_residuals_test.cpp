// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/conjugate_residuals.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

/// B B' of random numbers, of rank `columns` at most.
class Gram {
 public:
  Gram(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), b_(rows * columns) {
    Random random(7);
    for (double& entry : b_) entry = random.uniform() - 0.5;
  }

  std::vector<double> times(std::span<const double> v) const {
    std::vector<double> sum(columns_);
    for (std::size_t i = 0; i < rows_; ++i)
      for (std::size_t j = 0; j < columns_; ++j) sum[j] += b_[i * columns_ + j] * v[i];
    std::vector<double> out(rows_);
    for (std::size_t i = 0; i < rows_; ++i)
      for (std::size_t j = 0; j < columns_; ++j) out[i] += b_[i * columns_ + j] * sum[j];
    return out;
  }

 private:
  std::size_t rows_;
  std::size_t columns_;
  std::vector<double> b_;
};

double length(std::span<const double> v) { return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0)); }

struct Solved {
  std::vector<double> p;
  std::vector<double> lengths;  // of the residual, after each product
};

Solved solve(const Gram& a, const std::vector<double>& r, int most) {
  Solved result{std::vector<double>(r.size()), {}};
  ConjugateResiduals system(r);
  system.solve([&](auto v, auto out) { std::ranges::copy(a.times(v), out.begin()); },
               [&](auto residual) {
                 result.lengths.push_back(length(residual));
                 return result.lengths.back() <= 1e-12 * length(r);
               },
               most, result.p);
  return result;
}

TEST(ConjugateResiduals, SolvesInAsManyProductsAsThereAreUnknowns) {
  const Gram a(12, 30);
  std::vector<double> solution(12);
  for (std::size_t i = 0; i < 12; ++i) solution[i] = static_cast<double>(i) - 5;
  const Solved result = solve(a, a.times(solution), 14);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(result.p[i], solution[i], 1e-8);
}

TEST(ConjugateResiduals, ResidualNeverGrows) {
  const Gram a(40, 42);
  const std::vector<double> r(40, 1.0);
  const Solved result = solve(a, r, 25);
  ASSERT_EQ(result.lengths.size(), 25U);
  double before = length(r);
  for (const double now : result.lengths) {
    EXPECT_LE(now, before * (1 + 1e-12));
    before = now;
  }
}

TEST(ConjugateResiduals, SingularButConsistentIsSolved) {
  const Gram a(20, 5);
  const std::vector<double> r = a.times(std::vector<double>(20, 1.0));
  const Solved result = solve(a, r, 20);
  EXPECT_LE(result.lengths.size(), 7U);
  EXPECT_LE(result.lengths.back(), 1e-9 * length(r));
}

TEST(ConjugateResiduals, EndsWhereSquaresVanish) {
  std::vector<double> p(3);
  ConjugateResiduals system(std::vector<double>(3, 1e-161));
  const auto shrink = [](std::span<const double> v, std::span<double> out) {
    std::ranges::transform(v, out.begin(), [](double entry) { return 1e-1 * entry; });
  };
  system.solve(
      shrink, [](auto) { return false; }, 10, p);
  for (const double entry : p) EXPECT_TRUE(std::isfinite(entry));
}

}  // namespace
}  // namespace hingeline::internal
