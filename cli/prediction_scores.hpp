// SPDX-License-Identifier: BSD-3-Clause
//
// Scores of predictions for rows whose targets are known.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "any_model.hpp"
#include "hingeline/selection.hpp"
#include "output.hpp"

namespace hingeline::cli {

/// Whether targets are numbers of plq functions, which predictions are not compared with.
bool targets_number_functions(const AnyModel& model);

/// The accuracy for classes, errors for regression or each of several levels. Keeps references to its arguments.
class PredictionScores {
 public:
  /// `truth` are the targets as labels of the model; NaN, which equals no prediction, where it has no such label.
  PredictionScores(const AnyModel& model, std::span<const double> truth, std::span<const double> predictions)
      : model_(model), truth_(truth), predictions_(predictions) {}

  /// Prints what LIBLINEAR's `predict` prints at the end, or a line per level.
  void print(const Console& console) const;
  void add_to(Json& object) const;

 private:
  struct LevelScore {
    double level;
    double loss;         ///< mean loss that the level's output minimises
    double share_below;  ///< share of the targets that are below the prediction
  };

  /// The score of a regression.
  Score score() const;
  /// The mean loss that a quantile, median or expectile minimises.
  std::optional<double> minimised() const;
  std::vector<LevelScore> level_scores() const;
  double accuracy() const;

  const AnyModel& model_;
  std::span<const double> truth_;
  std::span<const double> predictions_;
};

}  // namespace hingeline::cli
