// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace hingeline::internal {

enum class Compression { gzip, bzip2, xz, zstd };

std::string compress(std::string_view text, Compression compression);

}  // namespace hingeline::internal
