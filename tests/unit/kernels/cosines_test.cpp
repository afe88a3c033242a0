// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cosines.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

TEST(Cosines, AreThoseOfTheStandardLibraryAtAnySizeAndAngle) {
  Random random(1);
  for (const double reach : {1.0, 1e4, 1e9})
    for (const std::size_t size : {1, 3, 8, 37}) {
      std::vector<double> angles(size);
      for (double& angle : angles) angle = reach * random.normal();
      std::vector<double> cosines(size);
      std::vector<double> sines(size);
      cosines_and_sines(angles.data(), size, 0.5, cosines.data(), sines.data());
      for (std::size_t k = 0; k < size; ++k) {
        EXPECT_NEAR(cosines[k], 0.5 * std::cos(angles[k]), 1e-15);
        EXPECT_NEAR(sines[k], 0.5 * std::sin(angles[k]), 1e-15);
      }
      cosines_and_sines(angles.data(), size, 0.5, angles.data(), sines.data());
      EXPECT_EQ(angles, cosines);
    }
}

}  // namespace
}  // namespace hingeline::internal
