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

/// Appends sections, each at the place that the header determines.
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
StoreHeader header_of(const DenseView<T>& x, bool has_targets) {
  return internal::dense_header<T>(x.rows, x.cols, has_targets);
}

template <class T>
StoreHeader header_of(const CsrView<T>& x, bool has_targets) {
  return internal::csr_header<T>(x.rows, x.cols, x.offsets[x.rows] - x.offsets[0], has_targets);
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

/// The names one after the other, each preceded by its length.
std::string with_lengths(const std::vector<std::string>& names) {
  std::string bytes;
  for (const std::string& name : names) {
    const auto length = static_cast<std::uint32_t>(name.size());
    bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
    bytes += name;
  }
  return bytes;
}

}  // namespace

std::string internal::set_names(StoreHeader& header, const std::vector<std::string>& features,
                                const std::vector<std::string>& classes) {
  const std::string bytes = with_lengths(features) + with_lengths(classes);
  header.class_names = static_cast<std::uint32_t>(classes.size());
  header.name_bytes = bytes.size();
  return bytes;
}

void internal::write_binary(AtomicFile& atomic, const Dataset& data) {
  validate_to_write(data);
  StoreHeader header = std::visit([&](const auto& x) { return header_of(x, !data.y.empty()); }, data.x);
  const std::string names = set_names(header, data.feature_names, data.class_names);
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
