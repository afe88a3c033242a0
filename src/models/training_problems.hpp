// SPDX-License-Identifier: BSD-3-Clause
//
// From targets to problems: regression as it stands, two classes as +1 and -1; more by one-vs-rest, class k against all
// others, each a problem of its own on the same matrix, by one-vs-one, every two on the rows of those two alone, or all
// in one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hingeline/model.hpp"
#include "hingeline/problem.hpp"
#include "models/rows_by_class.hpp"
#include "models/standardization.hpp"

namespace hingeline::internal {

/// One output's problem, and what it views that is not the data's.
struct OutputProblem {
  Problem problem;
  std::vector<double> y;
  std::vector<double> weights;
  std::optional<Dataset> rows;  ///< those of two classes alone
};

class TrainingProblems {
 public:
  /// `model`, untrained, says which classes and outputs there are. Throws InvalidParameter where rows that stay in
  /// their file would be copied.
  TrainingProblems(const Dataset& data, const TrainOptions& options, const LinearModel& model);

  /// Looks at every value. Throws InvalidParameter or DataError.
  void validate() const;
  /// Before training: leaves values to a solver of the data's own rows that sees bad ones for itself.
  void validate_before_solve() const;

  /// From now on problems are of standardized columns, where the options ask for it.
  void standardize();
  const Standardization& columns() const { return columns_; }
  MatrixView x() const { return columns_.x(data_.x); }

  OutputProblem output(int k) const;
  /// Of every row, where classes are not told from the rest.
  const std::vector<std::int32_t>& classes() const { return by_class_.classes(); }
  /// How many dual variables each part of the training has.
  std::vector<std::size_t> dual_sizes() const;

 private:
  std::span<const double> targets(int k, std::vector<double>& recoded) const;
  Problem problem(std::span<const double> y, int k) const;
  OutputProblem output_of_pair(int k) const;
  bool weighs_by_output() const;
  bool solves_own_rows_once() const;
  std::vector<double> weights_of_output(int k) const;
  void require_two_classes() const;

  const Dataset& data_;
  const TrainOptions& options_;
  const LinearModel& model_;
  std::vector<double> weights_;
  RowsByClass by_class_;                                    // where classes are not told from the rest
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // by output of one-vs-one
  Standardization columns_;
};

}  // namespace hingeline::internal
