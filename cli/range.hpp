// SPDX-License-Identifier: BSD-3-Clause
//
// Validators for the numbers of options; they are applied even where an option has no meaning.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

#include "number.hpp"

namespace hingeline::cli {

/// Requires a finite number in a range; messages are like "--gamma: -5 given, must be > 0".
template <class Holds>
CLI::Validator must_be(const std::string& range, const Holds& holds) {
  const auto check = [range, holds](const std::string& given) {
    const auto value = parse_number(given);
    return value && std::isfinite(*value) && holds(*value) ? std::string() : given + " given, must be " + range;
  };
  return CLI::Validator(check, "");
}

inline CLI::Validator must_be_positive() {
  return must_be("> 0", [](double value) { return value > 0; });
}

inline CLI::Validator must_not_be_negative() {
  return must_be(">= 0", [](double value) { return value >= 0; });
}

inline CLI::Validator must_be_nu() {
  return must_be("0 < nu <= 1", [](double nu) { return nu > 0 && nu <= 1; });
}

/// For a limit > 0, which may be inf: no limit.
inline CLI::Validator must_be_limit() {
  const auto check = [](const std::string& given) {
    return parse_limit(given).value_or(0) > 0 ? std::string() : given + " given, must be > 0";
  };
  return CLI::Validator(check, "");
}

/// For a size such as 512M; replaces it by the number of bytes.
inline CLI::Validator must_be_size() {
  const auto change = [](std::string& given) {
    const auto size = parse_size(given);
    if (!size) return given + " given, must be a size > 0 in bytes, with or without a suffix K, M, G or T";
    given = std::to_string(*size);
    return std::string();
  };
  return CLI::Validator(change, "");
}

/// For a whole number up to `most`, so that none is truncated. `least` is for the message only: smaller numbers are
/// refused where they are used.
template <class Integer>
CLI::Validator must_be_whole(Integer least, Integer most = std::numeric_limits<Integer>::max()) {
  const auto check = [least, most](const std::string& given) {
    Integer value = 0;
    const char* end = given.data() + given.size();
    const auto [last, error] = std::from_chars(given.data(), end, value);
    if (error == std::errc() && last == end && value <= most) return std::string();
    return fmt::format("{} given, must be a whole number from {} to {}", given, least, most);
  };
  return CLI::Validator(check, "");
}

}  // namespace hingeline::cli
