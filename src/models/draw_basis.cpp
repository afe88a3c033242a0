// SPDX-License-Identifier: BSD-3-Clause
#include "models/draw_basis.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/random.hpp"
#include "core/require.hpp"
#include "data/append_row.hpp"
#include "data/is_present.hpp"
#include "data/validate_sizes.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

/// At most `most` of the rows of weight > 0, drawn without replacement, ascending. Memory is for the drawn rows alone:
/// the t-th such row replaces a drawn one with probability most / t (Vitter, ACM TOMS 1985, Algorithm R).
std::vector<std::int64_t> draw_rows(std::int64_t rows, std::span<const double> weights, std::int64_t most,
                                    std::uint64_t seed) {
  Random random(seed);
  std::vector<std::int64_t> drawn;
  std::int64_t present = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    if (!is_present(weights, static_cast<std::size_t>(i))) continue;
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

}  // namespace

KernelBasis draw_basis(const MatrixView& x, std::span<const double> weights, const KernelFeatureOptions& options) {
  validate_sizes("x", x);
  if (!weights.empty()) require_size("weights", weights.size(), static_cast<std::size_t>(rows(x)));
  KernelBasis basis;
  basis.approximation = options.approximation;
  basis.kernel = options.kernel;
  basis.features = cols(x);
  basis.size = options.size;
  basis.seed = options.seed;
  if (options.approximation == Approximation::nystroem && options.size > 0) {
    for (const std::int64_t i : draw_rows(rows(x), weights, options.size, options.seed)) {
      append_row(x, i, basis.columns, basis.values);
      basis.offsets.push_back(std::ssize(basis.values));
    }
    basis.size = static_cast<std::int32_t>(basis.offsets.size() - 1);
    basis.seed = 0;
  }
  return basis;
}

}  // namespace hingeline::internal
