# man.cmake - manual pages, made from what programs say to --help: build/man/PROGRAM.1. Building needs no tool for them.
# SPDX-License-Identifier: MIT
if(CMAKE_CROSSCOMPILING OR WIN32 OR HPYR_SANITIZE) # such programs do not run here, or bring words of their own
  return()
endif()

get_property(programs GLOBAL PROPERTY HPYR_PROGRAMS)
list(SORT programs)
set(outputs "")
foreach(program IN LISTS programs)
  set(output ${HPYR_MAN_FOLDER}/${program}.1)
  set(others ${programs})
  list(REMOVE_ITEM others ${program})
  string(JOIN "," others ${others})
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${program}> -DNAME=${program} -DVERSION=${PROJECT_VERSION} -DOTHERS=${others}
            -DTEMPLATES=${PROJECT_SOURCE_DIR}/docs/man -DOUTPUT=${output} -P ${PROJECT_SOURCE_DIR}/cmake/make_man_page.cmake
    DEPENDS ${program} ${PROJECT_SOURCE_DIR}/cmake/make_man_page.cmake ${PROJECT_SOURCE_DIR}/docs/man/page.1.in
            ${PROJECT_SOURCE_DIR}/docs/man/${program}.1.in
    COMMENT "Making the manual page of ${program}" VERBATIM)
  list(APPEND outputs ${output})
endforeach()
add_custom_target(man_pages ALL DEPENDS ${outputs})
