# json.cmake - judges quadtree's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

judge(
  STRINGS image view gl renderer
  NUMBERS width height channels tolerance leaves leaf_ratio bytes
  NUMBERS_OR_NULL psnr smallest largest scale
  BOOLEANS is_exact grid
  LISTS leaves_by_level
  MS build list total
  FACTS leaves width height channels tolerance)
