// SPDX-License-Identifier: BSD-3-Clause
//
// What is seen of a solve while it runs: a line on the terminal, and the points of --trace.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/timer.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"

namespace hingeline::cli {

/// Seconds until the gap reaches the tolerance if it goes on shrinking as it did over the second half of the run so
/// far.
class Forecast {
 public:
  explicit Forecast(double tolerance) : tolerance_(tolerance) {}

  void add(double seconds, double relative_gap);
  std::optional<double> seconds_left() const;

 private:
  struct Point {
    double seconds;
    double log_gap;
  };
  double tolerance_;
  std::vector<Point> points_;
};

/// Sees the solves of all outputs, one call at a time.
class SolveObserver {
 public:
  /// `live`: keep a line up to date on standard error.
  SolveObserver(double tolerance, bool live);
  ~SolveObserver();
  SolveObserver(const SolveObserver&) = delete;
  SolveObserver& operator=(const SolveObserver&) = delete;

  void see(const Progress& progress);

  /// Clears the line.
  void finish();

  /// "seconds,passes,primal,dual,relative_gap" of every proven point and last of the answer; with several outputs one
  /// after the other, and the output's number.
  std::string trace(std::span<const Solution> answers) const;

 private:
  void show(const Progress& progress, const Forecast& forecast);

  std::vector<Progress> proven_;
  std::map<int, Forecast> forecasts_;  // by part
  double tolerance_;
  bool live_;
  internal::Timer clock_;
  double shown_at_ = 0;
  std::size_t shown_length_ = 0;
};

}  // namespace hingeline::cli
