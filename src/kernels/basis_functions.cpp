// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/basis_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <variant>

#include "core/random.hpp"
#include "core/require.hpp"
#include "data/for_each_entry.hpp"
#include "hingeline/error.hpp"
#include "kernels/cosines.hpp"
#include "simd/dense_ops.hpp"

namespace hingeline::internal {
namespace {

constexpr std::int64_t most_frequencies = std::int64_t{1} << 29;

void validate_landmarks(const KernelBasis& basis) {
  require(std::ssize(basis.offsets) == std::int64_t{basis.size} + 1 && basis.offsets.front() == 0 &&
              std::ranges::is_sorted(basis.offsets),
          "basis offsets", fmt::format("{} numbers", basis.offsets.size()), "must be size + 1, begin at 0 and ascend");
  require_size("basis columns", basis.columns.size(), static_cast<std::size_t>(basis.offsets.back()));
  require_size("basis values", basis.values.size(), basis.columns.size());
  std::int64_t k = 0;
  for (std::int32_t j = 0; j < basis.size; ++j) {
    std::int32_t previous = -1;
    for (const std::int64_t end = basis.offsets[static_cast<std::size_t>(j) + 1]; k < end; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const std::int32_t column = basis.columns[entry];
      if (column <= previous || column >= basis.features)
        throw InvalidParameter("basis columns", fmt::format("{} of vector {}", column, j),
                               fmt::format("must ascend and be in 0 .. {}", basis.features - 1));
      require_finite("basis values", basis.values[entry]);
      previous = column;
    }
  }
}

/// Row j of the result has the components of all omega_k for column j, so that further columns change nothing.
Buffer<double> draw_frequencies(const KernelBasis& basis, std::int32_t columns, const Stop& stop) {
  Random random(basis.seed);
  const double deviation = std::sqrt(2 * basis.kernel.gamma);
  const std::int64_t half = basis.size / 2;
  Buffer<double> frequencies(columns * half);
  for (std::int32_t j = 0; j < columns; ++j) {
    throw_if_due(stop);
    std::generate_n(frequencies.data() + j * half, half, [&] { return deviation * random.normal(); });
  }
  return frequencies;
}

}  // namespace

void validate_basis(const KernelBasis& basis) {
  require_known("approximation", basis.approximation, Approximation::fourier, "must be an Approximation");
  hingeline::validate(basis.kernel);
  const auto size = fmt::format("{}", basis.size);
  require(basis.size >= 1 && basis.size <= 16384, "size", size, "must be 1 .. 16384");
  require(basis.features >= 0, "basis features", fmt::format("{}", basis.features), "must be >= 0");
  const KernelName name = basis.kernel.name;
  const std::string kernel(to_string(name));
  if (basis.approximation == Approximation::fourier) {
    require(name == KernelName::rbf, "kernel", kernel, "must be rbf for the approximation fourier");
    require(basis.size % 2 == 0, "size", size, "must be even for the approximation fourier");
    require(std::int64_t{basis.features} * basis.size <= most_frequencies, "size", size,
            "must be smaller for so many features: the frequencies would take more than 2 GB");
  } else {
    require(name == KernelName::rbf || name == KernelName::linear || name == KernelName::polynomial, "kernel", kernel,
            "must be rbf, polynomial or linear for the approximation nystroem");
    require(name != KernelName::polynomial || basis.kernel.coef0 >= 0, "coef0", fmt::format("{}", basis.kernel.coef0),
            "must be >= 0 for the approximation nystroem, as the kernel may be indefinite otherwise");
    validate_landmarks(basis);
  }
}

CsrView<double> landmarks(const KernelBasis& basis) {
  return {basis.offsets.data(), basis.columns.data(), basis.values.data(), basis.size, basis.features};
}

BasisFunctions::BasisFunctions(const KernelBasis& basis, std::int32_t columns, const Stop& stop)
    : basis_(basis), columns_(std::min(basis.features, columns)) {
  if (basis.approximation == Approximation::fourier) {
    frequencies_ = draw_frequencies(basis, columns_, stop);
    return;
  }
  vectors_.emplace(basis.kernel, landmarks(basis));
  const KernelRows<double> vectors = vectors_->all<double>();
  std::vector<std::int32_t> numbers(size());
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::size_t first = 0; first < size(); first += panel_width)
    panels_.emplace_back(vectors, std::span(numbers).subspan(first, std::min(panel_width, size() - first)),
                         std::span<const double>());
}

void BasisFunctions::write(const MatrixView& x, std::int64_t first, std::int64_t count, double* values) const {
  vectors_ ? write_kernel_values(x, first, count, values) : write_waves(x, first, count, values);
}

void BasisFunctions::write_kernel_values(const MatrixView& x, std::int64_t first, std::int64_t count,
                                         double* values) const {
  const KernelRows<double> block = vectors_->ready<double>(x, first, count);
  const RowSet all = {nullptr, 0, static_cast<std::size_t>(count)};
  for (std::size_t p = 0; p < panels_.size(); ++p)
    block.write_values(all, panels_[p].view(), values + p * panel_width, stride());
}

/// Computes the angles omega_k'x of each row, then replaces them by their cosines and sines.
void BasisFunctions::write_waves(const MatrixView& x, std::int64_t first, std::int64_t count, double* values) const {
  const std::size_t half = size() / 2;
  const double scale = std::sqrt(1 / static_cast<double>(half));
  const DenseOps<double> ops = dense_ops<double>();
  for (std::int64_t t = 0; t < count; ++t, values += stride()) {
    std::fill_n(values, half, 0.0);
    std::visit(
        [&](const auto& view) {
          for_each_entry(view, first + t, [&](std::int32_t j, double value) {
            if (value != 0 && j >= 0 && j < columns_)
              ops.add(value, frequencies_.data() + j * static_cast<std::int64_t>(half), values, half);
          });
        },
        x);
    cosines_and_sines(values, half, scale, values, values + half);
  }
}

}  // namespace hingeline::internal
