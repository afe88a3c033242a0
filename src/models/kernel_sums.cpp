// SPDX-License-Identifier: BSD-3-Clause
#include "models/kernel_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

#include "core/dot.hpp"
#include "data/first_columns.hpp"
#include "data/rows.hpp"
#include "data/validate_sizes.hpp"
#include "hingeline/error.hpp"
#include "models/model_fields.hpp"
#include "parallel/blocks.hpp"

namespace hingeline::internal {
namespace {

const KernelModel& valid(const KernelModel& model) {
  hingeline::validate(model.kernel);
  require_sizes(model);
  return model;
}

/// The support vectors without the columns behind the last that has an entry: a model's file does not know of those.
CsrView<double> vectors_in_use(const KernelModel& model) {
  CsrView<double> vectors = vectors_of(model);
  vectors.cols = columns_in_use(vectors);
  return vectors;
}

/// Root mean square, over outputs, of the norm of the coefficients.
double coef_norm(const KernelModel& model) {
  return std::sqrt(dot(model.coef, model.coef) / static_cast<double>(model.outputs()));
}

/// Whether outputs computed in float are right to a thousandth of the margin, which is 1. Only for C-SVC with kernel
/// values in [0, 1] that differ; elsewhere there is no such scale. With a column of years, linear kernel values are 4e6
/// where outputs, sums that cancel, are 1; a nu-SVC whose margin is of the size of rounding has outputs of 1e-10.
bool float_suffices(const KernelModel& model, const KernelVectors& vectors) {
  if (model.kernel.name != KernelName::rbf || model.machine != Machine::c_svc) return false;
  if (!vectors.space().wide().empty()) return false;
  constexpr double rounding = std::numeric_limits<float>::epsilon() / 2;
  const double squared = vectors.space().largest_squared_norm(vectors.matrix());
  return squared > 1e-3 && rounding * (1 + squared) * coef_norm(model) < 1e-3;
}

}  // namespace

KernelSums::KernelSums(const KernelModel& model)
    : model_(valid(model)),
      terms_(precomputed_terms(model)),
      vectors_(model.kernel, vectors_in_use(model)),
      float_suffices_(float_suffices(model, vectors_)) {}

std::vector<double> KernelSums::decision_values(const MatrixView& x, int threads) const {
  validate_sizes("x", x);
  ThreadPool pool(threads);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(rows(x)) * model_.outputs());
  for (std::int64_t i = 0; i < rows(x); ++i)
    values.insert(values.end(), model_.intercept.begin(), model_.intercept.end());
  if (model_.kernel.name == KernelName::precomputed)
    add_precomputed(x, pool, values.data());
  else if (float_suffices_ && has_floats(x))
    add_kernel_sums<float>(x, pool, values.data());
  else
    add_kernel_sums<double>(x, pool, values.data());
  return values;
}

/// A task is a block of rows.
template <class T>
void KernelSums::add_kernel_sums(const MatrixView& x, ThreadPool& pool, double* values) const {
  constexpr std::int64_t block_rows = 240;
  const std::shared_ptr<const SupportPanels<T>> packed = panels<T>();
  for_each_block(pool, rows(x), block_rows, [&](std::int64_t first, std::int64_t count) {
    const KernelRows<T> block = vectors_.ready<T>(x, first, count);
    packed->add_outputs(model_, block, outputs_of_row(first, values));
    if constexpr (std::is_same_v<T, float>)
      for (std::int64_t t = 0; t < count; ++t)
        if (!std::isfinite(block.term(t))) repeat_in_double(x, first + t, outputs_of_row(first + t, values));
  });
}

/// Computes the outputs of a row whose squared norm exceeds float again, in double.
void KernelSums::repeat_in_double(const MatrixView& x, std::int64_t i, double* outputs) const {
  std::copy(model_.intercept.begin(), model_.intercept.end(), outputs);
  panels<double>()->add_outputs(model_, vectors_.ready<double>(x, i, 1), outputs);
}

double* KernelSums::outputs_of_row(std::int64_t i, double* values) const {
  return values + static_cast<std::size_t>(i) * model_.outputs();
}

/// A thread that asks before the first panels are done makes its own and does not wait.
template <class T>
std::shared_ptr<const SupportPanels<T>> KernelSums::panels() const {
  auto& kept = std::get<Kept<T>>(kept_);
  {
    const std::lock_guard lock(kept.mutex);
    if (kept.panels) return kept.panels;
  }
  const auto made = std::make_shared<const SupportPanels<T>>(model_, vectors_.all<T>(), most_panel_bytes());
  const std::lock_guard lock(kept.mutex);
  return kept.panels = made;
}

/// A limit for sparse vectors: panels of wide ones may take a hundred times the memory of the vectors themselves.
std::size_t KernelSums::most_panel_bytes() const {
  constexpr std::size_t few = std::size_t{64} << 20;
  return std::max(few, 4 * model_.values.size() * (sizeof(double) + sizeof(std::int32_t)));
}

/// Columns of x are the kernel values themselves.
void KernelSums::add_precomputed(const MatrixView& x, ThreadPool& pool, double* values) const {
  if (!terms_.empty() && terms_.back().column >= cols(x))
    throw DataError(fmt::format("x: {} columns, but a support vector is row {} of the training data", cols(x),
                                terms_.back().column + 1));
  const auto outputs = static_cast<std::int64_t>(model_.outputs());
  constexpr std::int64_t block_rows = 256;
  for_each_index(pool, rows(x), block_rows, [&](std::int64_t i) { add_terms(terms_, x, i, values + i * outputs); });
}

}  // namespace hingeline::internal
