// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "hingeline/kernel_model.hpp"

namespace hingeline {

/// A kernel model made ready for many predictions: it is validated once, and its support vectors are laid out for
/// kernel products once, when rows of a value type are first predicted. For few rows at a time that is most of what
/// `decision_values` of a model costs; its values are the same, bit by bit.
///
/// Copies share what has been laid out, and one predictor may be used by several threads at once. What is laid out
/// takes about as much memory as dense support vectors of the type of x, and where that is more than 64 MiB and four
/// times what the model's own entries take (wide sparse support vectors), as much as those entries.
class KernelPredictor {
 public:
  /// Throws InvalidParameter where the model's sizes disagree or a parameter of its kernel is out of range.
  explicit KernelPredictor(KernelModel model);

  /// What the free functions `predict` and `predict_probability` take beside decision values.
  const KernelModel& model() const;

  /// Outputs of every row, row-major: rows x model().outputs(). Columns of x that the model lacks count as 0 in its
  /// support vectors, those that x lacks as 0 in x. Entries of x must be valid and finite, which is not looked at.
  /// Throws DataError where the sizes of x do not fit, or with the precomputed kernel it lacks a row of training, and
  /// InvalidParameter unless threads >= 1.
  std::vector<double> decision_values(const MatrixView& x, int threads = 1) const;

 private:
  struct Prepared;
  std::shared_ptr<const Prepared> prepared_;
};

}  // namespace hingeline
