# embed_shaders.cmake - turns .glsl files into one C file.  SPDX-License-Identifier: MIT
#
#   cmake -DFOLDER=shaders "-DFILES=core/a.glsl|core/b.glsl" -DOUTPUT=shaders.c [-DSYMBOL=hpyr_shaders] [-DHEADER=gl/shaders.h]
#         -P embed_shaders.cmake
#
# FILES are paths below FOLDER. The C file defines, for SYMBOL hpyr_shaders, the table `hpyr_shaders` of `hpyr_shader_file`
# {name, text} and `hpyr_shader_count`; both are declared in HEADER. With another SYMBOL, `foo_shaders`, the names are
# foo_shaders, foo_shader_file and foo_shader_count; without a HEADER the C file defines the struct itself.
#
# Every text opens with `#line 1 N`, N the entry's number counted from 1: GLSL's #line takes no file name, so a driver's log
# says "N:line" and the library puts the name back. (From GLSL 3.30 on this numbers the following line 1; earlier versions 2.)
#
# The texts are byte arrays, not string literals: C99 promises only 4095 characters a literal, and bytes need no escaping.
cmake_minimum_required(VERSION 3.19)

foreach(argument FOLDER FILES OUTPUT)
  if(NOT DEFINED ${argument})
    message(FATAL_ERROR "embed_shaders.cmake: -D${argument}=... is missing")
  endif()
endforeach()
if(NOT DEFINED SYMBOL OR SYMBOL STREQUAL "")
  set(SYMBOL hpyr_shaders)
endif()
if(NOT SYMBOL MATCHES "^[A-Za-z_][A-Za-z0-9_]*s$")
  message(FATAL_ERROR "embed_shaders.cmake: SYMBOL '${SYMBOL}' is no C name that ends in s")
endif()
if(NOT DEFINED HEADER AND SYMBOL STREQUAL "hpyr_shaders")
  set(HEADER gl/shaders.h)
endif()
string(REGEX REPLACE "s$" "" singular "${SYMBOL}")

# The text of one file as rows of C bytes, 16 a row.
function(file_as_bytes path number out)
  file(READ "${path}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REPLACE "0x0d,0x0a," "0x0a," bytes "${bytes}") # a Windows checkout embeds the same bytes
  if(NOT bytes STREQUAL "" AND NOT bytes MATCHES "0x0a,$")
    string(APPEND bytes "0x0a,") # so that the next text starts on a line of its own
  endif()
  if(bytes MATCHES "0x5c,0x0a,")
    message(FATAL_ERROR "embed_shaders.cmake: ${path}: GLSL joins lines by a backslash from 4.20 on only")
  endif()
  if(bytes MATCHES "0x00,")
    message(FATAL_ERROR "embed_shaders.cmake: ${path} holds a zero byte")
  endif()
  string(REPEAT "0x..," 16 row)
  string(REGEX REPLACE "(${row})" "\\1\n    " bytes "${bytes}")
  string(HEX "#line 1 ${number}\n" directive)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," directive "${directive}")
  set(${out} "    ${directive}\n    ${bytes}0x00" PARENT_SCOPE)
endfunction()

string(REPLACE "|" ";" names "${FILES}")
list(REMOVE_ITEM names "")

set(arrays "")
set(entries "")
set(count 0)
foreach(name IN LISTS names)
  math(EXPR count "${count} + 1")
  file_as_bytes("${FOLDER}/${name}" ${count} bytes)
  string(APPEND arrays "/* ${name} */\nstatic const unsigned char text_${count}[] = {\n${bytes}\n};\n\n")
  string(APPEND entries "    {\"${name}\", (const char *)text_${count}},\n")
endforeach()

set(content "/* Generated from .glsl files by cmake/embed_shaders.cmake; edit those. */\n")
if(DEFINED HEADER AND NOT HEADER STREQUAL "")
  string(APPEND content "#include \"${HEADER}\"\n\n")
else()
  string(APPEND content
         "typedef struct ${singular}_file { const char *name, *text; } ${singular}_file;\n"
         "extern const ${singular}_file ${SYMBOL}[];\n"
         "extern const unsigned ${singular}_count;\n\n")
endif()
string(APPEND content "${arrays}"
       "const ${singular}_file ${SYMBOL}[] = {\n${entries}    {0, 0} /* C99 has no empty arrays */\n};\n"
       "const unsigned ${singular}_count = ${count};\n")

set(previous "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" previous)
endif()
if(NOT previous STREQUAL content)
  file(WRITE "${OUTPUT}" "${content}")
endif()
