// SPDX-License-Identifier: BSD-3-Clause
#include "lines.hpp"

#include "files/mapping.hpp"
#include "files/text_chunks.hpp"
#include "files/text_source.hpp"

namespace hingeline::cli {

void for_each_line(const std::string& file, const std::function<void(std::string_view, std::int64_t)>& use) {
  const internal::TextSource source = internal::text_of(file, internal::Mapping::of_file(file));
  std::string_view rest = source.text.substr(0, source.text.find_last_not_of(" \t\r\n") + 1);
  for (std::int64_t number = 1; !rest.empty(); ++number) use(internal::take_line(rest), number);
}

}  // namespace hingeline::cli
