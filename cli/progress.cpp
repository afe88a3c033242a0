// SPDX-License-Identifier: BSD-3-Clause
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

namespace hingeline::cli {

void Forecast::add(double seconds, double relative_gap) {
  if (relative_gap > 0 && std::isfinite(relative_gap)) points_.push_back({seconds, std::log(relative_gap)});
}

std::optional<double> Forecast::seconds_left() const {
  if (points_.empty()) return std::nullopt;
  const Point& now = points_.back();
  const auto half = std::find_if(points_.begin(), points_.end(),
                                 [&](const Point& point) { return point.seconds >= now.seconds / 2; });
  const double decrease = half->log_gap - now.log_gap;
  if (!(decrease > 0)) return std::nullopt;
  return std::max(0.0, now.log_gap - std::log(tolerance_)) * (now.seconds - half->seconds) / decrease;
}

SolveObserver::SolveObserver(double tolerance, bool quiet, Sees sees)
    : tolerance_(tolerance), live_(!quiet && isatty(STDERR_FILENO) == 1), sees_(sees) {}

SolveObserver::~SolveObserver() { finish(); }

std::function<bool(const Progress&)> SolveObserver::callback() {
  return [this](const Progress& progress) {
    see(progress);
    return true;
  };
}

void SolveObserver::finish() {
  if (shown_length_ > 0) std::fputs(fmt::format("\r{:{}}\r", "", shown_length_).c_str(), stderr);
  shown_length_ = 0;
}

void SolveObserver::see(const Progress& progress) {
  if (progress.certified || sees_ == Sees::every_pass) points_.push_back(progress);
  constexpr double refresh_seconds = 0.1;
  if (!live_ || clock_.seconds() < shown_at_ + refresh_seconds) return;
  shown_at_ = clock_.seconds();
  Forecast& forecast = forecasts_.try_emplace(progress.part, tolerance_).first->second;
  forecast.add(progress.seconds, progress.relative_gap);
  show(progress, forecast);
}

void SolveObserver::show(const Progress& progress, const Forecast& forecast) {
  std::string text =
      progress.parts > 1 ? fmt::format("output {} of {}: ", progress.part + 1, progress.parts) : std::string();
  text += fmt::format("pass {}, relative gap {:.1e}{}, {:.1f} s", progress.passes, progress.relative_gap,
                      progress.certified ? " (proven)" : "", progress.seconds);
  if (const auto left = forecast.seconds_left()) text += fmt::format(", about {:.1f} s left", *left);
  std::fputs(fmt::format("\r{:<{}}", text, shown_length_).c_str(), stderr);
  std::fflush(stderr);
  shown_length_ = std::max(shown_length_, text.size());
}

std::string SolveObserver::header(std::size_t outputs) {
  return outputs > 1 ? "seconds,passes,primal,dual,relative_gap,output\n" : "seconds,passes,primal,dual,relative_gap\n";
}

void SolveObserver::add_points(std::size_t output, std::size_t outputs, const Progress& end, std::string& text) const {
  const auto append = [&](const Progress& point) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{}", point.seconds, point.passes, point.primal, point.dual,
                   point.relative_gap);
    text += outputs > 1 ? fmt::format(",{}\n", output) : "\n";
  };
  for (const Progress& point : points_)
    if (point.part == static_cast<int>(output)) append(point);
  append(end);
}

}  // namespace hingeline::cli
