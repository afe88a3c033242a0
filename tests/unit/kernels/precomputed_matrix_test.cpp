// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/precomputed_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

/// n x n numbers f(x_i, x_j) of random rows of three numbers.
class Matrix {
 public:
  template <class F>
  Matrix(std::int64_t n, const F& f) : n_(n) {
    Random random(4);
    std::vector<double> x(static_cast<std::size_t>(3 * n));
    for (double& number : x) number = random.normal();
    for (std::size_t i = 0; i < x.size(); i += 3)
      for (std::size_t j = 0; j < x.size(); j += 3) values_.push_back(f(&x[i], &x[j]));
  }
  MatrixView view() const { return DenseView<double>{values_.data(), n_, static_cast<std::int32_t>(n_), n_}; }
  MatrixView as_floats() {
    floats_.assign(values_.begin(), values_.end());
    return DenseView<float>{floats_.data(), n_, static_cast<std::int32_t>(n_), n_};
  }
  double& at(std::size_t i, std::size_t j) { return values_[i * static_cast<std::size_t>(n_) + j]; }

 private:
  std::int64_t n_;
  std::vector<double> values_;
  std::vector<float> floats_;
};

constexpr int some_threads = 3;

double dot_of_three(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double squared_distance(const double* a, const double* b) {
  return dot_of_three(a, a) + dot_of_three(b, b) - 2 * dot_of_three(a, b);
}
double rbf(const double* a, const double* b) { return std::exp(-squared_distance(a, b)); }

TEST(PrecomputedMatrix, KernelsHaveNoNegativeDirectionNorDoTheirFloats) {
  for (const auto kernel : {dot_of_three, rbf}) {
    Matrix matrix(200, kernel);
    EXPECT_FALSE(has_negative_direction(matrix.view(), some_threads));
    EXPECT_FALSE(has_negative_direction(matrix.as_floats(), some_threads));
    EXPECT_FALSE(asymmetric_row(matrix.as_floats(), some_threads));
  }
}

/// Of fewer columns than rows: conjugate gradients end early, and rounding is what they go on with.
TEST(PrecomputedMatrix, KernelsOfLowRankHaveNoNegativeDirection) {
  for (std::int64_t n = 5; n < 60; ++n)
    EXPECT_FALSE(has_negative_direction(Matrix(n, dot_of_three).view(), some_threads)) << n;
}

TEST(PrecomputedMatrix, IndefiniteMatricesAreFound) {
  const auto distance = [](const double* a, const double* b) {
    return -std::sqrt(std::max(0.0, squared_distance(a, b)));
  };
  const auto tanh = [](const double* a, const double* b) { return std::tanh(dot_of_three(a, b)); };
  const auto negated = [](const double* a, const double* b) { return -dot_of_three(a, b); };
  EXPECT_TRUE(has_negative_direction(Matrix(200, distance).view(), some_threads));
  EXPECT_TRUE(has_negative_direction(Matrix(200, tanh).view(), some_threads));
  EXPECT_TRUE(has_negative_direction(Matrix(200, negated).view(), some_threads));
  EXPECT_TRUE(has_negative_direction(Matrix(1500, tanh).view(), some_threads)) << "of some rows";
}

TEST(PrecomputedMatrix, AConstantAddedDoesNotHideNegativeDirections) {
  constexpr double constant = 1e4;
  const auto negated = [](const double* a, const double* b) { return constant - dot_of_three(a, b); };
  const auto shifted = [](const double* a, const double* b) { return constant + rbf(a, b); };
  EXPECT_TRUE(has_negative_direction(Matrix(200, negated).view(), some_threads));
  EXPECT_TRUE(has_negative_direction(Matrix(200, negated).as_floats(), some_threads));
  EXPECT_FALSE(has_negative_direction(Matrix(200, shifted).view(), some_threads));
  EXPECT_FALSE(has_negative_direction(Matrix(200, shifted).as_floats(), some_threads));
}

TEST(PrecomputedMatrix, EntriesAreCopiedFromEveryLayout) {
  constexpr double none = -1;
  const std::vector<float> dense = {4, 5, 0, 9, 5, 6, 0, 9, 0, 0, 7, 9};
  const std::vector<std::int64_t> offsets = {0, 2, 4, 5};
  const std::vector<std::int32_t> columns = {0, 1, 0, 1, 2};
  const std::vector<double> values = {4, 5, 5, 6, 7};
  const std::vector<MatrixView> views = {DenseView<float>{dense.data(), 3, 3, 4},
                                         CsrView<double>{offsets.data(), columns.data(), values.data(), 3, 3}};
  const std::vector<std::int32_t> some_rows = {2, 0};
  const std::vector<std::int32_t> some_columns = {1, 2, 0};
  for (const MatrixView& view : views) {
    std::vector<double> copied(8, none);
    copy_entries(view, some_rows, some_columns, copied.data(), 4);
    EXPECT_EQ(copied, (std::vector<double>{0, 7, 0, none, 5, 0, 4, none}));
  }
}

TEST(PrecomputedMatrix, DiagonalsAreReadWhereTheyAre) {
  const std::vector<float> x = {1, 2, 9, 2, 0, 9};
  EXPECT_EQ(diagonal_of(DenseView<float>{x.data(), 2, 2, 3}), (std::vector<double>{1, 0}));
  const std::vector<std::int64_t> offsets = {0, 2, 3, 5};
  const std::vector<std::int32_t> columns = {0, 1, 0, 1, 2};
  const std::vector<double> values = {4, 5, 5, 6, 7};
  EXPECT_EQ(diagonal_of(CsrView<double>{offsets.data(), columns.data(), values.data(), 3, 3}),
            (std::vector<double>{4, 0, 7}));
}

TEST(PrecomputedMatrix, AnEntryUnlikeItsMirrorIsNoticed) {
  Matrix matrix(50, rbf);
  matrix.at(31, 7) *= 1 + 1e-7;
  EXPECT_FALSE(asymmetric_row(matrix.view(), some_threads)) << "as numbers are rounded in files";
  matrix.at(31, 7) += 0.1;
  const auto row = asymmetric_row(matrix.view(), some_threads);
  ASSERT_TRUE(row);
  EXPECT_TRUE(*row == 31 || *row == 7) << *row;
}

}  // namespace
}  // namespace hingeline::internal
