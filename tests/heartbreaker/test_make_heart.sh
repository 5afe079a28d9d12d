#!/usr/bin/env bash
# test_make_heart.sh - make_heart from outside: the heart in assets/ byte by byte, and one clear line for every mistake.
# usage: test_make_heart.sh MAKE_HEART HEART.ply WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
make_heart=$1 heart=$2 work=$3
rm -rf "$work"
mkdir -p "$work/out"
cd "$work/out" || exit 1
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# bad STATUS ARGUMENT...: must end with the status and one line on stderr, say nothing on stdout and leave no file behind.
bad() {
    local status=$1 got
    shift
    "$make_heart" "$@" >"$work/stdout" 2>"$work/stderr"
    got=$?
    [ "$got" = "$status" ] || fail "make_heart $*: status $got instead of $status"
    [ "$(wc -l <"$work/stderr")" = 1 ] || fail "make_heart $*: not one line on stderr"
    [ -s "$work/stdout" ] && fail "make_heart $*: writes to stdout"
    [ -z "$(ls -A)" ] || fail "make_heart $*: leaves $(ls -A)"
}

"$make_heart" "$work/heart.ply" >"$work/stdout" || fail "status $? without a mistake"
cmp "$work/heart.ply" "$heart" || fail "not the heart in assets/: if it was meant to change, write it again"
vertices=$(sed -n 's/^element vertex //p' "$heart" | tr -d '\0') triangles=$(sed -n 's/^element face //p' "$heart" | tr -d '\0')
[ "$(cat "$work/stdout")" = "$work/heart.ply: $vertices vertices, $triangles triangles" ] || fail "says $(cat "$work/stdout")"
"$make_heart" - | cmp - "$heart" || fail "another heart on stdout"
"$make_heart" --help | grep -q '^usage: ' || fail "no usage with --help"

bad 2
bad 2 a.ply b.ply
bad 2 --unknown
bad 1 "$work/nowhere/heart.ply"
bad 1 "$work/out"
[ -w /dev/full ] && bad 1 /dev/full

[ "$failures" = 0 ] || exit 1
echo "make_heart: all good"
