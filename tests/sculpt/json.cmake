# json.cmake - judges sculpt's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

judge(
  STRINGS source normals view gl renderer
  NUMBERS every screen points inserted made_depth nodes triangles vertices parts euler volume undo runs
  NUMBERS_OR_NULL depth
  BOOLEANS wires
  MS edit octree divergence solve isovalue surface total
  FACTS points inserted made_depth parts euler)
