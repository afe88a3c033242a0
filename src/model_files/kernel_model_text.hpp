// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM's model format:
//
//     svm_type c_svc | nu_svc | one_class | epsilon_svr | nu_svr
//     kernel_type linear | polynomial | rbf | sigmoid | precomputed
//     degree, gamma, coef0        those that the kernel has, a line each
//     nr_class K                  2 for regression and one class
//     total_sv N
//     rho R1 .. RK(K-1)/2         R = -b; empty if there is a single label
//     label L1 .. LK              classification only
//     probA, probB A1 ..          with probabilities: one per rho; regression has probA alone
//     prob_density_marks M1 .. M10      with probabilities, one_class
//     nr_sv N1 .. NK              classification only
//     SV
//     N lines: K - 1 coefficients, then INDEX:VALUE of the entries that are not 0 (precomputed: 0:SERIAL)
//
// This format cannot express names, labels that are no integers, one-vs-rest and calibrations. A model that has them
// begins with `hingeline_format 1`, which LIBSVM refuses, and has
//
//     label_name NAME             one line per label, in order; \\ \n \r stand for backslash and line ends
//     feature NAME                one line per feature, in order, written likewise
//     multi_class ovr             K values of rho, of each label against all others, and K coefficients in the N lines
//     probability KIND            platt SLOPE | isotonic, one function for all outputs, in place of probA and probB
//     knot Z P                    one line per knot of an isotonic calibration, in order
//
// Lines before SV may come in any order, hingeline_format first.
#pragma once

#include <string>
#include <string_view>

#include "hingeline/kernel_model.hpp"
#include "model_files/model_text.hpp"

namespace hingeline::internal {

/// Throws InvalidParameter.
void write_kernel_model_text(const KernelModel& model, const TextSink& sink);

/// `name` is what errors call the text. Throws DataError with the line.
KernelModel parse_kernel_model(std::string_view text, const std::string& name);

}  // namespace hingeline::internal
