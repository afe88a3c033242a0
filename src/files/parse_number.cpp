// SPDX-License-Identifier: BSD-3-Clause
#include "files/parse_number.hpp"

#include <fast_float/fast_float.h>

namespace hingeline::internal {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a number begins at p; excludes "nan" and "inf", which fast_float would accept.
bool begins_number(const char* p, const char* end) {
  if (p != end && *p == '-') ++p;
  if (p != end && *p == '.') ++p;
  return p != end && is_digit(*p);
}

}  // namespace

template <class T>
const char* parse_number(const char* p, const char* end, T& number) {
  if (p != end && *p == '+') {
    ++p;
    if (p != end && *p == '-') return nullptr;
  }
  if (!begins_number(p, end)) return nullptr;
  const auto result = fast_float::from_chars(p, end, number);
  return result.ec == std::errc::invalid_argument ? nullptr : result.ptr;
}

template const char* parse_number(const char*, const char*, float&);
template const char* parse_number(const char*, const char*, double&);

}  // namespace hingeline::internal
