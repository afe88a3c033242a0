// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/thread_pool.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

/// Leaves the core's execution units to its other thread for some cycles.
void pause() {
#ifdef __x86_64__
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

void validate_threads(int threads) {
  if (threads < 1) throw InvalidParameter("threads", std::to_string(threads), "must be >= 1");
}

ThreadPool::ThreadPool(int threads)
    : threads_(threads), looks_out_(threads > 1 && threads <= static_cast<int>(std::thread::hardware_concurrency())) {
  validate_threads(threads);
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    ++rounds_;
  }
  wake_.notify_all();
}

void ThreadPool::run(std::int64_t count, const std::function<void(std::int64_t)>& task) {
  if (threads_ == 1 || count <= 1) {
    for (std::int64_t index = 0; index < count; ++index) task(index);
    return;
  }
  start_workers(count - 1);
  std::unique_lock lock(mutex_);
  task_ = &task;
  next_ = 0;
  count_ = count;
  ++rounds_;
  wake_.notify_all();
  take_tasks(lock);
  look_out(lock, [this] { return running_ == 0; });
  idle_.wait(lock, [this] { return running_ == 0; });
  task_ = nullptr;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::start_workers(std::int64_t wanted) {
  const std::int64_t most = threads_ - 1;
  try {
    while (std::ssize(workers_) < std::min(wanted, most)) workers_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    threads_ = static_cast<int>(workers_.size()) + 1;
  }
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  for (std::int64_t seen = 0;; seen = rounds_) {
    look_out(lock, [&] { return rounds_ != seen; });
    wake_.wait(lock, [this] { return closing_ || next_ < count_; });
    if (closing_) return;
    take_tasks(lock);
  }
}

/// Polls without the lock, until `done` or for about as long as it takes to fall asleep and be woken.
template <class Done>
void ThreadPool::look_out(std::unique_lock<std::mutex>& lock, const Done& done) const {
  if (!looks_out_ || done()) return;
  lock.unlock();
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(100);
  while (!done() && std::chrono::steady_clock::now() < end)
    for (int k = 0; k < 16; ++k) pause();
  lock.lock();
}

void ThreadPool::take_tasks(std::unique_lock<std::mutex>& lock) {
  while (next_ < count_) {
    const std::int64_t index = next_++;
    ++running_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      (*task_)(index);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    --running_;
    if (failure) {
      if (!failure_) failure_ = failure;
      count_ = next_;
    }
  }
  if (running_ == 0) idle_.notify_all();
}

}  // namespace hingeline::internal
