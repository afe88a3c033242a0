// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "hingeline/result.hpp"

namespace hingeline::python {

/// In the order of Certificate's fields, as of those of the Python tuple of this name.
using CertificateNumbers = std::array<double, 8>;
CertificateNumbers numbers(const Certificate& proof);
Certificate certificate_of(const CertificateNumbers& numbers);

}  // namespace hingeline::python
