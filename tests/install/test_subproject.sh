#!/usr/bin/env bash
# test_subproject.sh - add_subdirectory: targets, no demos, no tests, nothing of ours installed unless asked.
# usage: test_subproject.sh SOURCE WORK CMAKE GENERATOR C_COMPILER  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2 cmake=$3 generator=$4 compiler=$5
build=$work/subproject
rm -rf "$build" "$build-prefix"
"$cmake" -S "$source/tests/install/subproject" -B "$build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DHPYR_SOURCE="$source"
"$cmake" --build "$build" --parallel 2
"$build/consumer"
"$build/consumer_reference"
"$cmake" --install "$build" --prefix "$build-prefix"
if find "$build-prefix" -name '*histopyramid*' | grep .; then
    echo "a subproject was installed without being asked"
    exit 1
fi
