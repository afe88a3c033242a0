// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace hingeline::cli {

/// Calls use(line, number) for each line, without its line end, of a text file, which may be compressed; numbers are
/// from 1. Lines of blanks at the end of the file are left out. Throws IoError or DataError.
void for_each_line(const std::string& file, const std::function<void(std::string_view, std::int64_t)>& use);

}  // namespace hingeline::cli
