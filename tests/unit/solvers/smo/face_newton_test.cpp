// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/face_newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/dot.hpp"
#include "core/random.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t face_rows = 120;

/// B B' of rows of so many numbers, the stride longer than a row.
FaceKernel random_kernel(std::size_t rank, Random& random) {
  std::vector<double> rows(face_rows * rank);
  for (double& value : rows) value = random.normal();
  FaceKernel kernel = {std::vector<double>(face_rows * (face_rows + 3), -1e9), face_rows + 3};
  const auto row = [&](std::size_t i) { return std::span<const double>(rows).subspan(i * rank, rank); };
  for (std::size_t i = 0; i < face_rows; ++i)
    for (std::size_t j = 0; j < face_rows; ++j) kernel.values[i * kernel.stride + j] = dot(row(i), row(j));
  return kernel;
}

std::vector<FaceVariable> random_variables(int groups, double room, Random& random) {
  std::vector<FaceVariable> variables;
  for (std::size_t i = 0; i < face_rows; ++i)
    variables.push_back(
        {random.normal(), -room * random.uniform(), room * random.uniform(), static_cast<int>(i) % groups});
  return variables;
}

double product(const FaceKernel& kernel, std::size_t i, const std::vector<double>& d) {
  double sum = 0;
  for (std::size_t j = 0; j < face_rows; ++j) sum += kernel.at(i, j) * d[j];
  return sum;
}

std::vector<double> slopes(std::span<const FaceVariable> variables, const FaceKernel& kernel,
                           const std::vector<double>& d) {
  std::vector<double> f;
  for (std::size_t i = 0; i < face_rows; ++i) f.push_back(variables[i].f + product(kernel, i, d));
  return f;
}

double value(std::span<const FaceVariable> variables, const FaceKernel& kernel, const std::vector<double>& d) {
  const std::vector<double> f = slopes(variables, kernel, d);
  double sum = 0;
  for (std::size_t i = 0; i < face_rows; ++i) sum += 0.5 * d[i] * (variables[i].f + f[i]);
  return sum;
}

bool is_free(const FaceVariable& variable, double d) { return d != variable.low && d != variable.high; }

void expect_feasible(std::span<const FaceVariable> variables, const std::vector<double>& d) {
  ASSERT_EQ(d.size(), face_rows);
  std::vector<double> sums(2);
  for (std::size_t i = 0; i < face_rows; ++i) {
    EXPECT_GE(d[i], variables[i].low);
    EXPECT_LE(d[i], variables[i].high);
    sums[static_cast<std::size_t>(variables[i].group)] += d[i];
  }
  for (const double sum : sums) EXPECT_NEAR(sum, 0, 1e-13);
}

/// Those that are free have one slope a group: nothing is to be gained among them.
void expect_level(std::span<const FaceVariable> variables, const FaceKernel& kernel, const std::vector<double>& d,
                  double tolerance) {
  const std::vector<double> f = slopes(variables, kernel, d);
  for (const int group : {0, 1}) {
    std::vector<double> free;
    for (std::size_t i = 0; i < face_rows; ++i)
      if (variables[i].group == group && is_free(variables[i], d[i])) free.push_back(f[i]);
    if (free.empty()) continue;
    EXPECT_NEAR(*std::ranges::min_element(free), *std::ranges::max_element(free), tolerance);
  }
}

TEST(FaceNewton, WithoutBoundsOneStepIsTheMinimum) {
  Random random(1);
  for (const int groups : {1, 2}) {
    const FaceKernel kernel = random_kernel(face_rows, random);
    const std::vector<FaceVariable> variables = random_variables(groups, 1e6, random);
    const std::vector<double> d = newton_on_face(variables, kernel, 0, {});
    double sum = 0;
    for (const double change : d) sum += change;
    EXPECT_NEAR(sum, 0, 1e-9);
    expect_level(variables, kernel, d, 1e-9);
  }
}

TEST(FaceNewton, StopsAtBoundsAndIsLevelBetweenThem) {
  Random random(2);
  for (const std::size_t rank : {face_rows, std::size_t{5}})
    for (const int groups : {1, 2})
      for (const double room : {1.0, 0.1, 0.01}) {
        const FaceKernel kernel = random_kernel(rank, random);
        const std::vector<FaceVariable> variables = random_variables(groups, room, random);
        const std::vector<double> d = newton_on_face(variables, kernel, 1e-10, {});
        expect_feasible(variables, d);
        expect_level(variables, kernel, d,
                     rank < face_rows ? 5e-2 : 1e-8);  // along what nothing curves, as rounding has it
        EXPECT_LT(value(variables, kernel, d), 0);
      }
}

/// Against coordinate pairs that are repeated until nothing moves, among the variables that ended between bounds.
TEST(FaceNewton, NoPairOfFreeVariablesGains) {
  Random random(3);
  const FaceKernel kernel = random_kernel(face_rows, random);
  const std::vector<FaceVariable> variables = random_variables(1, 0.3, random);
  const std::vector<double> d = newton_on_face(variables, kernel, 0, {});
  const double found = value(variables, kernel, d);
  for (std::size_t i = 0; i < face_rows; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_free(variables[i], d[i]) || !is_free(variables[j], d[j])) continue;
      for (const double step : {1e-4, -1e-4}) {
        std::vector<double> other = d;
        other[i] += step;
        other[j] -= step;
        EXPECT_GE(value(variables, kernel, other), found - 1e-12);
      }
    }
}

TEST(FaceNewton, NothingMovesWhereNothingIsGained) {
  Random random(4);
  const FaceKernel kernel = random_kernel(face_rows, random);
  std::vector<FaceVariable> variables = random_variables(2, 1, random);
  for (FaceVariable& variable : variables) variable.f = variable.group == 0 ? 3 : -2;
  for (const double change : newton_on_face(variables, kernel, 0, {})) EXPECT_NEAR(change, 0, 1e-12);
}

TEST(FaceNewton, RefusesWhatIsNoMatrixAndStopsWhenTold) {
  Random random(5);
  FaceKernel kernel = random_kernel(face_rows, random);
  const std::vector<FaceVariable> variables = random_variables(1, 1, random);
  EXPECT_TRUE(newton_on_face(variables, kernel, 0, [] { return true; }).empty());
  kernel.values[1] = kernel.values[kernel.stride] = std::nan("");
  EXPECT_TRUE(newton_on_face(variables, kernel, 0, {}).empty());
}

}  // namespace
}  // namespace hingeline::internal
