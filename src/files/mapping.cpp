// SPDX-License-Identifier: BSD-3-Clause
#include "files/mapping.hpp"

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

/// Reading one page of a file may bring in its neighbours up to this alignment (the kernel's fault-around).
constexpr std::uintptr_t fault_window = 64 << 10;

}  // namespace

/// An open file.
class Mapping::File {
 public:
  explicit File(const std::filesystem::path& path)
      : path_(path.string()), descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw IoError(path_, std::string("cannot open: ") + std::strerror(errno));
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(descriptor_); }

  int descriptor() const { return descriptor_; }

  /// Returns the number of bytes read, 0 at the end of the file.
  std::size_t read_some(char* into, std::size_t size) const {
    return read_with([&] { return ::read(descriptor_, into, size); });
  }

  void read_all(char* into, std::size_t size, std::size_t offset) const {
    for (std::size_t done = 0; done < size;) {
      const std::size_t count =
          read_with([&] { return pread(descriptor_, into + done, size - done, static_cast<off_t>(offset + done)); });
      if (count == 0) throw IoError(path_, "has become shorter while it was read");
      done += count;
    }
  }

  [[noreturn]] void fail() const { throw IoError(path_, std::string("cannot read: ") + std::strerror(errno)); }

 private:
  template <class Call>
  std::size_t read_with(const Call& call) const {
    for (;;) {
      const ssize_t count = call();
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) fail();
    }
  }

  std::string path_;
  int descriptor_;
};

Mapping Mapping::of_file(const std::filesystem::path& path) {
  auto file = std::make_shared<const File>(path);
  struct stat status;
  if (fstat(file->descriptor(), &status) != 0) file->fail();
  const auto size = static_cast<std::size_t>(status.st_size);
  if (!S_ISREG(status.st_mode) || size == 0) return of_stream(*file);  // files of /proc and /sys have no size
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->descriptor(), 0);
  if (data == MAP_FAILED) file->fail();
  return {static_cast<char*>(data), size, std::move(file)};
}

Mapping Mapping::of_stream(const File& file) {
  Mapping mapping = of_zeros(1 << 20);
  std::size_t used = 0;
  while (const std::size_t count = file.read_some(mapping.data_ + used, mapping.size_ - used)) {
    used += count;
    if (used == mapping.size_) mapping.resize(2 * used);
  }
  mapping.resize(used);
  return mapping;
}

Mapping Mapping::of_zeros(std::size_t size) {
  if (size == 0) return {};
  void* data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  return {static_cast<char*>(data), size, nullptr};
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), file_(std::move(other.file_)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(file_, other.file_);
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

void Mapping::copy(std::string_view part, char* to) const {
  if (file_ == nullptr) {
    std::ranges::copy(part, to);
  } else {
    file_->read_all(to, part.size(), static_cast<std::size_t>(part.data() - data_));
  }
}

void Mapping::discard(std::string_view part) const {
  const auto address = [](const char* p) { return reinterpret_cast<std::uintptr_t>(p); };
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  std::uintptr_t begin = address(part.data());
  std::uintptr_t end = begin + part.size();
  if (file_ != nullptr) {  // whole windows; other pages in them are read from the file again if needed
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
