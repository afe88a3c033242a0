// SPDX-License-Identifier: BSD-3-Clause
//
// What calls of solvers share: Python's callback, and the status of the answer.
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

/// A callback for the solver that calls Python's callback, unless None, on the attending thread. Once that returned
/// False, all parts of the training end.
template <class Now = Progress>
std::function<bool(const Now&)> calling(const nb::object& callback, Attendant& attendant) {
  if (callback.is_none()) return {};
  return [&callback, &attendant](const Now& now) {
    return attendant.call([&] { return !callback(now).equal(nb::bool_(false)); });
  };
}

/// Sets the status by the certificate: an answer solved beyond the tolerance has converged if it meets the tolerance.
template <class Part>
void judge_part(Part& part, double tolerance) {
  const Certificate& proof = part.certificate;
  if (proof.relative_gap <= tolerance && proof.max_violation <= tolerance) part.status = Status::converged;
}

template <class Result>
void judge(Result& result, double tolerance) {
  for (auto& part : result.parts) judge_part(part, tolerance);
  result.status = Status::converged;
  for (const auto& part : result.parts) result.status = std::max(result.status, part.status);
}

/// Solves a small problem by finish(), which goes on beyond the tolerance. Larger problems, and small ones whose answer
/// was_cut_short(), are solved by solve(), with the time that is left.
template <class Finish, class WasCutShort, class Solve>
auto finish_or_solve(bool is_small, const Attendant& attendant, SolverOptions& limits, const Finish& finish,
                     const WasCutShort& was_cut_short, const Solve& solve) {
  const auto since = std::chrono::steady_clock::now();
  if (is_small) {
    auto result = finish();
    if (attendant.is_stopped() || !was_cut_short(result)) return result;
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - since;
  limits.max_seconds = std::max(limits.max_seconds - spent.count(), std::numeric_limits<double>::min());
  return solve();
}

}  // namespace hingeline::python
