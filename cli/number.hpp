// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hingeline::cli {

/// The words between separators, of which there is one more than separators; they may be empty.
std::vector<std::string> split(std::string_view text, char separator);

/// The number that the whole text is; blanks around it are allowed.
std::optional<double> parse_number(std::string_view text);

/// The same, with "inf" and "-inf" allowed.
std::optional<double> parse_limit(std::string_view text);

struct Range {
  double lower;
  double upper;
};

/// Parses "LOWER:UPPER" with LOWER <= UPPER; both may be infinite.
std::optional<Range> parse_range(std::string_view text);

/// Parses a number of bytes such as "512M" or "1.5 GB", below 2^63. The units K, M, G, T, in either case, are powers of
/// 1024, and B or iB may follow.
std::optional<std::int64_t> parse_size(std::string_view text);

/// Reads a file with one number per line, about `expected` of them. Throws IoError, or DataError with the line.
std::vector<double> read_numbers(const std::string& file, std::int64_t expected = 0);

/// The same; numbers must be finite, and there must be `count` of them, one for each of the `things`.
std::vector<double> read_numbers(const std::string& file, std::int64_t count, const char* things);

}  // namespace hingeline::cli
