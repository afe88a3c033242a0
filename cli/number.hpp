// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hingeline::cli {

/// Blanks around it are allowed; nothing else is.
std::optional<double> parse_number(std::string_view text);

/// "inf" and "-inf" besides numbers.
std::optional<double> parse_limit(std::string_view text);

/// A number per line. Throws IoError, or DataError with the line.
std::vector<double> read_numbers(const std::string& file);

/// Finite ones, of which there are as many as `things`.
std::vector<double> read_numbers(const std::string& file, std::int64_t count, const char* things);

}  // namespace hingeline::cli
