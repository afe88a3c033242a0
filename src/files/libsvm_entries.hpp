// SPDX-License-Identifier: BSD-3-Clause
//
// Parses the usual entries of LIBSVM text and the usual labels between them, by vector instructions chosen at run time:
//
//     entry = " " [ d{1,8} ":" value ]     up to a blank or control character
//     label = "\n" [+-]? number            up to a blank or control character
//     value = -? number
//     number = d+.?d* | .d+                of at most 15 digits
//
// One comparison of 64 characters finds where the next tokens begin, so that they do not wait for one another: the
// processor converts the digits of one while it already finds the next.
#pragma once

#include <cstddef>
#include <cstdint>

#include "files/text_rows.hpp"

namespace hingeline::internal {

/// Writes the usual entries from `p` on to `rows`, whose column 0 has the index `first`. Goes on as long as columns
/// ascend from `previous` (updated; -1: none), tokens begin before `limit` and rows have room for 16 entries. A usual
/// label ends the current row and begins another. Returns where it stopped. May read up to chunk_margin characters
/// around the tokens.
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
