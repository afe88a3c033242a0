// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "train_options.hpp"

namespace hingeline::cli {

/// `train --problem one_class` without --kernel: the linear one-class machine. Returns an ExitStatus.
int train_one_class(const TrainArguments& arguments);

}  // namespace hingeline::cli
