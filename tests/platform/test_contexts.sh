#!/usr/bin/env bash
# test_contexts.sh - programs on a machine whose OpenGL is too old or missing: one line, which tells what there is and what to do, and
# none of the driver's own. Mesa pretends to be such machines. Run under xvfb-run.
# usage: test_contexts.sh WORK_FOLDER PROGRAM...  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$1 cmake='' program=none
shift
# shellcheck source=../program.sh
. "$here/../program.sh"
unset EGL_LOG_LEVEL LIBGL_DEBUG MESA_DEBUG

# refused WORDS VARIABLE=VALUE... -- ARGUMENT...: the program fails there with one line that ends so.
refused() {
    local words=$1 variables=() status
    shift
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    clean
    env "${variables[@]}" "$program" "$@" >"$work/stdout" 2>"$work/stderr"
    status=$?
    judge 1 "${variables[*]}" $status "$*"
    one_line "^$name: $words\$" "$name $* with ${variables[*]}"
}

# check_versions ARGUMENT...
check_versions() {
    refused "this machine's OpenGL is 2.1, not 3.3: try --gl 2.1" MESA_GL_VERSION_OVERRIDE=2.1 -- "$@"
    refused "this machine's OpenGL is 3.1, not 3.3: try --gl 2.1" MESA_GL_VERSION_OVERRIDE=3.1 -- "$@"
    refused "this machine's OpenGL is 1.4, not 3.3: 2.1 is the least that will do" MESA_GL_VERSION_OVERRIDE=1.4 \
        LIBGL_ALWAYS_SOFTWARE=1 -- "$@"
    refused "this machine's OpenGL is 1.4, not 2.1: 2.1 is the least that will do; LIBGL_ALWAYS_SOFTWARE=1 may give more" \
        -u LIBGL_ALWAYS_SOFTWARE MESA_GL_VERSION_OVERRIDE=1.4 -- "$@" --gl 2.1
}

for program in "$@"; do
    name=$(basename "$program")
    check_versions --headless
    refused "EGL gives no OpenGL ES 3.0 context without a window (.*)" MESA_GLES_VERSION_OVERRIDE=2.0 -- --headless --gl es3
    refused "no OpenGL without a window: EGL finds no driver; EGL_LOG_LEVEL=debug tells more" "${no_driver[@]}" -- --headless
    if [ "$name" != histopyramid-bench ]; then
        check_versions
        refused "no window: the window system gives no OpenGL (.*); use --headless" "${no_driver[@]}" --
        refused "no window: the window system gives no OpenGL ES 3.0 (.*); use --headless" MESA_GLES_VERSION_OVERRIDE=2.0 -- --gl es3
        refused "no window: .*; use --headless" -u DISPLAY -u WAYLAND_DISPLAY --
    fi
done

# What a driver says where all goes well is not ours either; who asks for it gets it.
program=$1 name=$(basename "$1")
for variable in EGL_PLATFORM=nonsense MESA_GL_VERSION_OVERRIDE=nonsense; do
    env $variable "$program" --headless --gl 3.3 --repeat 1 >"$work/stdout" 2>"$work/stderr" || fail "$variable: status $?"
    [ ! -s "$work/stderr" ] || fail "$variable: $(cat "$work/stderr")"
done
"$program" --gl 3.3 --repeat 1 --frames 2 >"$work/stdout" 2>&- || fail "in a window, with stderr closed: status $?"
"$program" --gl es3 --repeat 1 --frames 2 >"$work/stdout" 2>"$work/stderr" || fail "in a window, by OpenGL ES: status $?"
env "${no_driver[@]}" EGL_LOG_LEVEL=warning "$program" --headless >"$work/stdout" 2>"$work/stderr"
grep -q "^libEGL warning" "$work/stderr" || fail "EGL_LOG_LEVEL: $(cat "$work/stderr")"

echo "$failures failures"
[ "$failures" -eq 0 ]
