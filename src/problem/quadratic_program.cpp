// SPDX-License-Identifier: BSD-3-Clause
#include "problem/quadratic_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/sum.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

constexpr double sum_rounding = 1e-12;

void add_variable(QuadraticProgram& program, std::size_t row, double y, double p, double upper) {
  program.row.push_back(static_cast<std::int32_t>(row));
  program.y.push_back(y);
  program.p.push_back(p);
  program.upper.push_back(upper);
}

/// A variable with p = tube - sign * target.
void add_of_tube(QuadraticProgram& program, std::size_t row, double sign, double tube, double target, double upper) {
  double p = tube;
  double lost = 0;
  add_exactly(-sign * target, p, lost);
  add_variable(program, row, sign, p, upper);
  program.p_lost.push_back(lost);
}

/// Sets the first variables of one sign (0: of any) to their bounds until they sum to `sum`.
void fill(const QuadraticProgram& program, double sign, double sum, double nu, std::vector<double>& a) {
  double left = sum;
  for (std::size_t t = 0; t < a.size() && left > 0; ++t) {
    if (sign != 0 && program.y[t] != sign) continue;
    a[t] = std::min(left, program.upper[t]);
    left -= a[t];
  }
  if (left > sum_rounding * sum)  // 13 digits are off by less
    throw InvalidParameter(
        "nu", fmt::format("{}", nu),
        fmt::format("must be at most {:.13g} with these targets and weights", nu * (1 - left / sum)));
}

/// Sums over the variables of each sign, - and +.
using SignSums = std::array<double, 2>;

std::size_t side(const QuadraticProgram& program, std::size_t t) { return program.y[t] > 0 ? 1 : 0; }

SignSums sign_sums(const QuadraticProgram& program, const std::vector<double>& a) {
  std::array<std::vector<double>, 2> sides;
  for (std::size_t t = 0; t < a.size(); ++t)
    if (a[t] != 0) sides[side(program, t)].push_back(a[t]);
  return {sum(sides[0]), sum(sides[1])};
}

/// Takes `excess` from the variable of one side that has the most room, as `room` measures it; false where that is not
/// enough.
template <class Room>
bool take_from_one(const QuadraticProgram& program, std::size_t which, double excess, const Room& room,
                   std::vector<double>& a) {
  std::size_t freest = 0;
  double most = 0;
  for (std::size_t t = 0; t < a.size(); ++t) {
    if (side(program, t) != which || room(t) <= most) continue;
    freest = t;
    most = room(t);
  }
  if (most <= std::abs(excess)) return false;
  a[freest] -= excess;
  return true;
}

/// Raises variables in turn up to their bounds, until those of one side have grown by `lack`.
void raise(const QuadraticProgram& program, std::size_t which, double lack, std::vector<double>& a) {
  for (std::size_t t = 0; t < a.size() && lack > 0; ++t) {
    if (side(program, t) != which) continue;
    const double change = std::min(lack, program.upper[t] - a[t]);
    a[t] += change;
    lack -= change;
  }
}

/// Lowers the variables below their bounds in proportion, and if all of these are not enough, the others.
void lower(const QuadraticProgram& program, std::size_t which, double excess, std::vector<double>& a) {
  SignSums sums{};  // of those below their bound, and at it
  for (std::size_t t = 0; t < a.size(); ++t)
    if (side(program, t) == which) sums[a[t] < program.upper[t] ? 0 : 1] += a[t];
  SignSums factors = {1, 1};
  if (excess < sums[0])
    factors[0] = 1 - excess / sums[0];
  else
    factors = {0, std::max(0.0, 1 - (excess - sums[0]) / sums[1])};
  for (std::size_t t = 0; t < a.size(); ++t)
    if (side(program, t) == which) a[t] *= factors[a[t] < program.upper[t] ? 0 : 1];
}

}  // namespace

QuadraticProgram quadratic_program(const KernelProblem& problem) {
  QuadraticProgram program;
  program.rows = rows(problem.x);
  program.sums_by_sign = problem.machine == Machine::nu_svc || problem.machine == Machine::nu_svr;
  const bool classes = is_classification(problem.machine);
  const double factor = has_C(problem.machine) ? problem.C : 1;
  const double tube = has_epsilon(problem.machine) ? problem.epsilon : 0;
  const auto n = static_cast<std::size_t>(program.rows);
  const auto add = [&](double sign) {
    program.row.reserve(program.size() + n);
    program.y.reserve(program.size() + n);
    program.p.reserve(program.size() + n);
    program.upper.reserve(program.size() + n);
    for (std::size_t i = 0; i < n; ++i) {
      const double upper = factor * row_weight(problem, i);
      if (upper == 0) continue;
      if (classes)
        add_variable(program, i, problem.y[i], problem.machine == Machine::c_svc ? -1 : 0, upper);
      else if (problem.machine == Machine::one_class)
        add_variable(program, i, 1, 0, upper);
      else
        add_of_tube(program, i, sign, tube, problem.y[i], upper);
    }
  };
  add(1);
  if (is_regression(problem.machine)) add(-1);  // a variable for each side of the tube
  return program;
}

std::vector<double> feasible_start(const KernelProblem& problem, const QuadraticProgram& program) {
  std::vector<double> a(program.size(), 0.0);
  if (!has_nu(problem.machine)) return a;
  double total = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(program.rows); ++i) total += row_weight(problem, i);
  const double sum = problem.nu * total * (problem.machine == Machine::nu_svr ? problem.C : 1);
  if (problem.machine == Machine::one_class) {
    fill(program, 0, sum, problem.nu, a);
  } else {
    fill(program, 1, sum / 2, problem.nu, a);
    fill(program, -1, sum / 2, problem.nu, a);
  }
  return a;
}

std::vector<double> feasible_near(const QuadraticProgram& program, std::span<const double> s,
                                  const std::vector<double>& start) {
  std::vector<double> a(program.size());
  for (std::size_t t = 0; t < a.size(); ++t)
    a[t] = std::max(0.0, program.y[t] * s[static_cast<std::size_t>(program.row[t])]);
  SignSums wanted = sign_sums(program, start);
  const bool is_told = wanted != SignSums{};
  const SignSums given = sign_sums(program, a);
  for (std::size_t t = 0; t < a.size(); ++t) {
    const std::size_t k = side(program, t);
    const double scale = wanted[k] / given[k];
    if (is_told && std::isfinite(scale)) a[t] *= scale;
    if (a[t] >= (1 - bound_rounding) * program.upper[t]) a[t] = program.upper[t];
  }
  const SignSums sums = sign_sums(program, a);
  if (!is_told) wanted[0] = wanted[1] = std::min(sums[0], sums[1]);
  for (const std::size_t k : {0, 1}) {
    const double excess = sums[k] - wanted[k];
    if (excess > sum_rounding * wanted[k]) lower(program, k, excess, a);
    if (excess < -sum_rounding * wanted[k]) raise(program, k, -excess, a);
  }
  return a;
}

double restore_sums(const QuadraticProgram& program, const std::vector<double>& start, std::vector<double>& a) {
  const SignSums sums = sign_sums(program, a);
  SignSums wanted = sign_sums(program, start);
  if (wanted == SignSums{}) wanted[0] = wanted[1] = std::min(sums[0], sums[1]);
  double moved = 0;
  for (const std::size_t k : {0, 1}) {
    const double excess = sums[k] - wanted[k];
    if (std::abs(excess) <= std::numeric_limits<double>::epsilon() * wanted[k]) continue;
    moved += std::abs(excess);
    const auto between = [&](std::size_t t) { return std::min(a[t], program.upper[t] - a[t]); };
    const auto one_way = [&](std::size_t t) { return excess > 0 ? a[t] : program.upper[t] - a[t]; };
    if (take_from_one(program, k, excess, between, a) || take_from_one(program, k, excess, one_way, a)) continue;
    excess > 0 ? lower(program, k, excess, a) : raise(program, k, -excess, a);
  }
  return moved;
}

std::vector<double> row_coefs(const QuadraticProgram& program, const std::vector<double>& a) {
  std::vector<double> s(static_cast<std::size_t>(program.rows), 0.0);
  for (std::size_t t = 0; t < a.size(); ++t) s[static_cast<std::size_t>(program.row[t])] += program.y[t] * a[t];
  return s;
}

}  // namespace hingeline::internal
