// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/thread_pool.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/message_of.hpp"

namespace hingeline::internal {
namespace {

class ThreadPoolOf : public ::testing::TestWithParam<int> {};

TEST_P(ThreadPoolOf, RunsEveryTaskOnce) {
  ThreadPool pool(GetParam());
  std::vector<int> calls(1000);
  for (int round = 0; round < 20; ++round)
    pool.run(1000, [&](std::int64_t i) { ++calls[static_cast<std::size_t>(i)]; });
  for (const int count : calls) EXPECT_EQ(count, 20);
}

/// Task 0 fails where another has begun, if there is a thread for it; `others` are done after that.
std::string failure_of(ThreadPool& pool, std::int64_t tasks, const std::function<void()>& others) {
  std::atomic<bool> begun = false;
  std::atomic<bool> failed = false;
  return support::message_of<std::runtime_error>([&] {
    pool.run(tasks, [&](std::int64_t i) {
      if (i == 0) {
        while (pool.threads() > 1 && !begun) std::this_thread::yield();
        failed = true;
        throw std::runtime_error("first");
      }
      begun = true;
      while (!failed) std::this_thread::yield();
      others();
    });
  });
}

TEST_P(ThreadPoolOf, HandsOnTheFirstException) {
  ThreadPool pool(GetParam());
  const auto fail_later = [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    throw std::runtime_error("later");
  };
  EXPECT_EQ(failure_of(pool, 8, fail_later), "first");
  std::atomic<int> calls = 0;
  pool.run(10, [&](std::int64_t) { ++calls; });
  EXPECT_EQ(calls, 10);
}

TEST_P(ThreadPoolOf, LeavesOutTasksBehindAnException) {
  ThreadPool pool(GetParam());
  std::atomic<int> calls = 0;
  const auto dawdle = [&] {
    ++calls;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  };
  EXPECT_EQ(failure_of(pool, 100000, dawdle), "first");
  EXPECT_LT(calls, 50000);
}

TEST_P(ThreadPoolOf, NoTasksCallNothing) {
  ThreadPool pool(GetParam());
  pool.run(0, [](std::int64_t) { FAIL(); });
}

TEST_P(ThreadPoolOf, OneTaskRunsOnTheCallingThread) {
  ThreadPool pool(GetParam());
  std::thread::id runner;
  pool.run(1, [&](std::int64_t) { runner = std::this_thread::get_id(); });
  EXPECT_EQ(runner, std::this_thread::get_id());
}

/// While it lives no thread starts: no memory holds its stack.
class NoNewThreads {
 public:
  NoNewThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t none = before_;
    pthread_attr_setstacksize(&none, std::size_t{1} << 47);
    pthread_setattr_default_np(&none);
  }
  ~NoNewThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoNewThreads(const NoNewThreads&) = delete;
  NoNewThreads& operator=(const NoNewThreads&) = delete;

 private:
  pthread_attr_t before_;
};

TEST_P(ThreadPoolOf, WorksWithFewerThreadsThanAskedFor) {
  ThreadPool pool(GetParam());
  const NoNewThreads none;
  std::atomic<int> calls = 0;
  for (int round = 0; round < 3; ++round) pool.run(10, [&](std::int64_t) { ++calls; });
  EXPECT_EQ(calls, 30);
  EXPECT_EQ(pool.threads(), 1);
}

INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolOf, ::testing::Values(1, 2, 5));

}  // namespace
}  // namespace hingeline::internal
