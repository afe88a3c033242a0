// SPDX-License-Identifier: BSD-3-Clause
//
// A fold is held out by weights of 0, so that labels and outputs are those of all rows whatever a fold has of them.
#include <algorithm>
#include <vector>

#include "data/select_rows.hpp"
#include "hingeline/selection.hpp"
#include "selection/trainings.hpp"

namespace hingeline {
namespace {

std::vector<int> folds_of(const Dataset& data, const KernelTrainOptions& options, const CvOptions& cv) {
  if (cv.fold.empty())
    return stratified_folds(data.y, options.weights, is_classification(options.machine), cv.folds, cv.seed);
  if (cv.fold.size() != data.y.size())
    throw InvalidParameter("fold", fmt::format("{} values", cv.fold.size()),
                           fmt::format("must be {} (rows)", data.y.size()));
  return {cv.fold.begin(), cv.fold.end()};
}

}  // namespace

KernelCvResult cross_validate(const Dataset& data, const KernelTrainOptions& options, const CvOptions& cv) {
  const internal::Deadline deadline(options.solver.solver.max_seconds);
  const std::vector<int> fold = folds_of(data, options, cv);
  KernelTrainOptions training = options;
  std::vector<double> weights(data.y.size());
  KernelCvResult result;
  result.predictions.assign(data.y.size(), 0.0);
  for (int k = 0; k < cv.folds; ++k) {
    std::vector<std::int64_t> held_out;
    for (std::size_t i = 0; i < fold.size(); ++i) {
      weights[i] = fold[i] == k ? 0 : options.weights.empty() ? 1 : options.weights[i];
      if (fold[i] == k) held_out.push_back(static_cast<std::int64_t>(i));
    }
    if (held_out.empty()) continue;
    training.weights = weights;
    training.solver.solver.max_seconds = deadline.seconds_left();
    const KernelTrainResult trained = train(data, training);
    result.status = std::max(result.status, trained.status);
    const Dataset rows = internal::select_rows(data.x, held_out);
    const std::vector<double> values = decision_values(trained.model, rows.x, options.solver.threads);
    const std::vector<double> predictions = predict(trained.model, values);
    const std::size_t outputs = trained.model.outputs();
    result.decision_values.resize(data.y.size() * outputs);
    for (std::size_t j = 0; j < held_out.size(); ++j) {
      const auto row = static_cast<std::size_t>(held_out[j]);
      result.predictions[row] = predictions[j];
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(j * outputs), outputs,
                  result.decision_values.begin() + static_cast<std::ptrdiff_t>(row * outputs));
    }
  }
  return result;
}

}  // namespace hingeline
