// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

namespace hingeline::python {

namespace nb = nanobind;

/// While one lives its thread does without the interpreter's lock. A thread that wants the lock back when the
/// interpreter is gone is ended by Python in the midst of C++, and the process with it: so the interpreter waits for
/// those that live before it goes, and they, and whoever comes later, do not go back to Python.
class LockReleased {
 public:
  LockReleased();
  ~LockReleased();
  LockReleased(const LockReleased&) = delete;
  LockReleased& operator=(const LockReleased&) = delete;

 private:
  PyThreadState* state_ = nullptr;
};

/// The interpreter is about to go, and this thread, which is a daemon, will not see what it is computing.
bool interpreter_goes();

}  // namespace hingeline::python
