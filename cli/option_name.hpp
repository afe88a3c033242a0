// SPDX-License-Identifier: BSD-3-Clause
//
// Errors of the library begin with the name of a parameter ("max_passes: -1 given, must be > 0"), which users of the
// program know as an option ("--max-passes").
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace hingeline::cli {

/// The text of an error with the parameter replaced by the command's option, if it has one for the parameter.
std::string with_option_name(const CLI::App& command, std::string_view text);

/// The text of an error about rows, targets or weights in memory, with the name of the file that they come from.
std::string with_file_name(const CLI::App& command, std::string_view text);

}  // namespace hingeline::cli
