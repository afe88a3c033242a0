// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/kernel_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "core/atomic_file.hpp"
#include "core/dot.hpp"
#include "core/random.hpp"
#include "core/require.hpp"
#include "core/stop.hpp"
#include "data/append_row.hpp"
#include "data/is_present.hpp"
#include "data/owned_rows.hpp"
#include "data/row_blocks.hpp"
#include "data/rows.hpp"
#include "data/select_rows.hpp"
#include "data/validate_matrix.hpp"
#include "data/validate_sizes.hpp"
#include "files/binary_store.hpp"
#include "hingeline/error.hpp"
#include "kernels/basis_functions.hpp"
#include "kernels/exact_products.hpp"
#include "kernels/whitening.hpp"
#include "models/level_training.hpp"
#include "models/model_fields.hpp"
#include "simd/class_ops.hpp"

namespace hingeline {
namespace {

using internal::require;

/// At most `most` of the rows of weight > 0, drawn without replacement, ascending. Memory is for the drawn rows alone:
/// the t-th such row replaces a drawn one with probability most / t (Vitter, ACM TOMS 1985, Algorithm R).
std::vector<std::int64_t> draw_rows(std::int64_t rows, std::span<const double> weights, std::int64_t most,
                                    std::uint64_t seed) {
  internal::Random random(seed);
  std::vector<std::int64_t> drawn;
  std::int64_t present = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    if (!internal::is_present(weights, static_cast<std::size_t>(i))) continue;
    ++present;
    if (std::ssize(drawn) < most) {
      drawn.push_back(i);
      continue;
    }
    const auto place = static_cast<std::int64_t>(random.uniform() * static_cast<double>(present));
    if (place < most) drawn[static_cast<std::size_t>(place)] = i;
  }
  if (drawn.empty()) throw DataError("x: no row of weight > 0, but the approximation of the kernel needs some");
  std::ranges::sort(drawn);
  return drawn;
}

KernelBasis draw_basis(const MatrixView& x, std::span<const double> weights, const KernelFeatureOptions& options) {
  internal::validate_sizes("x", x);
  if (!weights.empty()) internal::require_size("weights", weights.size(), static_cast<std::size_t>(rows(x)));
  KernelBasis basis;
  basis.approximation = options.approximation;
  basis.kernel = options.kernel;
  basis.features = cols(x);
  basis.size = options.size;
  basis.seed = options.seed;
  if (options.approximation == Approximation::nystroem && options.size > 0) {
    for (const std::int64_t i : draw_rows(rows(x), weights, options.size, options.seed)) {
      internal::append_row(x, i, basis.columns, basis.values);
      basis.offsets.push_back(std::ssize(basis.values));
    }
    basis.size = static_cast<std::int32_t>(basis.offsets.size() - 1);
    basis.seed = 0;
  }
  return basis;
}

KernelBasis valid(KernelBasis basis) {
  internal::validate_basis(basis);
  return basis;
}

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

/// The rows whose s is not 0 in one output, and their s.
struct SupportingRows {
  std::vector<std::int64_t> rows;
  std::vector<double> s;
};

SupportingRows supporting_rows(const Solution& part, std::size_t outputs, std::size_t k) {
  SupportingRows support;
  for (std::size_t i = 0; i * outputs < part.dual_coef.size(); ++i) {
    const double s = part.dual_coef[i * outputs + k];
    if (s == 0) continue;
    support.rows.push_back(static_cast<std::int64_t>(i));
    support.s.push_back(s);
  }
  return support;
}

/// Requires that the training's problem differs from that of the kernel machine only in phi(x) approximating the
/// kernel, so that the dual objective of the kernel machine is no larger.
void require_of_kernel(const KernelBasis& basis, const LinearModel& model) {
  require(basis.approximation == Approximation::nystroem, "approximation", std::string(to_string(basis.approximation)),
          "must be nystroem, as only its error is known to be positive semidefinite");
  require(model.multi_class != MultiClass::one_vs_one, "multi_class", "ovo",
          "must be another for the gap to the exact kernel");
  require(model.column_scale.empty(), "standardize", "true",
          "must be false, as the kernel is that of columns without scaling");
  require(!internal::levels_are_tied(model), "level_tie", std::string(to_string(model.level_tie)),
          "must be separate for the gap to the exact kernel");
  require(model.l1 == 0 && model.l2 == 1, "penalty", fmt::format("l1 = {}, l2 = {}", model.l1, model.l2),
          "must be a ridge, l1 = 0 and l2 = 1");
}

}  // namespace

class KernelFeatures::Map {
 public:
  Map(KernelBasis basis, int threads, const internal::Stop& stop)
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

  const std::shared_ptr<const KernelBasis>& basis() const { return basis_; }
  std::size_t size() const { return functions_.size(); }

  template <class T>
  Dataset map(const Dataset& data, int threads, const internal::Stop& stop) const {
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

  template <class T>
  Dataset map_to_file(const Dataset& data, const std::filesystem::path& scratch, int threads) const {
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

  /// sum_ij s_i s_j K(x_i, x_j) - |sum_i s_i phi(x_i)|^2 over the support.
  double excess(const MatrixView& x, const SupportingRows& support, internal::ThreadPool& pool) const {
    const double approximated = internal::has_floats(x) ? squared_sum<float>(x, support.rows, support.s)
                                                        : squared_sum<double>(x, support.rows, support.s);
    return squared_norm(x, support.rows, support.s, pool) - approximated;
  }

  /// |sum_i s_i phi(x_i)|^2 over the chosen rows, phi rounded as by map().
  template <class T>
  double squared_sum(const MatrixView& x, std::span<const std::int64_t> chosen, std::span<const double> s) const {
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

  /// s'K s.
  double squared_norm(const MatrixView& x, std::span<const std::int64_t> chosen, std::span<const double> s,
                      internal::ThreadPool& pool) const {
    const std::vector<std::int32_t> numbers(chosen.begin(), chosen.end());
    std::vector<double> products(chosen.size());
    internal::exact_products({basis_->kernel, x}, x, numbers, numbers, s, pool, products.data());
    return internal::dot(products, s);
  }

  /// Applies `change` to the coefficients of each output.
  template <class Change>
  LinearModel with_coef(LinearModel model, const Change& change) const {
    const auto outputs = static_cast<std::size_t>(model.outputs);
    std::vector<double> coef(size());
    for (std::size_t k = 0; k < outputs && whitening_; ++k) {
      for (std::size_t j = 0; j < size(); ++j) coef[j] = model.coef[j * outputs + k];
      const std::vector<double> changed = change(*whitening_, coef);
      for (std::size_t j = 0; j < size(); ++j) model.coef[j * outputs + k] = changed[j];
    }
    return model;
  }

  /// Whether the two models' outputs for some landmarks, by the functions phi and by kernel values, differ by more than
  /// rounding should: where columns are far from 1, large kernel values may leave phi no digits.
  bool loses_digits(const LinearModel& feature_model, const LinearModel& row_model) const {
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

 private:
  /// Outputs without the intercept, for rows of functions or of kernel values.
  std::vector<double> outputs_of(const LinearModel& model, const double* values, std::int64_t count) const {
    const auto outputs = static_cast<std::size_t>(model.outputs);
    std::vector<double> z(static_cast<std::size_t>(count) * outputs);
    internal::class_ops<double>().add_outputs(values, functions_.stride(), static_cast<std::size_t>(count), size(),
                                              model.coef.data(), outputs, z.data());
    return z;
  }

  /// Computes phi of rows from the values of the basis functions, rounded to T.
  template <class T>
  void write(double* values, std::int64_t first, std::int64_t count, T* phi, const internal::Stop& stop = {}) const {
    if (whitening_) whitening_->apply(values, static_cast<std::size_t>(count), stop);
    for (std::int64_t t = 0; t < count; ++t, values += functions_.stride(), phi += size()) {
      std::transform(values, values + size(), phi, [](double number) { return static_cast<T>(number); });
      const bool finite = std::all_of(phi, phi + size(), [](T number) { return std::isfinite(number); });
      if (!finite) throw DataError(fmt::format("x: row {} (from 0): its kernel values are not finite", first + t));
    }
  }

  std::shared_ptr<const KernelBasis> basis_;
  internal::BasisFunctions functions_;
  std::optional<internal::Whitening> whitening_;  // nystroem
};

KernelFeatures::KernelFeatures(const MatrixView& x, std::span<const double> weights,
                               const KernelFeatureOptions& options, int threads, const std::atomic<bool>* interrupt)
    : map_(std::make_shared<const Map>(draw_basis(x, weights, options), threads, internal::stop_at(interrupt))) {}

KernelFeatures::KernelFeatures(const LinearModel& model, int threads, const std::atomic<bool>* interrupt)
    : map_(std::make_shared<const Map>(basis_of(model), threads, internal::stop_at(interrupt))) {}

const KernelBasis& KernelFeatures::basis() const { return *map_->basis(); }

Dataset KernelFeatures::map(const Dataset& data, int threads, const std::atomic<bool>* interrupt) const {
  validate_rows(data, threads);
  const internal::Stop stop = internal::stop_at(interrupt);
  Dataset mapped =
      internal::has_floats(data.x) ? map_->map<float>(data, threads, stop) : map_->map<double>(data, threads, stop);
  mapped.class_names = data.class_names;
  return mapped;
}

Dataset KernelFeatures::map_to_file(const Dataset& data, const std::filesystem::path& scratch, int threads) const {
  validate_rows(data, threads);
  Dataset mapped = internal::has_floats(data.x) ? map_->map_to_file<float>(data, scratch, threads)
                                                : map_->map_to_file<double>(data, scratch, threads);
  mapped.class_names = data.class_names;
  return mapped;
}

LinearModel KernelFeatures::to_row_model(LinearModel model) const {
  internal::require_sizes(model);
  require(!model.basis, "model", "with a basis", "must be a model of the functions, without a basis");
  internal::require_size("coef", model.coef.size() / static_cast<std::size_t>(model.outputs), map_->size());
  LinearModel row_model = map_->with_coef(
      model, [](const internal::Whitening& whitening, std::span<const double> w) { return whitening.coef_of_rows(w); });
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
  return map_->with_coef(std::move(model), [](const internal::Whitening& whitening, std::span<const double> beta) {
    return whitening.coef_of_features(beta);
  });
}

double KernelFeatures::exact_dual(const Dataset& data, const TrainResult& trained, int threads) const {
  require_of_kernel(basis(), trained.model);
  const auto n = static_cast<std::size_t>(rows(data.x));
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (n > most) throw DataError(fmt::format("x: {} rows, kernels take at most {}", n, most));
  internal::ThreadPool pool(threads);
  double dual = trained.certificate.dual;
  for (const Solution& part : trained.parts) {
    const std::size_t outputs = n == 0 ? 0 : part.dual_coef.size() / n;
    require(outputs > 0 && part.dual_coef.size() % n == 0, "dual_coef",
            fmt::format("{} numbers", part.dual_coef.size()),
            "must be a multiple of the number of rows, and kept by keep_dual");
    for (std::size_t k = 0; k < outputs; ++k) {
      const SupportingRows support = supporting_rows(part, outputs, k);
      if (!support.rows.empty()) dual -= 0.5 * map_->excess(data.x, support, pool);
    }
  }
  return dual;
}

}  // namespace hingeline
