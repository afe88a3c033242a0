// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "hingeline/result.hpp"

namespace CLI {
class App;
}

namespace hingeline::cli {

enum ExitStatus : int { success = 0, failure = 1, usage_error = 2, not_converged = 3, interrupted = 130 };

/// The exit status of a command that trains.
inline ExitStatus exit_status(Status status) {
  if (status == Status::converged) return success;
  return status == Status::interrupted ? interrupted : not_converged;
}

/// Options that contradict each other or have no meaning together.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A command of the program: its part of the command line, and what it does once that is parsed.
struct Command {
  const CLI::App* arguments;
  std::function<int()> run;  ///< returns an ExitStatus; throws hingeline::Error or UsageError
};

Command add_train(CLI::App& app);
Command add_cv(CLI::App& app);
Command add_path(CLI::App& app);
Command add_tune(CLI::App& app);
Command add_factorize(CLI::App& app);
Command add_predict(CLI::App& app);
Command add_inspect(CLI::App& app);
Command add_convert(CLI::App& app);
Command add_scale(CLI::App& app);
Command add_generate(CLI::App& app);

}  // namespace hingeline::cli
