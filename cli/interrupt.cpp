// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.hpp"

namespace hingeline::cli {
namespace {

std::atomic<bool> was_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch lock-free atomics only");

}  // namespace

Interrupt::Interrupt() {
  struct sigaction action = {};
  action.sa_handler = [](int) { was_interrupted = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &previous_);
}

Interrupt::~Interrupt() { sigaction(SIGINT, &previous_, nullptr); }

const std::atomic<bool>* Interrupt::flag() const { return &was_interrupted; }

}  // namespace hingeline::cli
