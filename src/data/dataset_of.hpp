// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "data/mapping.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// read_dataset of what a file holds; `path` is for the format and for messages.
Dataset dataset_of(const std::filesystem::path& path, Mapping file, const ReadOptions& options);

}  // namespace hingeline::internal
