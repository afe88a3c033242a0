// SPDX-License-Identifier: BSD-3-Clause
#include "core/atomic_file.hpp"
#include "core/format_number.hpp"
#include "data/validate_matrix.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline {
namespace {

using internal::AtomicFile;
using internal::NumberText;

template <class T>
void append_entry(AtomicFile& file, std::int32_t column, T value) {
  if (value == 0) return;
  file.append(" ");
  file.append(NumberText(std::int64_t{column} + 1));
  file.append(":");
  file.append(NumberText(value));
}

template <class T>
void append_entries(AtomicFile& file, const DenseView<T>& x, std::int64_t row) {
  for (std::int32_t column = 0; column < x.cols; ++column)
    append_entry(file, column, x.values[row * x.stride + column]);
}

template <class T>
void append_entries(AtomicFile& file, const CsrView<T>& x, std::int64_t row) {
  for (std::int64_t k = x.offsets[row]; k < x.offsets[row + 1]; ++k) append_entry(file, x.columns[k], x.values[k]);
}

}  // namespace

void write_libsvm(const std::filesystem::path& path, const Dataset& data) {
  internal::validate_to_write(data);
  AtomicFile file(path);
  std::visit(
      [&](const auto& x) {
        for (std::int64_t row = 0; row < x.rows; ++row) {
          file.append(NumberText(data.y.empty() ? 0.0 : data.y[static_cast<std::size_t>(row)]));
          append_entries(file, x, row);
          file.append("\n");
        }
      },
      data.x);
  file.commit();
}

}  // namespace hingeline
