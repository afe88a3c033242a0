// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "hingeline/result.hpp"

namespace hingeline::python {

/// The numbers of a certificate in the order of its fields, here and in Python's named tuple Certificate.
using CertificateNumbers = std::array<double, 8>;
CertificateNumbers numbers(const Certificate& proof);
Certificate certificate_of(const CertificateNumbers& numbers);

}  // namespace hingeline::python
