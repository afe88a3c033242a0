// SPDX-License-Identifier: BSD-3-Clause
//
//     z_ik = x_i'w_k + b_k
//
// Blocks of rows are the tasks. Within a block the output is the outer loop, so that one w_k and the block's rows stay
// in the cache: a pass costs `outputs` dot products per row and reads the matrix once.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "data/first_columns.hpp"
#include "data/rows.hpp"
#include "data/validate_sizes.hpp"
#include "files/read_rows_by_parts.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "kernels/basis_functions.hpp"
#include "models/decision_values.hpp"
#include "models/model_fields.hpp"
#include "parallel/blocks.hpp"
#include "parallel/thread_pool.hpp"
#include "simd/class_ops.hpp"

namespace hingeline {
namespace {

constexpr std::int64_t block_rows = 256;

/// w_1 .. w_k one after the other, each of row_size coefficients. Stored in `by_output`, unless there is only one.
std::span<const double> coef_by_output(const LinearModel& model, std::size_t row_size, std::vector<double>& by_output) {
  if (model.outputs == 1) return model.coef;
  const auto outputs = static_cast<std::size_t>(model.outputs);
  by_output.resize(outputs * row_size);
  for (std::size_t j = 0; j < row_size; ++j)
    for (std::size_t k = 0; k < outputs; ++k) by_output[k * row_size + j] = model.coef[j * outputs + k];
  return by_output;
}

std::vector<double> products(const CoefficientView& w, const MatrixView& x, int threads) {
  const std::size_t outputs = w.intercept.size();
  const std::size_t features = w.coef.size() / outputs;
  const std::size_t present = std::min(features, static_cast<std::size_t>(cols(x)));
  const Dataset known = internal::first_columns(x, static_cast<std::int32_t>(present));
  const std::int64_t n = rows(x);
  std::vector<double> values(static_cast<std::size_t>(n) * outputs);
  internal::ThreadPool pool(threads);
  internal::visit_rows(known.x, [&](const auto& row) {
    internal::for_each_block(pool, n, block_rows, [&](std::int64_t first, std::int64_t size) {
      for (std::size_t k = 0; k < outputs; ++k)
        for (std::int64_t i = first; i < first + size; ++i)
          values[static_cast<std::size_t>(i) * outputs + k] = row.dot(i, w.coef.data() + k * features) + w.intercept[k];
    });
  });
  return values;
}

/// Outputs of a model of basis functions. Columns of the model beyond the last that x uses are left out, so that they
/// cost nothing.
std::vector<double> outputs_of_basis(const LinearModel& model, const MatrixView& x, int threads) {
  const internal::BasisFunctions functions(*model.basis, internal::columns_in_use(x));
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(rows(x)) * outputs);
  for (std::int64_t i = 0; i < rows(x); ++i)
    values.insert(values.end(), model.intercept.begin(), model.intercept.end());
  internal::ThreadPool pool(threads);
  const internal::ClassOps<double> ops = internal::class_ops<double>();
  functions.for_each_block(x, pool, [&](std::int64_t first, std::int64_t count, const double* of_basis) {
    ops.add_outputs(of_basis, functions.stride(), static_cast<std::size_t>(count), functions.size(), model.coef.data(),
                    outputs, values.data() + static_cast<std::size_t>(first) * outputs);
  });
  return values;
}

}  // namespace

namespace internal {

std::vector<double> decision_values_of(const LinearModel& model, const MatrixView& x,
                                       std::span<const std::int64_t> chosen, const ReleaseRows& release) {
  const Dataset known = first_columns(x, model.features);
  const auto row_size = static_cast<std::size_t>(cols(known.x));
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> by_output;
  const std::span<const double> coef = coef_by_output(model, row_size, by_output);
  std::vector<double> values(chosen.size() * outputs);
  const auto release_chosen = [&](std::int64_t first, std::int64_t end) {
    if (release) release(chosen[static_cast<std::size_t>(first)], chosen[static_cast<std::size_t>(end) - 1] + 1);
  };
  visit_rows(known.x, [&](const auto& row) {
    read_rows_by_parts(std::ssize(chosen), release_chosen, [&](std::int64_t first, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i)
        for (std::size_t k = 0; k < outputs; ++k)
          values[i * outputs + k] = row.dot(chosen[i], coef.data() + k * row_size) + model.intercept[k];
    });
  });
  return values;
}

}  // namespace internal

std::vector<double> decision_values(const CoefficientView& w, const MatrixView& x, int threads) {
  const std::size_t outputs = w.intercept.size();
  if (outputs == 0 || w.coef.size() % outputs != 0)
    throw InvalidParameter("coef", fmt::format("{} numbers", w.coef.size()),
                           fmt::format("must be a multiple of the {} outputs", outputs));
  internal::validate_sizes("x", x);
  return products(w, x, threads);
}

std::vector<double> decision_values(const LinearModel& model, const MatrixView& x, int threads) {
  internal::require_sizes(model);
  internal::validate_sizes("x", x);
  if (model.basis) return outputs_of_basis(model, x, threads);
  std::vector<double> by_output;
  const auto row_size = static_cast<std::size_t>(std::min(model.features, cols(x)));
  return products({coef_by_output(model, row_size, by_output), model.intercept}, x, threads);
}

}  // namespace hingeline
