# json.cmake - judges dicer's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

set(cpu_stage NULL)
string(JSON voxelizer GET "${json}" voxelizer)
if(voxelizer STREQUAL "slices") # the CPU reads their flat-3D texture back
  set(cpu_stage NUMBER)
endif()
foreach(stage readback scan upload total)
  expect(${cpu_stage} cpu_ms ${stage})
endforeach()
expect_members(4 cpu_ms)
string(JSON gl GET "${json}" gl)
if(NOT gl MATCHES "^(3\\.3|2\\.1|es3)$")
  message(FATAL_ERROR "gl is '${gl}'")
endif()
judge(
  STRINGS model voxelizer fill layout cloud counts gl renderer
  NUMBERS triangles skipped points bytes passes pyramid_bytes clones
  BOOLEANS fit dense
  BOOLEANS_OR_NULL closed
  OBJECTS_OR_NULL gpu_ms
  LISTS grid:3
  MS total
  MS_OR_NULL voxelize build extract download
  OTHERS cpu_ms
  FACTS points grid triangles model)
