// SPDX-License-Identifier: BSD-3-Clause
//
// Split rows, those with several classes in A_i = {k : p_ik > 0}: the only rows in the Hessian of this folder's
// alm_newton.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hingeline::internal {

class SplitRows {
 public:
  struct Row {
    std::size_t row;
    std::size_t size;          ///< |A_i|
    std::size_t first_class;   ///< where A_i begins in the list of all classes
    std::size_t first_vector;  ///< where its |A_i| - 1 vectors begin in the list of all
  };
  /// A split row that has the class asked for, and the place of that class in A_i.
  struct Member {
    std::uint32_t split;
    std::uint32_t place;
  };

  explicit SplitRows(std::size_t count) : members_(count) {}

  /// Takes the split rows from h_ik, which is 1 / (t |A_i|) for k in A_i if |A_i| > 1, else 0.
  void take(std::span<const double> h) {
    rows_.clear();
    classes_.clear();
    vectors_ = 0;
    for (std::vector<Member>& of_class : members_) of_class.clear();
    for (std::size_t i = 0; i * members_.size() < h.size(); ++i)
      take_row(i, h.subspan(i * members_.size(), members_.size()));
  }

  std::span<const Row> rows() const { return rows_; }
  std::span<const std::int32_t> classes(const Row& row) const {
    return std::span(classes_).subspan(row.first_class, row.size);
  }
  /// In ascending order of rows.
  std::span<const Member> members(std::size_t k) const { return members_[k]; }
  /// sum_i (|A_i| - 1)
  std::size_t vectors() const { return vectors_; }
  /// 1 / t
  double curvature() const { return curvature_; }

 private:
  void take_row(std::size_t i, std::span<const double> h) {
    const std::size_t first = classes_.size();
    for (std::size_t k = 0; k < h.size(); ++k) {
      if (h[k] == 0) continue;
      members_[k].push_back(
          {static_cast<std::uint32_t>(rows_.size()), static_cast<std::uint32_t>(classes_.size() - first)});
      classes_.push_back(static_cast<std::int32_t>(k));
    }
    const std::size_t size = classes_.size() - first;
    if (size == 0) return;
    rows_.push_back({i, size, first, vectors_});
    vectors_ += size - 1;
    curvature_ = static_cast<double>(size) * h[static_cast<std::size_t>(classes_[first])];
  }

  std::vector<Row> rows_;
  std::vector<std::int32_t> classes_;
  std::vector<std::vector<Member>> members_;
  std::size_t vectors_ = 0;
  double curvature_ = 0;
};

}  // namespace hingeline::internal
