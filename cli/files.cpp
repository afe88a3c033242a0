// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <unordered_map>

#include "command.hpp"
#include "core/atomic_file.hpp"
#include "files/format_of_name.hpp"
#include "hingeline/error.hpp"
#include "output.hpp"

namespace hingeline::cli {
namespace {

namespace fs = std::filesystem;

/// Whether the path is a pipe or /dev/null, say, to which several outputs may go.
bool is_special(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// A text that is the same for all names of a file; empty for a pipe, and where the file cannot be identified.
std::string identity(const std::string& path) {
  if (is_standard_output(path)) return "-";
  if (is_special(path)) return {};
  struct stat status;
  if (stat(path.c_str(), &status) == 0) return fmt::format("{}:{}", status.st_dev, status.st_ino);
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  const fs::path canonical = error ? fs::path() : fs::weakly_canonical(whole, error);
  return error ? std::string() : canonical.string();
}

[[noreturn]] void refuse(const NamedFile& first, const NamedFile& second) {
  throw UsageError(fmt::format("{} and {} are one file, {}", first.argument, second.argument,
                               is_standard_output(second.path) ? "standard output" : second.path));
}

void check_names(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written) {
  std::unordered_map<std::string, const NamedFile*> found;
  for (const NamedFile& file : written) {
    const std::string is = file.path.empty() ? std::string() : identity(file.path);
    if (is.empty()) continue;
    const auto [other, is_new] = found.emplace(is, &file);
    if (!is_new) refuse(*other->second, file);
  }
  for (const NamedFile& file : read) {
    if (file.path.empty() || is_standard_output(file.path)) continue;
    if (const auto other = found.find(identity(file.path)); other != found.end()) refuse(file, *other->second);
  }
}

}  // namespace

void require_readable(const std::string& path) {
  if (!path.empty() && access(path.c_str(), R_OK) != 0)
    throw IoError(path, std::string("cannot open: ") + std::strerror(errno));
}

bool is_file(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

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
  for (const NamedFile& file : read) require_readable(file.path);
}

void require_fitting_name(const std::string& out, FileFormat to) {
  if (internal::is_csv_name(out))
    throw UsageError(fmt::format("OUT: {} given, but the format written is {}, not CSV", out,
                                 to == FileFormat::binary ? "a store" : "LIBSVM text"));
  constexpr std::array compressed = {".gz", ".bz2", ".xz", ".zst"};
  if (std::ranges::find(compressed, fs::path(out).extension()) != compressed.end())
    throw UsageError(fmt::format("OUT: {} given, but what is written is not compressed", out));
}

void write_rows(const std::string& out, FileFormat to, const Dataset& data) {
  if (to == FileFormat::binary)
    write_binary(out, data);
  else
    write_libsvm(out, data);
}

}  // namespace hingeline::cli
