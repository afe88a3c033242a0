// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/kernel_predictor.hpp"

#include <utility>

#include "models/kernel_sums.hpp"

namespace hingeline {

struct KernelPredictor::Prepared {
  explicit Prepared(KernelModel given) : model(std::move(given)) {}

  KernelModel model;
  internal::KernelSums sums{model};
};

KernelPredictor::KernelPredictor(KernelModel model) : prepared_(std::make_shared<const Prepared>(std::move(model))) {}

const KernelModel& KernelPredictor::model() const { return prepared_->model; }

std::vector<double> KernelPredictor::decision_values(const MatrixView& x, int threads) const {
  return prepared_->sums.decision_values(x, threads);
}

}  // namespace hingeline
