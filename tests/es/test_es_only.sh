#!/usr/bin/env bash
# test_es_only.sh - a library for OpenGL ES alone calls nothing that OpenGL ES 3.0 does not declare, and needs no library of desktop
# OpenGL.  SPDX-License-Identifier: MIT
# usage: test_es_only.sh SOURCE WORK CMAKE COMPILER [LAUNCHER]
set -euo pipefail
source=$1 work=$2 cmake=$3 compiler=$4 launcher=${5:-}
mkdir -p "$work"

# Not optimized, for it is never run.
"$cmake" -S "$source" -B "$work" -DHPYR_GLES=ON -DHPYR_WERROR=ON -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS_DEBUG=-O0 -DCMAKE_SHARED_LINKER_FLAGS=-Wl,-z,defs -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_C_COMPILER_LAUNCHER="$launcher" >"$work.log" 2>&1 || { cat "$work.log"; exit 1; }
"$cmake" --build "$work" --target histopyramid --parallel 2 >"$work.log" 2>&1 || {
    grep -E -A3 'error|undefined reference' "$work.log" | head -40
    exit 1
}

library=$(find "$work" -name 'libhistopyramid.so')
needed=$(objdump -p "$library" | sed -n 's/^ *NEEDED *//p' | sort | tr '\n' ' ')
echo "libhistopyramid.so needs $needed"
if [[ $needed != *libGLESv2.* || $needed == *libGLEW.* || $needed == *libOpenGL.* || $needed == *libGL.* ]]; then
    echo "test_es_only.sh: that is not OpenGL ES alone" >&2
    exit 1
fi
