// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hingeline::cli {

/// Has the heap ready for runs of milliseconds, whose memory is most of their system calls and faults. Where malloc is
/// another than glibc's, nothing.
void prepare_heap();

}  // namespace hingeline::cli
