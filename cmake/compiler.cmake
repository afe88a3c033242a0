# SPDX-License-Identifier: BSD-3-Clause
# Compiler flags of every target of this project, as an interface library that is never installed.

find_program(CCACHE ccache)
if(PROJECT_IS_TOP_LEVEL AND CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(hingeline_flags INTERFACE)
target_compile_features(hingeline_flags INTERFACE cxx_std_20)
target_compile_options(hingeline_flags INTERFACE -fno-math-errno -fno-trapping-math -ffp-contract=off)

if(HINGELINE_DEVELOPER)
  target_compile_options(hingeline_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror -UNDEBUG)
  target_compile_definitions(hingeline_flags INTERFACE _GLIBCXX_ASSERTIONS)
  if(CMAKE_UNITY_BUILD)
    target_compile_options(hingeline_flags INTERFACE -Wno-shadow)  # in a unity build a name may shadow another file's
  endif()
endif()

if(HINGELINE_SANITIZE)
  target_compile_options(hingeline_flags INTERFACE -fsanitize=${HINGELINE_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(hingeline_flags INTERFACE -fsanitize=${HINGELINE_SANITIZE})
  if(HINGELINE_SANITIZE MATCHES "address")
    # Functions with more accesses than this check them by calls: a tenth less to compile, and no slower.
    target_compile_options(hingeline_flags INTERFACE "SHELL:-mllvm -asan-instrumentation-with-call-threshold=50")
  endif()
  if(HINGELINE_SANITIZE MATCHES "undefined")
    target_compile_options(hingeline_flags INTERFACE -fno-sanitize-recover=all)
    if(NOT HINGELINE_LIBFUZZER)
      # These checks are half of the compile time. The address sanitizer also finds null and accesses outside of objects;
      # the rest is left to fuzzing.
      target_compile_options(hingeline_flags INTERFACE -fno-sanitize=null,object-size,alignment,pointer-overflow)
    endif()
  endif()
endif()
if(HINGELINE_LIBFUZZER)
  target_compile_options(hingeline_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
