// SPDX-License-Identifier: BSD-3-Clause
//
// What the seed dual-cd-logistic-regression claims about its one-variable step, and what log-odds make of it: Newton's
// method with Armijo's line search, the modified Newton method without, and Halley's method on the log-odds, on the
// same random rows (q = |x|^2 in 1e-2 .. 1e2, margins uniform in -P .. P). Cold rows start from the paper's alpha =
// min(1e-3 C, 1e-8); warm rows from the solution for a margin that was off by up to 0.1, as late in a training.
//
// Prints a Markdown table. Usage: bench_logistic_step [rows per cell, default 20000]
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "core/timer.hpp"
#include "losses/logistic_step.hpp"
#include "support/logistic_line_search.hpp"
#include "support/logistic_newton.hpp"
#include "support/logistic_residual.hpp"

namespace {

using hingeline::internal::LogisticDual;

constexpr double stop = 1e-12;
constexpr std::size_t checked_rows = 500;  // 50-digit arithmetic is slow

struct Row {
  double q;
  double m;       ///< margin with the row left out
  double c1, c2;  ///< the shares it starts from
  double u;       ///< their log-odds
};

struct Outcome {
  LogisticDual shares;
  int iterations;
};

std::vector<Row> make_rows(double C, double range, bool warm, std::size_t count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Row> rows(count);
  for (Row& row : rows) {
    row.q = std::pow(100, uniform(random));
    row.m = range * uniform(random);
    const double alpha = std::min(1e-3 * C, 1e-8);
    row.u = hingeline::internal::log_odds_of(alpha, C);
    if (warm) row.u = hingeline::internal::step_log_odds(row.m + 0.1 * uniform(random), row.q, C).log_odds;
    const LogisticDual start = hingeline::internal::split_by_log_odds(C, row.u);
    row.c1 = std::max(start.alpha, 1e-300);
    row.c2 = std::max(start.complement, 1e-300);
  }
  return rows;
}

Outcome with_line_search(const Row& row, double) {
  const auto solution =
      hingeline::support::logistic_with_line_search(row.q, row.m + row.q * row.c1, row.c1, row.c2, stop, 100);
  return {{solution.Z1, solution.Z2}, solution.iterations};
}

Outcome modified_newton(const Row& row, double) {
  const auto solution = hingeline::internal::logistic_newton(row.q, row.m + row.q * row.c1, row.c1, row.c2, stop, 100);
  return {{solution.Z1, solution.Z2}, solution.iterations};
}

Outcome log_odds(const Row& row, double C) {
  const auto solution = hingeline::internal::step_log_odds(row.m, row.q, C);
  return {hingeline::internal::split_by_log_odds(C, solution.log_odds), solution.iterations};
}

/// As a solver visits a row: one Newton step where the move is small. Its error is of second order in the move by
/// design, so the errors of this form say how far one visit brings the row.
Outcome one_visit(const Row& row, double C) {
  const double u = hingeline::internal::move_log_odds(row.m + row.q * row.c1, row.q, C, row.c1, row.u);
  return {hingeline::internal::split_by_log_odds(C, u), 1};
}

double worst_error(const std::vector<Row>& rows, double C, const std::vector<Outcome>& outcomes) {
  double worst = 0;
  for (std::size_t i = 0; i < std::min(rows.size(), checked_rows); ++i) {
    const hingeline::support::LogisticResidual residual(rows[i].m, rows[i].q, C);
    const LogisticDual& shares = outcomes[i].shares;
    const double smaller = residual.first_share_is_smaller() ? shares.alpha : shares.complement;
    if (!residual.proves(smaller, 0, 1e-300)) worst = std::max(worst, residual.relative_error(smaller));
  }
  return worst;
}

/// One cell: mean and most iterations, nanoseconds per solve (the least of three runs), worst relative error.
template <class Form>
std::string measure(double C, const std::vector<Row>& rows, Form form) {
  std::vector<Outcome> outcomes(rows.size());
  double seconds = HUGE_VAL;
  for (int run = 0; run < 3; ++run) {
    const hingeline::internal::Timer timer;
    for (std::size_t i = 0; i < rows.size(); ++i) outcomes[i] = form(rows[i], C);
    seconds = std::min(seconds, timer.seconds());
  }
  const auto count = static_cast<double>(rows.size());
  double total = 0;
  int most = 0;
  for (const Outcome& outcome : outcomes) {
    total += outcome.iterations;
    most = std::max(most, outcome.iterations);
  }
  return fmt::format(" {:.1f} / {}; {:.0f} ns; {:.0e} |", total / count, most, 1e9 * seconds / count,
                     worst_error(rows, C, outcomes));
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20000;
  fmt::print(
      "Each cell: mean / most iterations (100 allowed); time per solve; worst relative error of min(alpha, C - "
      "alpha)\n\n");
  fmt::print(
      "| start | C | margins up to | Newton, line search | modified Newton | log-odds | log-odds, one visit |\n");
  fmt::print("|---|---|---|---|---|---|---|\n");
  for (const bool warm : {false, true}) {
    for (const double C : {1e-2, 1.0, 1e2, 1e4, 1e6, 1e8}) {
      for (const double range : {1.0, 30.0, 1e3, 1e6}) {
        const std::vector<Row> rows = make_rows(C, range, warm, count);
        fmt::print("| {} | {:g} | {:g} |{}{}{}{}\n", warm ? "warm" : "cold", C, range,
                   measure(C, rows, with_line_search), measure(C, rows, modified_newton), measure(C, rows, log_odds),
                   measure(C, rows, one_visit));
      }
    }
  }
}
