// SPDX-License-Identifier: BSD-3-Clause
//
// Vectors against the sheet, from margins that vanish to margins that saturate.
#include "losses/logistic_ops.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "losses/logistic.hpp"
#include "support/every_target.hpp"

namespace hingeline::internal {
namespace {

struct Rows {
  std::vector<double> y, c, z, s;
};

Rows random_rows() {
  Random random(5);
  Rows rows;
  for (const double size : {1e-9, 1.0, 30.0, 1e3})
    for (int k = 0; k < 32; ++k) {
      rows.y.push_back(random.uniform() < 0.5 ? -1 : 1);
      rows.c.push_back(k % 7 == 0 ? 0 : std::exp(random.normal()));
      rows.z.push_back(size * random.normal());
      const std::array<double, 5> shares = {0, 1, 1e-12, random.uniform(), 1 - 1e-12};
      rows.s.push_back(rows.y.back() * rows.c.back() * shares[static_cast<std::size_t>(k) % shares.size()]);
    }
  return rows;
}

/// Vectors take exp(-|m|) below 1e-304 for 0.
void expect_close(double given, double expected, double scale) {
  EXPECT_NEAR(given, expected, 1e-15 * scale + 4e-15 * std::abs(expected) + 1e-300);
}

TEST(LogisticOps, AreTheSheetsFormulas) {
  const Rows given = random_rows();
  const std::size_t size = given.y.size();
  ASSERT_EQ(size % logistic_group, 0U);
  const LogisticLoss sheet;
  support::on_every_target([&] {
    const LogisticRows rows{given.y.data(), given.c.data(), given.z.data(), size};
    std::vector<double> slopes(size);
    std::vector<double> curvatures(size);
    std::vector<double> values(size);
    std::vector<double> conjugates(size);
    logistic_ops().differentiate(rows, slopes.data(), curvatures.data());
    logistic_ops().evaluate(rows, given.s.data(), values.data(), conjugates.data());
    std::vector<double> duals(size);
    std::vector<double> same_values(size);
    logistic_ops().evaluate_at_slopes(rows, duals.data(), same_values.data());
    for (std::size_t i = 0; i < size; ++i) {
      const double c = given.c[i];
      EXPECT_EQ(duals[i], -slopes[i]);
      EXPECT_EQ(same_values[i], values[i]);
      expect_close(slopes[i], c * sheet.derivative(given.y[i], given.z[i]), 0);
      expect_close(curvatures[i], c * sheet.curvature(given.y[i], given.z[i]), 0);
      expect_close(values[i], c * sheet.value(given.y[i], given.z[i]), 0);
      expect_close(conjugates[i], c > 0 ? sheet.conjugate(given.y[i], c, given.s[i]) : 0, c);
    }
  });
}

/// As they are among others, and nothing is written behind them.
TEST(LogisticOps, AnyNumberOfRows) {
  const Rows given = random_rows();
  constexpr double untouched = 7;
  support::on_every_target([&] {
    std::vector<double> slopes(given.y.size()), curvatures(slopes), values(slopes), conjugates(slopes);
    const LogisticRows all{given.y.data(), given.c.data(), given.z.data(), given.y.size()};
    logistic_ops().differentiate(all, slopes.data(), curvatures.data());
    logistic_ops().evaluate(all, given.s.data(), values.data(), conjugates.data());
    for (std::size_t size = 0; size < 3 * logistic_group; ++size) {
      // Copies of as many rows: what is read or written beyond them is found by the address sanitizer.
      const std::vector<double> y(given.y.begin(), given.y.begin() + static_cast<std::ptrdiff_t>(size));
      const std::vector<double> c(given.c.begin(), given.c.begin() + static_cast<std::ptrdiff_t>(size));
      const std::vector<double> z(given.z.begin(), given.z.begin() + static_cast<std::ptrdiff_t>(size));
      const std::vector<double> s(given.s.begin(), given.s.begin() + static_cast<std::ptrdiff_t>(size));
      const LogisticRows rows{y.data(), c.data(), z.data(), size};
      std::vector<double> first(size + 1, untouched), second(first), third(first), fourth(first);
      logistic_ops().differentiate(rows, first.data(), second.data());
      logistic_ops().evaluate(rows, s.data(), third.data(), fourth.data());
      std::vector<double> fifth(size + 1, untouched), sixth(fifth);
      logistic_ops().evaluate_at_slopes(rows, fifth.data(), sixth.data());
      double sum = 0;
      for (std::size_t i = 0; i < size; ++i) {
        EXPECT_EQ(fifth[i], -slopes[i]);
        EXPECT_EQ(sixth[i], values[i]);
        EXPECT_EQ(first[i], slopes[i]);
        EXPECT_EQ(second[i], curvatures[i]);
        EXPECT_EQ(third[i], values[i]);
        expect_close(fourth[i], conjugates[i], c[i] + std::abs(s[i] * z[i]));
        sum += values[i];
      }
      EXPECT_NEAR(logistic_ops().sum(rows), sum, 1e-14 * sum);
      EXPECT_EQ(first[size] + second[size] + third[size] + fourth[size], 4 * untouched);
      EXPECT_EQ(fifth[size] + sixth[size], 2 * untouched);
    }
  });
}

TEST(LogisticOps, ValuesAreRightToAFewUlps) {
  std::vector<double> z;
  for (double size = 1e-18; size < 700; size *= 1.07)
    for (const double sign : {-1.0, 1.0}) z.push_back(sign * size);
  z.resize(z.size() / logistic_group * logistic_group);
  const std::vector<double> ones(z.size(), 1.0);
  const std::vector<double> halves(z.size(), 0.5);
  std::vector<double> values(z.size());
  std::vector<double> conjugates(z.size());
  support::on_every_target([&] {
    logistic_ops().evaluate({ones.data(), ones.data(), z.data(), z.size()}, halves.data(), values.data(),
                            conjugates.data());
    for (std::size_t i = 0; i < z.size(); ++i) {
      const long double margin = z[i];
      const long double exact = std::max(0.0L, -margin) + std::log1p(std::exp(-std::abs(margin)));
      EXPECT_NEAR(values[i], static_cast<double>(exact), 1e-15 * static_cast<double>(exact)) << z[i];
    }
  });
}

TEST(LogisticOps, FarOnTheRightSideNothingIsLost) {
  constexpr double c = 1e300;
  const std::vector<double> y(logistic_group, -1.0);
  const std::vector<double> costs(logistic_group, c);
  const std::vector<double> s(logistic_group, 0.0);
  std::vector<double> values(logistic_group);
  std::vector<double> others(logistic_group);
  support::on_every_target([&] {
    for (const double size : {701.0, 1e3, 1e15, 1e300}) {
      const std::vector<double> z(logistic_group, -size);
      const LogisticRows rows{y.data(), costs.data(), z.data(), logistic_group};
      logistic_ops().evaluate(rows, s.data(), values.data(), others.data());
      EXPECT_EQ(values, s) << size;
      logistic_ops().differentiate(rows, values.data(), others.data());
      EXPECT_EQ(values, s) << size;
      EXPECT_EQ(others, s) << size;
    }
  });
}

TEST(LogisticOps, ConjugatesOfSlopesMeetFenchelsEquality) {
  Rows given = random_rows();
  const std::size_t size = given.y.size();
  const LogisticLoss sheet;
  support::on_every_target([&] {
    const LogisticRows rows{given.y.data(), given.c.data(), given.z.data(), size};
    std::vector<double> values(size);
    std::vector<double> conjugates(size);
    logistic_ops().differentiate(rows, given.s.data(), values.data());
    for (double& s : given.s) s = -s;
    logistic_ops().evaluate(rows, given.s.data(), values.data(), conjugates.data());
    for (std::size_t i = 0; i < size; ++i) {
      const double c = given.c[i];
      expect_close(values[i], c * sheet.value(given.y[i], given.z[i]), 0);
      const double exact = c > 0 ? sheet.conjugate(given.y[i], c, given.s[i]) : 0;
      EXPECT_NEAR(conjugates[i], exact, 1e-15 * (c + std::abs(exact) + std::abs(given.s[i] * given.z[i])));
    }
  });
}

}  // namespace
}  // namespace hingeline::internal
