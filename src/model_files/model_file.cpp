// SPDX-License-Identifier: BSD-3-Clause
#include "core/atomic_file.hpp"
#include "files/mapping.hpp"
#include "model_files/kernel_model_text.hpp"
#include "model_files/model_text.hpp"

namespace hingeline {

void write_model(const std::filesystem::path& path, const LinearModel& model, ModelFormat format) {
  internal::AtomicFile file(path);
  internal::write_model_text(model, format, [&file](std::string_view piece) { file.append(piece); });
  file.commit();
}

LinearModel read_model(const std::filesystem::path& path) {
  const internal::Mapping file = internal::Mapping::of_file(path);
  return internal::parse_model(file.text(), path.string());
}

void write_model(const std::filesystem::path& path, const KernelModel& model) {
  internal::AtomicFile file(path);
  internal::write_kernel_model_text(model, [&file](std::string_view piece) { file.append(piece); });
  file.commit();
}

KernelModel read_kernel_model(const std::filesystem::path& path) {
  const internal::Mapping file = internal::Mapping::of_file(path);
  return internal::parse_kernel_model(file.text(), path.string());
}

}  // namespace hingeline
