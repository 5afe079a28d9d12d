# json.cmake - what the judges of the programs' JSON share. Included with `json` set to the text.  SPDX-License-Identifier: MIT

# expect(TYPES KEY...): the member exists and has one of the types, separated by |.
function(expect types)
  string(JSON type ERROR_VARIABLE problem TYPE "${json}" ${ARGN})
  if(problem)
    message(FATAL_ERROR "${ARGN}: ${problem}")
  endif()
  string(REPLACE "|" ";" types "${types}")
  if(NOT type IN_LIST types)
    message(FATAL_ERROR "${ARGN} is ${type}, not ${types}")
  endif()
endfunction()

# expect_members(COUNT KEY...): the object has no members beyond the ones checked. CMake has them sorted: the caller looks at the order.
function(expect_members count)
  string(JSON length LENGTH "${json}" ${ARGN})
  if(NOT length EQUAL count)
    message(FATAL_ERROR "'${ARGN}' has ${length} members, not ${count}")
  endif()
endfunction()
