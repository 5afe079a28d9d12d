#!/bin/sh
# compile.sh - what CMake calls in place of emcc, which is a program in Python and takes most of a compiler's time to begin. emcc itself tells
# the flags by which clang makes the same objects.  SPDX-License-Identifier: MIT
# usage: compile.sh EMCC ARGUMENT...      HPYR_CLANG and HPYR_CLANG_FLAGS: the compiler, and what `emcc --cflags -Os` says
case " $* " in *" -O3 "*) exec "$@" ;; esac # demos/splats/order.c and others: emcc passes other flags for -O3
shift
# shellcheck disable=SC2086 # many flags
exec "$HPYR_CLANG" $HPYR_CLANG_FLAGS "$@"
