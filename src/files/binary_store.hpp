// SPDX-License-Identifier: BSD-3-Clause
//
// The binary row store: a header, then sections that begin at multiples of 64 bytes, in this order, and are used where
// they lie.
//
//     targets   rows doubles, or nothing where there are none
//     offsets   rows + 1 of 64 bits, from 0     CSR only
//     columns   entries of 32 bits              CSR only
//     values    entries of the value type; dense: rows x cols of them, row-major
//     names     one per column, each its length (32 bits) and its bytes, or nothing; then likewise one per class, where
//               targets are text
//
// The header fixes the place of every section and the size of the file. All is in the byte order of the machine that
// wrote it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/atomic_file.hpp"
#include "files/mapping.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

struct StoreHeader {
  std::array<char, 8> magic = {'h', 'i', 'n', 'g', 'e', 'l', 'i', 'n'};
  std::uint32_t byte_order = 0x01020304;
  std::uint32_t version = 1;
  std::uint32_t is_sparse = 0;
  std::uint32_t value_size = 0;  ///< 4 or 8
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::uint64_t entries = 0;
  std::uint32_t has_targets = 0;
  std::uint32_t class_names = 0;  ///< the last of the names
  std::uint64_t name_bytes = 0;
};

/// Without entries and names.
template <class T>
StoreHeader store_header(std::int64_t rows, std::int32_t cols, bool has_targets) {
  StoreHeader header;
  header.value_size = sizeof(T);
  header.rows = static_cast<std::uint64_t>(rows);
  header.cols = static_cast<std::uint64_t>(cols);
  header.has_targets = has_targets ? 1 : 0;
  return header;
}

template <class T>
StoreHeader dense_header(std::int64_t rows, std::int32_t cols, bool has_targets) {
  StoreHeader header = store_header<T>(rows, cols, has_targets);
  header.entries = header.rows * header.cols;
  return header;
}

template <class T>
StoreHeader csr_header(std::int64_t rows, std::int32_t cols, std::int64_t entries, bool has_targets) {
  StoreHeader header = store_header<T>(rows, cols, has_targets);
  header.is_sparse = 1;
  header.entries = static_cast<std::uint64_t>(entries);
  return header;
}

/// Tells the header of names, of features or none and of classes or none, and returns their section.
std::string set_names(StoreHeader& header, const std::vector<std::string>& features,
                      const std::vector<std::string>& classes);

/// Where the sections begin.
struct StorePlaces {
  std::uint64_t targets, offsets, columns, values, names, end;
};

/// Nothing where no machine could hold them, and so none of the sums overflows.
std::optional<StorePlaces> places(const StoreHeader& header);

bool is_binary_store(std::string_view bytes);

/// Appends the store of `data`.
void write_binary(AtomicFile& file, const Dataset& data);

/// A store whose memory begins as mmap's does. Throws DataError unless write_binary could have written it: every size,
/// offset, index and number is checked. With `streamed` its rows are to stay in the file.
Dataset read_binary(const std::string& name, Mapping file, bool streamed = false);

}  // namespace hingeline::internal
