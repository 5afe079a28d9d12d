# json.cmake - judges isosurface's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json -P json.cmake                   prints triangles, vertices, samples, cells and mesh for the caller to check
#   cmake -DFILE=run.json "-DKEY=ms;total" -P json.cmake   prints that key's value instead
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

foreach(key field mesh normals gl renderer)
  expect(STRING ${key})
endforeach()
foreach(key iso cells occupancy vertices triangles)
  expect(NUMBER ${key})
endforeach()
expect("NUMBER|NULL" mcells_per_s)
expect(ARRAY samples)
expect_members(3 samples)
foreach(axis 0 1 2)
  expect(NUMBER samples ${axis})
  string(JSON samples_${axis} GET "${json}" samples ${axis})
endforeach()
foreach(stage build extract)
  expect("NUMBER|NULL" ms ${stage})
endforeach()
expect(NUMBER ms total)
expect_members(3 ms)
expect_members(13)

if(DEFINED KEY)
  string(JSON value GET "${json}" ${KEY})
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${value}")
  return()
endif()
foreach(key triangles vertices cells mesh)
  string(JSON ${key} GET "${json}" ${key})
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo
  "${triangles} ${vertices} ${samples_0}x${samples_1}x${samples_2} ${cells} ${mesh}")
