// SPDX-License-Identifier: BSD-3-Clause
//
// Several quantiles and expectiles at once: no level crosses the next where that is promised, and the certificate is
// what the formulas give for the primal point and for the dual one: s, and the multipliers where outputs touch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "hingeline/model.hpp"
#include "support/levels.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

using support::deepest_crossing;
using support::level_options;
using support::spreading_rows;

struct Case {
  std::string name;
  TrainOptions options;
  std::int64_t rows = 60;
  Layout layout = Layout::dense;
};

void PrintTo(const Case& given, std::ostream* out) { *out << given.name; }

Case make_case(
    std::string name, LevelTie tie, const std::function<void(Case&)>& change = [](Case&) {}) {
  Case made{std::move(name), level_options(tie)};
  change(made);
  return made;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const LevelTie tie : {LevelTie::rows, LevelTie::box, LevelTie::slope}) {
    const std::string name(to_string(tie));
    all.push_back(make_case(name, tie));
    all.push_back(make_case(name + "_sparse", tie, [](Case& c) { c.layout = Layout::sparse; }));
    all.push_back(make_case(name + "_many_rows", tie, [](Case& c) { c.rows = 3000; }));
    all.push_back(make_case(name + "_expectile", tie, [](Case& c) { c.options.loss.name = LossName::expectile; }));
    all.push_back(make_case(name + "_tube", tie, [](Case& c) { c.options.loss.epsilon = 0.2; }));
    all.push_back(make_case(name + "_lasso", tie, [](Case& c) { c.options.penalty = {.l1 = 1, .l2 = 0}; }));
    all.push_back(make_case(name + "_elastic_net", tie, [](Case& c) { c.options.penalty = {.l1 = 1, .l2 = 0.5}; }));
    all.push_back(make_case(name + "_large_C", tie, [](Case& c) { c.options.C = 1e4; }));
    if (tie == LevelTie::slope) continue;
    all.push_back(make_case(name + "_penalized", tie, [](Case& c) {
      c.options.intercept = Intercept::penalized;
      c.options.bias = 3;
    }));
  }
  return all;
}

double output(const LinearModel& model, std::size_t k, const std::vector<double>& x) {
  double z = model.intercept[k];
  for (std::size_t j = 0; j < x.size(); ++j) z += model.coef[j * model.intercept.size() + k] * x[j];
  return z;
}

class Levels : public ::testing::TestWithParam<Case> {
 protected:
  Levels() : data(spreading_rows(GetParam().rows, 3, 1, GetParam().layout)), result(train(data, GetParam().options)) {}

  const TrainOptions& options() const { return GetParam().options; }
  std::size_t count() const { return options().levels.size(); }
  double s(std::size_t i, std::size_t k) const { return result.parts[0].dual_coef[i * count() + k]; }

  Loss loss(std::size_t k) const {
    Loss one = options().loss;
    one.tau = options().levels[k];
    return one;
  }

  /// u_k of the columns, and last that of an appended column of ones.
  std::vector<double> from_dual(std::size_t k) const {
    std::vector<double> u(4);
    const auto add = [&u](double factor, const std::vector<double>& x) {
      for (std::size_t j = 0; j < 3; ++j) u[j] += factor * x[j];
      u[3] += factor;
    };
    for (std::size_t i = 0; i < data.y.size(); ++i)
      add(s(i, k), support::slow_row(data.x, static_cast<std::int64_t>(i)));
    for (const LevelContact& contact : result.contacts) {
      if (contact.level == k) add(-contact.multiplier, contact.x);
      if (contact.level + 1 == k) add(contact.multiplier, contact.x);
    }
    return u;
  }

  /// R*(u) of an L1 penalty and a ridge.
  double conjugate_penalty(const std::vector<double>& u) const {
    const auto& [l1, l2, weights] = options().penalty;
    double total = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const double beyond = std::max(0.0, std::abs(u[j]) - l1);
      if (l2 > 0) {
        total += beyond * beyond / (2 * l2);
      } else {
        EXPECT_LE(beyond, 1e-9 * (1 + l1));
      }
    }
    return total;
  }

  double penalty(std::size_t k) const {
    double total = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const double w = result.model.coef[j * count() + k];
      total += options().penalty.l1 * std::abs(w) + 0.5 * options().penalty.l2 * w * w;
    }
    if (options().intercept == Intercept::penalized)
      total += 0.5 * std::pow(result.model.intercept[k] / options().bias, 2);
    return total;
  }

  Dataset data;
  TrainResult result;
};

TEST_P(Levels, AreProven) {
  EXPECT_EQ(result.status, Status::converged) << result.parts[0].reason;
  EXPECT_LE(result.certificate.relative_gap, support::level_tolerance);
  EXPECT_EQ(result.parts[0].solver, "level_newton");
  EXPECT_EQ(result.certificate.max_violation, 0);
}

TEST_P(Levels, DoNotCrossWhereThatIsPromised) {
  if (options().level_tie != LevelTie::box) {
    EXPECT_LE(deepest_crossing(result.model, data), 0);
  }
  if (options().level_tie == LevelTie::rows) return;
  for (int corner = 0; corner < 8; ++corner) {
    const std::vector<double> x = {(corner & 1) != 0 ? 2.0 : -2.0, (corner & 2) != 0 ? 2.0 : -2.0,
                                   (corner & 4) != 0 ? 2.0 : -2.0};
    for (std::size_t k = 0; k + 1 < count(); ++k) EXPECT_LE(output(result.model, k, x), output(result.model, k + 1, x));
  }
}

TEST_P(Levels, CertificateIsWhatTheFormulasGive) {
  long double primal = 0;
  long double dual = 0;
  std::vector<double> sum(4);
  for (std::size_t k = 0; k < count(); ++k) {
    for (std::size_t i = 0; i < data.y.size(); ++i) {
      const std::vector<double> x = support::slow_row(data.x, static_cast<std::int64_t>(i));
      primal += options().C * support::slow_loss(loss(k), data.y[i], output(result.model, k, x));
      dual -= support::slow_conjugate(loss(k), data.y[i], options().C, s(i, k));
    }
    const std::vector<double> u = from_dual(k);
    const double size = options().C * static_cast<double>(data.y.size());
    if (options().intercept == Intercept::free) {
      EXPECT_NEAR(u[3], 0, 1e-12 * size);
    }
    if (options().intercept == Intercept::penalized) dual -= 0.5 * std::pow(options().bias * u[3], 2);
    if (options().level_tie == LevelTie::slope) {
      for (std::size_t j = 0; j < 3; ++j) sum[j] += u[j];
    } else {
      dual -= conjugate_penalty(u);
      primal += penalty(k);
    }
  }
  if (options().level_tie == LevelTie::slope) {
    dual -= conjugate_penalty(sum);
    primal += penalty(0);
  }
  const Certificate& proof = result.certificate;
  EXPECT_NEAR(static_cast<double>(primal), proof.primal, 1e-9 * proof.primal);
  EXPECT_NEAR(static_cast<double>(dual), proof.dual, 1e-7 * proof.primal);
  EXPECT_LE(static_cast<double>(dual - primal), 1e-9 * proof.primal);
}

TEST_P(Levels, HaveOneSlopeWhereTheyAreTiedByIt) {
  if (options().level_tie != LevelTie::slope) return;
  for (std::size_t j = 0; j < result.model.coef.size(); ++j)
    EXPECT_EQ(result.model.coef[j], result.model.coef[j / count() * count()]);
}

INSTANTIATE_TEST_SUITE_P(All, Levels, ::testing::ValuesIn(cases()), [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace hingeline
