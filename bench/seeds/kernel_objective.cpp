// SPDX-License-Identifier: BSD-3-Clause
//
// kernel_objective MODEL: the dual objective of a C-SVC, sum_i |s_i| - 1/2 s'K s, from the model's support vectors alone,
// every kernel value in double. For models of any program that writes LIBSVM's format.
#include <cmath>
#include <cstdio>
#include <numeric>

#include "hingeline/kernel_model.hpp"
#include "kernels/kernel_row_source.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_kernel_objective MODEL\n");
    return 2;
  }
  const hingeline::KernelModel model = hingeline::read_kernel_model(argv[1]);
  const std::int64_t n = model.support_vectors();
  const hingeline::CsrView<double> x{model.offsets.data(), model.columns.data(), model.values.data(), n,
                                     model.features};
  const auto source = hingeline::internal::kernel_row_source(model.kernel, x);
  std::vector<double> row(static_cast<std::size_t>(n));
  double objective = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    source(i, row.data());
    const double s = model.coef[static_cast<std::size_t>(i)];
    objective += std::abs(s) - 0.5 * s * std::inner_product(row.begin(), row.end(), model.coef.begin(), 0.0);
  }
  std::printf("%.12g\n", objective);
}
