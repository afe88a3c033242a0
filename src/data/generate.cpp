// SPDX-License-Identifier: BSD-3-Clause
#include "data/generate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/require.hpp"
#include "data/owned_rows.hpp"

namespace hingeline::internal {
namespace {

double random_sign(Random& random) { return random.below(2) == 0 ? 1 : -1; }

std::vector<double> normals(std::int64_t count, double scale, Random& random) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& number : numbers) number = scale * random.normal();
  return numbers;
}

double skewed(double z, std::int32_t column) {
  switch (column % 3) {
    case 0:
      return z;
    case 1:
      return std::exp(z);
    default:
      return z * z + z;
  }
}

template <class T>
Dataset classification(const GenerateOptions& options, Random& random) {
  OwnedRows<T> owned = allocate_dense<T>(options.rows, options.cols, options.rows);
  const std::vector<double> means = normals(options.cols, 1 / std::sqrt(options.cols), random);
  for (std::int64_t i = 0; i < options.rows; ++i) {
    const double y = random_sign(random);
    T* row = owned.values.data() + i * options.cols;
    for (std::int32_t j = 0; j < options.cols; ++j)
      row[j] = static_cast<T>(skewed(random.normal() + y * means[static_cast<std::size_t>(j)], j));
    owned.y[i] = random.uniform() < options.noise ? -y : y;
  }
  return dense_dataset(std::move(owned), options.rows, options.cols);
}

/// Student's t: normal / sqrt(chi^2_3 / 3).
double student_3(Random& random) {
  double squares = 0;
  for (int k = 0; k < 3; ++k) squares += std::pow(random.normal(), 2);
  return random.normal() / std::sqrt(squares / 3);
}

template <class T>
Dataset regression(const GenerateOptions& options, Random& random) {
  OwnedRows<T> owned = allocate_dense<T>(options.rows, options.cols, options.rows);
  std::vector<double> scales(static_cast<std::size_t>(options.cols));
  for (double& scale : scales) scale = std::pow(10, 2 * random.uniform() - 1);
  const std::vector<double> coef = normals(options.cols, 1 / std::sqrt(options.cols), random);
  for (std::int64_t i = 0; i < options.rows; ++i) {
    T* row = owned.values.data() + i * options.cols;
    double y = options.noise * student_3(random);
    for (std::size_t j = 0; j < coef.size(); ++j) {
      const double z = random.normal();
      row[j] = static_cast<T>(scales[j] * z);
      y += z * coef[j];
    }
    require(std::isfinite(y), "noise", options.noise, "must be smaller, as a target is not finite");
    owned.y[i] = y;
  }
  return dense_dataset(std::move(owned), options.rows, options.cols);
}

/// Draws the terms of one text at a time.
class TextRow {
 public:
  TextRow(std::int32_t cols, double mean_terms) : counts_(static_cast<std::size_t>(cols)), mean_terms_(mean_terms) {}

  /// Draws terms until there are enough different ones, or until 20 times as many draws as wanted terms.
  void draw(Random& random) {
    for (const std::int32_t term : terms_) counts_[static_cast<std::size_t>(term)] = 0;
    terms_.clear();
    constexpr double spread = 0.5;  // of the logarithm; the mean of exp(spread z) is exp(spread^2 / 2)
    const double wanted = mean_terms_ * std::exp(spread * random.normal() - spread * spread / 2);
    const auto enough = static_cast<std::size_t>(std::clamp(wanted, 1.0, static_cast<double>(counts_.size())));
    for (std::size_t drawn = 0; drawn < 20 * enough && terms_.size() < enough; ++drawn) {
      const std::int32_t term = zipf(random);
      if (counts_[static_cast<std::size_t>(term)]++ == 0) terms_.push_back(term);
    }
    std::ranges::sort(terms_);
  }

  const std::vector<std::int32_t>& terms() const { return terms_; }

  double weight(std::int32_t term) const {
    return (1 + std::log(counts_[static_cast<std::size_t>(term)])) * std::log(2.0 + term);
  }

 private:
  /// The integer part of (cols + 1)^u, u uniform, is k with probability log(1 + 1/k) / log(cols + 1).
  std::int32_t zipf(Random& random) const {
    const double k = std::pow(static_cast<double>(counts_.size()) + 1, random.uniform());
    return std::min(static_cast<std::int32_t>(k), static_cast<std::int32_t>(counts_.size())) - 1;
  }

  std::vector<int> counts_;
  std::vector<std::int32_t> terms_;
  double mean_terms_;
};

/// The expected number of terms of all rows. Throws std::bad_array_new_length where no memory could hold them.
std::size_t expected_terms(const GenerateOptions& options) {
  const double terms = static_cast<double>(options.rows) * std::max(1.0, options.density * options.cols);
  if (terms > static_cast<double>(PTRDIFF_MAX / sizeof(std::int64_t))) throw std::bad_array_new_length();
  return static_cast<std::size_t>(terms);
}

template <class T>
Dataset text(const GenerateOptions& options, Random& random) {
  const std::vector<double> rule = normals(options.cols, 1, random);
  TextRow row(options.cols, options.density * options.cols);
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<T> values;
  std::vector<double> y;
  const std::size_t expected = expected_terms(options);
  columns.reserve(expected);
  values.reserve(expected);
  offsets.reserve(static_cast<std::size_t>(options.rows) + 1);
  y.reserve(static_cast<std::size_t>(options.rows));
  for (std::int64_t i = 0; i < options.rows; ++i) {
    row.draw(random);
    double squares = 0;
    for (const std::int32_t term : row.terms()) squares += std::pow(row.weight(term), 2);
    double margin = 0;
    for (const std::int32_t term : row.terms()) {
      const double value = row.weight(term) / std::sqrt(squares);
      margin += value * rule[static_cast<std::size_t>(term)];
      columns.push_back(term);
      values.push_back(static_cast<T>(value));
    }
    offsets.push_back(std::ssize(columns));
    const double sign = margin > 0 ? 1 : -1;
    y.push_back(random.uniform() < options.noise ? -sign : sign);
  }
  OwnedRows<T> owned = allocate_csr<T>(options.rows, std::ssize(columns), options.rows);
  std::ranges::copy(offsets, owned.offsets.data());
  std::ranges::copy(columns, owned.columns.data());
  std::ranges::copy(values, owned.values.data());
  std::ranges::copy(y, owned.y.data());
  return csr_dataset(std::move(owned), options.rows, options.cols);
}

template <class T>
Dataset generate_as(const GenerateOptions& options) {
  Random random(options.seed);
  switch (options.kind) {
    case DataKind::classification:
      return classification<T>(options, random);
    case DataKind::regression:
      return regression<T>(options, random);
    default:
      return text<T>(options, random);
  }
}

}  // namespace

Dataset generate(const GenerateOptions& options) {
  require(options.rows >= 1, "rows", static_cast<double>(options.rows), "must be >= 1");
  require(options.cols >= 1, "features", options.cols, "must be >= 1");
  require(options.density > 0 && options.density <= 1, "density", options.density, "must be > 0 and <= 1");
  if (options.kind == DataKind::regression)
    require(options.noise >= 0 && std::isfinite(options.noise), "noise", options.noise, "must be >= 0 and finite");
  else
    require(options.noise >= 0 && options.noise <= 1, "noise", options.noise,
            "must be 0 to 1, the fraction of labels that are flipped");
  return options.value_type == ValueType::float32 ? generate_as<float>(options) : generate_as<double>(options);
}

}  // namespace hingeline::internal
