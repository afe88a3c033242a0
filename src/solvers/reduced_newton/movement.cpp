// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/movement.hpp"

#include <algorithm>

#include "core/dot.hpp"

namespace hingeline::internal {
namespace {

/// H^-1 G H^-1, whole, row-major; incomplete when told to stop.
std::vector<double> sandwich(const ScaledCholesky& h, const GramMatrix& g, const Stop& stop) {
  const std::size_t d = g.size();
  std::vector<double> half(d * d);
  for (std::size_t j = 0; j < d && !is_due(stop); ++j) {
    for (std::size_t i = 0; i < d; ++i) half[j * d + i] = i >= j ? g.at(i, j) : g.at(j, i);
    h.solve({half.data() + j * d, d});
  }
  std::vector<double> s(d * d);
  for (std::size_t j = 0; j < d && !is_due(stop); ++j) {
    for (std::size_t i = 0; i < d; ++i) s[j * d + i] = half[i * d + j];
    h.solve({s.data() + j * d, d});
  }
  return s;
}

/// The least width at which H is not mostly chance: one that holds a few times d rows.
double width_of_curvature(std::vector<double> distances, std::size_t variables) {
  if (distances.empty()) return 0;
  const std::size_t kth = std::min(distances.size() - 1, 3 * variables + 5);
  std::nth_element(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(kth), distances.end());
  return 4 * distances[kth];
}

}  // namespace

template <class T>
Movement::Movement(const ReducedProblem<T>& problem, SmoothedNewton<T>& solved, const Moments& moments,
                   const Stop& stop) {
  const Variables& variables = problem.variables;
  const std::size_t d = variables.size();
  GramMatrix h(d);
  solved.linearize(std::max(solved.width(), width_of_curvature(solved.kink_distances(), d)), h);
  std::vector<double> squares(solved.slopes().begin(), solved.slopes().end());
  for (double& slope : squares) slope *= slope;
  GramMatrix g(d);
  solved.gram().add(squares, g);
  ScaledCholesky cholesky;
  if (!cholesky.factor(h, 0, stop)) return;  // unbounded
  const std::vector<double> s = sandwich(cholesky, g, stop);
  if (is_due(stop)) return;

  double of_correlated = 0;
  double of_diagonal = 0;
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < d; ++j) {
      const double product = moments.mean[i] * moments.mean[j];
      const double covariance = moments.second.at(std::max(i, j), std::min(i, j)) - product;
      constant_ += s[i * d + j] * product;
      of_correlated += s[i * d + j] * covariance;
      if (i == j) of_diagonal += s[i * d + j] * covariance;
    }
  constant_ = std::max(0.0, constant_);
  const double share = of_diagonal > 0 ? std::clamp(of_correlated / of_diagonal, 1e-6, 1e3) : 1;
  centre_.assign(moments.mean.begin(), moments.mean.begin() + static_cast<std::ptrdiff_t>(variables.features()));
  for (std::size_t j = 0; j < variables.features(); ++j) weights_.push_back(share * std::max(0.0, s[j * d + j]));
  mean_square_ = std::max(0.0, of_correlated) + constant_;
}

Movement::Movement(std::size_t cols, double deviation)
    : centre_(cols), weights_(cols), constant_(deviation * deviation), mean_square_(constant_) {}

Movement Movement::scaled(double factor) const {
  Movement result = *this;
  for (double& weight : result.weights_) weight *= factor;
  result.constant_ *= factor;
  result.mean_square_ *= factor;
  return result;
}

void Movement::include(std::span<const double> step, const Moments& moments) {
  for (std::size_t j = 0; j < weights_.size(); ++j) weights_[j] = std::max(weights_[j], step[j] * step[j]);
  const double of_mean = dot(step, moments.mean);
  constant_ = std::max(constant_, of_mean * of_mean);
  mean_square_ = std::max(mean_square_, dot(step, multiply(moments.second, step)));
}

template Movement::Movement(const ReducedProblem<float>&, SmoothedNewton<float>&, const Moments&, const Stop&);
template Movement::Movement(const ReducedProblem<double>&, SmoothedNewton<double>&, const Moments&, const Stop&);

}  // namespace hingeline::internal
