// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::cli {

/// A file, by the argument that names it.
struct NamedFile {
  enum Kind { may_be_standard_output, must_be_file };

  std::string argument;  ///< as in "--json"
  std::string path;      ///< empty: none
  Kind kind = may_be_standard_output;
};

/// Whether there is one of this name, which may be no name of any.
bool is_file(const std::string& path);

/// Throws IoError where a file that is named cannot be read.
void require_readable(const std::string& path);

/// For before the work begins. Throws UsageError where a file to be written is named twice, is one that is read or
/// is named like an option, IoError where one cannot be read or written.
void check_files(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written);

/// Throws UsageError for an OUT of rows, in the format `to`, that would be read as CSV by its name.
void require_not_csv(const std::string& out, FileFormat to);

/// Rows to a binary store or, else, LIBSVM text. Throws as write_binary and write_libsvm do.
void write_rows(const std::string& out, FileFormat to, const Dataset& data);

}  // namespace hingeline::cli
