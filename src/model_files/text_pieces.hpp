// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "core/shortest_decimal.hpp"
#include "model_files/model_text.hpp"

namespace hingeline::internal {

/// Whether LIBLINEAR's and LIBSVM's formats can hold the labels.
inline bool are_ints(std::span<const double> labels) {
  return std::ranges::all_of(labels, [](double label) {
    return label == std::rint(label) && std::abs(label) <= static_cast<double>(std::numeric_limits<int>::max());
  });
}

/// A name on one line: backslashes and line ends are escaped.
inline std::string escaped(std::string_view name) {
  std::string result;
  for (const char letter : name) {
    if (letter == '\\')
      result += "\\\\";
    else if (letter == '\n')
      result += "\\n";
    else if (letter == '\r')
      result += "\\r";
    else
      result += letter;
  }
  return result;
}

/// Text that is handed on in pieces, as a model may be larger than its data.
class Text {
 public:
  explicit Text(const TextSink& sink) : sink_(sink) {}

  /// {} writes the fewest digits, at most 17, that read back as the same number.
  template <class... Arguments>
  void append(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(buffer_), pattern, std::forward<Arguments>(arguments)...);
    if (buffer_.size() >= piece_size) flush();
  }

  /// Appends a number and a space, as most of a model's text consists of.
  void append_number(double number) {
    const std::size_t size = buffer_.size();
    buffer_.resize(size + shortest_decimal_room);
    char* end = write_shortest(buffer_.data() + size, number);
    *end++ = ' ';
    buffer_.resize(static_cast<std::size_t>(end - buffer_.data()));
    if (buffer_.size() >= piece_size) flush();
  }

  /// Appends "INDEX:VALUE " for each entry, with indices from 1.
  void append_entries(std::span<const std::int32_t> columns, std::span<const double> values) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      append("{}:", columns[k] + 1);
      append_number(values[k]);
    }
  }

  void end_line() { buffer_.push_back('\n'); }

  void flush() {
    sink_({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }

 private:
  static constexpr std::size_t piece_size = 1 << 16;

  const TextSink& sink_;
  fmt::memory_buffer buffer_;
};

/// Appends a calibration, if any, as take_calibration() and take_knot() read it.
inline void append_calibration(Text& text, const Calibration& calibration) {
  if (calibration.kind == Calibration::Kind::none) return;
  text.append("probability {}", to_string(calibration.kind));
  if (calibration.kind == Calibration::Kind::platt) text.append(" {}", calibration.slope);
  text.end_line();
  for (const Calibration::Knot& knot : calibration.knots) text.append("knot {} {}\n", knot.z, knot.p);
}

}  // namespace hingeline::internal
