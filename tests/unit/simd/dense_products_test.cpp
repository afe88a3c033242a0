// SPDX-License-Identifier: BSD-3-Clause
//
// Blocks of every shape around the vector widths, on rows followed by numbers that must not be read.
#include "simd/dense_products.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

/// K vectors, and what lies between them: none of it is to be read or changed.
struct Vectors {
  Vectors(std::size_t count, std::size_t size, std::size_t apart, Random& random)
      : numbers(count * apart, std::numeric_limits<double>::quiet_NaN()) {
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t j = 0; j < size; ++j) numbers[k * apart + j] = random.normal();
  }
  std::vector<double> numbers;
};

template <class T>
class Products {
 public:
  Products(std::size_t rows, std::size_t cols, std::size_t count)
      : rows_(rows), cols_(cols), count_(count), random_(rows * 1000 + cols), s_(rows * count) {
    values_.assign(rows * stride(), std::numeric_limits<T>::quiet_NaN());
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < cols; ++j) values_[i * stride() + j] = static_cast<T>(random_.normal());
    values_.resize((rows - 1) * stride() + cols);
    values_.shrink_to_fit();
    for (double& entry : s_) entry = random_.uniform() < 0.3 ? 0 : random_.normal();
  }

  void expect_formulas() {
    const Vectors w(count_, cols_, apart(), random_);
    std::vector<double> z(rows_ * count_);
    ops_.predict(block(), w.numbers.data(), apart(), count_, z.data());
    for (std::size_t i = 0; i < rows_; ++i)
      for (std::size_t k = 0; k < count_; ++k) {
        double expected = 0;
        for (std::size_t j = 0; j < cols_; ++j) expected += x(i, j) * w.numbers[k * apart() + j];
        EXPECT_NEAR(z[i * count_ + k], expected, 1e-12 * (1 + std::sqrt(static_cast<double>(cols_))));
      }
    expect_sums(ops_.combine, [this](std::size_t i, std::size_t j) { return x(i, j); });
    expect_sums(ops_.combine_squares, [this](std::size_t i, std::size_t j) { return x(i, j) * x(i, j); });
  }

  /// The bits of one row and one vector are those that they have alone.
  void expect_no_company_counts() {
    const Vectors w(count_, cols_, apart(), random_);
    std::vector<double> z(rows_ * count_);
    ops_.predict(block(), w.numbers.data(), apart(), count_, z.data());
    for (std::size_t i = 0; i < rows_; ++i)
      for (std::size_t k = 0; k < count_; ++k) {
        double alone = 0;
        ops_.predict({&values_[i * stride()], 1, cols_, stride()}, &w.numbers[k * apart()], 0, 1, &alone);
        EXPECT_EQ(z[i * count_ + k], alone);
      }
  }

 private:
  template <class Combine, class Term>
  void expect_sums(const Combine& combine, const Term& term) {
    Vectors u(count_, cols_, apart(), random_);
    const std::vector<double> before = u.numbers;
    combine(block(), s_.data(), apart(), count_, u.numbers.data());
    for (std::size_t k = 0; k < count_; ++k)
      for (std::size_t j = 0; j < apart(); ++j) {
        double expected = before[k * apart() + j];
        if (j >= cols_) {
          EXPECT_TRUE(std::isnan(u.numbers[k * apart() + j]));
          continue;
        }
        for (std::size_t i = 0; i < rows_; ++i) expected += s_[i * count_ + k] * term(i, j);
        EXPECT_NEAR(u.numbers[k * apart() + j], expected, 1e-11 * static_cast<double>(rows_ + 1));
      }
  }

  std::size_t stride() const { return cols_ + 3; }
  std::size_t apart() const { return cols_ + 1; }
  double x(std::size_t i, std::size_t j) const { return static_cast<double>(values_[i * stride() + j]); }
  DenseBlock<T> block() const { return {values_.data(), rows_, cols_, stride()}; }

  std::size_t rows_;
  std::size_t cols_;
  std::size_t count_;
  Random random_;
  std::vector<T> values_;
  std::vector<double> s_;
  const DenseProductOps<T> ops_ = dense_product_ops<T>();
};

template <class F>
void for_each_shape(const F& f) {
  for (const std::size_t cols : {1, 3, 8, 17, 33})
    for (const std::size_t rows : {1, 4, 7, 64, 131})
      for (const std::size_t count : {1, 2, 3, 4, 7, 10}) f(rows, cols, count);
}

TEST(DenseProducts, AreTheirFormulas) {
  for_each_shape([](std::size_t rows, std::size_t cols, std::size_t count) {
    Products<float>(rows, cols, count).expect_formulas();
    Products<double>(rows, cols, count).expect_formulas();
  });
}

TEST(DenseProducts, OfARowDoNotDependOnOthers) {
  for_each_shape([](std::size_t rows, std::size_t cols, std::size_t count) {
    Products<float>(rows, cols, count).expect_no_company_counts();
  });
}

}  // namespace
}  // namespace hingeline::internal
