// SPDX-License-Identifier: BSD-3-Clause
//
// Crammer and Singer's machine by its definitions: the objective, the proof of a model, and a slow solver.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "hingeline/model.hpp"
#include "support/random_classes.hpp"

namespace hingeline::support {

inline TrainOptions crammer_singer_options(Intercept intercept, double C, double tolerance) {
  return joint_options(MultiClass::crammer_singer, LossName::hinge, intercept, C, tolerance);
}

/// Options with a solver.
inline TrainOptions by(Solver solver, TrainOptions options) {
  options.solver.solver = solver;
  return options;
}

/// The solvers of Crammer and Singer's machine.
inline constexpr Solver crammer_singer_solvers[] = {Solver::dual_cd, Solver::alm_newton};

/// The problem's rows, with the column of a penalized intercept, and classes and costs, all by their definitions.
struct PlainClasses {
  PlainClasses(const Dataset& data, const TrainOptions& options, const std::vector<double>& labels) {
    const auto& x = std::get<DenseView<double>>(data.x);
    count = labels.size();
    for (std::size_t i = 0; i < data.y.size(); ++i) {
      const double* row = x.values + static_cast<std::int64_t>(i) * x.stride;
      rows.emplace_back(row, row + x.cols);
      if (options.intercept == Intercept::penalized) rows.back().push_back(options.bias);
      classes.push_back(static_cast<std::size_t>(std::find(labels.begin(), labels.end(), data.y[i]) - labels.begin()));
      costs.push_back(options.C * (options.weights.empty() ? 1 : options.weights[i]));
    }
  }

  long double primal(const std::vector<long double>& w) const {
    long double total = 0;
    for (const long double entry : w) total += entry * entry / 2;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const long double own = output(w, i, classes[i]);
      long double largest = 0;
      for (std::size_t k = 0; k < count; ++k)
        if (k != classes[i]) largest = std::max(largest, output(w, i, k) + 1 - own);
      total += costs[i] * largest;
    }
    return total;
  }

  long double output(const std::vector<long double>& w, std::size_t i, std::size_t k) const {
    long double z = 0;
    for (std::size_t j = 0; j < rows[i].size(); ++j) z += rows[i][j] * w[j * count + k];
    return z;
  }

  void add(std::vector<long double>& w, std::size_t i, std::size_t k, long double scale) const {
    for (std::size_t j = 0; j < rows[i].size(); ++j) w[j * count + k] += scale * rows[i][j];
  }

  std::vector<std::vector<double>> rows;
  std::vector<std::size_t> classes;
  std::vector<double> costs;
  std::size_t count;
};

/// Checks P of the model, D of its dual point, and that the dual point is feasible.
inline void expect_crammer_singer_proven(const Dataset& data, const TrainOptions& options, const TrainResult& result) {
  ASSERT_EQ(result.status, Status::converged) << result.parts.front().reason;
  const PlainClasses plain(data, options, result.model.labels);
  const std::vector<double>& s = result.parts.front().dual_coef;
  std::vector<long double> w(result.model.coef.begin(), result.model.coef.end());
  if (options.intercept == Intercept::penalized)
    for (const double b : result.model.intercept) w.push_back(b / options.bias);
  std::vector<long double> u(w.size());
  long double dual = 0;
  for (std::size_t i = 0; i < plain.rows.size(); ++i) {
    long double sum = 0;
    for (std::size_t k = 0; k < plain.count; ++k) {
      const double dual_coef = s[i * plain.count + k];
      EXPECT_LE(dual_coef, k == plain.classes[i] ? plain.costs[i] : 0);
      sum += dual_coef;
      plain.add(u, i, k, dual_coef);
    }
    EXPECT_NEAR(static_cast<double>(sum), 0, 1e-15 * plain.costs[i]);
    dual += s[i * plain.count + plain.classes[i]];
  }
  for (const long double entry : u) dual -= entry * entry / 2;
  const auto primal = static_cast<double>(plain.primal(w));
  EXPECT_NEAR(result.certificate.primal, primal, 1e-12 * primal);
  EXPECT_NEAR(result.certificate.dual, static_cast<double>(dual), 1e-10 * primal);
  EXPECT_LE(primal - static_cast<double>(dual), options.solver.tolerance * primal + 1e-12 * primal);
}

/// Pairs of variables of a row, one after the other, each moved to the maximum: Platt's method, slowly.
inline std::vector<long double> slow_crammer_singer(const PlainClasses& plain) {
  std::vector<long double> w(plain.rows.front().size() * plain.count);
  std::vector<long double> s(plain.rows.size() * plain.count);
  long double moved = 1;
  for (int pass = 0; pass < 20000 && moved > 1e-14L; ++pass) {
    moved = 0;
    for (std::size_t i = 0; i < plain.rows.size(); ++i) {
      long double norm = 0;
      for (const double value : plain.rows[i]) norm += static_cast<long double>(value) * value;
      for (std::size_t k = 0; k < plain.count && norm > 0; ++k)
        for (std::size_t l = 0; l < plain.count; ++l) {
          if (k == l) continue;
          const std::size_t y = plain.classes[i];
          const long double slope = plain.output(w, i, l) + (l == y ? 0 : 1) - plain.output(w, i, k) - (k == y ? 0 : 1);
          const long double room = (k == y ? plain.costs[i] : 0) - s[i * plain.count + k];
          const long double step = std::min(room, slope / (2 * norm));
          if (!(step > 0)) continue;
          s[i * plain.count + k] += step;
          s[i * plain.count + l] -= step;
          plain.add(w, i, k, step);
          plain.add(w, i, l, -step);
          moved = std::max(moved, step);
        }
    }
  }
  return w;
}

}  // namespace hingeline::support
