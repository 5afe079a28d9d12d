# api.cmake - what is made of the public headers by scripts/api/describe.py.  SPDX-License-Identifier: MIT
find_package(Python3 3.8 REQUIRED COMPONENTS Interpreter)
set(HPYR_API_SCRIPTS ${PROJECT_SOURCE_DIR}/scripts/api)

# hpyr_describe(target files... FOLDER folder ARGUMENTS arguments...): a target that makes these files of the folder, by these arguments of
# describe.py. It fails where a header cannot be read or breaks a rule.
function(hpyr_describe target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "FOLDER" "ARGUMENTS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h ${HPYR_API_SCRIPTS}/*.py)
  list(TRANSFORM ARG_UNPARSED_ARGUMENTS PREPEND ${ARG_FOLDER}/ OUTPUT_VARIABLE files)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${target}.stamp) # files that stay as they are keep their time, so that nothing is built again
  add_custom_command(OUTPUT ${stamp} BYPRODUCTS ${files} DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/docs/contracts.md VERBATIM
    COMMAND ${Python3_EXECUTABLE} ${HPYR_API_SCRIPTS}/describe.py ${PROJECT_SOURCE_DIR}/include
      --contracts ${PROJECT_SOURCE_DIR}/docs/contracts.md ${ARG_ARGUMENTS}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp})
  add_custom_target(${target} DEPENDS ${stamp})
endfunction()

# hpyr_prove(target describe file): compiles the proof that the target `describe` has made. Nothing links it.
function(hpyr_prove target describe file)
  set_source_files_properties(${file} PROPERTIES GENERATED TRUE)
  add_library(${target} OBJECT ${file})
  add_dependencies(${target} ${describe})
  set_target_properties(${target} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON)
  target_compile_definitions(${target} PRIVATE HPYR_STATIC)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(${target} PRIVATE "$<$<C_COMPILER_ID:GNU,Clang,AppleClang>:-Wall;-Wpedantic;-Werror>")
endfunction()
