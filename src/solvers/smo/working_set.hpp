// SPDX-License-Identifier: BSD-3-Clause
//
// The working set: the variables solved for together. Members that stay come first, in the order they had.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/extremes.hpp"
#include "problem/quadratic_program.hpp"

namespace hingeline::internal {

class WorkingSet {
 public:
  /// The members' kernel matrix, in float, may take `kernel_bytes`; that of 4,096 members is always allowed.
  WorkingSet(const QuadraticProgram& program, double kernel_bytes);

  /// Chooses the members: up to half of the set from the old ones, free variables first; the rest are the worst
  /// violators, half of them that should grow and half that should shrink. Returns the former places of the members
  /// that stay.
  std::vector<std::size_t> choose(const std::vector<double>& a, const std::vector<double>& products,
                                  const std::array<Extremes, 2>& worst);

  const std::vector<std::int32_t>& members() const { return members_; }
  /// The present limit of members.
  std::size_t capacity() const { return capacity_; }
  /// The number of members to take memory for: all of a small problem, and the largest number at once for a set that
  /// outgrows 4,096. Taking memory again is expensive, and unused memory costs nothing.
  std::size_t room() const;

 private:
  struct Candidate {
    double score;
    std::int32_t variable;
  };

  std::vector<std::size_t> keep(const std::vector<double>& a, const std::vector<double>& products,
                                const std::array<Extremes, 2>& worst);
  void fill(const std::vector<double>& a, const std::vector<double>& products, const std::array<Extremes, 2>& worst);
  /// Adds the best candidates that are not members yet until there are `members` of them.
  void take(std::vector<Candidate>& candidates, std::size_t members);
  void grow(const std::vector<double>& a);

  const QuadraticProgram& program_;
  std::size_t largest_;
  std::size_t capacity_;
  std::vector<std::int32_t> members_;
  std::vector<char> is_member_;
};

}  // namespace hingeline::internal
