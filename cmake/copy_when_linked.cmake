# SPDX-License-Identifier: BSD-3-Clause
# A linker writes a program here and there, and what is written so the system keeps, and maps as it is run, page by page.
# A copy that is written from one end to the other it keeps and maps in larger pieces: what is over in a millisecond has a
# fifth to a quarter of its time in such faults.
function(copy_when_linked target)
  if(NOT UNIX OR HINGELINE_SANITIZE)
    return()
  endif()
  set(file $<TARGET_FILE:${target}>)
  add_custom_command(TARGET ${target} POST_BUILD COMMAND cp ${file} ${file}.copy COMMAND mv ${file}.copy ${file} VERBATIM)
endfunction()
