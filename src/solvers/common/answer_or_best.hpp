// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <utility>

#include "hingeline/result.hpp"
#include "problem/certificate.hpp"

namespace hingeline::internal {

/// Of the pairs that a Proof certifies one after the other the answer, or the best of those that were not: it may be
/// the best that there will be, where rounding rules or time runs out.
template <class Proof>
class AnswerOrBest {
 public:
  AnswerOrBest(Proof& proof, double tolerance) : proof_(proof), tolerance_(tolerance) {}

  /// What the last proof said, whether its pair is the answer, and the pair with it.
  bool take(bool is_answer) {
    if (!is_answer && (!best_ || !is_nearer(best_->certificate, proof_.certificate(), tolerance_)))
      best_ = proof_.proven();
    return is_answer;
  }

  /// The last one where that is the answer.
  Solution solution(Status status) { return status == Status::converged ? proof_.take() : std::move(*best_); }

 private:
  Proof& proof_;
  double tolerance_;
  std::optional<Solution> best_;
};

}  // namespace hingeline::internal
