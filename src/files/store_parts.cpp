// SPDX-License-Identifier: BSD-3-Clause
#include "files/store_parts.hpp"

#include <algorithm>

#include "core/timer.hpp"

namespace hingeline::internal {
namespace {

template <class Number>
std::span<const Number> front(const Buffer<Number>& buffer, std::int64_t count) {
  return buffer.span().subspan(0, static_cast<std::size_t>(count));
}

}  // namespace

template <class T>
StoreParts<T>::StoreParts(AtomicFile& file, const StoreHeader& header, const std::string& names)
    : file_(file), header_(header), at_(places(header).value()), names_(names) {
  summary_.rows = static_cast<std::int64_t>(header.rows);
  summary_.cols = static_cast<std::int32_t>(header.cols);
  summary_.is_sparse = header.is_sparse != 0;
  file_.resize(at_.end);
}

template <class T>
OwnedRows<T> StoreParts<T>::allocate(const ChunkCounts& counts) const {
  const std::int64_t targets = header_.has_targets != 0 ? counts.rows : 0;
  return summary_.is_sparse ? allocate_csr<T>(counts.rows, counts.entries, targets)
                            : allocate_dense<T>(counts.rows, summary_.cols, targets);
}

template <class T>
template <class Number>
void StoreParts<T>::put(std::uint64_t section, std::int64_t first, std::span<const Number> numbers) {
  file_.put(section + static_cast<std::uint64_t>(first) * sizeof(Number), numbers);
}

template <class T>
void StoreParts<T>::put(const Chunk& chunk, OwnedRows<T>& rows) {
  const Timer timer;
  put(at_.targets, chunk.before.rows, rows.y.span());
  if (summary_.is_sparse) {
    put_sparse(chunk, rows);
  } else {
    put(at_.values, chunk.before.rows * summary_.cols, rows.values.span());
    summary_.nonzeros += std::ranges::count_if(rows.values.span(), [](T value) { return value != 0; });
  }
  summary_.write_seconds += timer.seconds();
}

template <class T>
void StoreParts<T>::put_sparse(const Chunk& chunk, OwnedRows<T>& rows) {
  rows.offsets[0] = 0;
  for (std::int64_t row = 0; row <= chunk.counts.rows; ++row) rows.offsets[row] += entries_;
  put(at_.offsets, chunk.before.rows, rows.offsets.span());
  put(at_.columns, entries_, front(rows.columns, chunk.nonzeros));
  put(at_.values, entries_, front(rows.values, chunk.nonzeros));
  entries_ += chunk.nonzeros;
  summary_.nonzeros = entries_;
}

template <class T>
StoreSummary StoreParts<T>::finish() {
  const Timer timer;
  if (summary_.is_sparse && entries_ < static_cast<std::int64_t>(header_.entries)) leave_zeros_out();
  file_.put(0, std::span<const StoreHeader>(&header_, 1));
  file_.put(at_.names, names_);
  summary_.write_seconds += timer.seconds();
  return summary_;
}

/// Removes the room for explicit zeros: columns still begin at the same place, values and names move down.
template <class T>
void StoreParts<T>::leave_zeros_out() {
  header_.entries = static_cast<std::uint64_t>(entries_);
  const StorePlaces to = places(header_).value();
  const std::uint64_t columns_end = to.columns + header_.entries * sizeof(std::int32_t);
  const std::uint64_t values_end = to.values + header_.entries * sizeof(T);
  file_.put(columns_end, std::string(to.values - columns_end, '\0'));
  file_.move_down(at_.values, to.values, header_.entries * sizeof(T));
  file_.put(values_end, std::string(to.names - values_end, '\0'));
  at_ = to;
  file_.resize(at_.names);
  file_.resize(at_.end);
}

template class StoreParts<float>;
template class StoreParts<double>;

}  // namespace hingeline::internal
