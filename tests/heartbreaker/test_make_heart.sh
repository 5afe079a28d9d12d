#!/usr/bin/env bash
# test_make_heart.sh - make_heart from outside: the heart in assets/ byte by byte, and one clear line for every mistake.
# usage: test_make_heart.sh MAKE_HEART HEART.ply WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 heart=$2 work=$3
# shellcheck source=../program.sh
. "$here/../program.sh"

"$program" "$work/heart.ply" >"$work/stdout" || fail "status $? without a mistake"
cmp "$work/heart.ply" "$heart" || fail "not the heart in assets/: if it was meant to change, write it again"
vertices=$(sed -n 's/^element vertex //p' "$heart" | tr -d '\0') triangles=$(sed -n 's/^element face //p' "$heart" | tr -d '\0')
[ "$(cat "$work/stdout")" = "$work/heart.ply: $vertices vertices, $triangles triangles" ] || fail "says $(cat "$work/stdout")"
"$program" - | cmp - "$heart" || fail "another heart on stdout"
"$program" --help | grep -q '^usage: ' || fail "no usage with --help"

bad 2 "no file"
bad 2 "two files" a.ply b.ply
bad 2 "an unknown option" --unknown
bad 1 "no folder" "$work/nowhere/heart.ply"
bad 1 "a folder" "$work/out"
[ -w /dev/full ] && bad 1 "a full disk" /dev/full

echo "$failures failures"
[ "$failures" -eq 0 ]
