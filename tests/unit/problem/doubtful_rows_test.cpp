// SPDX-License-Identifier: BSD-3-Clause
#include "problem/doubtful_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

/// A point of a C-SVC with made-up products, and the same products with errors.
struct Point {
  static constexpr std::size_t n = 400;

  Point() {
    Random random(3);
    for (std::size_t i = 0; i < n; ++i) {
      program.row.push_back(static_cast<std::int32_t>(i));
      program.y.push_back(random.uniform() < 0.5 ? 1 : -1);
      program.p.push_back(-1);
      program.upper.push_back(1);
      exact.push_back(program.y[i] * (1 + random.normal()));
      const double f = program.f(i, exact.data());
      a.push_back(program.y[i] * f < -0.1 ? 1 : program.y[i] * f > 0.1 ? 0 : 0.5);
      error.magnitudes.push_back(static_cast<float>(random.uniform()));
      error.relative.push_back(0.1F);
      inexact.push_back(exact[i] + (2 * random.uniform() - 1) * error.of(static_cast<std::int32_t>(i)));
    }
    program.rows = static_cast<std::int64_t>(n);
  }

  /// Inexact, but of some rows.
  std::vector<double> products(const std::vector<std::int32_t>& rows) const {
    std::vector<double> mixed = inexact;
    for (const std::int32_t row : rows) mixed[static_cast<std::size_t>(row)] = exact[static_cast<std::size_t>(row)];
    return mixed;
  }

  QuadraticProgram program;
  std::vector<double> a;
  std::vector<double> exact;
  std::vector<double> inexact;
  ProductError error{0, {}, {}};
  KernelScale scale{1000, 1, std::vector<double>(n, 1.0)};
};

TEST(KernelCertificate, OfInexactProductsIsABound) {
  const Point point;
  const KernelProof exact = certify(point.program, point.a, point.exact, point.scale);
  const KernelProof within = certify_within(point.program, point.a, point.inexact, point.error, point.scale);
  EXPECT_GT(within.certificate.primal, exact.certificate.primal);
  EXPECT_LT(within.certificate.dual, exact.certificate.dual);
  EXPECT_GE(within.violation, exact.violation);
  EXPECT_LT(within.certificate.gap, exact.certificate.gap + 0.5 * Point::n);
  const KernelProof none = certify_within(point.program, point.a, point.exact, {0, {}, {}}, point.scale);
  EXPECT_EQ(none.certificate.primal, exact.certificate.primal);
  EXPECT_EQ(none.certificate.gap, exact.certificate.gap);
  EXPECT_EQ(certify_within(point.program, point.a, point.exact, {}, point.scale).certificate.dual, -HUGE_VAL);
}

TEST(DoubtfulRows, OthersDoNotMatterToTheProof) {
  const Point point;
  const auto rows = doubtful_rows(point.program, point.a, point.inexact, point.error);
  EXPECT_LT(rows.size(), Point::n * 9 / 10);
  const std::vector<double> products = point.products(rows);
  const KernelProof proof = certify(point.program, point.a, products, point.scale);
  EXPECT_TRUE(stands(proof, point.program, point.a, products, rows, point.error));
  const KernelProof full = certify(point.program, point.a, point.exact, point.scale);
  EXPECT_DOUBLE_EQ(proof.certificate.primal, full.certificate.primal);
  EXPECT_DOUBLE_EQ(proof.certificate.gap, full.certificate.gap);
  EXPECT_EQ(proof.violation, full.violation);
  EXPECT_EQ(proof.intercepts, full.intercepts);
}

TEST(DoubtfulRows, AProofDoesNotStandWhereOthersMayMatter) {
  const Point point;
  const auto rows = doubtful_rows(point.program, point.a, point.inexact, point.error);
  const std::vector<double> products = point.products(rows);
  const KernelProof proof = certify(point.program, point.a, products, point.scale);
  ProductError larger = point.error;
  larger.everywhere = 1;
  EXPECT_FALSE(stands(proof, point.program, point.a, products, rows, larger));
}

}  // namespace
}  // namespace hingeline::internal
