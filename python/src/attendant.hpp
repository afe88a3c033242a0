// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "lock_released.hpp"

namespace hingeline::python {

namespace nb = nanobind;

/// Runs work on a thread of its own while the calling thread attends to Python, as only it may: it checks for signals
/// (Ctrl-C) twenty times a second, and makes the calls that the work requests. In between the interpreter's lock is
/// released.
class Attendant {
 public:
  /// `unwanted`, unless None, is called as often, and returns whether the result is no longer wanted.
  explicit Attendant(nb::object unwanted = nb::none()) : unwanted_(std::move(unwanted)) {}

  /// Becomes true when the work's result is no longer wanted: `unwanted` says so, a signal's handler or a call threw,
  /// or the interpreter is about to end.
  const std::atomic<bool>& interrupt() const { return interrupt_; }

  /// Whether the work is to end: because a call returned false, or as above.
  bool is_stopped() const { return stopped_ || interrupt_; }

  /// Runs the work; to be called with the interpreter's lock. Once the work has ended, rethrows what the work, a call
  /// or a signal's handler threw.
  template <class Work>
  void run(const Work& work) {
    std::exception_ptr failure;
    {
      const LockReleased released;
      const std::jthread thread([&] {
        try {
          work();
        } catch (...) {
          failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        done_ = true;
        changed_.notify_all();
      });
      attend();
    }
    if (python_failure_) std::rethrow_exception(python_failure_);
    if (failure) std::rethrow_exception(failure);
  }

  /// Has the attending thread call `request`, with the interpreter's lock, and returns whether to go on; to be called
  /// by the work's threads, one at a time. After `request` returned false, or the work is to end, it is not called.
  bool call(const std::function<bool()>& request) {
    std::unique_lock lock(mutex_);
    if (is_stopped()) return false;
    request_ = &request;
    changed_.notify_all();
    changed_.wait(lock, [this] { return request_ == nullptr; });
    return !is_stopped();
  }

 private:
  void attend() {
    std::unique_lock lock(mutex_);
    while (!done_) {
      changed_.wait_for(lock, signal_interval, [this] { return done_ || request_ != nullptr; });
      if (done_) break;
      if (interpreter_goes()) interrupt_ = true;
      const std::function<bool()>* request = request_;
      lock.unlock();
      if (!interrupt_) answer(request);
      lock.lock();
      if (request == nullptr) continue;
      request_ = nullptr;
      changed_.notify_all();
    }
  }

  void answer(const std::function<bool()>* request) {
    const nb::gil_scoped_acquire acquire;
    try {
      if (request != nullptr && !(*request)()) stopped_ = true;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!unwanted_.is_none() && nb::cast<bool>(unwanted_())) interrupt_ = true;
    } catch (...) {
      python_failure_ = std::current_exception();
      interrupt_ = true;
    }
  }

  static constexpr std::chrono::milliseconds signal_interval{50};

  nb::object unwanted_;
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<bool()>* request_ = nullptr;
  bool done_ = false;
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> interrupt_ = false;
  std::exception_ptr python_failure_;
};

}  // namespace hingeline::python
