// SPDX-License-Identifier: BSD-3-Clause
#include "libsvm/read_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/for_each_entry.hpp"
#include "data/owned_rows.hpp"
#include "files/libsvm_reader.hpp"
#include "files/mapping.hpp"
#include "files/parse_number.hpp"
#include "files/text_chunks.hpp"
#include "files/text_source.hpp"
#include "programs.hpp"

namespace hingeline::compat {
namespace {

constexpr const char* blanks = " \t";

/// Rows, and the line number of each.
struct SerialRows {
  Rows rows;
  std::vector<std::int64_t> lines;
};

[[noreturn]] void refuse_serial(const char* why, const std::string& file, std::int64_t line) {
  die(1, fmt::format("Wrong input format: {} ({}:{})", why, file, line));
}

/// Reads the `0:serial` of a line, in any form of a number, and replaces it by blanks. Returns false if there is none.
bool take_serial(char* begin, char* end, double& serial) {
  const std::string_view line(begin, static_cast<std::size_t>(end - begin));
  const std::size_t label = line.find_first_not_of(blanks);
  const std::size_t first = line.find_first_not_of(blanks, std::min(line.find_first_of(blanks, label), line.size()));
  char* const behind = begin + std::min(line.find_first_of(" \t\r", first), line.size());
  if (first == std::string_view::npos || !line.substr(first).starts_with("0:") ||
      internal::parse_number(begin + first + 2, behind, serial) != behind)
    return false;
  std::fill(begin + first, behind, ' ');
  return true;
}

/// Reads serial numbers and the other columns; index j becomes column j - 1.
SerialRows read_with_serials(const std::string& file) {
  std::string text = read_or_die(
      cannot_open_input, [&] { return std::string(internal::text_of(file, internal::Mapping::of_file(file)).text); });
  SerialRows found;
  std::int64_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    ++number;
    const std::string_view line = internal::take_line(rest);
    const std::size_t label = line.find_first_not_of(" \t\r");
    if (label == line.npos || line[label] == '#') continue;
    char* const begin = text.data() + (line.data() - text.data());
    double serial = 0;
    if (!take_serial(begin, begin + line.size(), serial))
      refuse_serial("first column must be 0:sample_serial_number", file, number);
    found.rows.serials.push_back(serial_number(serial));
    found.lines.push_back(number);
  }
  ReadOptions options;
  options.layout = Layout::sparse;
  options.value_type = ValueType::float64;
  options.threads = threads();
  found.rows.data =
      read_or_die(cannot_open_input, [&] { return internal::read_libsvm(internal::text_of(file, text), options); });
  return found;
}

/// Writes a row's entries in the columns serial - 1. `line` is scratch memory as long as a row; it has zeros before and
/// after.
void take_columns(const CsrView<double>& x, std::int64_t row, std::span<const int> serials, std::vector<double>& line,
                  double* values) {
  internal::for_each_entry(x, row, [&](std::int32_t j, double value) { line[static_cast<std::size_t>(j)] = value; });
  for (const int serial : serials) *values++ = line[static_cast<std::size_t>(serial) - 1];
  internal::for_each_entry(x, row, [&](std::int32_t j, double) { line[static_cast<std::size_t>(j)] = 0; });
}

}  // namespace

Rows read_kernel_matrix(const std::string& file) {
  auto [rows, lines] = read_with_serials(file);
  const auto& given = std::get<CsrView<double>>(rows.data.x);
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const int serial = rows.serials[i]; serial < 1 || serial > given.cols)
      refuse_serial("sample_serial_number out of range", file, lines[i]);
  const auto n = static_cast<std::int32_t>(rows.serials.size());
  internal::OwnedRows<double> owned = internal::allocate_dense<double>(n, n, n);
  std::vector<double> line(static_cast<std::size_t>(given.cols));
  for (std::int64_t i = 0; i < n; ++i) take_columns(given, i, rows.serials, line, owned.values.data() + i * n);
  std::copy(rows.data.y.begin(), rows.data.y.end(), owned.y.data());
  rows.data = internal::dense_dataset(std::move(owned), n, n);
  return rows;
}

Dataset read_kernel_rows(const std::string& file) { return read_with_serials(file).rows.data; }

}  // namespace hingeline::compat
