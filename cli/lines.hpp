// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace hingeline::cli {

/// Of a text file, maybe a compressed one, without their ends. Throws IoError or DataError.
std::vector<std::string> read_lines(const std::string& file);

}  // namespace hingeline::cli
