// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_panels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.hpp"
#include "hingeline/kernel_solve.hpp"
#include "kernels/exact_products.hpp"
#include "kernels/kernel_row_source.hpp"
#include "support/every_target.hpp"
#include "support/random_problem.hpp"
#include "support/slow_kernel.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

const std::vector<Kernel> kernels = {{KernelName::linear, 1, 3, 0},
                                     {KernelName::polynomial, 0.3, 3, 0.5},
                                     {KernelName::polynomial, 0.3, 0, 0.5},
                                     {KernelName::rbf, 0.2, 3, 0},
                                     {KernelName::sigmoid, 0.1, 3, -0.2}};

class KernelPanels : public ::testing::TestWithParam<std::tuple<Storage, std::int32_t>> {
 protected:
  static constexpr std::int64_t n = 100;
  KernelPanels() : random_(n, std::get<1>(GetParam()), Loss{LossName::hinge}, 5) {
    problem_.x = random_.problem(std::get<0>(GetParam())).x;
  }

  static std::vector<std::int32_t> all_rows() {
    std::vector<std::int32_t> rows(n);
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
  }

  /// The largest kernel value, for tolerances.
  static double magnitude(const std::vector<double>& matrix) {
    double largest = 1;
    for (const double value : matrix) largest = std::max(largest, std::abs(value));
    return largest;
  }

  RandomProblem random_;
  KernelProblem problem_;
  ThreadPool pool_{2};
};

TEST_P(KernelPanels, SourceIsTheFormula) {
  for (const Kernel& kernel : kernels) {
    problem_.kernel = kernel;
    const std::vector<double> matrix = support::slow_kernel_matrix(problem_);
    const double tolerance = 1e-13 * magnitude(matrix);
    const KernelRowSource source = kernel_row_source(kernel, problem_.x);
    std::vector<double> row(n);
    for (const std::int64_t i : {0, 77, 99}) {
      source(i, row.data());
      for (std::size_t j = 0; j < n; ++j) EXPECT_NEAR(row[j], matrix[static_cast<std::size_t>(i) * n + j], tolerance);
    }
  }
}

TEST_P(KernelPanels, ProductsAreSumsOfTheFormula) {
  for (const Kernel& kernel : kernels) {
    SCOPED_TRACE(to_string(kernel.name));
    problem_.kernel = kernel;
    const std::vector<double> matrix = support::slow_kernel_matrix(problem_);
    const double tolerance = 2e-6 * magnitude(matrix);
    support::on_every_target([&] {
      const KernelSpace space(kernel, problem_.x);
      const KernelRows<float> rows(space, problem_.x, {nullptr, 0, n});
      for (const std::size_t count : {1, 63, 64, 65, 95}) {
        std::vector<std::int32_t> chosen(count);
        std::iota(chosen.begin(), chosen.end(), 5);
        std::vector<double> weights;
        for (std::size_t j = 0; j < count; ++j) weights.push_back(std::sin(static_cast<double>(j)));
        std::vector<double> fast(n, 0.25);
        add_products<float>(rows, rows, chosen, weights, pool_, {fast.data()});
        for (std::size_t i = 0; i < n; ++i) {
          double sum = 0;
          for (std::size_t j = 0; j < count; ++j)
            sum += weights[j] * matrix[i * n + static_cast<std::size_t>(chosen[j])];
          EXPECT_NEAR(fast[i], 0.25 + sum, tolerance * static_cast<double>(count));
        }
      }
    });
  }
}

TEST_P(KernelPanels, ErrorsOfFloatAreWithinTheirBound) {
  support::on_every_target([&] {
    for (const Kernel& kernel : kernels) {
      SCOPED_TRACE(to_string(kernel.name));
      const KernelSpace space(kernel, problem_.x);
      const KernelRows<float> rows(space, problem_.x, {nullptr, 0, n});
      const std::vector<std::int32_t> chosen = all_rows();
      std::vector<double> weights;
      double weight = 0;
      for (std::size_t j = 0; j < n; ++j) weight += std::abs(weights.emplace_back(std::sin(static_cast<double>(j))));
      problem_.kernel = kernel;
      const double largest = magnitude(support::slow_kernel_matrix(problem_));
      std::vector<double> fast(n, 0.0);
      std::vector<float> magnitudes(n, 0.0F);
      std::vector<double> exact(n);
      add_products<float>(rows, rows, chosen, weights, pool_, {fast.data(), magnitudes.data()});
      exact_products(space, problem_.x, chosen, chosen, weights, pool_, exact.data());
      const SumError error = rows.sum_error();
      for (std::size_t i = 0; i < n; ++i) {
        double bound = error.absolute * weight;
        if (!error.relative.empty())
          bound += static_cast<double>(error.relative[i]) * static_cast<double>(magnitudes[i]);
        EXPECT_LE(std::abs(fast[i] - exact[i]), bound);
        EXPECT_LT(bound, 1e-2 * weight * (1 + largest));
      }
    }
  });
}

TEST_P(KernelPanels, ValuesAreTheFormula) {
  const std::vector<std::int32_t> left = {3, 99, 0, 20, 21, 22, 23};
  const std::vector<std::int32_t> right = {9, 3, 98};
  for (const Kernel& kernel : kernels) {
    problem_.kernel = kernel;
    const std::vector<double> matrix = support::slow_kernel_matrix(problem_);
    const double tolerance = 1e-13 * magnitude(matrix);
    support::on_every_target([&] {
      const KernelSpace space(kernel, problem_.x);
      const KernelRows<double> rows(space, problem_.x, {nullptr, 0, n});
      const KernelPanel<double> panel(rows, right, {});
      std::vector<double> values(left.size() * panel_width);
      rows.write_values({left.data(), 0, left.size()}, panel.view(), values.data(), panel_width);
      for (std::size_t t = 0; t < left.size(); ++t)
        for (std::size_t p = 0; p < right.size(); ++p) {
          const double value = matrix[static_cast<std::size_t>(left[t]) * n + static_cast<std::size_t>(right[p])];
          EXPECT_NEAR(values[t * panel_width + p], value, tolerance);
        }
    });
  }
}

/// K(1, u) = tanh(u), of u from 1e-30 to 300.
template <class T>
void expect_digits_of_tanh() {
  const Kernel kernel = {KernelName::sigmoid, 1, 3, 0};
  std::vector<T> x = {1};
  for (double size = 1e-30; size < 300; size *= 1.3)
    for (const double sign : {1.0, -1.0}) x.push_back(static_cast<T>(sign * size));
  const auto n = x.size();
  const DenseView<T> view{x.data(), static_cast<std::int64_t>(n), 1, 1};
  const KernelSpace space(kernel, view);
  const KernelRows<T> rows(space, view, {nullptr, 0, n});
  const std::vector<std::int32_t> first = {0};
  const KernelPanel<T> panel(rows, first, {});
  std::vector<T> values(n * panel_width);
  rows.write_values({nullptr, 0, n}, panel.view(), values.data(), panel_width);
  for (std::size_t i = 0; i < n; ++i) {
    const auto u = static_cast<double>(x[i]);
    EXPECT_NEAR(static_cast<double>(values[i * panel_width]) / std::tanh(u), 1,
                8 * static_cast<double>(std::numeric_limits<T>::epsilon()))
        << u;
  }
}

TEST(KernelPanelValues, HyperbolicTangentsHaveAllDigits) {
  support::on_every_target([] {
    expect_digits_of_tanh<float>();
    expect_digits_of_tanh<double>();
  });
}

INSTANTIATE_TEST_SUITE_P(Layouts, KernelPanels,
                         ::testing::Values(std::tuple{Storage::dense_float, 10}, std::tuple{Storage::dense_double, 13},
                                           std::tuple{Storage::csr_float, 10}, std::tuple{Storage::csr_double, 13}));

/// Rows of one group are near to each other and 1e4 times as far from the others, and one is a mark; columns without a
/// value are 0.
class RowsFarFromTheirMean : public ::testing::TestWithParam<bool> {
 protected:
  static constexpr std::int32_t cols = 9;
  static constexpr std::int64_t n = 70;
  RowsFarFromTheirMean() {
    Random random(3);
    offsets_.push_back(0);
    for (std::int64_t i = 0; i < n; ++i) {
      add(0, random.normal());
      add(3, (i % 2 == 0 ? 1.6e9 : 1.62e9) + random.normal());
      if (GetParam())
        for (const std::int32_t j : {5, 6, 7}) add(j, 100 + random.normal());
      if (i == 40) add(8, 1e30);
      offsets_.push_back(static_cast<std::int64_t>(values_.size()));
    }
    problem_.x = CsrView<double>{offsets_.data(), columns_.data(), values_.data(), n, cols};
    problem_.kernel = {KernelName::rbf, 0.25, 3, 0};
  }
  void add(std::int32_t column, double value) {
    columns_.push_back(column);
    values_.push_back(value);
  }

  std::vector<std::int64_t> offsets_;
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  KernelProblem problem_;
};

TEST_P(RowsFarFromTheirMean, HaveTheFormulasValues) {
  const std::vector<double> matrix = support::slow_kernel_matrix(problem_);
  ASSERT_GT(std::ranges::count_if(matrix, [](double value) { return value > 0.1; }), 2 * n);
  const KernelRowSource source = kernel_row_source(problem_.kernel, problem_.x);
  std::vector<double> row(n);
  for (std::int64_t i = 0; i < n; ++i) {
    source(i, row.data());
    for (std::size_t j = 0; j < n; ++j)
      EXPECT_NEAR(row[j], matrix[static_cast<std::size_t>(i) * n + j], 1e-9) << i << ' ' << j;
  }
  std::vector<std::int32_t> first(64);
  std::iota(first.begin(), first.end(), 0);
  support::on_every_target([&] {
    const KernelSpace space(problem_.kernel, problem_.x);
    EXPECT_EQ(space.dense(), GetParam());
    EXPECT_EQ(space.wide(), (std::vector<std::int32_t>{3, 8}));
    const KernelRows<double> rows(space, problem_.x, {nullptr, 0, n});
    const KernelPanel<double> panel(rows, first, {});
    std::vector<double> values(n * panel_width);
    rows.write_values({nullptr, 0, n}, panel.view(), values.data(), panel_width);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < panel_width; ++j)
        EXPECT_NEAR(values[i * panel_width + j], matrix[i * n + j], 1e-9) << i << ' ' << j;
  });
}

INSTANTIATE_TEST_SUITE_P(KernelPanels, RowsFarFromTheirMean, ::testing::Bool());

}  // namespace
}  // namespace hingeline::internal
