// SPDX-License-Identifier: BSD-3-Clause
#include "models/kernel_feature_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/atomic_file.hpp"
#include "core/buffer.hpp"
#include "core/dot.hpp"
#include "data/owned_rows.hpp"
#include "data/row_blocks.hpp"
#include "data/rows.hpp"
#include "data/select_rows.hpp"
#include "files/binary_store.hpp"
#include "hingeline/error.hpp"
#include "parallel/thread_pool.hpp"
#include "simd/class_ops.hpp"

namespace hingeline {
namespace {

KernelBasis valid(KernelBasis basis) {
  internal::validate_basis(basis);
  return basis;
}

}  // namespace

KernelFeatures::Map::Map(KernelBasis basis, int threads, const internal::Stop& stop)
    : basis_(std::make_shared<const KernelBasis>(valid(std::move(basis)))),
      functions_(*basis_, basis_->features, stop) {
  if (basis_->approximation == Approximation::fourier) return;
  internal::ThreadPool pool(threads);
  const auto stride = static_cast<std::int64_t>(functions_.stride());
  internal::Buffer<double> kernel(basis_->size * stride);
  functions_.for_each_block(internal::landmarks(*basis_), pool,
                            [&](std::int64_t first, std::int64_t count, const double* values) {
                              internal::throw_if_due(stop);
                              std::copy_n(values, count * stride, kernel.data() + first * stride);
                            });
  whitening_.emplace(kernel.data(), functions_.size(), functions_.stride(), pool, stop);
}

/// Computes phi of rows from the values of the basis functions, rounded to T.
template <class T>
void KernelFeatures::Map::write(double* values, std::int64_t first, std::int64_t count, T* phi,
                                const internal::Stop& stop) const {
  if (whitening_) whitening_->apply(values, static_cast<std::size_t>(count), stop);
  for (std::int64_t t = 0; t < count; ++t, values += functions_.stride(), phi += size()) {
    std::transform(values, values + size(), phi, [](double number) { return static_cast<T>(number); });
    const bool finite = std::all_of(phi, phi + size(), [](T number) { return std::isfinite(number); });
    if (!finite) throw DataError(fmt::format("x: row {} (from 0): its kernel values are not finite", first + t));
  }
}

template <class T>
Dataset KernelFeatures::Map::map_in(const Dataset& data, int threads, const internal::Stop& stop) const {
  const std::int64_t n = rows(data.x);
  auto owned = internal::allocate_dense<T>(n, basis_->size, 0);
  T* const phi = owned.values.data();
  internal::ThreadPool pool(threads);
  functions_.for_each_block(data.x, pool, [&](std::int64_t first, std::int64_t count, double* values) {
    internal::throw_if_due(stop);
    write(values, first, count, phi + first * basis_->size, stop);
    if (data.release) data.release(first, first + count);
  });
  Dataset mapped = internal::dense_dataset(std::move(owned), n, basis_->size);
  mapped.y = data.y;
  using Storage = std::shared_ptr<const void>;
  mapped.storage = std::make_shared<std::pair<Storage, Storage>>(mapped.storage, data.storage);
  mapped.checked = true;
  return mapped;
}

Dataset KernelFeatures::Map::map(const Dataset& data, int threads, const internal::Stop& stop) const {
  return internal::has_floats(data.x) ? map_in<float>(data, threads, stop) : map_in<double>(data, threads, stop);
}

template <class T>
Dataset KernelFeatures::Map::map_to_file_in(const Dataset& data, const std::filesystem::path& scratch,
                                            int threads) const {
  const internal::StoreHeader header = internal::dense_header<T>(rows(data.x), basis_->size, !data.y.empty());
  const internal::StorePlaces at = internal::places(header).value();
  internal::AtomicFile file(internal::scratch_in(scratch));
  file.resize(at.end);
  file.put(0, std::span<const internal::StoreHeader>(&header, 1));
  internal::ThreadPool pool(threads);
  functions_.for_each_block(data.x, pool, [&](std::int64_t first, std::int64_t count, double* values) {
    std::vector<T> phi(static_cast<std::size_t>(count) * size());
    write(values, first, count, phi.data());
    const auto row = static_cast<std::size_t>(first);
    file.put(at.values + row * size() * sizeof(T), std::span<const T>(phi));
    if (!data.y.empty())
      file.put(at.targets + row * sizeof(double), data.y.subspan(row, static_cast<std::size_t>(count)));
    if (data.release) data.release(first, first + count);
  });
  return internal::read_binary("the functions of rows", internal::Mapping::of_file(file.unfinished()), true);
}

Dataset KernelFeatures::Map::map_to_file(const Dataset& data, const std::filesystem::path& scratch, int threads) const {
  return internal::has_floats(data.x) ? map_to_file_in<float>(data, scratch, threads)
                                      : map_to_file_in<double>(data, scratch, threads);
}

template <class T>
double KernelFeatures::Map::squared_sum_in(const MatrixView& x, std::span<const std::int64_t> chosen,
                                           std::span<const double> s) const {
  const Dataset some = internal::select_rows(x, chosen);
  std::vector<double> sum(size());
  std::vector<T> phi;
  internal::ThreadPool alone(1);
  functions_.for_each_block(some.x, alone, [&](std::int64_t first, std::int64_t count, double* values) {
    phi.resize(static_cast<std::size_t>(count) * size());
    write(values, first, count, phi.data());
    for (std::size_t t = 0; t < static_cast<std::size_t>(count); ++t)
      for (std::size_t j = 0; j < size(); ++j)
        sum[j] += s[static_cast<std::size_t>(first) + t] * static_cast<double>(phi[t * size() + j]);
  });
  return internal::dot(sum, sum);
}

double KernelFeatures::Map::squared_sum(const MatrixView& x, std::span<const std::int64_t> chosen,
                                        std::span<const double> s) const {
  return internal::has_floats(x) ? squared_sum_in<float>(x, chosen, s) : squared_sum_in<double>(x, chosen, s);
}

/// Applies `change` to the coefficients of each output.
template <class Change>
LinearModel KernelFeatures::Map::with_coef(LinearModel model, const Change& change) const {
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> coef(size());
  for (std::size_t k = 0; k < outputs && whitening_; ++k) {
    for (std::size_t j = 0; j < size(); ++j) coef[j] = model.coef[j * outputs + k];
    const std::vector<double> changed = change(*whitening_, coef);
    for (std::size_t j = 0; j < size(); ++j) model.coef[j * outputs + k] = changed[j];
  }
  return model;
}

LinearModel KernelFeatures::Map::coef_of_rows(LinearModel model) const {
  return with_coef(std::move(model), [](const internal::Whitening& whitening, std::span<const double> w) {
    return whitening.coef_of_rows(w);
  });
}

LinearModel KernelFeatures::Map::coef_of_features(LinearModel model) const {
  return with_coef(std::move(model), [](const internal::Whitening& whitening, std::span<const double> beta) {
    return whitening.coef_of_features(beta);
  });
}

/// Outputs without the intercept, for rows of functions or of kernel values.
std::vector<double> KernelFeatures::Map::outputs_of(const LinearModel& model, const double* values,
                                                    std::int64_t count) const {
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> z(static_cast<std::size_t>(count) * outputs);
  internal::class_ops<double>().add_outputs(values, functions_.stride(), static_cast<std::size_t>(count), size(),
                                            model.coef.data(), outputs, z.data());
  return z;
}

bool KernelFeatures::Map::loses_digits(const LinearModel& feature_model, const LinearModel& row_model) const {
  constexpr double allowed = 1e-3;  // of the largest output or intercept (all that a constant model has)
  constexpr std::int64_t some = 64;
  if (!whitening_) return false;
  const auto outputs = static_cast<std::size_t>(row_model.outputs);
  double largest = 0;
  double difference = 0;
  for (const double b : feature_model.intercept) largest = std::max(largest, std::abs(b));
  internal::ThreadPool alone(1);
  const CsrView<double> landmarks = internal::landmarks(*basis_);
  const auto first_ones = internal::rows_from(landmarks, 0, std::min(some, landmarks.rows));
  functions_.for_each_block(first_ones, alone, [&](std::int64_t, std::int64_t count, double* values) {
    const std::vector<double> by_values = outputs_of(row_model, values, count);
    whitening_->apply(values, static_cast<std::size_t>(count), {});
    const std::vector<double> by_functions = outputs_of(feature_model, values, count);
    for (std::size_t k = 0; k < static_cast<std::size_t>(count) * outputs; ++k) {
      largest = std::max(largest, std::abs(by_functions[k]));
      difference = std::max(difference, std::abs(by_functions[k] - by_values[k]));
    }
  });
  return difference > allowed * largest;
}

}  // namespace hingeline
