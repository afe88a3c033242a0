// SPDX-License-Identifier: BSD-3-Clause
//
// Observes a solve while it runs: for a line on the terminal, and for the points of --trace.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/timer.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"

namespace hingeline::cli {

/// Forecasts the seconds until the gap reaches the tolerance, if it goes on shrinking as in the second half of the run
/// so far.
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

/// Observes the solves of all outputs; calls must not overlap.
class SolveObserver {
 public:
  /// The points of a trace: proofs, or every pass for kernel machines, which prove only their last point.
  enum class Sees { proofs, every_pass };

  /// Keeps a line up to date on standard error where that is a terminal, unless `quiet`.
  SolveObserver(double tolerance, bool quiet, Sees sees = Sees::proofs);
  ~SolveObserver();
  SolveObserver(const SolveObserver&) = delete;
  SolveObserver& operator=(const SolveObserver&) = delete;

  /// The callback for the options of the solves; never stops one.
  std::function<bool(const Progress&)> callback();

  /// Clears the line on the terminal.
  void finish();

  /// Lines "seconds,passes,primal,dual,relative_gap" for every observed point and at last for the answer. Several
  /// outputs follow one after the other, and lines then end with the number of the output.
  template <class Part>
  std::string trace(std::span<const Part> answers) const {
    std::string text = header(answers.size());
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const Certificate& proof = answers[k].certificate;
      Progress end;
      end.seconds = answers[k].seconds;
      end.passes = answers[k].passes;
      end.primal = proof.primal;
      end.dual = proof.dual;
      end.relative_gap = proof.relative_gap;
      add_points(k, answers.size(), end, text);
    }
    return text;
  }

 private:
  static std::string header(std::size_t outputs);
  void add_points(std::size_t output, std::size_t outputs, const Progress& end, std::string& text) const;
  void see(const Progress& progress);
  void show(const Progress& progress, const Forecast& forecast);

  std::vector<Progress> points_;
  std::map<int, Forecast> forecasts_;  // by part
  double tolerance_;
  bool live_;
  Sees sees_;
  internal::Timer clock_;
  double shown_at_ = 0;
  std::size_t shown_length_ = 0;
};

}  // namespace hingeline::cli
