// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/working_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace hingeline::internal {
namespace {

/// n variables, each with a row, the first `free` of them between their bounds.
struct SetPoint {
  SetPoint(std::int32_t n, std::int32_t free) {
    for (std::int32_t t = 0; t < n; ++t) {
      program.row.push_back(t);
      program.y.push_back(t % 2 == 0 ? 1 : -1);
      program.p.push_back(-1);
      program.upper.push_back(1);
      a.push_back(t < free ? 0.5 : 0);
    }
    program.rows = n;
    products.assign(static_cast<std::size_t>(n), 0.0);
  }

  std::size_t members(WorkingSet& set) const {
    set.choose(a, products, extremes(program, a.data(), products.data()));
    return set.members().size();
  }

  QuadraticProgram program;
  std::vector<double> a;
  std::vector<double> products;
};

TEST(WorkingSet, AllFreeVariablesFitWhereMemoryDoes) {
  const SetPoint point(12000, 6000);
  WorkingSet large(point.program, 1e9);
  EXPECT_GE(point.members(large), 6000U);
  WorkingSet medium(point.program, 4.0 * 5000 * 5000);
  EXPECT_EQ(point.members(medium), 5000U);
  WorkingSet small(point.program, 1);
  EXPECT_EQ(point.members(small), 4096U);
}

TEST(WorkingSet, MembersAreDistinctAndThoseThatStayComeFirst) {
  const SetPoint point(3000, 100);
  WorkingSet set(point.program, 1e9);
  point.members(set);
  const std::vector<std::int32_t> before = set.members();
  const auto places =
      set.choose(point.a, point.products, extremes(point.program, point.a.data(), point.products.data()));
  ASSERT_GE(places.size(), 100U);
  for (std::size_t k = 0; k < places.size(); ++k) EXPECT_EQ(set.members()[k], before[places[k]]);
  std::vector<std::int32_t> sorted = set.members();
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
}

}  // namespace
}  // namespace hingeline::internal
