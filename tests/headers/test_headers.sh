#!/usr/bin/env bash
# test_headers.sh - every public header compiles alone, as C99 and as C++17, and brings no GL header with it.
# usage: test_headers.sh INCLUDE_FOLDER WORK_FOLDER C_COMPILER...  SPDX-License-Identifier: MIT
set -euo pipefail
include=$1 work=$2
shift 2
mkdir -p "$work"

compilers=()
for compiler in "$@" gcc clang; do
    command -v "$compiler" >/dev/null 2>&1 && compilers+=("$compiler -x c -std=c99")
done
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null 2>&1 && compilers+=("$compiler -x c++ -std=c++17")
done
[[ "${compilers[*]}" == *c++17* ]] || { echo "no C++ compiler found"; exit 1; }

headers=0
for path in "$include"/histopyramid/{,reference/}*.h; do
    name=${path#"$include"/}
    # Twice, so that a missing include guard shows.
    printf '#include <%s>\n#include <%s>\nint hpyr_header_test;\n' "$name" "$name" >"$work/header.c"
    for compiler in "${compilers[@]}"; do
        $compiler -Wall -Wextra -Wpedantic -Wundef -Werror -I "$include" -fsyntax-only "$work/header.c" ||
            { echo "$name does not compile alone with: $compiler"; exit 1; }
        $compiler -I "$include" -E "$work/header.c" >"$work/header.i"
        if grep -E '^#.*"[^"]*/(GL|GLES[23]?|EGL|KHR|GLFW|OpenGL)/' "$work/header.i"; then
            echo "$name includes a GL header"
            exit 1
        fi
    done
    headers=$((headers + 1))
done
[ "$headers" -ge 9 ] || { echo "only $headers headers found in $include/histopyramid"; exit 1; }

# The umbrella has every module's header but the oracle, which is a library of its own.
printf '#include <histopyramid/histopyramid.h>\n' >"$work/umbrella.c"
${compilers[0]} -I "$include" -E "$work/umbrella.c" >"$work/umbrella.i"
for path in "$include"/histopyramid/*.h; do
    case ${path##*/} in
        histopyramid.h) continue ;;
    esac
    grep -q "/histopyramid/${path##*/}\"" "$work/umbrella.i" ||
        { echo "histopyramid.h does not include ${path##*/}"; exit 1; }
done
echo "$headers headers, ${#compilers[@]} compilers"
