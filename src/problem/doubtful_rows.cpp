// SPDX-License-Identifier: BSD-3-Clause
#include "problem/doubtful_rows.hpp"

#include <algorithm>

#include "problem/extremes.hpp"

namespace hingeline::internal {
namespace {

/// -h of a variable at 0: how far f is on the side where s should not grow from 0, for the intercept -f0.
double distance(const QuadraticProgram& program, std::size_t t, const std::vector<double>& products, double f0) {
  return program.y[t] * (program.f(t, products.data()) - f0);
}

std::vector<char> marks(const QuadraticProgram& program, const std::vector<std::int32_t>& rows) {
  std::vector<char> marked(static_cast<std::size_t>(program.rows), 0);
  for (const std::int32_t row : rows) marked[static_cast<std::size_t>(row)] = 1;
  return marked;
}

}  // namespace

std::vector<std::int32_t> doubtful_rows(const QuadraticProgram& program, const std::vector<double>& a,
                                        const std::vector<double>& products, const ProductError& error) {
  const auto groups = extremes(program, a.data(), products.data());
  const auto error_at = [&](std::int64_t t) { return t < 0 ? 0 : error.of(program.row[static_cast<std::size_t>(t)]); };
  std::vector<char> doubtful(static_cast<std::size_t>(program.rows), 0);
  for (std::size_t t = 0; t < a.size(); ++t) {
    const Extremes& group = groups[static_cast<std::size_t>(program.group(t))];
    const double f0 = -middle(group);
    // how far the best intercept may be from the middle of the extremes, which have errors too
    const double reach =
        std::max(0.0, group.violation()) + error_at(group.up) + error_at(group.low) + 2 * error.of(program.row[t]);
    if (a[t] != 0 || !(distance(program, t, products, f0) > reach))
      doubtful[static_cast<std::size_t>(program.row[t])] = 1;
  }
  std::vector<std::int32_t> rows;
  for (std::size_t i = 0; i < doubtful.size(); ++i)
    if (doubtful[i] != 0) rows.push_back(static_cast<std::int32_t>(i));
  return rows;
}

bool stands(const KernelProof& proof, const QuadraticProgram& program, const std::vector<double>& a,
            const std::vector<double>& products, const std::vector<std::int32_t>& doubtful, const ProductError& error) {
  const std::vector<char> exact = marks(program, doubtful);
  const auto groups = extremes(program, a.data(), products.data());
  for (std::size_t t = 0; t < a.size(); ++t) {
    if (exact[static_cast<std::size_t>(program.row[t])] != 0) continue;
    const auto group = static_cast<std::size_t>(program.group(t));
    const double off = error.of(program.row[t]);
    const double extreme = program.y[t] > 0 ? groups[group].least : groups[group].greatest;
    if (!(distance(program, t, products, -proof.intercepts[group]) > off) ||
        !(distance(program, t, products, extreme) > off))
      return false;
  }
  return true;
}

}  // namespace hingeline::internal
