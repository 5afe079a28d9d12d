# json.cmake - judges quadtree's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json -P json.cmake                   prints leaves, size, channels and tolerance for the caller to check
#   cmake -DFILE=run.json "-DKEY=ms;total" -P json.cmake   prints that key's value instead
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

foreach(key image gl renderer)
  expect(STRING ${key})
endforeach()
foreach(key width height channels tolerance leaves leaf_ratio bytes)
  expect(NUMBER ${key})
endforeach()
expect("NUMBER|NULL" psnr)
expect(BOOLEAN is_exact)
expect(ARRAY leaves_by_level)
foreach(stage build list total)
  expect(NUMBER ms ${stage})
endforeach()
expect_members(3 ms)
expect_members(14)

if(DEFINED KEY)
  string(JSON value GET "${json}" ${KEY})
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${value}")
  return()
endif()
foreach(key leaves width height channels tolerance)
  string(JSON ${key} GET "${json}" ${key})
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${leaves} ${width}x${height} ${channels} ${tolerance}")
