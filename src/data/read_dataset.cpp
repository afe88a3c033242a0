// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "data/libsvm_reader.hpp"
#include "data/mapping.hpp"
#include "data/text_source.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"

namespace hingeline {

Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options) {
  if (options.threads < 1) throw InvalidParameter("threads", std::to_string(options.threads), "must be >= 1");
  if (options.features < 0) throw InvalidParameter("features", std::to_string(options.features), "must be >= 0");
  const internal::TextSource source = internal::text_of(path.string(), internal::Mapping::of_file(path));
  return internal::read_libsvm(source, options);
}

}  // namespace hingeline
