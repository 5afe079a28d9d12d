# json.cmake - judges sparsify's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json -P json.cmake                    prints entries, form and format for the caller to check
#   cmake -DFILE=run.json "-DKEY=ms;convert" -P json.cmake  prints that key's value instead
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

foreach(key matrix form symmetry format gl renderer)
  expect(STRING ${key})
endforeach()
foreach(key rows columns stored epsilon entries fill residual bytes)
  expect(NUMBER ${key})
endforeach()
expect(NUMBER ms convert)
expect(NUMBER ms multiply)
expect("NUMBER|NULL" ms transpose)
expect(NUMBER ms total)
expect_members(4 ms)
expect_members(15)

if(DEFINED KEY)
  string(JSON value GET "${json}" ${KEY})
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${value}")
  return()
endif()
foreach(key entries form format)
  string(JSON ${key} GET "${json}" ${key})
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${entries} ${form} ${format}")
