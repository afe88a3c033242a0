// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/one_class/prover.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "hingeline/one_class.hpp"

namespace hingeline::internal {
namespace {

/// Four hundred rows of five columns near their optimum.
struct NearlyOptimal {
  NearlyOptimal() {
    for (double& value : values) value = random.normal() + 1;
    kernel.x = DenseView<double>{values.data(), 400, 5, 5};
    kernel.machine = Machine::one_class;
    kernel.nu = 0.2987;
    program = quadratic_program(kernel);
    SolverOptions options;
    options.max_passes = 1;
    s = solve(OneClassProblem{kernel.x, {}, kernel.nu}, options).dual_coef;
    std::vector<double> squared_norms;
    for (std::int64_t i = 0; i < 400; ++i) {
      x.add(i, s[static_cast<std::size_t>(i)], w.data());
      squared_norms.push_back(x.squared_norm(i));
    }
    scale = kernel_scale(program, squared_norms, 0);
  }

  KernelProof full_proof() const {
    std::vector<double> outputs;
    for (std::int64_t i = 0; i < 400; ++i) outputs.push_back(x.dot(i, w.data()));
    return certify(program, s, outputs, scale);
  }

  /// As much of s as there is and fits in, up to `most`.
  void move(std::uint32_t from, std::uint32_t to, double most) {
    const double t = std::min({most, s[from], 1 - s[to]});
    s[from] -= t;
    s[to] += t;
    x.add(from, -t, w.data());
    x.add(to, t, w.data());
  }

  std::size_t seen() const {
    std::size_t count = 0;
    prover.for_each_seen([&](std::uint32_t) { ++count; });
    return count;
  }

  Random random{7};
  std::vector<double> values = std::vector<double>(2000);
  DenseRows<double> x{DenseView<double>{values.data(), 400, 5, 5}};
  KernelProblem kernel;
  QuadraticProgram program;
  std::vector<double> s;
  std::vector<double> w = std::vector<double>(5);
  std::vector<double> z = std::vector<double>(400);
  std::vector<double> zeros = std::vector<double>(5);
  KernelScale scale;
  OneClassProver<DenseRows<double>> prover{x, program, z, zeros};
};

void expect_same_proof(const KernelProof& proof, const KernelProof& full) {
  const double rounding = 1e-12 * (full.certificate.gap - full.certificate.dual);
  EXPECT_NEAR(proof.certificate.primal, full.certificate.primal, rounding);
  EXPECT_NEAR(proof.certificate.dual, full.certificate.dual, rounding);
  EXPECT_NEAR(proof.certificate.relative_gap, full.certificate.relative_gap, 1e-9 * full.certificate.relative_gap);
  EXPECT_NEAR(proof.intercepts[0], full.intercepts[0], 1e-9);
  EXPECT_NEAR(proof.violation, full.violation, 1e-9);
}

/// Eight pairs at a time move there and back, farther and farther.
TEST(OneClassProofs, OfFewRowsSayWhatThoseOfAllDo) {
  NearlyOptimal point;
  point.prover.prove(point.s, point.w, {});
  EXPECT_EQ(point.seen(), 400);
  int of_few = 0;
  for (std::uint32_t round = 0; round < 190; ++round) {
    const std::vector<double> s = point.s;
    std::vector<std::uint32_t> moved;
    for (std::uint32_t k = round; k < round + 8; ++k) {
      point.move(k, k + 200, 0.003 * round);
      moved.insert(moved.end(), {k, k + 200});
    }
    expect_same_proof(point.prover.prove(point.s, point.w, moved), point.full_proof());
    of_few += point.seen() < 200;
    for (std::uint32_t k = round; k < round + 8; ++k) point.move(k + 200, k, s[k] - point.s[k]);
    expect_same_proof(point.prover.prove(point.s, point.w, moved), point.full_proof());
    of_few += point.seen() < 200;
  }
  EXPECT_GT(of_few, 100);
}

/// z of rows in doubt is that of the w that they were looked at for.
TEST(OneClassProofs, LookAgainAtRowsThatOnceWereInDoubt) {
  NearlyOptimal point;
  const std::vector<double> w = point.w;
  for (int round = 0; round < 200; ++round) {
    point.prover.prove(point.s, point.w, {});
    for (double& entry : point.w) entry += 10 * point.random.normal();
    point.prover.prove(point.s, point.w, {});
    point.w = w;
    const KernelProof full = point.full_proof();
    EXPECT_NEAR(point.prover.prove(point.s, point.w, {}).certificate.gap, full.certificate.gap,
                1e-9 * full.certificate.gap);
  }
}

}  // namespace
}  // namespace hingeline::internal
