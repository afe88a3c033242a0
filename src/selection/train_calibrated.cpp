// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/deadline.hpp"
#include "core/require.hpp"
#include "data/is_present.hpp"
#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "models/calibration.hpp"
#include "models/kernel_probability.hpp"
#include "models/present_targets.hpp"
#include "selection/rows_held_out.hpp"
#include "selection/trainings.hpp"

namespace hingeline {
namespace {

constexpr int calibration_folds = 5;

/// The share of the time for training the model itself; the trainings of the folds have what is left.
constexpr double training_share = 0.5;

using internal::require_known;
using internal::RowsHeldOut;

/// Stratified folds, as LIBSVM has them; with fewer rows than folds, one row each.
std::vector<int> even_folds(const Dataset& data, std::span<const double> weights, Strata strata) {
  const auto absent = std::count(weights.begin(), weights.end(), 0.0);
  const auto folds = std::min<std::int64_t>(calibration_folds, std::ssize(data.y) - absent);
  return stratified_folds(data.y, weights, strata, static_cast<int>(folds));
}

InvalidParameter too_few_different_rows() {
  return {"probability", "too few different rows", "but some must be held out to fit probabilities"};
}

/// Folds by content, so that equal rows are held out together; -1 for rows of weight 0.
std::vector<int> folds_of(const Dataset& data, std::span<const double> weights) {
  std::vector<int> fold = content_folds(data.x, calibration_folds, data.release);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] == 0) fold[i] = -1;
  std::vector<int> used = fold;
  std::erase(used, -1);
  if (std::equal(used.begin() + 1, used.end(), used.begin())) throw too_few_different_rows();
  return fold;
}

/// Options for training the model itself.
template <class Options>
Options with_its_share(Options options) {
  internal::solver_of(options).max_seconds *= training_share;
  return options;
}

/// The one-vs-one pairs of all outputs together.
std::vector<internal::ScoredPair> pairs_of_classes(const RowsHeldOut& rows, std::span<const double> labels) {
  std::vector<internal::ScoredPair> all;
  for (const auto& pairs : rows.pairs_by_output(labels)) all.insert(all.end(), pairs.begin(), pairs.end());
  return all;
}

/// The order of two classes is arbitrary: each pair counts half as it is, and half with the classes exchanged.
std::vector<internal::ScoredPair> both_ways(const std::vector<internal::ScoredPair>& pairs) {
  std::vector<internal::ScoredPair> both;
  for (const auto& [z, y, weight] : pairs) {
    both.push_back({z, y, weight / 2});
    both.push_back({-z, -y, weight / 2});
  }
  return both;
}

/// Fits one calibration to the outputs of all rows; a one-vs-one output only has the rows of its two classes.
template <class Model>
Calibration fit(Calibration::Kind kind, const Model& model, const RowsHeldOut& rows) {
  const bool one_vs_one = model.multi_class == MultiClass::one_vs_one;
  std::vector<internal::ScoredPair> pairs =
      one_vs_one ? pairs_of_classes(rows, model.labels) : rows.pairs(model.labels);
  if (pairs.empty()) throw too_few_different_rows();
  if (kind == Calibration::Kind::isotonic && one_vs_one && model.labels.size() > 2) pairs = both_ways(pairs);
  return internal::fit_calibration(kind, std::move(pairs));
}

void fit_classes(const RowsHeldOut& rows, KernelProbability kind, KernelModel& model) {
  if (kind == KernelProbability::libsvm) {
    for (const auto& pairs : rows.pairs_by_output(model.labels, true)) {
      const internal::Sigmoid sigmoid = internal::fit_sigmoid(pairs);
      model.probability_a.push_back(sigmoid.a);
      model.probability_b.push_back(sigmoid.b);
    }
    return;
  }
  const bool platt = kind == KernelProbability::platt;
  set_calibration(model, fit(platt ? Calibration::Kind::platt : Calibration::Kind::isotonic, model, rows));
}

void require_fitting_kind(KernelProbability kind, const KernelTrainOptions& options) {
  require_known("probability", kind, KernelProbability::libsvm, "must be a KernelProbability");
  require_known("machine", options.machine, Machine::nu_svr, "must be a Machine");
  const bool by_libsvm = kind == KernelProbability::libsvm;
  if (!by_libsvm && !is_classification(options.machine))
    throw InvalidParameter("probability", kind == KernelProbability::platt ? "platt" : "isotonic",
                           "is for classification, but the machine is " + std::string(to_string(options.machine)));
  if (by_libsvm && options.multi_class != MultiClass::one_vs_one)
    throw InvalidParameter("probability", "libsvm", "needs multi_class ovo");
}

/// Trains one_class, with density marks from the decision values of the training rows themselves.
KernelTrainResult train_with_density(const Dataset& data, const KernelTrainOptions& options) {
  KernelTrainResult trained = train(data, options);
  if (trained.status == Status::interrupted) return trained;
  std::vector<double> values = decision_values(trained.model, data.x, options.solver.threads);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (internal::is_present(options.weights, i)) values[kept++] = values[i];
  values.resize(kept);
  trained.model.density_marks = internal::fit_density_marks(values);
  return trained;
}

}  // namespace

TrainResult train_calibrated(const Dataset& given, const TrainOptions& options, Calibration::Kind kind) {
  const internal::PresentTargets present(given, options.weights, is_classification(options.loss));
  const Dataset& data = present.data();
  require_known("probability", kind, Calibration::Kind::isotonic, "must be a Calibration::Kind");
  if (!is_classification(options.loss) || options.loss.name == LossName::logistic)
    throw InvalidParameter("probability", std::string(to_string(kind)),
                           "is for classification losses other than logistic, but the loss is " +
                               std::string(to_string(options.loss.name)));
  const internal::Deadline deadline(options.solver.max_seconds);
  if (kind == Calibration::Kind::none) return train(data, options);
  TrainResult trained = train(data, with_its_share(options));
  if (trained.status == Status::infeasible || trained.status == Status::interrupted) return trained;
  const RowsHeldOut held_out(data, options, folds_of(data, options.weights), calibration_folds, deadline);
  trained.status = std::max(trained.status, held_out.status());
  if (held_out.is_interrupted_at_once()) return trained;
  trained.model.calibration = fit(kind, trained.model, held_out);
  return trained;
}

KernelTrainResult train_calibrated(const Dataset& given, const KernelTrainOptions& options, KernelProbability kind) {
  const internal::PresentTargets present(given, options.weights, is_classification(options.machine));
  const Dataset& data = present.data();
  require_fitting_kind(kind, options);
  const internal::Deadline deadline(options.solver.solver.max_seconds);
  if (options.machine == Machine::one_class) return train_with_density(data, options);
  const bool classes = is_classification(options.machine);
  const bool by_libsvm = kind == KernelProbability::libsvm;
  KernelTrainResult trained = train(data, with_its_share(options));
  if (trained.status == Status::interrupted) return trained;
  const Strata strata = classes ? Strata::classes : Strata::rows;
  std::vector<int> fold = by_libsvm ? even_folds(data, options.weights, strata) : folds_of(data, options.weights);
  const RowsHeldOut held_out(data, options, std::move(fold), calibration_folds, deadline);
  trained.status = std::max(trained.status, held_out.status());
  if (held_out.is_interrupted_at_once()) return trained;
  if (classes)
    fit_classes(held_out, kind, trained.model);
  else
    trained.model.probability_a = {internal::fit_laplace_scale(held_out.residuals(), held_out.weights())};
  return trained;
}

}  // namespace hingeline
