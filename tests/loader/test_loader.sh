#!/usr/bin/env bash
# test_loader.sh - a library whose caller finds GL's functions needs neither GLEW nor a library of GL, and works by EGL or OSMesa; the
# list of functions names what is called.  SPDX-License-Identifier: MIT
# usage: test_loader.sh SOURCE WORK CMAKE COMPILER [LAUNCHER]; or test_loader.sh osmesa WORK SKIPS behind that
set -euo pipefail
work=$2
host=$work/host

if [ "$1" = osmesa ]; then
    status=0
    timeout 300 "$host" osmesa || status=$?
    [ $status != 77 ] || exec bash "$3" all no-osmesa "libOSMesa is not installed"
    exit $status
fi

source=$1 cmake=$3 compiler=$4 launcher=${5:-}
list=$source/src/gl/functions.h
mkdir -p "$work"

fail() {
    echo "test_loader.sh: $*" >&2
    exit 1
}

# listed WHERE: the functions on the list that such GLs must have.
listed() {
    grep -oE "(OLD|NEW)\([A-Za-z0-9_]+, ($1)\)" "$list" | sed -E 's/^...\((.*),.*/gl\1/'
}

# ---- the list ----

listed '[A-Z0-9]+' >"$work/listed"
grep -rhoE '\bgl[A-WYZ][A-Za-z0-9_]*\(' "$source/src" --include='*.c' --exclude=watch.c --exclude-dir=web --exclude-dir=reference |
    tr -d '(' | LC_ALL=C sort -u >"$work/called"
[ "$(wc -l <"$work/called")" -gt 100 ] || fail "only $(wc -l <"$work/called") functions are called"
LC_ALL=C sort -c "$work/listed" || fail "$list is not sorted"
diff "$work/listed" "$work/called" || fail "functions.h names < and src calls >"

# ---- the library ----

configure() {
    local folder=$1
    shift
    "$cmake" -S "$source" -B "$folder" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_COMPILER_LAUNCHER="$launcher" \
        -DCMAKE_DISABLE_FIND_PACKAGE_GLEW=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenGL=ON "$@" >"$folder.log" 2>&1
}
if configure "$work/wrong" -DHPYR_LOADER=glad; then
    fail "HPYR_LOADER=glad is taken"
fi
grep -q 'HPYR_LOADER is glad. *It must be glew or caller' "$work/wrong.log" || fail "the message for HPYR_LOADER=glad is another one"

configure "$work/static" -DHPYR_LOADER=caller || { cat "$work/static.log"; exit 1; }
grep -iE '^(Requires|Libs):.*(glew|opengl|-lgl)' "$work/static/histopyramid.pc" && fail "histopyramid.pc names what is not needed"

# Not optimized, for it computes little.
configure "$work/shared" -DHPYR_LOADER=caller -DHPYR_WERROR=ON -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS_DEBUG=-O0 -DCMAKE_SHARED_LINKER_FLAGS=-Wl,-z,defs || { cat "$work/shared.log"; exit 1; }
"$cmake" --build "$work/shared" --parallel 2 >"$work/shared.log" 2>&1 || {
    grep -E -A3 'error|undefined reference' "$work/shared.log" | head -40
    exit 1
}
folder=$work/shared/src
needed=$(objdump -p "$folder/libhistopyramid.so" | sed -n 's/^ *NEEDED *\(.*\)\.so.*/\1/p' | grep -vxE 'libc|libm|ld-linux.*|ld' || true)
[ -z "$needed" ] || fail "libhistopyramid.so needs $needed"
unknown=$(nm -Du "$folder/libhistopyramid.so" | grep -E '\b(gl[A-Z]|glew|__glew|egl|glX|OSMesa)' | grep -v ' w ' || true)
[ -z "$unknown" ] || fail "libhistopyramid.so calls $unknown"

# ---- a program ----

"$compiler" -std=c99 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Werror -I "$source/include" "$source/tests/loader/host.c" -o "$host" \
    -L "$folder" -Wl,-rpath,"$folder" -lhistopyramid -lhistopyramid_reference -lEGL -ldl -lm

# check GL WHERE [VARIABLE=VALUE]..: GL works, each function that it must have is missed, and no other one is needed.
check() {
    local gl=$1 where=$2
    shift 2
    env "$@" timeout 300 "$host" "$gl"
    env "$@" timeout 300 "$host" "$gl" --needs | LC_ALL=C sort >"$work/needs"
    listed "$where" | diff - "$work/needs" || fail "on $gl < must be missed, and > are"
    mapfile -t needs <"$work/needs"
    env "$@" timeout 300 "$host" "$gl" --only "${needs[@]}"
}
modern='EVERY|DESKTOP|MODERN|FRAMEBUFFERS|GL33'
check 33 "$modern" MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330
check es3 'EVERY|ES|MODERN|FRAMEBUFFERS|FEEDBACK'
if [[ ${HPYR_TEST_DRIVER:-} == llvmpipe* ]]; then # not every driver has these
    check 33 "$modern|FEEDBACK|GL40|GL41" MESA_GL_VERSION_OVERRIDE=4.5
    check 33 "$modern|FEEDBACK|GL40|GL41|COMPATIBLE|TRANSFER" MESA_GL_VERSION_OVERRIDE=4.5COMPAT
    check 21 'EVERY|DESKTOP|GL21|EXT|TRANSFER' MESA_GL_VERSION_OVERRIDE=2.1 MESA_GLSL_VERSION_OVERRIDE=120
fi
