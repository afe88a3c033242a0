// SPDX-License-Identifier: BSD-3-Clause
//
// Matrix factorisation with any loss of the library, from the entries of a users x items matrix that are known:
//
//     z_uv = offset + a_u + b_v + p_u'q_v
//     minimise over p, q, a, b    user_ridge / 2 sum_u (|p_u|^2 + a_u^2) + item_ridge / 2 sum_v (|q_v|^2 + b_v^2)
//                                 + C sum_k weight_k phi(r_k, z_{u_k v_k})
//     subject to                  bounds of the entries of p and of q
//
// by turns over users and over items (Dai and Qiu's plqMF does so too). Either turn is one convex problem for each user
// or item, solved to a certificate of its own. The whole is not convex: the objective never rises, and where it hardly
// falls any more the answer is next to a point that no turn improves, which need not be the least of all.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "hingeline/loss.hpp"
#include "hingeline/result.hpp"

namespace hingeline {

/// Entries of a users x items matrix; several of one pair count each.
struct Ratings {
  std::int32_t users = 0;                ///< >= 1
  std::int32_t items = 0;                ///< >= 1
  std::span<const std::int32_t> user;    ///< n numbers from 0
  std::span<const std::int32_t> item;    ///< n numbers from 0
  std::span<const double> value;         ///< n; +1 or -1 for classification losses
  std::span<const double> weights = {};  ///< n numbers >= 0, or empty for all 1
};

struct FactorBounds {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();  ///< >= lower; infinities for no bound
};

/// What is known after users and items had a turn each. A side that had none to its end has an infinite gap.
struct FactorProgress {
  std::int64_t rounds = 0;
  double seconds = 0;
  double objective = 0;
  /// Of the users' last turn, given the items then: sum of primal - dual over the objective.
  double user_gap = std::numeric_limits<double>::infinity();
  double item_gap = std::numeric_limits<double>::infinity();  ///< of the items' last turn, given the users
};

struct FactorOptions {
  Loss loss = {.name = LossName::squared};
  double C = 1;   ///< > 0
  int rank = 10;  ///< >= 1
  /// a, b and an offset, the best constant for all ratings; false: z = p'q.
  bool biases = true;
  double user_ridge = 1;          ///< > 0
  double item_ridge = 1;          ///< > 0
  FactorBounds user_bounds = {};  ///< of p; biases have none
  FactorBounds item_bounds = {};  ///< of q
  /// Stop where a round lowers the objective by no more than this share of it; >= 0.
  double tolerance = 1e-4;
  double turn_tolerance = 1e-6;   ///< of every problem of a turn, as SolverOptions::tolerance
  std::int64_t max_rounds = 100;  ///< > 0
  double max_seconds = std::numeric_limits<double>::infinity();  ///< > 0
  std::uint64_t seed = 0;  ///< of the items' first factors, normal with variance 1 / rank before bounds
  int threads = 1;         ///< the answer is the same for any number
  std::function<bool(const FactorProgress&)> callback = {};  ///< after every round; false interrupts
  const std::atomic<bool>* interrupt = nullptr;
};

struct FactorModel {
  LossName loss = LossName::squared;
  int rank = 0;
  double offset = 0;
  std::vector<double> user_factors;     ///< p: users x rank, row-major
  std::vector<double> item_factors;     ///< q: items x rank, row-major
  std::vector<double> user_bias;        ///< a
  std::vector<double> item_bias;        ///< b
  std::vector<std::string> user_names;  ///< one each, or empty: numbers from 0
  std::vector<std::string> item_names;  ///< likewise
};

struct FactorResult {
  FactorModel model;
  /// max_passes: of rounds; numerical: also where the last turns missed their tolerance.
  Status status = Status::converged;
  FactorProgress last;
};

/// Throws InvalidParameter or DataError.
FactorResult factorize(const Ratings& ratings, const FactorOptions& options = {});

/// z of pairs; an index of -1 is a user or an item without ratings, factors and bias 0. Throws InvalidParameter where
/// an index is too large or the model's sizes disagree.
std::vector<double> predict(const FactorModel& model, std::span<const std::int32_t> users,
                            std::span<const std::int32_t> items);

/// Ratings and what owns them, with the users' and items' names in order of their first appearance.
struct RatingData {
  std::vector<std::int32_t> user;
  std::vector<std::int32_t> item;
  std::vector<double> value;
  std::vector<std::string> user_names;
  std::vector<std::string> item_names;

  Ratings ratings() const& {
    return {static_cast<std::int32_t>(user_names.size()), static_cast<std::int32_t>(item_names.size()), user, item,
            value};
  }
  Ratings ratings() && = delete;
};

/// Reads lines USER ITEM RATING, their fields apart by blanks, commas or "::"; users and items are any words. Further
/// fields are passed over, and a first line whose third field is a name, a header. Also compressed. Throws IoError, or
/// DataError with the line.
RatingData read_ratings(const std::filesystem::path& path);

/// Pairs to predict: the same lines, with or without a rating (all or none). Users and items that the model does not
/// know are -1; value is empty where there are none.
RatingData read_pairs(const std::filesystem::path& path, const FactorModel& model);

/// Text, as docs/model_format.md says. Numbers read back exactly; the file appears whole or not at all. Throws IoError,
/// or InvalidParameter where sizes disagree, a number is not finite, a name is not a word or two are equal.
void write_model(const std::filesystem::path& path, const FactorModel& model);

/// Throws IoError, or DataError with the line.
FactorModel read_factor_model(const std::filesystem::path& path);

}  // namespace hingeline
