// SPDX-License-Identifier: BSD-3-Clause
//
// What numbers an option takes: checked even where the option would mean nothing.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "number.hpp"

namespace hingeline::cli {

/// "--gamma: -5 given, must be > 0"
template <class Holds>
CLI::Validator must_be(const std::string& range, const Holds& holds) {
  const auto check = [range, holds](const std::string& given) {
    const auto value = parse_number(given);
    return value && holds(*value) ? std::string() : given + " given, must be " + range;
  };
  return CLI::Validator(check, "");
}

inline CLI::Validator must_be_positive() {
  return must_be("> 0", [](double value) { return value > 0; });
}

inline CLI::Validator must_not_be_negative() {
  return must_be(">= 0", [](double value) { return value >= 0; });
}

}  // namespace hingeline::cli
