// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "command.hpp"
#include "core/atomic_file.hpp"
#include "output.hpp"

namespace hingeline::cli {
namespace {

namespace fs = std::filesystem;

/// A pipe or /dev/null, say, which takes what several write.
bool is_special(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool is_same_file(const std::string& first, const std::string& second) {
  if (is_standard_output(first) && is_standard_output(second)) return true;
  if (is_special(first)) return false;
  std::error_code error;
  if (fs::equivalent(first, second, error)) return true;
  return fs::weakly_canonical(fs::absolute(first), error) == fs::weakly_canonical(fs::absolute(second), error);
}

[[noreturn]] void refuse(const NamedFile& first, const NamedFile& second) {
  throw UsageError(fmt::format("{} and {} are one file, {}", first.argument, second.argument,
                               is_standard_output(second.path) ? "standard output" : second.path));
}

void check_names(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written) {
  for (auto file = written.begin(); file != written.end(); ++file) {
    if (file->path.empty()) continue;
    for (auto other = written.begin(); other != file; ++other)
      if (!other->path.empty() && is_same_file(other->path, file->path)) refuse(*other, *file);
    if (is_standard_output(file->path)) continue;
    for (const NamedFile& other : read)
      if (!other.path.empty() && is_same_file(other.path, file->path)) refuse(other, *file);
  }
}

}  // namespace

void check_files(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written) {
  check_names(read, written);
  for (const NamedFile& file : written) {
    if (file.path.empty()) continue;
    if (file.path.starts_with("--"))
      throw UsageError(
          fmt::format("{}: a file expected, {} given (./{} names a file)", file.argument, file.path, file.path));
    if (file.path == "-" && file.kind == NamedFile::must_be_file)
      throw UsageError(file.argument + ": - given, must be a file");
    if (!is_standard_output(file.path) && !is_special(file.path)) internal::AtomicFile{file.path};
  }
}

}  // namespace hingeline::cli
