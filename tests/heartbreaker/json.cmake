# json.cmake - judges heartbreaker's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

expect(ARRAY acts)
set(names)
foreach(i RANGE 5)
  expect_members(3 acts ${i})
  expect(NUMBER acts ${i} frames)
  expect("NUMBER|NULL" acts ${i} ms)
  string(JSON name GET "${json}" acts ${i} name)
  list(APPEND names ${name})
endforeach()
if(NOT names STREQUAL "solid;dissolve;cloud;explosion;reassembly;return")
  message(FATAL_ERROR "acts are ${names}")
endif()
judge(
  STRINGS model engine gl renderer fill voxelizer layout motion
  NUMBERS triangles points frames seed
  NUMBERS_OR_NULL first_ms
  LISTS grid:3
  MS_OR_NULL voxelize build extract download animate draw frame attributes deform
  OTHERS acts
  FACTS points grid triangles model)
