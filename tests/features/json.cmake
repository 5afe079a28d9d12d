# json.cmake - judges features' JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

judge(
  STRINGS image detector blobs gl renderer
  NUMBERS threshold found listed frames
  NUMBERS_OR_NULL strongest edges
  BOOLEANS cut
  LISTS size:2
  MS detect list total
  FACTS found listed detector frames)
