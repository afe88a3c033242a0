// SPDX-License-Identifier: BSD-3-Clause
//
// What predictions are worth on rows whose targets are known.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "any_model.hpp"
#include "hingeline/selection.hpp"
#include "output.hpp"

namespace hingeline::cli {

/// Such targets are nothing to compare predictions with.
bool targets_number_functions(const AnyModel& model);

/// Of classes the accuracy; of regression errors; of several levels those of each. Refers to what it is made of.
class PredictionScores {
 public:
  /// `truth` are targets as the model has them; NaN, which no prediction equals, where it does not.
  PredictionScores(const AnyModel& model, std::span<const double> truth, std::span<const double> predictions)
      : model_(model), truth_(truth), predictions_(predictions) {}

  /// As LIBLINEAR's `predict` ends, or a line per level.
  void print(const Console& console) const;
  void add_to(Json& object) const;

 private:
  struct LevelScore {
    double level;
    double loss;         ///< what the level's output minimises
    double share_below;  ///< of the targets, of the prediction
  };

  /// What a regression is scored by.
  Score score() const;
  /// Of a quantile, median or expectile what it minimises.
  std::optional<double> minimised() const;
  std::vector<LevelScore> level_scores() const;
  double accuracy() const;

  const AnyModel& model_;
  std::span<const double> truth_;
  std::span<const double> predictions_;
};

}  // namespace hingeline::cli
