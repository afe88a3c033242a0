// SPDX-License-Identifier: BSD-3-Clause
#include "lines.hpp"

#include <string_view>

#include "files/mapping.hpp"
#include "files/text_chunks.hpp"
#include "files/text_source.hpp"

namespace hingeline::cli {

std::vector<std::string> read_lines(const std::string& file) {
  const internal::TextSource source = internal::text_of(file, internal::Mapping::of_file(file));
  std::vector<std::string> lines;
  for (std::string_view rest = source.text; !rest.empty();) lines.emplace_back(internal::take_line(rest));
  return lines;
}

}  // namespace hingeline::cli
