// SPDX-License-Identifier: BSD-3-Clause
//
// The usual entries of LIBSVM text and the usual labels between them, by vector instructions chosen at run time:
//
//     entry = " " [ d{1,8} ":" value ]     up to a blank or control character
//     label = "\n" [+-]? number            likewise
//     value = -? number
//     number = d+.?d* | .d+                of at most 15 digits
//
// One comparison of 64 characters finds where the next tokens begin, so that these do not wait for one another: the
// digits of one are converted while the next ones are already being looked for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "files/text_rows.hpp"

namespace hingeline::internal {

/// Hands the usual entries from `p` on to `rows`, whose column 0 has the index `first`, as long as they ascend from the
/// column `previous` (which follows; -1: none) and begin in front of `limit` and rows have room for 16; a usual label
/// ends the row that is open and begins another. Returns where it stopped. Looks at up to chunk_margin characters
/// around those tokens.
template <class Rows>
using UsualEntries = const char* (*)(const char* p, const char* limit, std::int32_t first, std::int32_t& previous,
                                     Rows& rows);

struct UsualEntryParsers {
  UsualEntries<CsrWriter<float>> csr_float;
  UsualEntries<CsrWriter<double>> csr_double;
  UsualEntries<DenseWriter<float>> dense_float;
  UsualEntries<DenseWriter<double>> dense_double;

  UsualEntries<CsrWriter<float>> of(const CsrWriter<float>&) const { return csr_float; }
  UsualEntries<CsrWriter<double>> of(const CsrWriter<double>&) const { return csr_double; }
  UsualEntries<DenseWriter<float>> of(const DenseWriter<float>&) const { return dense_float; }
  UsualEntries<DenseWriter<double>> of(const DenseWriter<double>&) const { return dense_double; }
};

UsualEntryParsers usual_entry_parsers();

}  // namespace hingeline::internal
