#!/usr/bin/env bash
# test_glsl.sh - every shader of the library, with the defines that its tests asked for, before another compiler than a driver's: as
# GLSL 3.30, 1.20 and GLSL ES 3.00 as they are, and those of 3.30 as GLSL ES 3.00, too.  SPDX-License-Identifier: MIT
# usage: test_glsl.sh FOLDER
#
# Other entries of ctest keep what they compile in FOLDER/330, FOLDER/120 and FOLDER/300: see HPYR_TEST_SOURCES. It is gone afterwards, so
# that the next run sees no shader of an older library.
set -euo pipefail
cd "$1"

# check FOLDER LEAST: all sources in the folder compile, and there are at least so many of them.
check() {
    local count
    count=$(find "$1" -type f | wc -l)
    if [ "$count" -lt "$2" ]; then
        echo "test_glsl.sh: $count shaders in $1, which is fewer than $2" >&2
        exit 1
    fi
    (cd "$1" && glslangValidator ./* >"../$1.log") || {
        grep -B1 -A3 ERROR "$1.log" | head -60
        echo "test_glsl.sh: shaders of $1 do not compile" >&2
        exit 1
    }
    echo "$count shaders as $1"
}

# What ES does not have is in docs/dialects.md: buffer textures, rectangle textures, geometry shaders.
rm -rf es
mkdir es
for file in 330/*.vert 330/*.frag; do
    if head -n 1 "$file" | grep -q '^#version 330$' && ! grep -qE 'samplerBuffer|sampler2DRect' "$file"; then
        sed '1s/.*/#version 300 es/' "$file" >"es/${file##*/}"
    fi
done
check 330 1000
check 120 100
check 300 900
check es 800
rm -f 330/* 120/* 300/*
