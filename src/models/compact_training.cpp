// SPDX-License-Identifier: BSD-3-Clause
#include "models/compact_training.hpp"

#include <algorithm>
#include <cstddef>

namespace hingeline::internal {
namespace {

/// Cost of a column without entries in a training, in units of the cost of renumbering one entry: coordinate descent
/// over columns looks at every column in each pass, other solvers only in proofs.
double worth_of_idle_column(const TrainOptions& options, int outputs) {
  return (options.penalty.l1 > 0 ? 8 : 0.5) * outputs;
}

bool is_given(const Bounds& bounds) { return !bounds.lower.empty() || !bounds.upper.empty(); }

}  // namespace

bool may_be_compact(const Dataset& data, const TrainOptions& options, int outputs) {
  return CompactColumns::may_renumber(data.x, worth_of_idle_column(options, outputs)) && !data.release &&
         !is_given(options.bounds) && rows(options.constraints.rows) == 0 && options.level_tie == LevelTie::separate;
}

CompactTraining::CompactTraining(const Dataset& data, const TrainOptions& options, int outputs) : given_(data) {
  if (!may_be_compact(data, options, outputs)) return;
  if (!columns_.emplace(data.x, worth_of_idle_column(options, outputs)).renumbered()) return;
  data_ = data;
  data_.x = columns_->matrix();
  data_.feature_names.clear();
  data_.checked = true;
  options_ = options;
  if (!options.penalty.l1_weights.empty())
    options_.penalty.l1_weights = l1_weights_ = narrowed(options.penalty.l1_weights, 1);
  if (options.warm_start == nullptr) return;
  start_ = *options.warm_start;
  start_->features = cols(data_.x);
  start_->coef = narrowed(start_->coef, static_cast<std::size_t>(start_->outputs));
  options_.warm_start = &*start_;
}

void CompactTraining::widen(TrainResult& result) const {
  LinearModel& model = result.model;
  model.features = cols(given_.x);
  model.feature_names = given_.feature_names;
  model.coef = widened(model.coef, static_cast<std::size_t>(model.outputs), 0);
  if (!model.column_scale.empty()) model.column_scale = widened(model.column_scale, 1, 1);
}

std::vector<double> CompactTraining::narrowed(std::span<const double> numbers, std::size_t of_a_column) const {
  std::vector<double> result;
  result.reserve(static_cast<std::size_t>(columns_->used().count()) * of_a_column);
  columns_->used().for_each([&](std::int32_t column) {
    const auto own = numbers.subspan(static_cast<std::size_t>(column) * of_a_column, of_a_column);
    result.insert(result.end(), own.begin(), own.end());
  });
  return result;
}

std::vector<double> CompactTraining::widened(std::span<const double> numbers, std::size_t of_a_column,
                                             double others) const {
  std::vector<double> result(static_cast<std::size_t>(cols(given_.x)) * of_a_column, others);
  auto own = numbers.begin();
  columns_->used().for_each([&](std::int32_t column) {
    const auto end = own + static_cast<std::ptrdiff_t>(of_a_column);
    std::copy(own, end, result.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(column) * of_a_column));
    own = end;
  });
  return result;
}

}  // namespace hingeline::internal
