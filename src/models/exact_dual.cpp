// SPDX-License-Identifier: BSD-3-Clause
//
// The gap of a training on phi(x) to the machine with the exact kernel (hingeline/kernel_features.hpp).
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/dot.hpp"
#include "core/require.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_features.hpp"
#include "kernels/exact_products.hpp"
#include "models/kernel_feature_map.hpp"
#include "models/level_training.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline {
namespace {

using internal::require;

/// The rows whose s is not 0 in one output, and their s.
struct SupportingRows {
  std::vector<std::int64_t> rows;
  std::vector<double> s;
};

SupportingRows supporting_rows(const Solution& part, std::size_t outputs, std::size_t k) {
  SupportingRows support;
  for (std::size_t i = 0; i * outputs < part.dual_coef.size(); ++i) {
    const double s = part.dual_coef[i * outputs + k];
    if (s == 0) continue;
    support.rows.push_back(static_cast<std::int64_t>(i));
    support.s.push_back(s);
  }
  return support;
}

/// Requires that the training's problem differs from that of the kernel machine only in phi(x) approximating the
/// kernel, so that the dual objective of the kernel machine is no larger.
void require_of_kernel(const KernelBasis& basis, const LinearModel& model) {
  require(basis.approximation == Approximation::nystroem, "approximation", std::string(to_string(basis.approximation)),
          "must be nystroem, as only its error is known to be positive semidefinite");
  require(model.multi_class != MultiClass::one_vs_one, "multi_class", "ovo",
          "must be another for the gap to the exact kernel");
  require(model.column_scale.empty(), "standardize", "true",
          "must be false, as the kernel is that of columns without scaling");
  require(!internal::levels_are_tied(model), "level_tie", std::string(to_string(model.level_tie)),
          "must be separate for the gap to the exact kernel");
  require(model.l1 == 0 && model.l2 == 1, "penalty", fmt::format("l1 = {}, l2 = {}", model.l1, model.l2),
          "must be a ridge, l1 = 0 and l2 = 1");
}

/// s'K s.
double squared_norm(const Kernel& kernel, const MatrixView& x, const SupportingRows& support,
                    internal::ThreadPool& pool) {
  const std::vector<std::int32_t> numbers(support.rows.begin(), support.rows.end());
  std::vector<double> products(numbers.size());
  internal::exact_products({kernel, x}, x, numbers, numbers, support.s, pool, products.data());
  return internal::dot(products, support.s);
}

}  // namespace

double KernelFeatures::exact_dual(const Dataset& data, const TrainResult& trained, int threads) const {
  require_of_kernel(basis(), trained.model);
  const auto n = static_cast<std::size_t>(rows(data.x));
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (n > most) throw DataError(fmt::format("x: {} rows, kernels take at most {}", n, most));
  internal::ThreadPool pool(threads);
  double dual = trained.certificate.dual;
  for (const Solution& part : trained.parts) {
    const std::size_t outputs = n == 0 ? 0 : part.dual_coef.size() / n;
    require(outputs > 0 && part.dual_coef.size() % n == 0, "dual_coef",
            fmt::format("{} numbers", part.dual_coef.size()),
            "must be a multiple of the number of rows, and kept by keep_dual");
    for (std::size_t k = 0; k < outputs; ++k) {
      const SupportingRows support = supporting_rows(part, outputs, k);
      if (support.rows.empty()) continue;
      const double approximated = map_->squared_sum(data.x, support.rows, support.s);
      dual -= 0.5 * (squared_norm(basis().kernel, data.x, support, pool) - approximated);
    }
  }
  return dual;
}

}  // namespace hingeline
