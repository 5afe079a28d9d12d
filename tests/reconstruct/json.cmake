# json.cmake - judges reconstruct's JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

foreach(place smallest median largest)
  expect(NUMBER density ${place})
endforeach()
expect_members(3 density)
string(JSON depth GET "${json}" depth)
math(EXPR depths "${depth} + 1")
judge(
  STRINGS source normals view gl renderer
  NUMBERS points skipped neighbors_taken estimated undecided scale depth screening trim nodes leaves triangles vertices megabytes iterations isovalue runs
    samples noise cells samples_per_node
  NUMBERS_OR_NULL neighbors memory
  BOOLEANS unweighted estimate flip wires z_up
  LISTS origin:3 iterations_by_depth:${depths}
  MS octree divergence solve isovalue surface total
  OTHERS density
  FACTS points skipped normals depth vertices triangles)
