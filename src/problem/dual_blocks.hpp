// SPDX-License-Identifier: BSD-3-Clause
//
// Costs, predictions and dual variables of the rows, computed a block at a time whenever a streamed proof needs them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "data/block_numbers.hpp"
#include "data/row_blocks.hpp"
#include "hingeline/problem.hpp"
#include "problem/row_prover.hpp"
#include "problem/row_runs.hpp"
#include "problem/row_terms.hpp"
#include "problem/streamed_certificate.hpp"

namespace hingeline::internal {

template <class View>
class DualBlocks {
 public:
  struct Block {
    alignas(64) BlockNumbers c;
    alignas(64) BlockNumbers z;
    alignas(64) BlockNumbers s;
  };

  /// Of the pair's coef and intercept. All that is given must outlive this; `change` may be null.
  DualBlocks(const RowBlocks<View>& x, const Problem& problem, const RowProver& prover, const StreamedPair& pair,
             const DualBlock& dual_block, const DualChange* change)
      : x_(x), problem_(problem), prover_(prover), pair_(pair), dual_block_(dual_block), change_(change) {}

  /// Multiplies all dual variables from now on.
  void scale(double share) { share_ *= share; }

  /// Computes the block of the rows from `first` on.
  void fill(std::int64_t first, std::int64_t count, Block& block) const {
    fill_unchanged(first, count, block);
    if (change_ != nullptr) overlay_change(first, count, block);
    if (share_ < 1)
      for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) block.s[i] *= share_;
  }

  /// The same; returns the block's terms.
  RowTerms fill_and_sum(std::int64_t first, std::int64_t count, Block& block) const {
    if (change_ == nullptr && share_ == 1) return fill_unchanged_and_sum(first, count, block);
    fill(first, count, block);
    return terms_of(first, {block.s.data(), static_cast<std::size_t>(count)}, block);
  }

  /// The same, but without the change and not scaled.
  RowTerms fill_unchanged_and_sum(std::int64_t first, std::int64_t count, Block& block) const {
    if (!dual_block_) {
      predict(first, count, block);
      return terms_at_slopes(first, count, block);
    }
    fill_unchanged(first, count, block);
    return terms_of(first, {block.s.data(), static_cast<std::size_t>(count)}, block);
  }

  /// s of rows of a run, whose predictions and costs the block has from `at` on.
  void set_changed(std::int64_t first, std::int64_t count, const Block& block, BlockNumbers& s,
                   std::size_t at = 0) const {
    const auto size = static_cast<std::size_t>(count);
    change_->dual_block(first, {block.z.data() + at, size}, s);
    prover_.clip_block(static_cast<std::size_t>(first), {block.c.data() + at, size}, {s.data(), size});
  }

  /// Sets s, the dual variables of the first rows, to those of the blocks.
  void fill_first(std::span<double> s) const {
    Block block;
    for (std::int64_t first = 0; first < std::ssize(s); first += rows_per_block) {
      const std::int64_t count = std::min(rows_per_block, std::ssize(s) - first);
      fill(first, count, block);
      std::copy_n(block.s.data(), count, s.data() + first);
    }
  }

  /// The terms of dual variables s at the block's predictions.
  RowTerms terms_of(std::int64_t first, std::span<const double> s, const Block& block) const {
    return prover_.block_terms(static_cast<std::size_t>(first), {block.c.data(), s.size()}, s,
                               {block.z.data(), s.size()});
  }

 private:
  void predict(std::int64_t first, std::int64_t count, Block& block) const {
    const auto size = static_cast<std::size_t>(count);
    x_.predict(first, count, pair_.coef.data(), block.z.data());
    if (pair_.intercept != 0)
      for (std::size_t i = 0; i < size; ++i) block.z[i] += pair_.intercept;
    copy_costs(problem_, static_cast<std::size_t>(first), {block.c.data(), size});
  }

  void fill_unchanged(std::int64_t first, std::int64_t count, Block& block) const {
    const auto size = static_cast<std::size_t>(count);
    predict(first, count, block);
    if (dual_block_) {
      dual_block_(first, {block.z.data(), size}, block.s);
      prover_.clip_block(static_cast<std::size_t>(first), {block.c.data(), size}, {block.s.data(), size});
    } else {
      terms_at_slopes(first, count, block);
    }
  }

  void overlay_change(std::int64_t first, std::int64_t count, Block& block) const {
    const auto ends_before = [](const RowRun& run, std::int64_t row) { return run.first + run.count <= row; };
    auto run = std::lower_bound(change_->runs.begin(), change_->runs.end(), first, ends_before);
    for (; run != change_->runs.end() && run->first < first + count; ++run) {
      const std::int64_t begin = std::max(first, run->first);
      const std::int64_t end = std::min(first + count, run->first + run->count);
      BlockNumbers s;
      set_changed(begin, end - begin, block, s, static_cast<std::size_t>(begin - first));
      std::copy_n(s.data(), end - begin, block.s.data() + (begin - first));
    }
  }

  /// Sets s to the slopes at the block's predictions.
  RowTerms terms_at_slopes(std::int64_t first, std::int64_t count, Block& block) const {
    const auto size = static_cast<std::size_t>(count);
    return prover_.block_terms_at_slopes(static_cast<std::size_t>(first), {block.c.data(), size},
                                         {block.z.data(), size}, {block.s.data(), size});
  }

  const RowBlocks<View>& x_;
  const Problem& problem_;
  const RowProver& prover_;
  const StreamedPair& pair_;
  const DualBlock& dual_block_;
  const DualChange* change_;
  double share_ = 1;
};

}  // namespace hingeline::internal
