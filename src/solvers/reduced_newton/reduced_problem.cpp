// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/reduced_problem.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "data/chunk_rows.hpp"

namespace hingeline::internal {

template <class T>
BandGram<T>::BandGram(const ReducedProblem<T>& problem, ThreadPool& pool, Stop stop)
    : problem_(problem),
      pool_(pool),
      stop_(std::move(stop)),
      chunk_(chunk_for_matrices(problem.band.size(), problem.variables.size())),
      parts_(static_cast<std::size_t>((problem.band.size() + chunk_ - 1) / chunk_), GramMatrix(0)) {}

template <class T>
void BandGram<T>::add(std::span<const double> weights, GramMatrix& gram) {
  const BlockedRows<T> x = problem_.band.x();
  pool_.run(std::ssize(parts_), [&](std::int64_t task) {
    const std::int64_t first = task * chunk_;
    const std::int64_t count = std::min(chunk_, problem_.band.size() - first);
    GramMatrix& part = parts_[static_cast<std::size_t>(task)];
    if (part.size() == gram.size())
      part.clear();
    else
      part = GramMatrix(gram.size());
    const BlockedRows<T> rows = x.from(first);
    WeightedGram(rows, problem_.variables.appended())
        .add(weights.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)), part, stop_);
  });
  const auto entries = static_cast<std::int64_t>(gram.stride() * gram.stride());
  constexpr std::int64_t entries_per_task = 8192;
  pool_.run((entries + entries_per_task - 1) / entries_per_task, [&](std::int64_t task) {
    const std::int64_t first = task * entries_per_task;
    const std::int64_t end = std::min(entries, first + entries_per_task);
    for (const GramMatrix& part : parts_)
      std::transform(part.data() + first, part.data() + end, gram.data() + first, gram.data() + first, std::plus<>());
  });
}

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
