# SPDX-License-Identifier: BSD-3-Clause
# A linker writes a program in pieces, which the page cache therefore keeps, and later maps, in small pages. A copy that
# is written sequentially is kept and mapped in larger pieces. Programs that run for a millisecond spend a fifth to a
# quarter of their time in page faults of the former kind.
function(copy_when_linked target)
  if(NOT UNIX OR HINGELINE_SANITIZE)
    return()
  endif()
  set(file $<TARGET_FILE:${target}>)
  add_custom_command(TARGET ${target} POST_BUILD COMMAND cp ${file} ${file}.copy COMMAND mv ${file}.copy ${file} VERBATIM)
endfunction()
