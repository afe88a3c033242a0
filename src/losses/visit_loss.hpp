// SPDX-License-Identifier: BSD-3-Clause
//
// From the loss a user named to its sheet: the only place that knows both. Every call compiles its function for each
// sheet, so the functions given to it are the few outer loops.
#pragma once

#include <string>
#include <utility>

#include "hingeline/error.hpp"
#include "hingeline/loss.hpp"
#include "losses/absolute.hpp"
#include "losses/epsilon_insensitive.hpp"
#include "losses/expectile.hpp"
#include "losses/few_pieces.hpp"
#include "losses/hinge.hpp"
#include "losses/huber.hpp"
#include "losses/logistic.hpp"
#include "losses/plq.hpp"
#include "losses/quantile.hpp"
#include "losses/smoothed_hinge.hpp"
#include "losses/squared.hpp"
#include "losses/squared_epsilon_insensitive.hpp"
#include "losses/squared_hinge.hpp"

namespace hingeline::internal {

/// f(sheet) for the sheet of a valid loss; f returns the same type for all of them.
template <class F>
decltype(auto) visit_loss(const Loss& loss, F&& f) {
  switch (loss.name) {
    case LossName::hinge:
      return std::forward<F>(f)(HingeLoss{});
    case LossName::squared_hinge:
      return std::forward<F>(f)(SquaredHingeLoss{});
    case LossName::smoothed_hinge:
      return std::forward<F>(f)(SmoothedHingeLoss{loss.gamma});
    case LossName::logistic:
      return std::forward<F>(f)(LogisticLoss{});
    case LossName::epsilon_insensitive:
      return std::forward<F>(f)(EpsilonInsensitiveLoss(loss.epsilon));
    case LossName::squared_epsilon_insensitive:
      return std::forward<F>(f)(SquaredEpsilonInsensitiveLoss(loss.epsilon));
    case LossName::quantile:
      return std::forward<F>(f)(QuantileLoss(loss.tau, loss.epsilon));
    case LossName::absolute:
      return std::forward<F>(f)(AbsoluteLoss());
    case LossName::squared:
      return std::forward<F>(f)(SquaredLoss{});
    case LossName::huber:
      return std::forward<F>(f)(HuberLoss{loss.delta});
    case LossName::expectile:
      return std::forward<F>(f)(ExpectileLoss(loss.tau));
    case LossName::plq:
      return std::forward<F>(f)(PlqLoss(*loss.plq));
  }
  throw InvalidParameter("loss", std::to_string(static_cast<int>(loss.name)), "must be a LossName");
}

/// The same for loops over many rows, which shall become vectors: a PLQ of few pieces has a sheet without branches.
template <class F>
decltype(auto) visit_loss_of_rows(const Loss& loss, F&& f) {
  if (loss.name == LossName::plq) {
    const std::span<const Plq::Piece> pieces = loss.plq->pieces(0);
    const PlqArgument what = loss.plq->argument();
    if (pieces.size() <= most_few_pieces && what == PlqArgument::margin)
      return std::forward<F>(f)(FewPiecesLoss<PlqArgument::margin>(pieces));
    if (pieces.size() <= most_few_pieces && what == PlqArgument::residual)
      return std::forward<F>(f)(FewPiecesLoss<PlqArgument::residual>(pieces));
  }
  return visit_loss(loss, std::forward<F>(f));
}

}  // namespace hingeline::internal
