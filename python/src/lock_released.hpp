// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

namespace hingeline::python {

namespace nb = nanobind;

/// Releases the interpreter's lock of this thread for the object's lifetime. A thread that takes the lock back after
/// the interpreter has ended is ended by Python in the midst of C++, and the process with it. So the interpreter waits
/// at its end for all living objects, and their threads, as those of later objects, never return to Python.
class LockReleased {
 public:
  LockReleased();
  ~LockReleased();
  LockReleased(const LockReleased&) = delete;
  LockReleased& operator=(const LockReleased&) = delete;

 private:
  PyThreadState* state_ = nullptr;
};

/// Whether the interpreter is about to end and this thread, a daemon, cannot return a result any more.
bool interpreter_goes();

}  // namespace hingeline::python
