// SPDX-License-Identifier: BSD-3-Clause
//
// The binary row store: a header, then sections in this order, each beginning at a multiple of 64 bytes. They are used
// in place (mapped memory).
//
//     targets   one double per row, or empty
//     offsets   rows + 1 integers of 64 bits, from 0     CSR only
//     columns   one integer of 32 bits per entry         CSR only
//     values    one number of the value type per entry; dense: rows x cols numbers, row-major
//     names     one per column, or empty: its length (32 bits) and its bytes; then one per class in the same way, where
//               targets are text
//
// The header determines the place of every section and the size of the file. The byte order is that of the machine that
// wrote the file.
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
  std::uint32_t class_names = 0;  ///< number of class names, which are the last of the names
  std::uint64_t name_bytes = 0;
};

/// A header without the numbers of entries and names.
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

/// Writes to the header that the store has these names of features and classes (either may be empty), and returns the
/// section of names.
std::string set_names(StoreHeader& header, const std::vector<std::string>& features,
                      const std::vector<std::string>& classes);

/// Where the sections begin.
struct StorePlaces {
  std::uint64_t targets, offsets, columns, values, names, end;
};

/// The places of all sections; nothing for sizes that no machine could hold, so that no sum overflows.
std::optional<StorePlaces> places(const StoreHeader& header);

bool is_binary_store(std::string_view bytes);

/// Appends the store of `data`.
void write_binary(AtomicFile& file, const Dataset& data);

/// The dataset in a mapped store. Throws DataError unless write_binary could have written it: every size, offset, index
/// and number is checked. `streamed`: rows are to stay in the file.
Dataset read_binary(const std::string& name, Mapping file, bool streamed = false);

}  // namespace hingeline::internal
