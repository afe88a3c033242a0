// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers as text, in every locale alike.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <string_view>

#include "core/shortest_decimal.hpp"

namespace hingeline::internal {

/// The characters of a number, held by value.
class NumberText {
 public:
  /// The shortest text that reads back as the same number: at most 17 significant digits, 9 of a float.
  template <class T>
  requires std::floating_point<T> || std::integral<T>
  explicit NumberText(T number) { end_ = std::to_chars(text_.data(), text_.data() + text_.size(), number).ptr; }

  explicit NumberText(double number) { end_ = write_shortest(text_.data(), number); }

  /// `digits` significant digits, as printf's %g.
  NumberText(double number, int digits) {
    end_ = std::to_chars(text_.data(), text_.data() + text_.size(), number, std::chars_format::general, digits).ptr;
  }

  NumberText(const NumberText&) = delete;
  NumberText& operator=(const NumberText&) = delete;

  operator std::string_view() const { return {text_.data(), end_}; }

 private:
  std::array<char, shortest_decimal_room> text_;
  char* end_;
};

}  // namespace hingeline::internal
