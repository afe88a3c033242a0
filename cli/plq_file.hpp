// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "hingeline/plq.hpp"

namespace hingeline::cli {

/// Reads the loss of --loss plq:FILE, a JSON object as docs/command_line.md says. Throws IoError, or DataError naming
/// the file and what is wrong.
Loss read_plq(const std::string& path);

}  // namespace hingeline::cli
