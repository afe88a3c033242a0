// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace hingeline::cli {

/// The lines, without line ends, of a text file, which may be compressed. Throws IoError or DataError.
std::vector<std::string> read_lines(const std::string& file);

}  // namespace hingeline::cli
