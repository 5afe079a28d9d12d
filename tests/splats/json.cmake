# json.cmake - judges splats' JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

judge(
  STRINGS model sort gl renderer
  NUMBERS splats skipped degree splat_size stretch near frames
  BOOLEANS upside_down
  OBJECTS_OR_NULL gpu_ms
  LISTS pixels:2 view:16 focal:2
  MS keys draw frame
  MS_OR_NULL sort
  FACTS splats skipped degree sort frames)
