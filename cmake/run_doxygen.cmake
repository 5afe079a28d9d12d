# run_doxygen.cmake - makes the site of FOLDER/Doxyfile; prints Doxygen's warnings and fails where there are any.
# usage: cmake -DDOXYGEN=doxygen -DAWK=awk -DFOLDER=folder -P run_doxygen.cmake  SPDX-License-Identifier: MIT
execute_process(COMMAND ${DOXYGEN} ${FOLDER}/Doxyfile RESULT_VARIABLE status OUTPUT_VARIABLE words ERROR_VARIABLE words)
set(warnings "")
if(EXISTS ${FOLDER}/warnings.txt)
  file(READ ${FOLDER}/warnings.txt warnings)
endif()
if(NOT status EQUAL 0 OR NOT warnings STREQUAL "")
  message(FATAL_ERROR "Doxygen warns:\n${words}${warnings}")
endif()
execute_process(COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/../docs/doxygen/search.sh ${FOLDER}/html/search ${AWK}
  RESULT_VARIABLE status ERROR_VARIABLE words)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the site's search: ${words}")
endif()
