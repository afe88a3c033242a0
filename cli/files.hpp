// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::cli {

/// A file, and the argument that names it.
struct NamedFile {
  enum Kind { may_be_standard_output, must_be_file };

  std::string argument;  ///< as in "--json"
  std::string path;      ///< empty: no file
  Kind kind = may_be_standard_output;
};

/// Whether there is a file of this name; `path` may be any text.
bool is_file(const std::string& path);

/// Throws IoError where the file cannot be read; an empty path is allowed.
void require_readable(const std::string& path);

/// Checks files before the work begins. Throws UsageError where a file to be written is named twice, is also read or is
/// named like an option, IoError where a file cannot be read or written.
void check_files(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written);

/// Throws UsageError where the name of OUT, which is to hold rows in the format `to`, says that it is CSV or compressed.
void require_fitting_name(const std::string& out, FileFormat to);

/// Writes rows as a binary store, or else as LIBSVM text. Throws as write_binary and write_libsvm do.
void write_rows(const std::string& out, FileFormat to, const Dataset& data);

}  // namespace hingeline::cli
