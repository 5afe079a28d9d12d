# embed_file.cmake - turns one file, text or not, into a C array.  SPDX-License-Identifier: MIT
#
#   cmake -DFILE=font.ttf -DOUTPUT=font.c -DSYMBOL=font_file -DHEADER=draw/font_file.h -P embed_file.cmake
#
# The C file defines `const unsigned char font_file[]` and `const unsigned font_file_size`, both declared in HEADER.
cmake_minimum_required(VERSION 3.19)

foreach(argument FILE OUTPUT SYMBOL HEADER)
  if(NOT DEFINED ${argument})
    message(FATAL_ERROR "embed_file.cmake: -D${argument}=... is missing")
  endif()
endforeach()

file(READ "${FILE}" hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
if(size EQUAL 0)
  message(FATAL_ERROR "embed_file.cmake: ${FILE} is empty")
endif()
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REPEAT "0x..," 16 row)
string(REGEX REPLACE "(${row})" "\\1\n    " bytes "${bytes}")
get_filename_component(name "${FILE}" NAME)
file(WRITE "${OUTPUT}" "/* Generated from ${name} by cmake/embed_file.cmake. */\n#include \"${HEADER}\"\n\n"
                       "const unsigned char ${SYMBOL}[] = {\n    ${bytes}\n};\nconst unsigned ${SYMBOL}_size = ${size};\n")
