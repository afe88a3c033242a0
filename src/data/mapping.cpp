// SPDX-License-Identifier: BSD-3-Clause
#include "data/mapping.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

/// Touching one page of a file may bring in its neighbours up to this alignment (the kernel's fault-around).
constexpr std::uintptr_t fault_window = 64 << 10;

class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path) : value_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (value_ < 0) throw IoError(path.string(), std::string("cannot open: ") + std::strerror(errno));
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(value_); }
  operator int() const { return value_; }

 private:
  int value_;
};

[[noreturn]] void fail_to_read(const std::filesystem::path& path) {
  throw IoError(path.string(), std::string("cannot read: ") + std::strerror(errno));
}

}  // namespace

Mapping Mapping::of_file(const std::filesystem::path& path) {
  const Descriptor descriptor(path);
  struct stat status;
  if (fstat(descriptor, &status) != 0) fail_to_read(path);
  if (!S_ISREG(status.st_mode)) return of_stream(descriptor, path);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return {};
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (data == MAP_FAILED) fail_to_read(path);
  return {static_cast<char*>(data), size, true};
}

Mapping Mapping::of_stream(int descriptor, const std::filesystem::path& path) {
  Mapping mapping = of_zeros(1 << 20);
  std::size_t used = 0;
  for (;;) {
    if (used == mapping.size_) mapping.resize(2 * used);
    const ssize_t count = read(descriptor, mapping.data_ + used, mapping.size_ - used);
    if (count == 0) break;
    if (count > 0) used += static_cast<std::size_t>(count);
    if (count < 0 && errno != EINTR) fail_to_read(path);
  }
  mapping.resize(used);
  return mapping;
}

Mapping Mapping::of_zeros(std::size_t size) {
  if (size == 0) return {};
  void* data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  return {static_cast<char*>(data), size, false};
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), is_file_(other.is_file_) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(is_file_, other.is_file_);
  return *this;
}

Mapping::~Mapping() {
  if (data_ != nullptr) munmap(data_, size_);
}

void Mapping::resize(std::size_t size) {
  if (size == 0 || data_ == nullptr) {
    *this = of_zeros(size);
    return;
  }
  void* data = mremap(data_, size_, size, MREMAP_MAYMOVE);
  if (data == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<char*>(data);
  size_ = size;
}

void Mapping::bring_in(std::string_view part) const {
#ifdef MADV_POPULATE_READ
  if (!is_file_) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto end = reinterpret_cast<std::uintptr_t>(part.data()) + part.size();
  const auto begin = reinterpret_cast<std::uintptr_t>(part.data()) / page * page;
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_READ);
#else
  static_cast<void>(part);
#endif
}

void Mapping::set_aside(std::string_view part) const {
  if (is_file_) discard(part);
}

void Mapping::discard(std::string_view part) const {
  const auto address = [](const char* p) { return reinterpret_cast<std::uintptr_t>(p); };
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  std::uintptr_t begin = address(part.data());
  std::uintptr_t end = begin + part.size();
  if (is_file_) {  // whole windows: what is dropped too much is read again
    begin = begin / fault_window * fault_window;
    end = (end + page - 1) / page * page;
  } else {
    begin = (begin + page - 1) / page * page;
    end = end / page * page;
  }
  begin = std::max(begin, address(data_));  // mappings begin at pages
  end = std::min(end, (address(data_ + size_) + page - 1) / page * page);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace hingeline::internal
