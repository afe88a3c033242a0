// SPDX-License-Identifier: BSD-3-Clause
//
// Errors of the library begin with the name of a parameter ("max_passes: -1 given, must be > 0"), which whoever gave an
// option knows by another ("--max-passes").
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace hingeline::cli {

/// The text of such an error, with the name of the command's option where it has one for that parameter.
std::string with_option_name(const CLI::App& command, std::string_view text);

/// The text of one about rows, targets or weights that the library was handed, with the file that they are of.
std::string with_file_name(const CLI::App& command, std::string_view text);

}  // namespace hingeline::cli
