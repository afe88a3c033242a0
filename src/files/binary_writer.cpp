// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "core/atomic_file.hpp"
#include "data/validate_matrix.hpp"
#include "files/binary_store.hpp"
#include "files/store_parts.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline {
namespace {

using internal::AtomicFile;
using internal::StoreHeader;
using internal::StorePlaces;

/// Appends sections, each at the place that the header gives it.
class StoreFile {
 public:
  explicit StoreFile(AtomicFile& file) : file_(file) {}

  template <class T>
  void append(const T* items, std::int64_t count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    file_.append({reinterpret_cast<const char*>(items), bytes});
    written_ += bytes;
  }

  void pad_to(std::uint64_t place) {
    file_.append(std::string(place - written_, '\0'));
    written_ = place;
  }

 private:
  AtomicFile& file_;
  std::uint64_t written_ = 0;
};

template <class T>
void describe(const DenseView<T>& x, StoreHeader& header) {
  header.value_size = sizeof(T);
  header.entries = static_cast<std::uint64_t>(x.rows) * static_cast<std::uint64_t>(x.cols);
}

template <class T>
void describe(const CsrView<T>& x, StoreHeader& header) {
  header.is_sparse = 1;
  header.value_size = sizeof(T);
  header.entries = static_cast<std::uint64_t>(x.offsets[x.rows] - x.offsets[0]);
}

template <class T>
void append_rows(StoreFile& file, const StorePlaces& at, const DenseView<T>& x) {
  file.pad_to(at.values);
  for (std::int64_t row = 0; row < x.rows; ++row) file.append(x.values + row * x.stride, x.cols);
}

template <class T>
void append_rows(StoreFile& file, const StorePlaces& at, const CsrView<T>& x) {
  const std::int64_t first = x.offsets[0];
  const std::int64_t entries = x.offsets[x.rows] - first;
  file.pad_to(at.offsets);
  for (std::int64_t row = 0; row <= x.rows; ++row) {
    const std::int64_t offset = x.offsets[row] - first;
    file.append(&offset, 1);
  }
  file.pad_to(at.columns);
  file.append(x.columns + first, entries);
  file.pad_to(at.values);
  file.append(x.values + first, entries);
}

}  // namespace

void internal::write_binary(AtomicFile& atomic, const Dataset& data) {
  validate_to_write(data);
  const std::string names = store_names(data.feature_names) + store_names(data.class_names);
  StoreHeader header;
  header.rows = static_cast<std::uint64_t>(rows(data.x));
  header.cols = static_cast<std::uint64_t>(cols(data.x));
  header.has_targets = data.y.empty() ? 0 : 1;
  header.class_names = static_cast<std::uint32_t>(data.class_names.size());
  header.name_bytes = names.size();
  std::visit([&](const auto& x) { describe(x, header); }, data.x);
  const StorePlaces at = places(header).value();

  StoreFile file(atomic);
  file.append(&header, 1);
  file.append(data.y.data(), static_cast<std::int64_t>(data.y.size()));
  std::visit([&](const auto& x) { append_rows(file, at, x); }, data.x);
  file.pad_to(at.names);
  file.append(names.data(), static_cast<std::int64_t>(names.size()));
  file.pad_to(at.end);
}

void write_binary(const std::filesystem::path& path, const Dataset& data) {
  AtomicFile file(path);
  internal::write_binary(file, data);
  file.commit();
}

}  // namespace hingeline
