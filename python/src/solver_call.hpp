// SPDX-License-Identifier: BSD-3-Clause
//
// What calls of solvers share: Python's callback, and the verdict on what comes back.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>

#include "attendant.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"

namespace hingeline::python {

/// The solver's callback that calls Python's, which may be None, from the attending thread. Once it returned False all
/// parts of the training end.
template <class Now = Progress>
std::function<bool(const Now&)> calling(const nb::object& callback, Attendant& attendant) {
  if (callback.is_none()) return {};
  return [&callback, &attendant](const Now& now) {
    return attendant.call([&] { return !callback(now).equal(nb::bool_(false)); });
  };
}

/// The certificate decides: an answer that was to be finished further is converged where it meets the tolerance.
template <class Result>
void judge(Result& result, double tolerance) {
  for (auto& part : result.parts) {
    const Certificate& proof = part.certificate;
    if (proof.relative_gap <= tolerance && proof.max_violation <= tolerance) part.status = Status::converged;
  }
  result.status = Status::converged;
  for (const auto& part : result.parts) result.status = std::max(result.status, part.status);
}

/// The time that a start afresh has.
inline double seconds_left(double limit, std::chrono::steady_clock::time_point since) {
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - since;
  return std::max(limit - spent.count(), std::numeric_limits<double>::min());
}

}  // namespace hingeline::python
