// SPDX-License-Identifier: BSD-3-Clause
#include "lock_released.hpp"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "bindings.hpp"

namespace hingeline::python {
namespace {

std::atomic<int> living = 0;
std::atomic<bool> going = false;
std::atomic<std::thread::id> last_thread;  // the thread that ends the interpreter

void wait_for_threads() {
  last_thread = std::this_thread::get_id();
  going = true;
  if (living > 0) nb::set_leak_warnings(false);  // what those threads hold is never freed
  const nb::gil_scoped_release release;
  while (living > 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

/// Sleeps until the process ends, without the lock. Returning to Python could end the thread inside of noexcept code.
[[noreturn]] void stay_for_ever() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

/// Runs in a forked process, in which the threads of its parent do not exist.
void forget_threads() { living = 0; }

}  // namespace

LockReleased::LockReleased() {
  const bool goes = interpreter_goes();
  if (going && !goes) return;
  if (!goes) ++living;
  state_ = PyEval_SaveThread();
  if (goes) stay_for_ever();
}

LockReleased::~LockReleased() {
  if (state_ == nullptr) return;
  PyEval_RestoreThread(state_);
  const bool goes = interpreter_goes();
  if (goes) PyEval_SaveThread();
  --living;
  if (goes) stay_for_ever();
}

bool interpreter_goes() { return going && last_thread.load() != std::this_thread::get_id(); }

void bind_exit(nb::module_& module) {
  pthread_atfork(nullptr, nullptr, &forget_threads);
  module.def("wait_for_threads", &wait_for_threads, "Ends trainings in daemon threads; called by `atexit`.");
  nb::module_::import_("atexit").attr("register")(module.attr("wait_for_threads"));
}

}  // namespace hingeline::python
