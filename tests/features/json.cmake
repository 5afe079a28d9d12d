# json.cmake - judges the JSON of features: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json -P json.cmake              prints found, listed, detector and frames for the caller to check
#   cmake -DFILE=run.json "-DKEY=ms;list" -P json.cmake   prints that key's value instead
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

foreach(key image detector gl renderer)
  expect(STRING ${key})
endforeach()
foreach(key threshold strongest found listed frames)
  expect(NUMBER ${key})
endforeach()
expect(BOOLEAN cut)
expect(ARRAY size)
expect_members(2 size)
foreach(step detect list total)
  expect(NUMBER ms ${step})
endforeach()
expect_members(3 ms)
expect_members(12)

if(DEFINED KEY)
  string(JSON value GET "${json}" ${KEY})
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${value}")
  return()
endif()
foreach(key found listed detector frames)
  string(JSON ${key} GET "${json}" ${key})
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${found} ${listed} ${detector} ${frames}")
