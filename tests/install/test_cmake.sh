#!/usr/bin/env bash
# test_cmake.sh - find_package(histopyramid) against both installed trees.
# usage: test_cmake.sh SOURCE WORK CMAKE GENERATOR C_COMPILER  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2 cmake=$3 generator=$4 compiler=$5

for tree in "$work/static-tree" "$work/shared tree"; do
    build="$work/cmake-consumer-$(basename "$tree")"
    rm -rf "$build"
    "$cmake" -S "$source/tests/install/consumer" -B "$build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" \
        -DCMAKE_BUILD_TYPE=Debug -DCMAKE_PREFIX_PATH="$tree"
    grep -qF "histopyramid_DIR:PATH=$tree/" "$build/CMakeCache.txt" || { echo "found another package than $tree"; exit 1; }
    "$cmake" --build "$build"
    "$build/consumer"
    "$build/consumer_reference"
    if command -v readelf >/dev/null 2>&1 && readelf -d "$build/consumer_reference" | grep -E 'lib(GL|OpenGL|GLEW|EGL)'; then
        echo "the oracle drags GL in"
        exit 1
    fi
done

# Users of the shared library need no GLEW of their own.
build=$work/cmake-consumer-without-glew
rm -rf "$build"
"$cmake" -S "$source/tests/install/consumer" -B "$build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/shared tree" -DCMAKE_DISABLE_FIND_PACKAGE_GLEW=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenGL=ON
"$cmake" --build "$build"
"$build/consumer"
