// SPDX-License-Identifier: BSD-3-Clause
//
// A kernel model prepared for prediction: what all predictions share is computed once. Nothing here depends on which
// rows are predicted, so that a row's answer does not depend on the rows beside it.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "data/row_blocks.hpp"
#include "hingeline/kernel_model.hpp"
#include "kernels/kernel_vectors.hpp"
#include "models/precomputed_terms.hpp"
#include "models/prediction_parts.hpp"
#include "models/support_panels.hpp"

namespace hingeline::internal {

class KernelSums {
 public:
  /// The model must outlive this. Throws InvalidParameter.
  explicit KernelSums(const KernelModel& model);
  KernelSums(const KernelSums&) = delete;
  KernelSums& operator=(const KernelSums&) = delete;

  /// Implements KernelPredictor::decision_values(); may be called by several threads at once.
  std::vector<double> decision_values(const MatrixView& x, int threads) const;
  /// Calls f(decision values) for one part of the rows after another.
  template <class F>
  void for_each_part(const MatrixView& x, int threads, const F& f) const {
    for_each_prediction_part(rows(x), model_.outputs(), threads, [&](std::int64_t first, std::int64_t count) {
      f(decision_values(rows_from(x, first, count), threads));
    });
  }

 private:
  template <class T>
  struct Kept {
    std::mutex mutex;
    std::shared_ptr<const SupportPanels<T>> panels;
  };

  template <class T>
  std::shared_ptr<const SupportPanels<T>> panels() const;
  template <class T>
  void add_kernel_sums(const MatrixView& x, ThreadPool& pool, double* values) const;
  void repeat_in_double(const MatrixView& x, std::int64_t i, double* outputs) const;
  double* outputs_of_row(std::int64_t i, double* values) const;
  void add_precomputed(const MatrixView& x, ThreadPool& pool, double* values) const;
  std::size_t most_panel_bytes() const;

  const KernelModel& model_;
  std::vector<PrecomputedTerm> terms_;
  KernelVectors vectors_;
  bool float_suffices_;  // kernel values of float rows may be computed in float
  mutable std::tuple<Kept<float>, Kept<double>> kept_;
};

}  // namespace hingeline::internal
