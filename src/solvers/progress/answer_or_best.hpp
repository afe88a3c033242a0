// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <utility>

#include "hingeline/result.hpp"
#include "problem/certificate.hpp"

namespace hingeline::internal {

/// Picks from the pairs that a Proof certifies one after the other: the answer, or else the best of them, which may be
/// the best possible where rounding limits progress or time runs out.
template <class Proof>
class AnswerOrBest {
 public:
  AnswerOrBest(Proof& proof, double tolerance) : proof_(proof), tolerance_(tolerance) {}

  /// Takes the pair of the last proof; passes on what that said, whether the pair is the answer.
  bool take(bool is_answer) {
    if (!is_answer && (!best_ || !is_nearer(best_->certificate, proof_.certificate(), tolerance_)))
      best_ = proof_.proven();
    return is_answer;
  }

  /// The last pair where that is the answer, else the best.
  Solution solution(Status status) { return status == Status::converged ? proof_.take() : std::move(*best_); }

 private:
  Proof& proof_;
  double tolerance_;
  std::optional<Solution> best_;
};

}  // namespace hingeline::internal
