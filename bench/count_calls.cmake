# count_calls.cmake - writes a header that counts every call of OpenGL, and every draw, in the files that include it.  SPDX-License-Identifier: MIT
#
#   cmake -DFOLDER=src -DOUTPUT=count_calls.h -P count_calls.cmake
#
# GLEW has a macro for each function that it loads; GL 1.1's are functions of the library itself. Those of GLX are not counted.
cmake_minimum_required(VERSION 3.19)
file(GLOB_RECURSE sources ${FOLDER}/*.c)
set(names "")
foreach(source ${sources})
  file(READ ${source} text)
  string(REGEX MATCHALL "[^A-Za-z0-9_]gl[A-WYZ][A-Za-z0-9]*\\(" calls "${text}")
  list(APPEND names ${calls})
endforeach()
list(TRANSFORM names REPLACE "[^A-Za-z0-9]" "")
list(REMOVE_DUPLICATES names)
list(SORT names)
set(text "#include <GL/glew.h>\nextern unsigned long bench_gl_calls, bench_gl_draws;\n")
foreach(name ${names})
  set(count "bench_gl_calls++")
  if(name MATCHES "^glDraw(Arrays|Elements)" OR name STREQUAL "glMultiDrawArrays")
    set(count "bench_gl_draws++, bench_gl_calls++")
  endif()
  string(APPEND text
    "#ifdef ${name}\n#undef ${name}\n"
    "#define ${name}(...) (${count}, __glew${name}(__VA_ARGS__))\n"
    "#else\n#define ${name}(...) (${count}, ${name}(__VA_ARGS__))\n#endif\n")
endforeach()
string(REGEX REPLACE "__glewgl([A-Z])" "__glew\\1" text "${text}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${text}" @ONLY)
