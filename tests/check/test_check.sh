#!/usr/bin/env bash
# test_check.sh - histopyramid-check from outside: all is right, and faults of drivers are found in the module that has them.
# usage: test_check.sh CHECK CMAKE WORK_FOLDER [HABITS]   HABITS is the library of drivers/habits.h  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3 habits=${4:-}
# shellcheck source=../program.sh
. "$here/../program.sh"

check_mistakes() {
    bad 2 "an unknown option" --nonsense
    bad 2 "an operand" report.md
    bad 2 "an unknown OpenGL" --gl 4.6
    bad 2 "an unknown module" --module nothing
    bad 2 "no time" --timeout 0
    bad 2 "bytes of all modules" --record
    bad 1 "no folder" --output "$work/none/file"
    MESA_GL_VERSION_OVERRIDE=3.0 bad 1 "no OpenGL 3.3" --gl 3.3
    [ -w /dev/full ] || return
    "$program" --module context --output /dev/full >"$work/stdout" 2>"$work/stderr" && fail "a full disk is no error"
    one_line "/dev/full" "a full disk"
}

# check_gl GL: all modules, in the order of --list, and nothing wrong.
check_gl() {
    clean
    good "all modules on OpenGL $1" --gl "$1" || cat "$work/stdout"
    tail -n 1 "$work/stdout" | grep -q '^histopyramid-check: all right: ' || fail "OpenGL $1: $(tail -n 1 "$work/stdout")"
    [ "$(ls -A)" = histopyramid-check.md ] || fail "OpenGL $1: files are $(ls -A)"
    sed -n '/^```json$/,/^```$/p' histopyramid-check.md | sed '1d;$d' >report.json
    "$cmake" -DFILE=report.json -P "$here/json.cmake" >names 2>&1 || fail "the JSON of OpenGL $1: $(cat names)"
    "$program" --list | diff - names >/dev/null || fail "OpenGL $1: modules in the report: $(tr '\n' ' ' <names)"
}

# Without stdout the report is as it is, and only the words are lost.
check_no_stdout() {
    clean
    "$program" --module context >&- 2>"$work/stderr" && fail "words without stdout are no error"
    one_line "standard output" "no stdout"
    grep -q '^| context | right |' histopyramid-check.md || fail "no stdout: $(grep '^| context | ' histopyramid-check.md)"
}

# Without EGL a hidden window gives the context.
check_hidden_window() {
    command -v xvfb-run >/dev/null || return 0
    clean
    __EGL_VENDOR_LIBRARY_DIRS=/nowhere xvfb-run -a "$program" --gl 3.3 --module context >"$work/stdout" 2>"$work/stderr" ||
        fail "without EGL: status $?: $(cat "$work/stderr")"
}

# check_fault HABIT MODULE WORDS [SECONDS]: a driver of OpenGL $gl with this fault; the module is named with these words, and is not stopped before.
check_fault() {
    clean
    HPYR_DRIVER_HABIT=$1 LD_PRELOAD=$habits "$program" --gl "$gl" --module "$2" --timeout "${4:-120}" >"$work/stdout" 2>"$work/stderr"
    [ $? -eq 1 ] || fail "$1 on OpenGL $gl: status $?"
    tail -n 1 "$work/stdout" | grep -q -e "^histopyramid-check: NOT RIGHT: 1 of 1 module; \(on the CPU, not on a GPU; \)\?$2 (.*$3" || fail "$1 on OpenGL $gl: $(tail -n 1 "$work/stdout")"
    grep -q -e "| $2 | WRONG |.*$3" histopyramid-check.md || fail "$1: the report does not tell of it"
}

check_mistakes
check_gl 3.3
check_gl es3
check_gl 2.1
check_no_stdout
check_hidden_window
for gl in ${habits:+3.3 es3}; do
    check_fault nan isosurfaces "position: number 0 of 3 is nan"
    check_fault lost sort "the context is lost; "
done
if [ -n "$habits" ]; then # what has no dialect
    gl=3.3
    check_fault one_more layouts "total is 1, not 0"
    check_fault lost_row gather "5003 of UINT: records"
    check_fault hang scan ": it hangs: stopped after 3 seconds" 3
    check_fault crash discriminators ": it crashed: signal 11"
fi
echo "$failures failures"
[ "$failures" -eq 0 ]
