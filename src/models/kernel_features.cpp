// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/kernel_features.hpp"

#include <cstddef>
#include <utility>

#include "core/require.hpp"
#include "core/stop.hpp"
#include "data/validate_matrix.hpp"
#include "data/validate_sizes.hpp"
#include "hingeline/error.hpp"
#include "models/draw_basis.hpp"
#include "models/kernel_feature_map.hpp"
#include "models/model_fields.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline {
namespace {

using internal::require;

const KernelBasis& basis_of(const LinearModel& model) {
  require(model.basis != nullptr, "model", "without a basis", "must be a model that approximates a kernel");
  return *model.basis;
}

/// Checks sizes, and values unless they are known to be finite: an RBF kernel would turn infinite values into zeros.
void validate_rows(const Dataset& data, int threads) {
  if (data.checked) return internal::validate_sizes("x", data.x);
  internal::ThreadPool pool(threads);
  internal::validate_matrix("x", data.x, data.release, pool);
}

}  // namespace

KernelFeatures::KernelFeatures(const MatrixView& x, std::span<const double> weights,
                               const KernelFeatureOptions& options, int threads, const std::atomic<bool>* interrupt)
    : map_(std::make_shared<const Map>(internal::draw_basis(x, weights, options), threads,
                                       internal::stop_at(interrupt))) {}

KernelFeatures::KernelFeatures(const LinearModel& model, int threads, const std::atomic<bool>* interrupt)
    : map_(std::make_shared<const Map>(basis_of(model), threads, internal::stop_at(interrupt))) {}

const KernelBasis& KernelFeatures::basis() const { return *map_->basis(); }

Dataset KernelFeatures::map(const Dataset& data, int threads, const std::atomic<bool>* interrupt) const {
  validate_rows(data, threads);
  Dataset mapped = map_->map(data, threads, internal::stop_at(interrupt));
  mapped.class_names = data.class_names;
  return mapped;
}

Dataset KernelFeatures::map_to_file(const Dataset& data, const std::filesystem::path& scratch, int threads) const {
  validate_rows(data, threads);
  Dataset mapped = map_->map_to_file(data, scratch, threads);
  mapped.class_names = data.class_names;
  return mapped;
}

LinearModel KernelFeatures::to_row_model(LinearModel model) const {
  internal::require_sizes(model);
  require(!model.basis, "model", "with a basis", "must be a model of the functions, without a basis");
  internal::require_size("coef", model.coef.size() / static_cast<std::size_t>(model.outputs), map_->size());
  LinearModel row_model = map_->coef_of_rows(model);
  if (map_->loses_digits(model, row_model))
    throw DataError(
        "x: rounding of kernel values leaves no correct digits in the functions computed from them: columns should be "
        "scaled");
  row_model.basis = map_->basis();
  return row_model;
}

LinearModel KernelFeatures::to_feature_model(LinearModel model) const {
  internal::require_sizes(model);
  internal::require_size("basis", static_cast<std::size_t>(basis_of(model).size), map_->size());
  model.basis = nullptr;
  return map_->coef_of_features(std::move(model));
}

}  // namespace hingeline
