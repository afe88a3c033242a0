// SPDX-License-Identifier: BSD-3-Clause
#include "problem/validate_kernel_problem.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/require.hpp"
#include "data/validate_sizes.hpp"
#include "hingeline/error.hpp"
#include "hingeline/problem.hpp"
#include "kernels/precomputed_matrix.hpp"
#include "problem/validate.hpp"

namespace hingeline::internal {

void validate_precomputed(const MatrixView& x, int threads) {
  const std::int64_t n = rows(x);
  if (n == 0) throw DataError("x: no rows");
  if (cols(x) != n)
    throw DataError(fmt::format("x: {} rows and {} columns, but a precomputed kernel must be square", n, cols(x)));
  if (const std::optional<std::int64_t> row = asymmetric_row(x, threads))
    throw DataError(
        fmt::format("x: row {0} (from 0) differs from column {0}, but a precomputed kernel must be symmetric", *row));
}

void validate(const KernelProblem& problem, int threads, bool checked) {
  hingeline::validate(problem.kernel);
  require_known("machine", problem.machine, Machine::nu_svr, "must be a Machine");
  Problem matrix;
  matrix.x = problem.x;
  matrix.weights = problem.weights;
  matrix.y = problem.y;
  matrix.C = has_C(problem.machine) ? problem.C : 1;
  matrix.loss.name = is_classification(problem.machine) ? LossName::hinge : LossName::epsilon_insensitive;
  matrix.loss.epsilon = has_epsilon(problem.machine) ? problem.epsilon : 0;
  std::vector<double> no_targets;
  if (problem.machine == Machine::one_class) {
    validate_sizes("x", problem.x);
    no_targets.resize(static_cast<std::size_t>(rows(problem.x)));
    matrix.y = no_targets;
  }
  checked ? validate_all_but_rows(matrix) : validate(matrix, threads);
  if (has_nu(problem.machine) && !(problem.nu > 0 && problem.nu <= 1))
    throw InvalidParameter("nu", fmt::format("{}", problem.nu), "must be > 0 and <= 1");
  const std::int64_t n = rows(problem.x);
  const std::int64_t most = std::numeric_limits<std::int32_t>::max() / (is_regression(problem.machine) ? 2 : 1);
  if (n > most) throw DataError(fmt::format("x: {} rows, kernels take at most {}", n, most));
  if (!checked && problem.kernel.name == KernelName::precomputed) validate_precomputed(problem.x, threads);
}

}  // namespace hingeline::internal
