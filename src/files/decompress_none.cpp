// SPDX-License-Identifier: BSD-3-Clause
//
// Stands in for decompress.cpp where HINGELINE_WITH_LIBARCHIVE is off.
#include "files/decompress.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {

Mapping decompress(const std::string& name, const Mapping&) {
  throw DataError(name, 0, 0, "is compressed, and this build reads plain files only (it was made without libarchive)");
}

Mapping decompress(const std::string& name, const Mapping& compressed, AtomicFile&) {
  return decompress(name, compressed);
}

}  // namespace hingeline::internal
