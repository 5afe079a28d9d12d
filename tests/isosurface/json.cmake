# json.cmake - judges isosurface's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

judge(
  STRINGS field mesh normals expand gl renderer
  NUMBERS iso cells occupancy vertices triangles
  NUMBERS_OR_NULL mcells_per_s
  BOOLEANS wires upside_down
  LISTS samples:3
  MS total
  MS_OR_NULL build extract
  FACTS triangles vertices samples cells mesh)
