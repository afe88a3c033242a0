// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace hingeline::support {

/// What the exception says that f throws, which must be an E; "no error" where there is none.
template <class E, class F>
std::string message_of(const F& f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace hingeline::support
