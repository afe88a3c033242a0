// SPDX-License-Identifier: BSD-3-Clause
#include "problem/certificate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "data/row_blocks.hpp"
#include "data/rows.hpp"
#include "losses/visit_loss.hpp"
#include "parallel/sum_chunks.hpp"
#include "penalties/regularizer.hpp"
#include "problem/best_constant.hpp"
#include "problem/kink_rounding.hpp"
#include "problem/row_cost.hpp"
#include "problem/row_terms.hpp"
#include "problem/tilted_certificate.hpp"

namespace hingeline::internal {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

double sum(std::span<const double> numbers) {
  long double total = 0;
  for (const double number : numbers) total += number;
  return static_cast<double>(total);
}

/// Four sums at a time, so that additions do not wait for each other.
double sum_side_by_side(std::span<const double> numbers) {
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= numbers.size(); i += sums.size())
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += numbers[i + k];
  for (; i < numbers.size(); ++i) sums[0] += numbers[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// The formulas of one problem with its loss known.
template <LossSheet Loss>
class Prover {
 public:
  Prover(const Problem& problem, const Loss& loss) : problem_(problem), loss_(loss) {}

  /// Shifts s, within its domain, until s and `rest` sum to 0 as far as double can say.
  void balance(std::span<double> s, double rest) const {
    const auto free = [&](std::size_t i, const Interval& domain) {
      return s[i] > domain.lower && s[i] < domain.upper && s[i] != 0;
    };
    constexpr int rounds = 50;
    double excess = sum(s) + rest;
    for (int round = 0; round < rounds && excess != 0; ++round) {
      std::int64_t movable = 0;
      for (std::size_t i = 0; i < s.size(); ++i) movable += free(i, domain_of(i));
      if (movable == 0) break;
      const double share = excess / static_cast<double>(movable);
      for (std::size_t i = 0; i < s.size(); ++i) {
        const Interval domain = domain_of(i);
        if (free(i, domain)) s[i] = std::clamp(s[i] - share, domain.lower, domain.upper);
      }
      const double before = std::abs(excess);
      excess = sum(s) + rest;
      if (std::abs(excess) > 0.5 * before) break;
    }
    for (std::size_t i = 0; i < s.size() && excess != 0; ++i) {
      const Interval domain = domain_of(i);
      const double moved = std::clamp(s[i] - excess, domain.lower, domain.upper);
      excess += moved - s[i];
      s[i] = moved;
    }
  }

  /// sum_i c_i phi(y_i, b)
  double constant_loss(double b) const {
    double total = 0;
    Numbers c;
    Numbers prediction;
    prediction.fill(b);
    const Numbers s{};
    for_each_block(problem_.y.size(), [&](std::size_t first, std::size_t count) {
      copy_costs(first, {c.data(), count});
      total += block_terms(first, {c.data(), count}, {s.data(), count}, {prediction.data(), count}).loss;
    });
    return total;
  }

  /// argmin_b of sum_i c_i phi(y_i, z_i + b) to `accuracy`; an empty z is 0.
  double best_intercept(std::span<const double> z, double start, double accuracy) const {
    const auto derivative = [&](double b) {
      double total = 0;
      Numbers c;
      Numbers prediction;
      prediction.fill(b);
      for_each_block(problem_.y.size(), [&](std::size_t first, std::size_t count) {
        copy_costs(first, {c.data(), count});
        if (!z.empty())
          for (std::size_t i = 0; i < count; ++i) prediction[i] = z[first + i] + b;
        total += ops_.slope(problem_.loss, count, problem_.y.data() + first, c.data(), prediction.data());
      });
      return total;
    };
    return best_constant(derivative, start, 1e-3 * (1 + std::abs(start)), accuracy);
  }

  RowTerms terms(std::span<const double> s, std::span<const double> z, double b) const {
    RowTerms total;
    Numbers c;
    Numbers prediction;
    for_each_block(s.size(), [&](std::size_t first, std::size_t count) {
      copy_costs(first, {c.data(), count});
      for (std::size_t i = 0; i < count; ++i) prediction[i] = z[first + i] + b;
      total += block_terms(first, {c.data(), count}, s.subspan(first, count), {prediction.data(), count});
    });
    return total;
  }

  /// Those of at most rows_per_block rows from `first`, the intercept in their predictions.
  RowTerms block_terms(std::size_t first, std::span<const double> c, std::span<const double> s,
                       std::span<const double> predictions) const {
    return ops_.sum(problem_.loss, s.size(), problem_.y.data() + first, c.data(), predictions.data(), s.data());
  }

  /// The variables of at most rows_per_block rows from `first`.
  void clip_block(std::size_t first, std::span<const double> c, std::span<double> s) const {
    ops_.clip(problem_.loss, s.size(), problem_.y.data() + first, c.data(), s.data());
  }

  void clip(std::span<double> s) const {
    Numbers c;
    for_each_block(s.size(), [&](std::size_t first, std::size_t count) {
      copy_costs(first, {c.data(), count});
      clip_block(first, {c.data(), count}, s.subspan(first, count));
    });
  }

  /// c_i of rows from `first` on.
  void copy_costs(std::size_t first, std::span<double> c) const {
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = cost(first + i);
  }

  Interval domain(std::size_t i) const { return domain_of(i); }

 private:
  using Numbers = std::array<double, rows_per_block>;

  template <class F>
  static void for_each_block(std::size_t rows, const F& f) {
    for (std::size_t first = 0; first < rows; first += rows_per_block)
      f(first, std::min<std::size_t>(rows_per_block, rows - first));
  }

  double cost(std::size_t i) const { return row_cost(problem_, static_cast<std::int64_t>(i)); }
  Interval domain_of(std::size_t i) const {
    const double c = cost(i);
    return c > 0 ? loss_.domain(problem_.y[i], c) : Interval{0, 0};
  }

  const Problem& problem_;
  const Loss& loss_;
  const RowTermOps ops_ = row_term_ops();
};

/// The sum of kink_rounding over all rows, at a point whose predictions are without b.
template <LossSheet Loss>
double kink_rounding_sum(const Problem& problem, const Loss& loss, const CertifiedPoint& point) {
  return visit_rows(problem.x, [&](const auto& x) {
    double total = 0;
    for (std::size_t i = 0; i < point.dual_coef.size(); ++i) {
      const auto row = static_cast<std::int64_t>(i);
      if (const double c = row_cost(problem, row); c > 0)
        total += kink_rounding(x, row, point.coef, point.intercept, loss, problem.y[i], c, point.dual_coef[i],
                               point.predictions[i] + point.intercept);
    }
    return total;
  });
}

/// u = sum_i s_i x_i.
void combine_rows(const MatrixView& matrix, std::span<const double> s, std::span<double> u) {
  visit_rows(matrix, [&](const auto& x) {
    std::fill(u.begin(), u.end(), 0.0);
    for (std::int64_t i = 0; i < x.rows(); ++i)
      if (s[static_cast<std::size_t>(i)] != 0) x.add(i, s[static_cast<std::size_t>(i)], u.data());
  });
}

/// sums += sum_i s_i^2 x_i^2, entry by entry.
void add_squared_terms(const MatrixView& matrix, std::span<const double> s, std::span<double> sums) {
  visit_rows(matrix, [&](const auto& x) {
    for (std::int64_t i = 0; i < x.rows(); ++i) {
      const double factor = s[static_cast<std::size_t>(i)];
      x.add_squares(i, factor * factor, sums.data());
    }
  });
}

/// z = X w.
void predict_rows(const MatrixView& matrix, std::span<const double> w, std::span<double> z) {
  visit_rows(matrix, [&](const auto& x) {
    for (std::int64_t i = 0; i < x.rows(); ++i) z[static_cast<std::size_t>(i)] = x.dot(i, w.data());
  });
}

double half_square(double a) { return 0.5 * a * a; }

double half_squared_norm(std::span<const double> w) {
  double total = 0;
  for (const double entry : w) total += entry * entry;
  return 0.5 * total;
}

double half_squared_distance(std::span<const double> w, std::span<const double> u) {
  double total = 0;
  for (std::size_t j = 0; j < w.size(); ++j) total += (w[j] - u[j]) * (w[j] - u[j]);
  return 0.5 * total;
}

enum class Coef { from_dual, given };

/// What the gap and P have beside the sums over rows.
struct Regularization {
  double value = 0;      // R(w)
  double gap = 0;        // R(w) + R*(u) - w'u; with constraints mu_k times how far A_k w is from its limit, too
  double violation = 0;  // of the constraints
  double rounding = 0;   // of the terms of constraints and of coefficients without a ridge

  /// The coefficient of a penalized intercept's column, and sum_i s_i times that column.
  void add_appended(double coef, double from_dual) {
    value += half_square(coef);
    gap += half_square(coef - from_dual);
  }
};

/// Sets coef (unless it is given), predictions and the intercept that is not free.
Regularization place(const Problem& problem, CertifiedPoint& point, Coef coef) {
  Regularization ridge;
  if (coef == Coef::from_dual) {
    combine_rows(problem.x, point.dual_coef, point.coef);
  } else {
    std::vector<double> u(point.coef.size());
    combine_rows(problem.x, point.dual_coef, u);
    ridge.gap = half_squared_distance(point.coef, u);
  }
  predict_rows(problem.x, point.coef, point.predictions);
  ridge.value = half_squared_norm(point.coef);
  if (problem.intercept == Intercept::none) point.intercept = 0;
  if (problem.intercept == Intercept::penalized) {
    const double from_dual = problem.bias * sum(point.dual_coef);
    const double appended = coef == Coef::given ? point.intercept / problem.bias : from_dual;
    point.intercept = problem.bias * appended;
    ridge.add_appended(appended, from_dual);
  }
  return ridge;
}

void scale(std::span<double> numbers, double factor) {
  for (double& number : numbers) number *= factor;
}

/// lower <= A_k w <= upper, and their multipliers.
class ConstraintProof {
 public:
  explicit ConstraintProof(const Problem& problem) : constraints_(problem.constraints) {}

  IntervalTerm term(std::size_t k) const { return interval(constraints_.lower, constraints_.upper, k); }

  /// A multiplier pulls towards a limit: there is none where there is no limit.
  void clip(std::span<double> mu) const {
    for (std::size_t k = 0; k < mu.size(); ++k)
      if (std::isinf(term(k).maximiser(mu[k]))) mu[k] = 0;
  }

  void add_to(std::span<const double> mu, std::span<const double> w, Regularization& total) const {
    std::vector<double> z(mu.size());
    predict_rows(constraints_.rows, w, z);
    const double norm = std::sqrt(2 * half_squared_norm(w));
    visit_rows(constraints_.rows, [&](const auto& rows) {
      for (std::size_t k = 0; k < mu.size(); ++k) {
        const IntervalTerm limits = term(k);
        const double limit = limits.clip(z[k]);
        if (mu[k] != 0) {
          const double pulled_to = limits.maximiser(mu[k]);
          const double magnitude = rows.magnitude(static_cast<std::int64_t>(k), w.data()) + std::abs(pulled_to);
          total.gap += std::abs(mu[k] * (z[k] - pulled_to));
          total.rounding += 4 * epsilon * std::abs(mu[k]) * magnitude;
        }
        const double size = std::sqrt(rows.squared_norm(static_cast<std::int64_t>(k))) * norm + std::abs(limit) + 1;
        total.violation = std::max(total.violation, std::abs(z[k] - limit) / size);
      }
    });
  }

 private:
  const Constraints& constraints_;
};

/// What rounding may leave of every entry of u = X's + A'mu: the terms' root of squares times the root of their number
/// bounds the sum of their magnitudes.
std::vector<double> rounding_of_sums(const Problem& problem, const CertifiedPoint& point, const Tilt& tilt) {
  constexpr double ulps = 16;
  std::vector<double> sums(point.coef.size());
  add_squared_terms(problem.x, point.dual_coef, sums);
  add_squared_terms(problem.constraints.rows, point.multipliers, sums);
  for (std::size_t j = 0; j < tilt.coef.size(); ++j) sums[j] += tilt.coef[j] * tilt.coef[j];
  if (problem.intercept == Intercept::penalized) {
    const double norm2 = 2 * half_squared_norm(point.dual_coef);
    sums.push_back(problem.bias * problem.bias * norm2);
  }
  const auto terms = static_cast<double>(point.dual_coef.size() + point.multipliers.size());
  for (double& sum : sums) sum = ulps * epsilon * std::sqrt(terms * sum);
  return sums;
}

/// Moves entries of u that only rounding has put beyond the domain of R*; |w_j| times how far is a part of the gap.
void remove_rounding(std::span<const double> rounding, const Regularizer& regularizer, std::span<const double> w,
                     std::span<double> u, Regularization& total) {
  for (std::size_t j = 0; j < u.size(); ++j) {
    const double there = regularizer.on_domain(j, u[j], rounding[j]);
    total.gap += std::abs((u[j] - there) * w[j]);
    total.rounding += rounding[j] * std::abs(w[j]);
    u[j] = there;
  }
}

/// place() for any penalty, bounds, constraints and tilt: u = X's + A'mu + tilt, where R* is infinite at it scaled down
/// with s and mu, whose domains hold 0; the given coef clipped to its bounds.
Regularization place_constrained(const Problem& problem, CertifiedPoint& point, const Tilt& tilt, double& share) {
  const Regularizer regularizer(problem);
  const ConstraintProof constraints(problem);
  const std::size_t features = point.coef.size();
  const bool penalized = problem.intercept == Intercept::penalized;
  std::vector<double> u(features);
  std::vector<double> from_constraints(features);
  constraints.clip(point.multipliers);
  combine_rows(problem.x, point.dual_coef, u);
  combine_rows(problem.constraints.rows, point.multipliers, from_constraints);
  std::transform(u.begin(), u.end(), from_constraints.begin(), u.begin(), std::plus());
  std::transform(tilt.coef.begin(), tilt.coef.end(), u.begin(), u.begin(), std::plus());
  std::vector<double> w(point.coef.begin(), point.coef.end());
  if (penalized) {
    u.push_back(problem.bias * (sum(point.dual_coef) + tilt.intercept));
    w.push_back(point.intercept / problem.bias);
  }
  Regularization total;
  if (regularizer.l2() == 0) remove_rounding(rounding_of_sums(problem, point, tilt), regularizer, w, u, total);
  share = regularizer.feasible_share(u);
  if (share < 1)
    for (const std::span<double> numbers : {point.dual_coef, point.multipliers, std::span<double>(u)})
      scale(numbers, share);

  for (std::size_t j = 0; j < w.size(); ++j) {
    w[j] = regularizer.term(j).clip(w[j]);
    total.value += regularizer.value(j, w[j]);
    total.gap += regularizer.gap(j, w[j], u[j]);
  }
  std::copy_n(w.begin(), features, point.coef.begin());
  if (problem.intercept != Intercept::free) point.intercept = penalized ? problem.bias * w.back() : 0;
  constraints.add_to(point.multipliers, point.coef, total);
  predict_rows(problem.x, point.coef, point.predictions);
  return total;
}

Certificate certificate(const RowTerms& terms, const Regularization& regularization, double l2,
                        const Baseline& baseline, double kink_rounding) {
  Certificate proof;
  proof.primal = regularization.value + terms.loss;
  proof.gap = terms.gap + regularization.gap;
  proof.dual = proof.primal - proof.gap;
  proof.max_violation = regularization.violation;
  proof.rounding_floor = 4 * epsilon * (terms.largest + regularization.value) + regularization.rounding + kink_rounding;
  proof.coef_error_bound = std::sqrt(2 * proof.gap / l2);
  proof.relative_gap = proof.gap <= proof.rounding_floor ? 0 : proof.gap / gap_scale(proof, baseline);
  return proof;
}

template <LossSheet Loss>
TiltedProof prove(const Problem& problem, const Baseline& baseline, const Loss& loss, CertifiedPoint& point, Coef coef,
                  const Tilt* given_tilt = nullptr) {
  const Prover<Loss> prover(problem, loss);
  const bool tilted = given_tilt != nullptr;
  const Tilt tilt = tilted ? *given_tilt : Tilt{};
  double share = 1;
  prover.clip(point.dual_coef);
  if (problem.intercept == Intercept::free) prover.balance(point.dual_coef, tilt.intercept);
  const Regularization regularization =
      is_plain_ridge(problem) && !tilted ? place(problem, point, coef) : place_constrained(problem, point, tilt, share);
  auto terms = prover.terms(point.dual_coef, point.predictions, point.intercept);
  if (problem.intercept == Intercept::free && !tilted) {
    constexpr double share_left = 0.01;  // of the gap, to the choice of b
    const double b = prover.best_intercept(point.predictions, point.intercept, share_left * terms.gap);
    const auto moved = prover.terms(point.dual_coef, point.predictions, b);
    if (moved.gap < terms.gap) {
      terms = moved;
      point.intercept = b;
    }
  }

  return {certificate(terms, regularization, problem.penalty.l2, baseline, kink_rounding_sum(problem, loss, point)),
          share};
}

/// One pass over the rows, a block at a time.
template <class View, LossSheet Loss>
class StreamedProof {
 public:
  StreamedProof(const View& x, const Problem& problem, const Loss& loss, const StreamedPair& pair,
                const DualBlock& dual_block)
      : view_(x), x_(x), problem_(problem), prover_(problem, loss), pair_(pair), dual_block_(dual_block) {}

  Certificate prove(const Baseline& baseline, ThreadPool& pool) {
    Sums total = sum_chunks(pool, view_.rows, rows_per_task, Sums(pair_.coef.size()),
                            [this](std::int64_t begin, std::int64_t end, Sums& sums) {
                              for (std::int64_t first = begin; first < end; first += rows_per_block)
                                add_block(first, std::min(rows_per_block, end - first), sums);
                              if (problem_.release_rows) problem_.release_rows(begin, end);
                            });
    if (problem_.intercept == Intercept::free) remove_excess(total);
    return certificate(total.terms, ridge(total), 1, baseline, 0);
  }

 private:
  static constexpr std::int64_t rows_per_task = 64 * rows_per_block;

  struct Sums {
    explicit Sums(std::size_t cols) : u(cols) {}
    Sums& operator+=(const Sums& other) {
      terms += other.terms;
      s += other.s;
      for (std::size_t j = 0; j < u.size(); ++j) u[j] += other.u[j];
      return *this;
    }
    RowTerms terms;
    double s = 0;           // sum_i s_i
    std::vector<double> u;  // sum_i s_i x_i
  };

  /// Costs, predictions and dual variables of a block.
  struct Block {
    std::array<double, rows_per_block> c;
    std::array<double, rows_per_block> z;
    std::array<double, rows_per_block> s;
  };

  void fill(std::int64_t first, std::int64_t count, Block& block) const {
    const auto size = static_cast<std::size_t>(count);
    x_.predict(first, count, pair_.coef.data(), block.z.data());
    for (std::size_t i = 0; i < size; ++i) block.z[i] += pair_.intercept;
    dual_block_(first, {block.z.data(), size}, {block.s.data(), size});
    prover_.copy_costs(static_cast<std::size_t>(first), {block.c.data(), size});
    prover_.clip_block(static_cast<std::size_t>(first), {block.c.data(), size}, {block.s.data(), size});
  }

  void add_block(std::int64_t first, std::int64_t count, Sums& sums) const {
    const auto size = static_cast<std::size_t>(count);
    Block block;
    fill(first, count, block);
    x_.combine(first, count, block.s.data(), sums.u.data());
    sums.terms += prover_.block_terms(static_cast<std::size_t>(first), {block.c.data(), size}, {block.s.data(), size},
                                      {block.z.data(), size});
    if (problem_.intercept != Intercept::none) sums.s += sum_side_by_side({block.s.data(), size});
    if (!pair_.dual_coef.empty()) std::copy_n(block.s.data(), size, pair_.dual_coef.data() + first);
  }

  /// Moves what sum_i s_i is off 0 onto the first rows that can take it.
  void remove_excess(Sums& sums) const {
    Block block;
    for (std::int64_t first = 0; first < view_.rows && sums.s != 0; first += rows_per_block) {
      const std::int64_t count = std::min(rows_per_block, view_.rows - first);
      fill(first, count, block);
      for (std::size_t k = 0; k < static_cast<std::size_t>(count) && sums.s != 0; ++k)
        move_row(static_cast<std::size_t>(first) + k, block.c[k], block.z[k], block.s[k], sums);
    }
  }

  void move_row(std::size_t i, double c, double z, double s, Sums& sums) const {
    const Interval domain = prover_.domain(i);
    const double moved = std::clamp(s - sums.s, domain.lower, domain.upper);
    if (moved == s) return;
    const RowTerms before = prover_.block_terms(i, {&c, 1}, {&s, 1}, {&z, 1});
    const RowTerms after = prover_.block_terms(i, {&c, 1}, {&moved, 1}, {&z, 1});
    sums.terms.gap += after.gap - before.gap;
    sums.terms.largest += after.largest - before.largest;
    sums.s += moved - s;
    const double change = moved - s;
    x_.combine(static_cast<std::int64_t>(i), 1, &change, sums.u.data());
    if (!pair_.dual_coef.empty()) pair_.dual_coef[i] = moved;
  }

  Regularization ridge(const Sums& sums) const {
    Regularization ridge{half_squared_norm(pair_.coef), half_squared_distance(pair_.coef, sums.u), 0};
    if (problem_.intercept == Intercept::penalized)
      ridge.add_appended(pair_.intercept / problem_.bias, problem_.bias * sums.s);
    return ridge;
  }

  const View& view_;
  const RowBlocks<View> x_;
  const Problem& problem_;
  const Prover<Loss> prover_;
  const StreamedPair& pair_;
  const DualBlock& dual_block_;
};

/// The targets and costs of a problem whose predictions are all the same, rows of one class taken together.
struct Constants {
  std::vector<double> y;
  std::vector<double> c;
};

Constants by_class(const Problem& problem) {
  std::array<double, 2> of_class{};
  if (problem.weights.empty()) {
    const auto positive = std::count_if(problem.y.begin(), problem.y.end(), [](double y) { return y > 0; });
    of_class = {problem.C * static_cast<double>(std::ssize(problem.y) - positive),
                problem.C * static_cast<double>(positive)};
  } else {
    for (std::size_t i = 0; i < problem.y.size(); ++i)
      of_class[problem.y[i] > 0 ? 1 : 0] += row_cost(problem, static_cast<std::int64_t>(i));
  }
  return {{-1, 1}, {of_class[0], of_class[1]}};
}

/// Of all w only 0.
Baseline best_constant_of(const Problem& problem) {
  Problem constant = problem;
  Constants classes;
  if (is_classification(problem.loss)) {
    classes = by_class(problem);
    constant.y = classes.y;
    constant.weights = classes.c;
    constant.C = 1;
  }
  return visit_loss(problem.loss, [&](const auto& loss) {
    const Prover prover(constant, loss);
    const double zero = prover.constant_loss(0);
    if (problem.intercept != Intercept::free) return Baseline{zero, 0};
    constexpr double accuracy = 1e-9;
    const double b = prover.best_intercept({}, 0, accuracy * zero);
    const double best = prover.constant_loss(b);
    return best < zero ? Baseline{best, b} : Baseline{zero, 0};
  });
}

/// Whether bounds and constraints hold at w = 0.
bool allows_zero(const Problem& problem) {
  const auto none_above_zero = [](std::span<const double> limits) {
    return std::all_of(limits.begin(), limits.end(), [](double limit) { return limit <= 0; });
  };
  const auto none_below_zero = [](std::span<const double> limits) {
    return std::all_of(limits.begin(), limits.end(), [](double limit) { return limit >= 0; });
  };
  return none_above_zero(problem.bounds.lower) && none_below_zero(problem.bounds.upper) &&
         none_above_zero(problem.constraints.lower) && none_below_zero(problem.constraints.upper);
}

}  // namespace

Baseline baseline(const Problem& problem) {
  Baseline constant = best_constant_of(problem);
  if (!allows_zero(problem)) constant.primal = infinity;
  return constant;
}

Certificate certify(const Problem& problem, const Baseline& baseline, CertifiedPoint& point) {
  return visit_loss(problem.loss, [&](const auto& loss) {
    return prove(problem, baseline, loss, point, Coef::from_dual).certificate;
  });
}

Certificate certify_pair(const Problem& problem, const Baseline& baseline, CertifiedPoint& point) {
  return visit_loss(problem.loss,
                    [&](const auto& loss) { return prove(problem, baseline, loss, point, Coef::given).certificate; });
}

TiltedProof certify_tilted(const Problem& problem, const Baseline& baseline, const Tilt& tilt, CertifiedPoint& point) {
  return visit_loss(problem.loss,
                    [&](const auto& loss) { return prove(problem, baseline, loss, point, Coef::given, &tilt); });
}

Certificate certify_pair(const Problem& problem, const Baseline& baseline, const StreamedPair& pair,
                         const DualBlock& dual_block, ThreadPool& pool) {
  return visit_loss(problem.loss, [&](const auto& loss) {
    return std::visit(
        [&](const auto& x) { return StreamedProof(x, problem, loss, pair, dual_block).prove(baseline, pool); },
        problem.x);
  });
}

double gap_scale(const Certificate& certificate, const Baseline& baseline) {
  constexpr double least_gain = 1e-6;
  const double size = std::abs(certificate.primal);
  return std::min(size, std::max(least_gain * size, baseline.primal - certificate.dual));
}

bool accepts(const Certificate& certificate, const Baseline& baseline, double tolerance) {
  return tolerance > 0 && certificate.max_violation <= tolerance &&
         (certificate.gap <= tolerance * gap_scale(certificate, baseline) ||
          certificate.gap <= certificate.rounding_floor);
}

}  // namespace hingeline::internal
