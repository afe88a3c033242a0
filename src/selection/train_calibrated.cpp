// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/deadline.hpp"
#include "core/require.hpp"
#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "models/calibration.hpp"
#include "models/kernel_probability.hpp"
#include "models/present_targets.hpp"
#include "selection/held_out.hpp"
#include "selection/scored_rows.hpp"
#include "selection/trainings.hpp"

namespace hingeline {
namespace {

constexpr int calibration_folds = 5;

/// Of the time, what the training of the answer itself has; those of the folds have what is left.
constexpr double training_share = 0.5;

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

/// Of the training of the answer itself.
template <class Options>
Options with_its_share(Options options) {
  internal::solver_of(options).max_seconds *= training_share;
  return options;
}

/// Of the trainings of the folds.
template <class Options>
Options quiet(Options options, const internal::Deadline& deadline) {
  internal::solver_of(options).callback = nullptr;
  internal::solver_of(options).max_seconds = deadline.seconds_left();
  return options;
}

/// What trainings of folds say of the rows that they hold out.
class RowsHeldOut {
 public:
  template <class Options>
  RowsHeldOut(const Dataset& data, const Options& options, std::vector<int> fold, const internal::Deadline& deadline)
      : data_(data),
        given_weights_(options.weights),
        fold_(std::move(fold)),
        cv_{.folds = calibration_folds, .fold = fold_},
        answers_(cross_validate(data, quiet(options, deadline), cv_)),
        weights_(judged_weights()) {}
  RowsHeldOut(const RowsHeldOut&) = delete;
  RowsHeldOut& operator=(const RowsHeldOut&) = delete;

  Status status() const { return point().status; }
  bool is_interrupted_at_once() const {
    const auto was_not_trained = [](double score) { return std::isnan(score); };
    return status() == Status::interrupted && std::ranges::all_of(point().fold_scores, was_not_trained);
  }

  /// By the labels of a model of all rows. `all_known`: trainings that hold out all of a class are believed, too.
  internal::ScoredRows scored(std::span<const double> labels, bool all_known = false) const {
    return {data_,  weights_,
            labels, answers_,
            fold_,  all_known ? std::vector(calibration_folds, std::vector(labels.size(), true)) : known(labels)};
  }

  /// Rows of weight 0 left out.
  std::vector<double> residuals() const {
    std::vector<double> r;
    for (std::size_t i = 0; i < data_.y.size(); ++i)
      if (weights_[i] > 0) r.push_back(data_.y[i] - answers_.predictions[i]);
    return r;
  }

 private:
  const CvPoint& point() const { return answers_.points.front(); }

  /// 0 for rows that no training held out: those of folds for which there was no time.
  std::vector<double> judged_weights() const {
    std::vector<double> judged(given_weights_.begin(), given_weights_.end());
    judged.resize(fold_.size(), 1.0);
    for (std::size_t i = 0; i < fold_.size(); ++i)
      if (fold_[i] < 0 || std::isnan(point().fold_scores[static_cast<std::size_t>(fold_[i])])) judged[i] = 0;
    return judged;
  }

  /// By fold and label, whether a training without the fold knows it.
  std::vector<std::vector<bool>> known(std::span<const double> labels) const {
    const internal::HeldOut held_out(data_.y, given_weights_, {}, cv_);
    std::vector<std::vector<bool>> known;
    for (std::size_t fold = 0; fold < held_out.folds(); ++fold) {
      const std::vector<double> seen = held_out.labels(fold, false).known;
      std::vector<bool>& of_fold = known.emplace_back();
      for (const double label : labels) of_fold.push_back(std::ranges::find(seen, label) != seen.end());
    }
    return known;
  }

  const Dataset& data_;
  const std::span<const double> given_weights_;
  const std::vector<int> fold_;
  const CvOptions cv_;
  const CvResult answers_;
  const std::vector<double> weights_;
};

/// Of all outputs together.
std::vector<internal::ScoredPair> scored_pairs_of_classes(const internal::ScoredRows& rows) {
  std::vector<internal::ScoredPair> all;
  for (const auto& pairs : scored_pairs_by_output(rows)) all.insert(all.end(), pairs.begin(), pairs.end());
  return all;
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
Calibration fit(Calibration::Kind kind, MultiClass multi_class, const internal::ScoredRows& rows) {
  const auto score = multi_class == MultiClass::one_vs_one ? scored_pairs_of_classes : internal::scored_pairs;
  std::vector<internal::ScoredPair> pairs = score(rows);
  if (pairs.empty()) throw too_few_different_rows();
  const bool of_pairs = multi_class == MultiClass::one_vs_one && rows.labels.size() > 2;
  if (kind == Calibration::Kind::isotonic && of_pairs) pairs = both_ways(pairs);
  return internal::fit_calibration(kind, std::move(pairs));
}

void fit_classes(const internal::ScoredRows& rows, KernelProbability kind, KernelModel& model) {
  if (kind == KernelProbability::libsvm) {
    for (const auto& pairs : scored_pairs_by_output(rows)) {
      const internal::Sigmoid sigmoid = internal::fit_sigmoid(pairs);
      model.probability_a.push_back(sigmoid.a);
      model.probability_b.push_back(sigmoid.b);
    }
    return;
  }
  const bool platt = kind == KernelProbability::platt;
  set_calibration(model, fit(platt ? Calibration::Kind::platt : Calibration::Kind::isotonic, model.multi_class, rows));
}

}  // namespace

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
  TrainResult trained = train(data, with_its_share(options));
  if (trained.status == Status::infeasible || trained.status == Status::interrupted) return trained;
  const RowsHeldOut held_out(data, options, folds_of(data, options.weights), deadline);
  trained.status = std::max(trained.status, held_out.status());
  if (held_out.is_interrupted_at_once()) return trained;
  LinearModel& model = trained.model;
  model.calibration = fit(kind, model.multi_class, held_out.scored(model.labels));
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
  if (options.machine == Machine::one_class) {
    KernelTrainResult trained = train(data, options);
    trained.model.density_marks =
        internal::fit_density_marks(decision_values(trained.model, data.x, options.solver.threads));
    return trained;
  }
  KernelTrainResult trained = train(data, with_its_share(options));
  if (trained.status == Status::interrupted) return trained;
  const RowsHeldOut held_out(data, options,
                             by_libsvm ? even_folds(data, options.weights, classes) : folds_of(data, options.weights),
                             deadline);
  trained.status = std::max(trained.status, held_out.status());
  if (held_out.is_interrupted_at_once()) return trained;
  KernelModel& model = trained.model;
  if (classes)
    fit_classes(held_out.scored(model.labels, by_libsvm), kind, model);
  else
    model.probability_a = {internal::fit_laplace_scale(held_out.residuals())};
  return trained;
}

}  // namespace hingeline
