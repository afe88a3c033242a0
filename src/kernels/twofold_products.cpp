// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/twofold_products.hpp"

#include <algorithm>
#include <variant>

#include "core/shared_stop.hpp"
#include "data/for_each_entry.hpp"
#include "kernels/kernel_value.hpp"
#include "parallel/blocks.hpp"

namespace hingeline::internal {
namespace {

Twofold scaled(const Twofold& number, double scale) { return number * Twofold{scale, 0}; }

/// K(x, z) from x'z, |x|^2 and |z|^2.
Twofold twofold_value(const Kernel& kernel, const Twofold& dot, const Twofold& x_squared, const Twofold& z_squared) {
  if (kernel.name == KernelName::polynomial) {
    Twofold base = scaled(dot, kernel.gamma);
    base.add(kernel.coef0);
    return power(base.normalised(), kernel.degree);
  }
  if (kernel.name == KernelName::rbf) {
    Twofold distance = scaled(dot, -2);
    distance.add(x_squared);
    distance.add(z_squared);
    return exp(scaled(distance.normalised(), -kernel.gamma));
  }
  return dot;
}

template <class View>
class TwofoldSums {
 public:
  TwofoldSums(const Kernel& kernel, const View& x, std::span<const double> s) : kernel_(kernel), x_(x), s_(s) {
    if (kernel.name == KernelName::precomputed) return;
    squares_.resize(s.size());
    for (std::size_t j = 0; j < s.size(); ++j)
      if (s[j] != 0) squares_[j] = squared_norm(static_cast<std::int64_t>(j));
  }

  /// Of row i; `numbers` are some for each feature, 0 before and after.
  Twofold of(std::int64_t i, std::vector<double>& numbers) const {
    if (kernel_.name == KernelName::precomputed) return dot(i, s_);
    for_each_entry(x_, i,
                   [&](std::int32_t column, double value) { numbers[static_cast<std::size_t>(column)] = value; });
    const Twofold squared = squared_norm(i);
    Twofold sum;
    for (std::size_t j = 0; j < s_.size(); ++j) {
      if (s_[j] == 0) continue;
      const Twofold product = dot(static_cast<std::int64_t>(j), numbers);
      sum.add_product(s_[j], twofold_value(kernel_, product, squared, squares_[j]));
    }
    for_each_entry(x_, i, [&](std::int32_t column, double) { numbers[static_cast<std::size_t>(column)] = 0; });
    return sum.normalised();
  }

 private:
  /// By several sums in turn, so that additions do not wait for each other.
  Twofold dot(std::int64_t i, std::span<const double> numbers) const {
    constexpr std::size_t count = 4;
    Twofold sums[count];
    std::size_t k = 0;
    for_each_entry(x_, i, [&](std::int32_t column, double value) {
      sums[k++ % count].add_product(value, numbers[static_cast<std::size_t>(column)]);
    });
    for (std::size_t lane = 1; lane < count; ++lane) sums[0].add(sums[lane]);
    return sums[0].normalised();
  }

  Twofold squared_norm(std::int64_t i) const {
    Twofold sum;
    for_each_entry(x_, i, [&](std::int32_t, double value) { sum.add_product(value, value); });
    return sum.normalised();
  }

  const Kernel& kernel_;
  const View& x_;
  std::span<const double> s_;
  std::vector<Twofold> squares_;  // |x_j|^2 of rows that have an s
};

}  // namespace

bool has_twofold_products(const Kernel& kernel) { return kernel.name != KernelName::sigmoid; }

std::optional<std::vector<Twofold>> twofold_products(const Kernel& kernel, const MatrixView& x,
                                                     std::span<const std::int32_t> rows, std::span<const double> s,
                                                     ThreadPool& pool, const Stop& stop) {
  constexpr std::int64_t rows_at_once = 16;
  SharedStop shared(stop);
  std::vector<Twofold> products(rows.size());
  std::visit(
      [&](const auto& view) {
        const TwofoldSums sums(kernel, view, s);
        for_each_block(pool, std::ssize(rows), rows_at_once, [&](std::int64_t first, std::int64_t count) {
          std::vector<double> numbers(static_cast<std::size_t>(view.cols), 0.0);
          for (std::int64_t k = first; k < first + count && !shared.is_due(); ++k)
            products[static_cast<std::size_t>(k)] = sums.of(rows[static_cast<std::size_t>(k)], numbers);
        });
      },
      x);
  return shared.was_due() ? std::nullopt : std::optional(std::move(products));
}

}  // namespace hingeline::internal
