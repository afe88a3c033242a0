// SPDX-License-Identifier: BSD-3-Clause
#include "prediction_scores.hpp"

#include <cstddef>
#include <string>

#include "hingeline/metrics.hpp"
#include "losses/loss_parameters.hpp"
#include "score_name.hpp"

namespace hingeline::cli {

bool targets_number_functions(const AnyModel& model) {
  const auto* linear = std::get_if<LinearModel>(&model);
  return linear != nullptr && internal::has_function_numbers(linear->loss);
}

Score PredictionScores::score() const {
  const auto* linear = std::get_if<LinearModel>(&model_);
  return linear == nullptr ? Score::mean_squared_error : score_of(linear->loss);
}

double PredictionScores::accuracy() const { return hingeline::accuracy(truth_, predictions_); }

std::optional<double> PredictionScores::minimised() const {
  if (score() == Score::mean_absolute_error) return mean_absolute_error(truth_, predictions_);
  const auto* linear = std::get_if<LinearModel>(&model_);
  if (score() == Score::pinball_loss) return pinball_loss(truth_, predictions_, linear->loss.tau);
  if (score() == Score::expectile_loss) return expectile_loss(truth_, predictions_, linear->loss.tau);
  return std::nullopt;
}

std::vector<PredictionScores::LevelScore> PredictionScores::level_scores() const {
  const std::span<const double> levels = levels_of(model_);
  const auto loss = score() == Score::expectile_loss ? expectile_loss : pinball_loss;
  std::vector<LevelScore> scores;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    std::vector<double> prediction;
    double below = 0;
    for (std::size_t i = 0; i < truth_.size(); ++i) {
      prediction.push_back(predictions_[i * levels.size() + k]);
      below += truth_[i] < prediction.back() ? 1 : 0;
    }
    scores.push_back({levels[k], loss(truth_, prediction, levels[k], {}), below / static_cast<double>(truth_.size())});
  }
  return scores;
}

void PredictionScores::print(const Console& console) const {
  const std::string key(to_string(score()));
  for (const auto& [level, loss, below] : level_scores())
    console.line("Level {:g}: {} loss = {:g}, fraction of targets below = {:.4g}", level, key.substr(0, key.find('_')),
                 loss, below);
  if (!levels_of(model_).empty()) return;
  if (is_classifier(model_)) {
    const auto total = static_cast<double>(predictions_.size());
    console.line("Accuracy = {:g}% ({:.0f}/{:.0f})", 100 * accuracy(), accuracy() * total, total);
  } else {
    console.line("Mean squared error = {:g} (regression)", mean_squared_error(truth_, predictions_));
    console.line("Squared correlation coefficient = {:g} (regression)", squared_correlation(truth_, predictions_));
    if (const auto least = minimised()) console.line("{} = {:g}", spelt_out(score()), *least);
  }
}

void PredictionScores::add_to(Json& object) const {
  for (const auto& [level, loss, below] : level_scores())
    object["levels"].push_back({{"level", level},
                                {std::string(to_string(score())), number_or_null(loss)},
                                {"share_below", number_or_null(below)}});
  if (!levels_of(model_).empty()) return;
  if (is_classifier(model_)) {
    object["accuracy"] = number_or_null(accuracy());
  } else {
    object["mean_squared_error"] = number_or_null(mean_squared_error(truth_, predictions_));
    object["squared_correlation"] = number_or_null(squared_correlation(truth_, predictions_));
    if (const auto least = minimised()) object[to_string(score())] = number_or_null(*least);
  }
}

}  // namespace hingeline::cli
