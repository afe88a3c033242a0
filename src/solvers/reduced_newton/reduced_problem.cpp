// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/reduced_problem.hpp"

#include "data/row_blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "solvers/reduced_newton/chunk_rows.hpp"

namespace hingeline::internal {

template <class T>
void add_gram(const ReducedProblem<T>& problem, std::span<const double> weights, ThreadPool& pool, GramMatrix& gram) {
  const std::int64_t size = problem.band.size();
  gram += sum_chunks(pool, size, chunk_rows(size), GramMatrix(gram.size()),
                     [&](std::int64_t first, std::int64_t end, GramMatrix& part) {
                       const BlockedRows<T> rows = problem.band.x().from(first);
                       WeightedGram(rows, problem.variables.appended)
                           .add(weights.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first)),
                                part);
                     });
}

template <class T>
Moments moments(const ReducedProblem<T>& problem, ThreadPool& pool) {
  const Variables& variables = problem.variables;
  Moments result{std::vector<double>(variables.size()), GramMatrix(variables.size())};
  double total = 0;
  for (const double c : problem.band.c) total += c;
  std::vector<double> shares(problem.band.c.begin(), problem.band.c.end());
  if (total > 0)
    for (double& share : shares) share /= total;
  add_gram(problem, shares, pool, result.second);
  const BlockedRows<T> rows = problem.band.x();
  for (std::size_t i = 0; i < shares.size(); ++i) rows.add(static_cast<std::int64_t>(i), shares[i], result.mean.data());
  if (variables.appended != 0) result.mean[variables.cols] = variables.appended;
  return result;
}

template void add_gram(const ReducedProblem<float>&, std::span<const double>, ThreadPool&, GramMatrix&);
template void add_gram(const ReducedProblem<double>&, std::span<const double>, ThreadPool&, GramMatrix&);
template Moments moments(const ReducedProblem<float>&, ThreadPool&);
template Moments moments(const ReducedProblem<double>&, ThreadPool&);

}  // namespace hingeline::internal
