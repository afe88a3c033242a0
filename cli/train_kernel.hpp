// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "train_options.hpp"

namespace hingeline::cli {

/// `train` with --kernel. Returns an ExitStatus.
int train_kernel(const TrainArguments& arguments);

}  // namespace hingeline::cli
