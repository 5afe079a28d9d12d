# docs.cmake - `cmake --build build --target docs`: the reference as a site, in build/docs/html. Doxygen's warnings are errors.
# SPDX-License-Identifier: MIT
find_program(HPYR_DOXYGEN doxygen)
find_program(HPYR_AWK NAMES awk mawk gawk)
mark_as_advanced(HPYR_DOXYGEN HPYR_AWK)

if(NOT HPYR_DOXYGEN OR NOT HPYR_AWK)
  add_custom_target(docs
    COMMAND ${CMAKE_COMMAND} -E echo "docs: doxygen or awk is missing, so there is no reference to make: install doxygen and configure again"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/histopyramid/*.h
  ${PROJECT_SOURCE_DIR}/include/histopyramid/reference/*.h)
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
file(GLOB_RECURSE pictures CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/*.webp ${PROJECT_SOURCE_DIR}/assets/*.png
  ${PROJECT_SOURCE_DIR}/docs/*.webp ${PROJECT_SOURCE_DIR}/docs/*.png ${PROJECT_SOURCE_DIR}/docs/*.gif ${PROJECT_SOURCE_DIR}/docs/*.svg)
list(APPEND pages ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md)

# Doxygen runs a filter by a shell, with the file's name behind it.
foreach(list headers pages)
  string(JOIN " " ${list}_inside ${${list}})
  string(REPLACE "${PROJECT_SOURCE_DIR}/" "" ${list}_inside "${${list}_inside}") # no regular expression: it may hold a +
endforeach()
foreach(kind headers pages)
  file(WRITE ${HPYR_DOCS_FOLDER}/${kind}.sh "#!/bin/sh
cd '${PROJECT_SOURCE_DIR}' || exit 1
exec '${HPYR_AWK}' -v headers='${headers_inside}' -v pages='${pages_inside}' \\
  -f docs/doxygen/names.awk -f docs/doxygen/${kind}.awk \"$1\"
")
endforeach()
set(HPYR_DOCS_FILTERS "*.h=\"sh '${HPYR_DOCS_FOLDER}/headers.sh'\" *.md=\"sh '${HPYR_DOCS_FOLDER}/pages.sh'\"")
foreach(list INPUT PICTURES)
  set(files ${pictures})
  if(list STREQUAL INPUT)
    set(files ${PROJECT_SOURCE_DIR}/README.md ${pages} ${headers})
    list(REMOVE_DUPLICATES files)
  endif()
  list(TRANSFORM files REPLACE "(.+)" "\"\\1\"")
  string(JOIN " " HPYR_DOCS_${list} ${files})
endforeach()

# Since 1.9.8 Doxygen calls topics what were modules.
execute_process(COMMAND ${HPYR_DOXYGEN} --version OUTPUT_VARIABLE doxygen_version ERROR_QUIET)
file(READ ${PROJECT_SOURCE_DIR}/docs/doxygen/layout.xml layout)
if(doxygen_version VERSION_GREATER_EQUAL 1.9.8)
  string(REPLACE "type=\"modules\"" "type=\"topics\"" layout "${layout}")
endif()
file(WRITE ${HPYR_DOCS_FOLDER}/layout.xml "${layout}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/doxygen/layout.xml)
configure_file(${PROJECT_SOURCE_DIR}/docs/Doxyfile.in ${HPYR_DOCS_FOLDER}/Doxyfile @ONLY)

add_custom_target(docs
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${HPYR_DOCS_FOLDER}/html ${HPYR_DOCS_FOLDER}/warnings.txt
  COMMAND ${CMAKE_COMMAND} -DDOXYGEN=${HPYR_DOXYGEN} -DAWK=${HPYR_AWK} -DFOLDER=${HPYR_DOCS_FOLDER} -P ${PROJECT_SOURCE_DIR}/cmake/run_doxygen.cmake
  WORKING_DIRECTORY ${HPYR_DOCS_FOLDER} COMMENT "Making the reference: ${HPYR_DOCS_FOLDER}/html/index.html" VERBATIM)
