// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>

#include "core/deadline.hpp"
#include "core/require.hpp"
#include "models/calibration.hpp"
#include "models/class_pairs.hpp"
#include "models/kernel_probability.hpp"
#include "models/present_targets.hpp"
#include "models/rows_by_class.hpp"
#include "selection/fold_fits.hpp"

namespace hingeline {
namespace {

constexpr int calibration_folds = 5;

/// Of the time, what the training of the answer itself has; those of the folds have what is left.
constexpr double training_share = 0.5;

using internal::require;
using internal::require_known;

/// Of a class's rows spread evenly; one row each where there are fewer rows than folds.
std::vector<int> even_folds(const Dataset& data, std::span<const double> weights, bool classes) {
  const auto absent = std::count(weights.begin(), weights.end(), 0.0);
  const auto folds = std::min<std::int64_t>(calibration_folds, std::ssize(data.y) - absent);
  return stratified_folds(data.y, weights, classes, static_cast<int>(folds));
}

InvalidParameter too_few_different_rows() {
  return {"probability", "rows that hardly differ", "needs more different rows to hold some out"};
}

/// Folds by content, so that copies of a row are held out together; -1 where its weight is 0.
std::vector<int> folds_of(const Dataset& data, std::span<const double> weights) {
  std::vector<int> fold = content_folds(data.x, calibration_folds);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] == 0) fold[i] = -1;
  std::vector<int> used = fold;
  std::erase(used, -1);
  if (std::equal(used.begin() + 1, used.end(), used.begin())) throw too_few_different_rows();
  return fold;
}

/// What outputs say of rows held out.
struct Answers {
  const Dataset& data;
  std::span<const double> weights;  ///< 0 for rows that no training held out
  std::span<const double> labels;   ///< of the model
  const CvResult& held_out;
  std::span<const int> fold;
  std::vector<std::vector<bool>> known_labels;  ///< by fold and label, to its training

  double value(std::size_t i, std::size_t k) const {
    return held_out.decision_values[i * (held_out.decision_values.size() / data.y.size()) + k];
  }
  /// Whether a training knew these classes: else it has no outputs of them, and none that row i could be told by.
  bool knows(std::size_t i, std::initializer_list<std::size_t> classes) const {
    const std::vector<bool>& known = known_labels[static_cast<std::size_t>(fold[i])];
    return std::ranges::all_of(classes, [&](std::size_t k) { return known[k]; });
  }
};

/// Each row with each output; one pair per row where there are two classes.
std::vector<internal::ScoredPair> scored_pairs(const Answers& answers) {
  const std::span<const double> labels = answers.labels;
  std::vector<internal::ScoredPair> pairs;
  for (std::size_t i = 0; i < answers.weights.size(); ++i) {
    if (answers.weights[i] == 0) continue;
    const auto own = static_cast<std::size_t>(std::ranges::find(labels, answers.data.y[i]) - labels.begin());
    for (std::size_t k = 0; k < (labels.size() == 2 ? 1 : labels.size()); ++k)
      if (answers.knows(i, {own, labels.size() == 2 ? 1 - own : k}))
        pairs.push_back({answers.value(i, k), own == k ? 1.0 : -1.0, answers.weights[i]});
  }
  return pairs;
}

/// One-vs-one: of each output, each row of its two classes.
std::vector<std::vector<internal::ScoredPair>> scored_pairs_by_output(const Answers& answers) {
  const internal::RowsByClass by_class(answers.data.y, answers.labels);
  const auto classes = internal::class_pairs(answers.labels.size());
  std::vector<std::vector<internal::ScoredPair>> by_output(classes.size());
  for (std::size_t k = 0; k < classes.size(); ++k)
    for (const std::int64_t row : by_class.of_pair(classes[k])) {
      const auto i = static_cast<std::size_t>(row);
      const auto& [first, second] = classes[k];
      if (answers.weights[i] == 0 || !answers.knows(i, {first, second})) continue;
      const bool is_first = answers.data.y[i] == answers.labels[first];
      by_output[k].push_back({answers.value(i, k), is_first ? 1.0 : -1.0, answers.weights[i]});
    }
  return by_output;
}

/// Of all outputs together.
std::vector<internal::ScoredPair> scored_pairs_of_classes(const Answers& answers) {
  std::vector<internal::ScoredPair> all;
  for (const auto& pairs : scored_pairs_by_output(answers)) all.insert(all.end(), pairs.begin(), pairs.end());
  return all;
}

/// 0 for rows that no training held out: those of folds for which there was no time.
std::vector<double> judged_weights(std::span<const double> weights, std::span<const int> fold,
                                   const CvResult& held_out) {
  std::vector<double> judged(weights.begin(), weights.end());
  judged.resize(fold.size(), 1.0);
  const std::vector<double>& scores = held_out.points.front().fold_scores;
  for (std::size_t i = 0; i < fold.size(); ++i)
    if (fold[i] < 0 || std::isnan(scores[static_cast<std::size_t>(fold[i])])) judged[i] = 0;
  return judged;
}

bool is_interrupted_at_once(const CvResult& held_out) {
  const CvPoint& point = held_out.points.front();
  const auto was_not_trained = [](double score) { return std::isnan(score); };
  return point.status == Status::interrupted && std::ranges::all_of(point.fold_scores, was_not_trained);
}

/// By fold and label, whether a training without the fold knows it.
std::vector<std::vector<bool>> known_labels(const Dataset& data, std::span<const double> weights,
                                            std::span<const double> labels, const CvOptions& cv) {
  const internal::HeldOut held_out(data.y, weights, {}, cv);
  std::vector<std::vector<bool>> known;
  for (std::size_t fold = 0; fold < held_out.folds(); ++fold) {
    const std::vector<double> seen = held_out.labels(fold, false).known;
    std::vector<bool>& of_fold = known.emplace_back();
    for (const double label : labels) of_fold.push_back(std::ranges::find(seen, label) != seen.end());
  }
  return known;
}

Calibration fit(Calibration::Kind kind, std::vector<internal::ScoredPair> pairs) {
  return kind == Calibration::Kind::platt ? internal::fit_platt(pairs) : internal::fit_isotonic(std::move(pairs));
}

/// Which of two classes is the first is by chance: each pair counts half, and half with the other first.
std::vector<internal::ScoredPair> both_ways(const std::vector<internal::ScoredPair>& pairs) {
  std::vector<internal::ScoredPair> both;
  for (const auto& [z, y, weight] : pairs) {
    both.push_back({z, y, weight / 2});
    both.push_back({-z, -y, weight / 2});
  }
  return both;
}

/// Each row with each output that has a part in it; of pairs the rows of their classes.
Calibration fit(Calibration::Kind kind, MultiClass multi_class, const Answers& answers) {
  const auto score = multi_class == MultiClass::one_vs_one ? scored_pairs_of_classes : scored_pairs;
  std::vector<internal::ScoredPair> pairs = score(answers);
  if (pairs.empty()) throw too_few_different_rows();
  const bool of_pairs = multi_class == MultiClass::one_vs_one && answers.labels.size() > 2;
  if (kind == Calibration::Kind::isotonic && of_pairs) pairs = both_ways(pairs);
  return fit(kind, std::move(pairs));
}

void fit_classes(const Answers& answers, KernelProbability kind, KernelModel& model) {
  if (kind == KernelProbability::libsvm) {
    for (const auto& pairs : scored_pairs_by_output(answers)) {
      const internal::Sigmoid sigmoid = internal::fit_sigmoid(pairs);
      model.probability_a.push_back(sigmoid.a);
      model.probability_b.push_back(sigmoid.b);
    }
    return;
  }
  const bool platt = kind == KernelProbability::platt;
  set_calibration(model,
                  fit(platt ? Calibration::Kind::platt : Calibration::Kind::isotonic, model.multi_class, answers));
}

/// Rows of weight 0 left out.
std::vector<double> residuals(const Dataset& data, std::span<const double> weights, const CvResult& held_out) {
  std::vector<double> r;
  for (std::size_t i = 0; i < data.y.size(); ++i)
    if (weights[i] > 0) r.push_back(data.y[i] - held_out.predictions[i]);
  return r;
}

}  // namespace

Calibration fit_calibration(Calibration::Kind kind, std::span<const double> decision_values,
                            std::span<const double> truth, std::span<const double> weights) {
  require_known("calibration", kind, Calibration::Kind::isotonic, "must be a Calibration::Kind");
  if (kind == Calibration::Kind::none) throw InvalidParameter("calibration", "none", "must be platt or isotonic");
  const std::size_t n = decision_values.size();
  if (truth.size() != n || (!weights.empty() && weights.size() != n))
    throw InvalidParameter("truth", std::to_string(truth.size()) + " numbers",
                           "must be one for each of " + std::to_string(n) + " decision values, like weights");
  for (std::size_t i = 0; i < n; ++i) {
    require(std::isfinite(decision_values[i]), "decision_values", decision_values[i], "must be finite");
    require(std::abs(truth[i]) == 1, "truth", truth[i], "must be +1 or -1");
    if (!weights.empty())
      require(weights[i] > 0 && std::isfinite(weights[i]), "weights", weights[i], "must be > 0 and finite");
  }
  std::vector<internal::ScoredPair> pairs(n);
  for (std::size_t i = 0; i < n; ++i) pairs[i] = {decision_values[i], truth[i], weights.empty() ? 1 : weights[i]};
  return fit(kind, std::move(pairs));
}

TrainResult train_calibrated(const Dataset& given, const TrainOptions& options, Calibration::Kind kind) {
  const internal::PresentTargets present(given, options.weights, is_classification(options.loss));
  const Dataset& data = present.data();
  require_known("probability", kind, Calibration::Kind::isotonic, "must be a Calibration::Kind");
  if (!is_classification(options.loss) || options.loss.name == LossName::logistic)
    throw InvalidParameter(
        "probability", std::string(to_string(kind)),
        "is for classification losses but logistic, the loss is " + std::string(to_string(options.loss.name)));
  const internal::Deadline deadline(options.solver.max_seconds);
  if (kind == Calibration::Kind::none) return train(data, options);
  TrainOptions first = options;
  first.solver.max_seconds *= training_share;
  TrainResult trained = train(data, first);
  if (trained.status == Status::infeasible || trained.status == Status::interrupted) return trained;
  const std::vector<int> fold = folds_of(data, options.weights);
  TrainOptions quiet = options;
  quiet.solver.callback = nullptr;
  quiet.solver.max_seconds = deadline.seconds_left();
  CvOptions cv;
  cv.folds = calibration_folds;
  cv.fold = fold;
  const CvResult held_out = cross_validate(data, quiet, cv);
  trained.status = std::max(trained.status, held_out.points.front().status);
  if (is_interrupted_at_once(held_out)) return trained;
  LinearModel& model = trained.model;
  const std::vector<double> weights = judged_weights(options.weights, fold, held_out);
  model.calibration =
      fit(kind, model.multi_class,
          {data, weights, model.labels, held_out, fold, known_labels(data, options.weights, model.labels, cv)});
  return trained;
}

KernelTrainResult train_calibrated(const Dataset& given, const KernelTrainOptions& options, KernelProbability kind) {
  const internal::PresentTargets present(given, options.weights, is_classification(options.machine));
  const Dataset& data = present.data();
  require_known("probability", kind, KernelProbability::libsvm, "must be a KernelProbability");
  require_known("machine", options.machine, Machine::nu_svr, "must be a Machine");
  const bool classes = is_classification(options.machine);
  const bool by_libsvm = kind == KernelProbability::libsvm;
  if (!by_libsvm && !classes)
    throw InvalidParameter("probability", kind == KernelProbability::platt ? "platt" : "isotonic",
                           "is for classes, the machine is " + std::string(to_string(options.machine)));
  if (by_libsvm && options.multi_class != MultiClass::one_vs_one)
    throw InvalidParameter("probability", "libsvm", "is for multi_class ovo");
  const internal::Deadline deadline(options.solver.solver.max_seconds);
  KernelTrainOptions first = options;
  if (options.machine != Machine::one_class) first.solver.solver.max_seconds *= training_share;
  KernelTrainResult trained = train(data, first);
  KernelModel& model = trained.model;
  if (options.machine == Machine::one_class) {
    model.density_marks = internal::fit_density_marks(decision_values(model, data.x, options.solver.threads));
    return trained;
  }
  if (trained.status == Status::interrupted) return trained;
  KernelTrainOptions quiet = options;
  quiet.solver.solver.callback = nullptr;
  quiet.solver.solver.max_seconds = deadline.seconds_left();
  const std::vector<int> fold =
      by_libsvm ? even_folds(data, options.weights, classes) : folds_of(data, options.weights);
  CvOptions cv;
  cv.folds = calibration_folds;
  cv.fold = fold;
  const CvResult held_out = cross_validate(data, quiet, cv);
  trained.status = std::max(trained.status, held_out.points.front().status);
  if (is_interrupted_at_once(held_out)) return trained;
  const std::vector<double> weights = judged_weights(options.weights, fold, held_out);
  const std::vector<bool> all_known(model.labels.size(), true);
  if (classes)
    fit_classes(
        {data, weights, model.labels, held_out, fold,
         by_libsvm ? std::vector(calibration_folds, all_known) : known_labels(data, options.weights, model.labels, cv)},
        kind, model);
  else
    model.probability_a = {internal::fit_laplace_scale(residuals(data, weights, held_out))};
  return trained;
}

}  // namespace hingeline
