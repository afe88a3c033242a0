// SPDX-License-Identifier: BSD-3-Clause
#include "simd/class_ops.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.hpp"
#include "support/every_target.hpp"

namespace hingeline::internal {
namespace {

/// Entries of a row, and of a sparse one in columns three apart.
template <class T>
void expect_right_outputs(std::size_t count, std::size_t size, bool sparse) {
  Random random(count + size);
  std::vector<T> values(size);
  std::vector<std::int32_t> columns;
  const std::size_t features = sparse ? 3 * size : size;
  std::vector<double> w(features * count);
  for (T& value : values) value = static_cast<T>(random.normal());
  for (double& entry : w) entry = random.normal();
  for (std::size_t e = 0; e < size; ++e) columns.push_back(static_cast<std::int32_t>(sparse ? 3 * e + 1 : e));
  std::vector<double> z(count + 1, 7.0);
  class_ops<T>().outputs(values.data(), sparse ? columns.data() : nullptr, size, w.data(), count, z.data());
  for (std::size_t k = 0; k < count; ++k) {
    long double expected = 0;
    for (std::size_t e = 0; e < size; ++e)
      expected += static_cast<long double>(values[e]) * w[static_cast<std::size_t>(columns[e]) * count + k];
    EXPECT_NEAR(z[k], static_cast<double>(expected), 1e-13) << count << " classes, " << size << " entries";
  }
  EXPECT_EQ(z.back(), 7) << "written beyond " << count << " classes";
}

/// The same entries times a number for each class, added to what is there.
template <class T>
void expect_right_additions(std::size_t count, std::size_t size, bool sparse) {
  Random random(count + size);
  std::vector<T> values(size);
  std::vector<std::int32_t> columns;
  std::vector<double> scale(count);
  std::vector<double> w((sparse ? 3 * size : size) * count + 1);
  for (T& value : values) value = static_cast<T>(random.normal());
  for (double& entry : scale) entry = random.normal();
  for (double& entry : w) entry = random.normal();
  for (std::size_t e = 0; e < size; ++e) columns.push_back(static_cast<std::int32_t>(sparse ? 3 * e + 1 : e));
  std::vector<double> expected = w;
  for (std::size_t e = 0; e < size; ++e)
    for (std::size_t k = 0; k < count; ++k)
      expected[static_cast<std::size_t>(columns[e]) * count + k] += static_cast<double>(values[e]) * scale[k];
  class_ops<T>().add(values.data(), sparse ? columns.data() : nullptr, size, scale.data(), count, w.data());
  for (std::size_t k = 0; k < w.size(); ++k) ASSERT_NEAR(w[k], expected[k], 1e-14) << count << " classes, entry " << k;
}

/// Rows of 7 entries more than are used, added to what is there.
template <class T>
void expect_right_sums(std::size_t count, std::size_t rows) {
  constexpr std::size_t size = 9;
  constexpr std::size_t stride = size + 7;
  Random random(count + rows);
  std::vector<T> values(rows * stride);
  std::vector<double> w(size * count);
  std::vector<double> z(rows * count + 1);
  for (T& value : values) value = static_cast<T>(random.normal());
  for (double& entry : w) entry = random.normal();
  for (double& entry : z) entry = random.normal();
  const std::vector<double> before = z;
  class_ops<T>().add_outputs(values.data(), stride, rows, size, w.data(), count, z.data());
  for (std::size_t t = 0; t < rows; ++t)
    for (std::size_t k = 0; k < count; ++k) {
      long double expected = before[t * count + k];
      for (std::size_t e = 0; e < size; ++e)
        expected += static_cast<long double>(values[t * stride + e]) * w[e * count + k];
      ASSERT_NEAR(z[t * count + k], static_cast<double>(expected), 1e-13) << count << " classes, row " << t;
    }
  EXPECT_EQ(z.back(), before.back()) << "written beyond " << rows << " rows of " << count << " classes";
}

TEST(ClassOps, SumsOfSeveralRowsAreRightOnEveryTargetOfThisMachine) {
  support::on_every_target([] {
    for (std::size_t count = 1; count < 40; ++count)
      for (std::size_t rows = 0; rows < 10; ++rows) {
        expect_right_sums<float>(count, rows);
        expect_right_sums<double>(count, rows);
      }
  });
}

TEST(ClassOps, AdditionsAreRightOnEveryTargetOfThisMachine) {
  support::on_every_target([] {
    for (std::size_t count = 1; count < 40; ++count)
      for (const std::size_t size : {0, 1, 5, 8})
        for (const bool sparse : {false, true}) {
          expect_right_additions<float>(count, size, sparse);
          expect_right_additions<double>(count, size, sparse);
        }
  });
}

TEST(ClassOps, OutputsAreRightOnEveryTargetOfThisMachine) {
  support::on_every_target([] {
    for (std::size_t count = 1; count < 70; ++count)
      for (const std::size_t size : {0, 1, 2, 5, 8})
        for (const bool sparse : {false, true}) {
          expect_right_outputs<float>(count, size, sparse);
          expect_right_outputs<double>(count, size, sparse);
        }
  });
}

}  // namespace
}  // namespace hingeline::internal
