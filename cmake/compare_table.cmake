# compare_table.cmake - does the documentation still hold what `PROGRAM --table` prints?  SPDX-License-Identifier: MIT
# cmake -DPROGRAM=test_matrix -DDOCUMENT=layouts.md -P compare_table.cmake
execute_process(COMMAND ${PROGRAM} --table OUTPUT_VARIABLE table RESULT_VARIABLE status)
file(READ ${DOCUMENT} document)
string(STRIP "${table}" table)
string(FIND "${document}" "${table}" at)
if(NOT status EQUAL 0 OR table STREQUAL "" OR at EQUAL -1)
  message(FATAL_ERROR "${DOCUMENT} does not hold the table that ${PROGRAM} --table prints:\n${table}")
endif()
