// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/reduced_problem.hpp"

#include <utility>

namespace hingeline::internal {

template <class T>
BandGram<T>::BandGram(const ReducedProblem<T>& problem, ThreadPool& pool, Stop stop)
    : x_(problem.band.x()), stop_(std::move(stop)), gram_(x_, problem.variables.appended(), x_.cols(), pool) {}

template <class T>
Moments moments(const ReducedProblem<T>& problem, ThreadPool& pool, const Stop& stop) {
  const Variables& variables = problem.variables;
  Moments result{std::vector<double>(variables.size()), GramMatrix(variables.size())};
  double total = 0;
  for (const double c : problem.band.c) total += c;
  std::vector<double> shares(problem.band.c.begin(), problem.band.c.end());
  if (total > 0)
    for (double& share : shares) share /= total;
  BandGram(problem, pool, stop).add(shares, result.second);
  const BlockedRows<T> rows = problem.band.x();
  for (std::int64_t i = 0; i < problem.band.size(); ++i)
    rows.add(i, shares[static_cast<std::size_t>(i)], result.mean.data());
  if (variables.has_intercept()) result.mean[variables.features()] = variables.appended();
  return result;
}

template class BandGram<float>;
template class BandGram<double>;
template Moments moments(const ReducedProblem<float>&, ThreadPool&, const Stop&);
template Moments moments(const ReducedProblem<double>&, ThreadPool&, const Stop&);

}  // namespace hingeline::internal
