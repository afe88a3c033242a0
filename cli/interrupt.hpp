// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <csignal>

namespace hingeline::cli {

/// During the lifetime of an object, the first Ctrl-C (SIGINT) sets its flag; a second ends the program as usual.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  const std::atomic<bool>* flag() const;

 private:
  struct sigaction previous_ = {};
};

}  // namespace hingeline::cli
