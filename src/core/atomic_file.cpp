// SPDX-License-Identifier: BSD-3-Clause
#include "core/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t buffer_size = 1 << 20;

/// Unlike any other of this process; another process has another number.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  static std::atomic<unsigned> made = 0;
  std::filesystem::path name = path;
  name += "." + std::to_string(getpid()) + "." + std::to_string(made++) + ".tmp";
  return name;
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path) : path_(path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  const bool replaced = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  if (replaced) {
    if (std::filesystem::is_symlink(path, ignored) && std::filesystem::exists(status))
      path_ = std::filesystem::canonical(path);
    temporary_ = temporary_name(path_);
  }
  const std::filesystem::path& written = replaced ? temporary_ : path_;
  descriptor_ = open(written.c_str(), O_WRONLY | O_CLOEXEC | (replaced ? O_CREAT | O_EXCL : 0), 0666);
  check(descriptor_ >= 0);
  if (replaced && std::filesystem::exists(status)) fchmod(descriptor_, static_cast<mode_t>(status.permissions()));
  buffer_.reserve(buffer_size);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::append(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) flush();
  if (bytes.size() >= buffer_size) {
    write_all(bytes);
  } else {
    buffer_ += bytes;
  }
}

void AtomicFile::commit() {
  flush();
  if (!temporary_.empty()) check(rename(temporary_.c_str(), path_.c_str()) == 0);
  const int descriptor = descriptor_;
  descriptor_ = -1;
  check(close(descriptor) == 0);
}

void AtomicFile::flush() {
  write_all(buffer_);
  buffer_.clear();
}

void AtomicFile::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor_, bytes.data(), bytes.size());
    check(count >= 0 || errno == EINTR);
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void AtomicFile::check(bool succeeded) const {
  if (!succeeded) throw IoError(path_.string(), std::string("cannot write: ") + std::strerror(errno));
}

}  // namespace hingeline::internal
