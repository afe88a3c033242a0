// SPDX-License-Identifier: BSD-3-Clause
//
// From targets to problems. Regression uses the targets as they are, two classes become +1 and -1. More classes are
// one-vs-rest (class k against all others, a problem each on the same matrix), one-vs-one (every two classes, on their
// rows alone), or one joint problem.
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

/// The problem of one output, and the memory that it refers to beside the data.
struct OutputProblem {
  Problem problem;
  std::vector<double> y;
  std::vector<double> weights;
  std::optional<Dataset> rows;  ///< one-vs-one: the rows of the two classes
};

class TrainingProblems {
 public:
  /// `model` is untrained_model(): it has the classes and outputs. Throws InvalidParameter where rows that stay in
  /// their file would be copied.
  TrainingProblems(const Dataset& data, const TrainOptions& options, const LinearModel& model);

  /// Checks everything, all values of the matrix included. Throws InvalidParameter or DataError.
  void validate() const;
  /// validate() before training, without values that a solver of the data's own rows checks itself.
  void validate_before_solve() const;

  /// Standardizes the columns of all problems from now on, if the options ask for it.
  void standardize();
  const Standardization& columns() const { return columns_; }
  MatrixView x() const { return columns_.x(data_.x); }

  OutputProblem output(int k) const;
  /// The class of every row; empty for one-vs-rest and regression.
  const std::vector<std::int32_t>& classes() const { return by_class_.classes(); }
  /// The number of dual variables of each part of the training.
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
  RowsByClass by_class_;                                    // empty for one-vs-rest and regression
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // one-vs-one: the classes of each output
  Standardization columns_;
};

}  // namespace hingeline::internal
