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
        $compiler -Wall -Wextra -Wpedantic -Wundef -Werror -I "$include" -H -fsyntax-only "$work/header.c" 2>"$work/included" ||
            { cat "$work/included"; echo "$name does not compile alone with: $compiler"; exit 1; }
        grep -q "^\. .*/$name\$" "$work/included" || { echo "$compiler does not tell what it includes"; exit 1; }
        if grep -E '^\.+ .*/(GL|GLES[23]?|EGL|KHR|GLFW|OpenGL)/' "$work/included"; then
            echo "$name includes a GL header"
            exit 1
        fi
    done
    headers=$((headers + 1))
done
[ "$headers" -ge 9 ] || { echo "only $headers headers found in $include/histopyramid"; exit 1; }

# The compilers of Windows and macOS, as far as clang knows them: neither runs here.
if command -v clang >/dev/null 2>&1; then
    for target in x86_64-pc-windows-msvc arm64-apple-macos11 x86_64-apple-macos10.9; do
        for header in histopyramid.h reference/reference.h; do
            printf '#include <histopyramid/%s>\nint hpyr_header_test;\n' "$header" >"$work/header.c"
            for language in "c -std=c99 -Wgnu" "c++ -std=c++17"; do
                # shellcheck disable=SC2086
                clang --target=$target -ffreestanding -Wno-stdlibcxx-not-found -x $language -Wall -Wextra -Wpedantic -Werror -I "$include" -fsyntax-only "$work/header.c" ||
                    { echo "$header does not compile for $target as $language"; exit 1; }
            done
        done
    done
fi

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
