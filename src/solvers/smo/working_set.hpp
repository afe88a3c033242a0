// SPDX-License-Identifier: BSD-3-Clause
//
// Which variables are solved for together. Members that stay come first, in the order they had.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/kernel_certificate.hpp"
#include "problem/quadratic_program.hpp"

namespace hingeline::internal {

class WorkingSet {
 public:
  /// The members' kernel, in float, may take so many bytes; that of 4,096 members always may.
  WorkingSet(const QuadraticProgram& program, double kernel_bytes);

  /// Chooses from both ends of the violation: half of the set may be old members, the free ones first; the rest are
  /// the worst violators, half of them that should grow and half that should shrink. Returns, for the members that
  /// stay, where they were.
  std::vector<std::size_t> choose(const std::vector<double>& a, const std::vector<double>& products,
                                  const std::array<Extremes, 2>& worst);

  const std::vector<std::int32_t>& members() const { return members_; }
  /// How many members there may be at present.
  std::size_t capacity() const { return capacity_; }
  /// Members to have memory for: of a small problem all, and for a set that outgrows what is cheap the largest number
  /// at once. Memory taken anew is dear, and what is not used of it is free.
  std::size_t room() const;

 private:
  struct Candidate {
    double score;
    std::int32_t variable;
  };

  std::vector<std::size_t> keep(const std::vector<double>& a, const std::vector<double>& products,
                                const std::array<Extremes, 2>& worst);
  void fill(const std::vector<double>& a, const std::vector<double>& products, const std::array<Extremes, 2>& worst);
  /// Adds the best candidates that are no members yet until there are so many members.
  void take(std::vector<Candidate>& candidates, std::size_t members);
  void grow(const std::vector<double>& a);

  const QuadraticProgram& program_;
  std::size_t largest_;
  std::size_t capacity_;
  std::vector<std::int32_t> members_;
  std::vector<char> is_member_;
};

}  // namespace hingeline::internal
