// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel values in double, computed afresh: for proofs, and for Newton's steps on few variables.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/stop.hpp"
#include "hingeline/kernel_solve.hpp"
#include "kernels/kernel_rows.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/smo/face_newton.hpp"

namespace hingeline::internal {

class ExactKernel {
 public:
  /// All arguments must outlive this.
  ExactKernel(const KernelProblem& problem, const KernelSpace& space, ThreadPool& pool)
      : problem_(problem), space_(space), pool_(pool) {}

  /// Sets the products K s of some rows, which ascend. Returns the number of kernel values computed, or nothing when
  /// told to stop: some of the products may be new then.
  std::optional<std::int64_t> multiply(const std::vector<double>& s, const std::vector<std::int32_t>& rows,
                                       std::vector<double>& products, const Stop& stop) const;
  /// The kernel matrix of some rows; nothing when told to stop.
  std::optional<FaceKernel> among(const std::vector<std::int32_t>& rows, const Stop& stop) const;

 private:
  std::optional<std::int64_t> multiply_by_formula(const std::vector<double>& s, const std::vector<std::int32_t>& rows,
                                                  std::vector<double>& products, const Stop& stop) const;

  const KernelProblem& problem_;
  const KernelSpace& space_;
  ThreadPool& pool_;
};

}  // namespace hingeline::internal
