// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hingeline::internal {

/// Throws InvalidParameter unless `threads` >= 1.
void validate_threads(int threads);

/// Threads owned by the caller. One `run` at a time; tasks are numbered, so that results can be gathered in order and
/// do not depend on the number of threads. A waiting thread polls for a while before it sleeps, where each thread has a
/// processor of its own, because waking up takes longer than many a run.
class ThreadPool {
 public:
  /// `threads` >= 1 counts the calling thread, which works too. The others start once there are tasks for them; where
  /// the system has no more threads, the pool makes do with those it got.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }

  /// Calls task(0) .. task(count - 1), each once, in no given order, and returns when all are done. The first exception
  /// of a task is thrown again here; tasks not yet begun are then left out.
  void run(std::int64_t count, const std::function<void(std::int64_t)>& task);

 private:
  void start_workers(std::int64_t wanted);
  void work();
  void take_tasks(std::unique_lock<std::mutex>& lock);
  template <class Done>
  void look_out(std::unique_lock<std::mutex>& lock, const Done& done) const;

  int threads_;
  const bool looks_out_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  const std::function<void(std::int64_t)>* task_ = nullptr;
  std::int64_t next_ = 0;
  std::int64_t count_ = 0;
  std::atomic<std::int64_t> running_ = 0;  // this and rounds_ are read without the lock, too
  std::atomic<std::int64_t> rounds_ = 0;   // one per run, and one for the end
  std::exception_ptr failure_;
  bool closing_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace hingeline::internal
