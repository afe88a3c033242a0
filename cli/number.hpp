// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hingeline::cli {

/// Blanks around it are allowed; nothing else is.
std::optional<double> parse_number(std::string_view text);

/// "inf" and "-inf" besides numbers.
std::optional<double> parse_limit(std::string_view text);

struct Range {
  double lower;
  double upper;
};

/// "LOWER:UPPER", limits of which the first is no larger.
std::optional<Range> parse_range(std::string_view text);

/// "512M", "1.5 GB": a number of bytes, or of units of 1024, 1024^2, .. of them, K, M, G or T in either case, which B
/// or iB may follow. Below 2^63.
std::optional<std::int64_t> parse_size(std::string_view text);

/// A number per line. Throws IoError, or DataError with the line.
std::vector<double> read_numbers(const std::string& file);

/// Finite ones, of which there are as many as `things`.
std::vector<double> read_numbers(const std::string& file, std::int64_t count, const char* things);

}  // namespace hingeline::cli
