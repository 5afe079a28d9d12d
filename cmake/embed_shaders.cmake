# embed_shaders.cmake - turns .glsl files into one C file.  SPDX-License-Identifier: MIT
#
#   cmake -DFOLDER=shaders "-DFILES=core/a.glsl|core/b.glsl" -DOUTPUT=shaders.c [-DSYMBOL=hpi_shaders] [-DHEADER=gl/shaders.h]
#         [-DTYPE=hpi_shader_file] [-DINCLUDES=ON] -P embed_shaders.cmake
#
# FILES are paths below FOLDER. The C file defines, for SYMBOL hpi_shaders, the table `hpi_shaders` of `hpi_shader_file`
# {name, text} and `hpi_shader_count`; both are declared in HEADER. With another SYMBOL, `foo_shaders`, the names are
# foo_shaders, foo_shader_file and foo_shader_count; without a HEADER the C file defines the struct itself. TYPE names another struct.
#
# With INCLUDES a file names what it needs: lines `#include "core/a.glsl"`, of paths below FOLDER, and `#include <caller>`, the
# place of a caller's GLSL. A line `#include <core/traversal_*.glsl>` is the place of a part that varies: C names one of these files,
# of which there are two or more. Several patterns are separated by commas. `#include <pyramid vertex_>` says that C puts the GLSL of
# a pyramid with this prefix in front of all files. The table's third column then lists all that a file needs,
# directly or not, each once and in the order in which it must stand in front of the file: numbers of entries, 0 for the caller's GLSL,
# 512 for the part, and -1 as the end. A file that is missing, files that include one another in a circle, and more than 511 files stop
# the build.
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
  set(SYMBOL hpi_shaders)
endif()
if(NOT SYMBOL MATCHES "^[A-Za-z_][A-Za-z0-9_]*s$")
  message(FATAL_ERROR "embed_shaders.cmake: SYMBOL '${SYMBOL}' is no C name that ends in s")
endif()
if(NOT DEFINED HEADER AND SYMBOL STREQUAL "hpi_shaders")
  set(HEADER gl/shaders.h)
endif()
string(REGEX REPLACE "s$" "" singular "${SYMBOL}")
if(NOT DEFINED TYPE)
  set(TYPE ${singular}_file)
endif()

# The text of one file as rows of C bytes, 16 a row.
function(file_as_bytes path number out)
  file(READ "${path}" hex HEX)
  if(INCLUDES) # their lines stay, so that those behind them keep their numbers
    file(READ "${path}" text)
    string(REGEX REPLACE "(^|\n)#include [^\n]*" "\\1" text "${text}")
    string(HEX "${text}" hex)
  endif()
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
list(LENGTH names file_count)
if(INCLUDES AND file_count GREATER 511)
  message(FATAL_ERROR "embed_shaders.cmake: ${file_count} files are too many, 511 are allowed: MOST_FILES in src/gl/sources.c")
endif()

# Stops where the patterns of the part that file `name` includes are not those of two files or more.
function(check_part name patterns)
  set(found "")
  string(REGEX REPLACE ", *" ";" patterns "${patterns}")
  foreach(pattern IN LISTS patterns)
    string(REPLACE "." "\\." regex "${pattern}")
    string(REPLACE "*" "[^/]*" regex "${regex}")
    set(matching ${names})
    list(FILTER matching INCLUDE REGEX "^${regex}$")
    if(matching STREQUAL "")
      message(FATAL_ERROR "embed_shaders.cmake: ${name} includes <${pattern}>, which is no file of ${FOLDER}")
    endif()
    list(APPEND found ${matching})
  endforeach()
  list(LENGTH found count)
  if(count LESS 2)
    message(FATAL_ERROR "embed_shaders.cmake: ${name} includes <${patterns}>, which is one file: include that")
  endif()
endfunction()

# Sets the global property needs_NAME to the third column of file `name`. `path` are the files that led here.
function(find_needs name path)
  get_property(is_known GLOBAL PROPERTY "needs_${name}" SET)
  if(is_known)
    return()
  endif()
  list(FIND path "${name}" at)
  list(APPEND path "${name}")
  if(NOT at EQUAL -1)
    string(REPLACE ";" " -> " circle "${path}")
    message(FATAL_ERROR "embed_shaders.cmake: files include one another in a circle: ${circle}")
  endif()
  set(needs "")
  file(STRINGS "${FOLDER}/${name}" lines REGEX "^[ \t]*#[ \t]*include")
  foreach(line IN LISTS lines)
    if(line STREQUAL "#include <caller>")
      list(APPEND needs 0)
    elseif(line MATCHES "^#include <pyramid [a-z]+_>$")
      continue()
    elseif(line MATCHES "^#include <([a-z0-9_/.*, ]+)>$")
      check_part("${name}" "${CMAKE_MATCH_1}")
      list(APPEND needs 512)
    elseif(line MATCHES "^#include \"([^\"]+)\"$")
      set(included "${CMAKE_MATCH_1}")
      list(FIND names "${included}" at)
      if(at EQUAL -1)
        message(FATAL_ERROR "embed_shaders.cmake: ${name} includes ${included}, which is no file of ${FOLDER}")
      endif()
      find_needs("${included}" "${path}")
      get_property(inner GLOBAL PROPERTY "needs_${included}")
      math(EXPR number "${at} + 1")
      list(APPEND needs ${inner} ${number})
    else()
      message(FATAL_ERROR "embed_shaders.cmake: ${name}: '${line}' is neither #include \"FILE\" nor #include <caller> nor #include <PATTERN>")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES needs)
  set_property(GLOBAL PROPERTY "needs_${name}" "${needs}")
endfunction()

set(arrays "")
set(entries "")
set(count 0)
foreach(name IN LISTS names)
  math(EXPR count "${count} + 1")
  file_as_bytes("${FOLDER}/${name}" ${count} bytes)
  string(APPEND arrays "/* ${name} */\nstatic const unsigned char text_${count}[] = {\n${bytes}\n};\n\n")
  set(needs_column "")
  if(INCLUDES)
    find_needs("${name}" "")
    get_property(needs GLOBAL PROPERTY "needs_${name}")
    list(APPEND needs -1)
    string(REPLACE ";" ", " needs "${needs}")
    string(APPEND arrays "static const short needs_${count}[] = {${needs}};\n\n")
    set(needs_column ", needs_${count}")
  endif()
  string(APPEND entries "    {\"${name}\", (const char *)text_${count}${needs_column}},\n")
endforeach()

set(content "/* Generated from .glsl files by cmake/embed_shaders.cmake; edit those. */\n")
if(DEFINED HEADER AND NOT HEADER STREQUAL "")
  string(APPEND content "#include \"${HEADER}\"\n\n")
else()
  string(APPEND content
         "typedef struct ${TYPE} { const char *name, *text; const short *needs; } ${TYPE};\n"
         "extern const ${TYPE} ${SYMBOL}[];\n"
         "extern const unsigned ${singular}_count;\n\n")
endif()
string(APPEND content "${arrays}"
       "const ${TYPE} ${SYMBOL}[] = {\n${entries}    {0} /* C99 has no empty arrays */\n};\n"
       "const unsigned ${singular}_count = ${count};\n")

set(previous "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" previous)
endif()
if(NOT previous STREQUAL content)
  file(WRITE "${OUTPUT}" "${content}")
endif()
