// SPDX-License-Identifier: BSD-3-Clause
#include "selection/fold_rows.hpp"

#include <utility>
#include <variant>

#include "data/is_present.hpp"
#include "data/row_blocks.hpp"
#include "data/select_rows.hpp"
#include "data/stored_entries.hpp"

namespace hingeline::internal {
namespace {

constexpr std::int64_t largest_copied = std::int64_t{1} << 30;  // bytes

template <class T>
std::int64_t bytes(const DenseView<T>& x) {
  return x.rows * x.cols * static_cast<std::int64_t>(sizeof(T));
}

template <class T>
std::int64_t bytes(const CsrView<T>& x) {
  return stored_entries(x) * static_cast<std::int64_t>(sizeof(T) + sizeof(std::int32_t));
}

bool is_to_be_copied(const Dataset& data) {
  return !data.release && std::visit([](const auto& x) { return bytes(x); }, data.x) <= largest_copied;
}

void append(std::vector<std::int64_t>& order, const std::vector<std::int64_t>& rows) {
  order.insert(order.end(), rows.begin(), rows.end());
}

/// Rows of weight > 0 that no fold holds out.
std::vector<std::int64_t> never_held_out(const HeldOut& held_out, std::size_t rows, std::span<const double> weights) {
  std::vector<bool> is_held_out(rows);
  for (std::size_t fold = 0; fold < held_out.folds(); ++fold)
    for (const std::int64_t i : held_out.rows(fold)) is_held_out[static_cast<std::size_t>(i)] = true;
  std::vector<std::int64_t> others;
  for (std::size_t i = 0; i < rows; ++i)
    if (!is_held_out[i] && is_present(weights, i)) others.push_back(static_cast<std::int64_t>(i));
  return others;
}

}  // namespace

FoldRows::FoldRows(const Dataset& data, std::span<const double> weights, const HeldOut& held_out, int threads)
    : data_(data), weights_(weights), held_out_(held_out) {
  if (is_to_be_copied(data)) copy(threads);
}

void FoldRows::copy(int threads) {
  std::vector<std::int64_t> order;
  const std::size_t folds = held_out_.folds();
  for (std::size_t fold = 0; fold < folds; ++fold) {
    append(order, held_out_.rows(fold));
    begin_.push_back(std::ssize(order));
  }
  append(order, never_held_out(held_out_, data_.y.size(), weights_));
  present_ = std::ssize(order);
  for (std::size_t fold = 0; fold + 1 < folds; ++fold) append(order, held_out_.rows(fold));
  copy_ = select_rows(data_.x, order, threads);
  copied_y_ = select_rows(data_.y, order);
  copied_weights_ = select_rows(weights_, order);
}

/// The part of `numbers` (one per copied row, or empty) for the training without the fold.
std::span<const double> FoldRows::range(const std::vector<double>& numbers, std::size_t fold) const {
  if (numbers.empty()) return {};
  return std::span(numbers).subspan(static_cast<std::size_t>(begin_[fold]), static_cast<std::size_t>(count(fold)));
}

FoldRows::Training FoldRows::without(std::size_t fold) const {
  if (!is_copied()) return {held_out_.dataset(fold, data_), held_out_.weights_without(fold, weights_)};
  Dataset rows;
  rows.x = rows_from(copy_.x, begin_[fold], count(fold));
  rows.y = range(copied_y_, fold);
  rows.checked = data_.checked;
  const std::span<const double> weights = range(copied_weights_, fold);
  return {std::move(rows), {weights.begin(), weights.end()}};
}

}  // namespace hingeline::internal
