// SPDX-License-Identifier: BSD-3-Clause
#include "problem/kernel_certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "core/dot.hpp"
#include "core/infinity.hpp"

namespace hingeline::internal {
namespace {

/// One class, five rows of two columns, and a w that is not what s adds up to.
TEST(KernelCertificate, OfAPairIsPrimalOfWLessDualOfS) {
  const std::array<std::array<double, 2>, 5> x = {{{1, 2}, {3, -1}, {0.5, 0.25}, {-2, 1}, {4, 4}}};
  KernelProblem problem;
  problem.machine = Machine::one_class;
  problem.nu = 0.5;
  problem.x = DenseView<double>{x[0].data(), 5, 2, 2};
  const QuadraticProgram program = quadratic_program(problem);
  const std::vector<double> s = {1, 0.25, 1, 0.25, 0};
  const std::array<double, 2> w = {0.75, 1.5};
  std::array<double, 2> u = {0, 0};
  std::vector<double> z;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < 2; ++j) u[j] += s[i] * x[i][j];
    z.push_back(dot(x[i], w));
  }
  const std::array<double, 2> left = {w[0] - u[0], w[1] - u[1]};
  const PairTerms apart = {0.5 * dot(w, left), 0.5 * dot(left, left)};
  const KernelProof proof = certify_pair(program, s, z, apart, {0, 32, std::vector<double>(5, 6.0)});

  const double b = proof.intercepts[0];
  double primal = 0.5 * dot(w, w) + 2.5 * b;
  for (const double prediction : z) primal += std::max(0.0, -(prediction + b));
  EXPECT_NEAR(proof.certificate.primal, primal, 1e-12);
  EXPECT_NEAR(proof.certificate.dual, -0.5 * dot(u, u), 1e-12);
  EXPECT_NEAR(proof.certificate.gap, primal + 0.5 * dot(u, u), 1e-12);
}

/// Two rows whose optimum is 0, and one that is left out.
TEST(KernelCertificate, IsMeasuredByVariablesLeftOutToo) {
  const std::array<double, 2> x = {1, -1};
  KernelProblem problem;
  problem.machine = Machine::one_class;
  problem.x = DenseView<double>{x.data(), 2, 1, 1};
  const KernelScale scale = {0, 1, {1, 1}};
  const KernelProof proof = certify_pair(quadratic_program(problem), {0.501, 0.499}, {0.002, -0.002}, {0, 0, 1}, scale);
  EXPECT_GT(proof.certificate.gap, 0);
  EXPECT_DOUBLE_EQ(proof.certificate.relative_gap,
                   proof.certificate.gap / least_scale(0.501 * 0.501 + 0.499 * 0.499 + 1, scale));
}

TEST(KernelCertificate, ProvesNothingByWhatIsNotFeasible) {
  const std::array<double, 2> x = {1, -1};
  KernelProblem problem;
  problem.machine = Machine::one_class;
  problem.x = DenseView<double>{x.data(), 2, 1, 1};
  const QuadraticProgram program = quadratic_program(problem);
  const auto gap = [&](const std::vector<double>& a) {
    const double w = a[0] - a[1];
    return certify(program, a, {w, -w}, {0, 1, {1, 1}}).certificate.gap;
  };
  EXPECT_LT(gap({0.25, 0.75}), 1);
  EXPECT_EQ(gap({-0.01, 1}), infinity);
  EXPECT_EQ(gap({0, 1.01}), infinity);
  EXPECT_EQ(gap({NAN, 0.5}), infinity);
}

/// Two rows solved but for rounding, which C makes 1e9 of P.
TEST(KernelCertificate, AHugeCostLeavesTheDualWhatItIs) {
  const std::array<double, 2> x = {1, -1};
  const std::array<double, 2> y = {1, -1};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 2, 1, 1};
  problem.y = y;
  problem.C = 1e30;
  const double w = 1 - 1e-12;
  const auto certificate = [&] {
    return certify(quadratic_program(problem), {w / 2, w / 2}, {w, -w}, {2 * problem.C, 1, {1, 1}}).certificate;
  };
  EXPECT_GT(certificate().primal, 1e17);
  EXPECT_DOUBLE_EQ(certificate().dual, w - 0.5 * w * w);
  EXPECT_DOUBLE_EQ(certificate().relative_gap, 1);
}

TEST(KernelCertificate, AnObjectiveBeyondDoubleIsProvenWithinNothing) {
  const std::array<double, 2> x = {3, 3};
  const std::array<double, 2> y = {1, -1};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 2, 1, 1};
  problem.y = y;
  problem.C = 1e308;
  const KernelScale scale = {infinity, 9, {3, 3}};
  const Certificate certificate = certify(quadratic_program(problem), {1, 1}, {0, 0}, scale).certificate;
  EXPECT_EQ(certificate.primal, infinity);
  EXPECT_EQ(certificate.dual, 2);
  EXPECT_EQ(certificate.relative_gap, infinity);
}

/// Fifty rows of norm 1 and one of norm 1e9.
struct OneFarRow {
  OneFarRow() {
    diagonal.back() = 1e18;
    for (std::int32_t i = 0; i < 51; ++i) program.row.push_back(i);
    program.y.assign(51, 1);
    program.p.assign(51, -1);
    program.upper.assign(51, 1);
    program.rows = 51;
  }

  /// Where all other products are 2.
  double rounding_floor(const std::vector<double>& a, double far_product) const {
    std::vector<double> products(51, 2.0);
    products.back() = far_product;
    return certify(program, a, products, kernel_scale(program, diagonal, 1)).certificate.rounding_floor;
  }

  std::vector<double> diagonal = std::vector<double>(51, 1.0);
  QuadraticProgram program;
};

TEST(KernelCertificate, IsNotMeasuredByAFewRowsFarAway) {
  const OneFarRow far;
  EXPECT_EQ(kernel_scale(far.program, far.diagonal, 1).usual_kernel, 1);
}

TEST(KernelCertificate, RowsThatHaveNoVariableDoNotCount) {
  OneFarRow far;
  for (auto* of_variables : {&far.program.y, &far.program.p, &far.program.upper}) of_variables->pop_back();
  far.program.row.pop_back();
  const KernelScale scale = kernel_scale(far.program, far.diagonal, 1);
  EXPECT_EQ(*std::max_element(scale.roots.begin(), scale.roots.end()), 1);
}

/// With s_i = 1/2 of 50 rows and 0 of the far one: products of the former are off by 25 eps, that of the latter by
/// 25e9 eps, and there its loss counts.
TEST(KernelCertificate, RoundingIsThatOfTheRowsThatMatter) {
  const OneFarRow far;
  std::vector<double> a(51, 0.5);
  a.back() = 0;
  constexpr double eps = std::numeric_limits<double>::epsilon();
  EXPECT_LT(far.rounding_floor(a, 3), 4 * eps * 1e4) << "no loss";
  EXPECT_LT(far.rounding_floor(a, -3), 4 * eps * 1e12);
  EXPECT_GT(far.rounding_floor(a, -3), 4 * eps * 1e10);
}

TEST(KernelCertificate, ProvesNothingWhereThePrimalIsNoNumber) {
  const std::array<double, 2> x = {1, -1};
  const std::array<double, 2> y = {1, -1};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 2, 1, 1};
  problem.y = y;
  const QuadraticProgram program = quadratic_program(problem);
  const std::vector<double> products = {infinity, -infinity};
  const KernelProof proof = certify(program, {1, 1}, products, {0, 32, std::vector<double>(2, 1.0)});
  EXPECT_EQ(proof.certificate.gap, infinity);
}

}  // namespace
}  // namespace hingeline::internal
