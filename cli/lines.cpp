// SPDX-License-Identifier: BSD-3-Clause
#include "lines.hpp"

#include <algorithm>
#include <string_view>

#include "data/mapping.hpp"

namespace hingeline::cli {

std::vector<std::string> read_lines(const std::string& file) {
  const internal::Mapping bytes = internal::Mapping::of_file(file);
  std::vector<std::string> lines;
  for (std::string_view rest = bytes.text(); !rest.empty();) {
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    lines.emplace_back(rest.substr(0, length));
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  return lines;
}

}  // namespace hingeline::cli
