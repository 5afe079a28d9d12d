#!/usr/bin/env bash
# test_outside.sh - docs/examples.md builds a program outside of this repository: by its CMakeLists.txt and by its line without
# CMake, against installed trees. All other examples build like that, too.  SPDX-License-Identifier: MIT
# usage: test_outside.sh SOURCE INSTALL_TREES CMAKE C_COMPILER WORK
set -euo pipefail
source=$1 trees=$2 cmake=$3 compiler=$4 work=$5
rm -rf "$work"
mkdir -p "$work/program"
awk '/^```cmake$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/docs/examples.md" >"$work/program/CMakeLists.txt"
[ -s "$work/program/CMakeLists.txt" ] || { echo "docs/examples.md has no CMakeLists.txt"; exit 1; }
cp "$source"/demos/examples/*.[ch] "$work/program"
cd "$work/program"

for tree in "$trees/static-tree" "$trees/shared tree"; do
    rm -rf "$work/build"
    "$cmake" -S . -B "$work/build" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$tree" >"$work/log" 2>&1 &&
        "$cmake" --build "$work/build" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    [ -x "$work/build/bright_pixels" ] || { echo "no bright_pixels"; exit 1; }

    PKG_CONFIG_PATH=$(dirname "$(find "$tree" -name histopyramid.pc)")
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
    export PKG_CONFIG_PATH LD_LIBRARY_PATH
    eval "flags=($(pkg-config --cflags --libs histopyramid glfw3 glew gl egl) -lm)"
    for program in *.c; do
        "$compiler" -std=c99 -Wall -Wextra -Wpedantic -Werror "$program" -o "$work/$(basename "$program" .c)" "${flags[@]}"
    done
    "$work/no_window" "$work/heart.ppm"
    [ -s "$work/heart.ppm" ] || { echo "no_window saved nothing"; exit 1; }
done
