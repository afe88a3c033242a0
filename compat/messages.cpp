// SPDX-License-Identifier: BSD-3-Clause
#include "messages.hpp"

#include <atomic>
#include <cstdio>

namespace hingeline::compat {
namespace {

void print_to_standard_output(const char* text) {
  std::fputs(text, stdout);
  std::fflush(stdout);
}

std::atomic<PrintFunction> print_function = print_to_standard_output;

}  // namespace

void set_print_function(PrintFunction function) {
  print_function = function == nullptr ? print_to_standard_output : function;
}

void print(const std::string& text) { print_function.load()(text.c_str()); }

}  // namespace hingeline::compat
