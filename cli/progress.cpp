// SPDX-License-Identifier: BSD-3-Clause
#include "progress.hpp"

#include <fmt/format.h>

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

SolveObserver::SolveObserver(double tolerance, bool live) : tolerance_(tolerance), live_(live) {}

SolveObserver::~SolveObserver() { finish(); }

void SolveObserver::finish() {
  if (shown_length_ > 0) std::fputs(fmt::format("\r{:{}}\r", "", shown_length_).c_str(), stderr);
  shown_length_ = 0;
}

void SolveObserver::see(const Progress& progress) {
  if (progress.certified) proven_.push_back(progress);
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

std::string SolveObserver::trace(std::span<const Solution> answers) const {
  std::string text = "seconds,passes,primal,dual,relative_gap";
  text += answers.size() > 1 ? ",output\n" : "\n";
  for (std::size_t k = 0; k < answers.size(); ++k) {
    const auto append = [&](double seconds, std::int64_t passes, double primal, double dual, double relative_gap) {
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{}", seconds, passes, primal, dual, relative_gap);
      text += answers.size() > 1 ? fmt::format(",{}\n", k) : "\n";
    };
    for (const Progress& point : proven_)
      if (point.part == static_cast<int>(k))
        append(point.seconds, point.passes, point.primal, point.dual, point.relative_gap);
    const Certificate& proof = answers[k].certificate;
    append(answers[k].seconds, answers[k].passes, proof.primal, proof.dual, proof.relative_gap);
  }
  return text;
}

}  // namespace hingeline::cli
