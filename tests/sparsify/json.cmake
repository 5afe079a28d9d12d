# json.cmake - judges sparsify's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

judge(
  STRINGS matrix form symmetry format gl renderer
  NUMBERS rows columns stored epsilon entries fill residual bytes
  MS convert multiply total
  MS_OR_NULL transpose
  FACTS entries form format)
