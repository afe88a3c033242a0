// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace hingeline::internal {

/// The text as "'abc'", for messages: at most 40 characters of it, for a hostile text should not be repeated in full.
/// Control characters and bytes that are no UTF-8 (RFC 3629) are escaped.
std::string quote(std::string_view text);

}  // namespace hingeline::internal
