# json.cmake - judges flowseeds' JSON: one object, exactly the keys promised, each of its type.  SPDX-License-Identifier: MIT
#   cmake -DFILE=run.json [-DFACTS=facts -DMEMBERS=members] -P json.cmake
cmake_minimum_required(VERSION 3.19)
file(READ "${FILE}" json)

include("${CMAKE_CURRENT_LIST_DIR}/../json.cmake")

judge(
  STRINGS flow seeds gl renderer
  NUMBERS count sources sinks saddles_out saddles_in lines steps step
  NUMBERS_OR_NULL threshold width a b c
  BOOLEANS truncated periodic
  LISTS samples:3
  MS seeds lines total
  MS_OR_NULL build
  FACTS count seeds samples lines steps)
