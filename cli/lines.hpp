// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace hingeline::cli {

/// Of a text file, without their ends. Throws IoError.
std::vector<std::string> read_lines(const std::string& file);

}  // namespace hingeline::cli
