// SPDX-License-Identifier: BSD-3-Clause
#include "core/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t buffer_size = 1 << 20;

/// Short, so that a file of any valid name can be written.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  static std::atomic<unsigned> made = 0;
  return path.parent_path() / (".hingeline." + std::to_string(getpid()) + "." + std::to_string(made++) + ".tmp");
}

/// The first name that `make` finds free: in another container another process may have this one's number.
template <typename Make>
std::filesystem::path make_temporary(const std::filesystem::path& path, Make make) {
  for (;;) {
    std::filesystem::path name = temporary_name(path);
    if (make(name.c_str())) return name;
    if (errno != EEXIST) return {};
  }
}

struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() { close(number); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  const int number;
};

std::uint64_t size_of(int descriptor) { return static_cast<std::uint64_t>(lseek(descriptor, 0, SEEK_END)); }

std::string process_file(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// A new file without a name in the folder of `path`, which goes with its last descriptor unless linked; -1: none
/// there.
int open_unnamed(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const int descriptor = open(folder.c_str(), O_RDWR | O_CLOEXEC | O_TMPFILE, 0666);
  if (descriptor < 0 || access(process_file(descriptor).c_str(), F_OK) == 0) return descriptor;
  close(descriptor);
  return -1;
}

/// The open descriptor of this process that a path names, or links to, as /dev/stdout and /dev/fd/3 do; -1: none.
int named_descriptor(std::filesystem::path path) {
  constexpr int most_links = 40;
  const std::filesystem::path ours = "/proc/" + std::to_string(getpid()) + "/fd";
  std::error_code ignored;
  for (int link = 0; link < most_links; ++link) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const std::string name = path.filename();
    if (std::filesystem::canonical(folder, ignored) == ours) {
      int descriptor = -1;
      const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), descriptor);
      return error == std::errc() && end == name.data() + name.size() ? descriptor : -1;
    }
    if (!std::filesystem::is_symlink(path, ignored)) return -1;
    path = folder / std::filesystem::read_symlink(path, ignored);
  }
  return -1;
}

/// The path at the end of symbolic links.
std::filesystem::path end_of_links(std::filesystem::path path) {
  std::error_code ignored;
  while (std::filesystem::is_symlink(path, ignored))
    path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
  return path;
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path, Existing existing) : path_(path) {
  buffer_.reserve(buffer_size);
  if (const int descriptor = named_descriptor(path); descriptor >= 0) {
    descriptor_ = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    check(descriptor_ >= 0);
    return;
  }
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  check(std::filesystem::status_known(status));
  exists_ = std::filesystem::exists(status);
  is_temporary_ = !exists_ || std::filesystem::is_regular_file(status);
  if (!is_temporary_) {
    descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    check(descriptor_ >= 0);
    return;
  }
  if (std::filesystem::is_symlink(path, ignored))
    path_ = exists_ ? std::filesystem::canonical(path) : end_of_links(path);
  if (exists_) check(faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) == 0);
  open_temporary(path_);
  is_rewritten_ = exists_ && (existing == Existing::rewritten || descriptor_ < 0);
  if (is_rewritten_ && descriptor_ < 0)
    open_temporary(std::filesystem::temp_directory_path(ignored) / path_.filename());
  check(descriptor_ >= 0);
  if (!exists_) return;
  struct stat old;
  check(stat(path_.c_str(), &old) == 0);
  is_rewritten_ = fchown(descriptor_, old.st_uid, old.st_gid) != 0 || is_rewritten_;
  fchmod(descriptor_, static_cast<mode_t>(status.permissions()));
}

void AtomicFile::open_temporary(const std::filesystem::path& beside) {
  descriptor_ = open_unnamed(beside);
  if (descriptor_ >= 0) return;
  temporary_ = make_temporary(beside, [&](const char* name) {
    descriptor_ = open(name, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
    return descriptor_ >= 0;
  });
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
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
  if (is_rewritten_) return rewrite();
  if (is_temporary_ && temporary_.empty()) link_temporary();
  finish();
  if (!is_temporary_) return;
  if (rename(temporary_.c_str(), path_.c_str()) == 0) return temporary_.clear();
  check(exists_);
  descriptor_ = open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  check(descriptor_ >= 0);
  rewrite();
}

/// Copies the complete file, which the descriptor is of, to the path, whose descriptor takes its place.
void AtomicFile::rewrite() {
  const Descriptor complete(std::exchange(descriptor_, open(path_.c_str(), O_WRONLY | O_CLOEXEC)));
  check(descriptor_ >= 0);
  const std::uint64_t size = size_of(complete.number);
  reserve(size);
  copy(complete.number, 0, 0, size);
  resize(size);
  finish();
}

/// Reserves room for `size` bytes; where there is none the file stays as it is.
void AtomicFile::reserve(std::uint64_t size) {
  const std::uint64_t now = size_of(descriptor_);
  if (size <= now) return;
  const int error = posix_fallocate(descriptor_, static_cast<off_t>(now), static_cast<off_t>(size - now));
  if (error != ENOSPC && error != EDQUOT && error != EFBIG) return;
  resize(now);
  errno = error;
  check(false);
}

/// Closes the file, when NFS says what it could not write.
void AtomicFile::finish() { check(close(std::exchange(descriptor_, -1)) == 0); }

void AtomicFile::resize(std::uint64_t size) { check(ftruncate(descriptor_, static_cast<off_t>(size)) == 0); }

void AtomicFile::put(std::uint64_t place, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(place));
    check(count >= 0 || errno == EINTR);
    if (count <= 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(count));
    place += static_cast<std::uint64_t>(count);
  }
}

void AtomicFile::move_down(std::uint64_t from, std::uint64_t to, std::uint64_t size) {
  copy(descriptor_, from, to, size);
}

void AtomicFile::copy(int from, std::uint64_t begin, std::uint64_t place, std::uint64_t size) {
  std::string part(std::min<std::uint64_t>(size, buffer_size), '\0');
  for (std::uint64_t done = 0; done < size;) {
    const std::size_t wanted = std::min<std::uint64_t>(size - done, part.size());
    const ssize_t count = pread(from, part.data(), wanted, static_cast<off_t>(begin + done));
    check(count > 0 || (count < 0 && errno == EINTR));
    if (count <= 0) continue;
    put(place + done, {part.data(), static_cast<std::size_t>(count)});
    done += static_cast<std::uint64_t>(count);
  }
}

std::filesystem::path AtomicFile::unfinished() const {
  return temporary_.empty() ? std::filesystem::path(process_file(descriptor_)) : temporary_;
}

void AtomicFile::link_temporary() {
  temporary_ = make_temporary(path_, [&](const char* name) {
    return linkat(AT_FDCWD, process_file(descriptor_).c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
  });
  check(!temporary_.empty());
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

std::filesystem::path scratch_in(const std::filesystem::path& folder) { return folder / ".hingeline.scratch"; }

}  // namespace hingeline::internal
