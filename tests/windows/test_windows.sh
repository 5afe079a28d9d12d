#!/usr/bin/env bash
# test_windows.sh - what scripts/windows.sh makes: built, tested, compared with the programs for this machine, and packed.
# usage: test_windows.sh WORK windows|windows_all CACHE      builds programs, or programs and tests; CACHE has the tests' shaders
#        test_windows.sh WORK programs|all_programs NATIVE   NATIVE are the programs for this machine
#        test_windows.sh WORK tests|package NATIVE           SPDX-License-Identifier: MIT
set -euo pipefail
work=$1 part=$2 cache=$3 native=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$here/../..
skip() {
    bash "$here/../skips.sh" all "$@"
    exit
}

# build OPTION...: compiles soon, by -O0.
build() {
    local status=0
    mkdir -p "$work"
    bash "$source/scripts/windows.sh" --installed --build "-DHPYR_TEST_SHADER_CACHE=$cache" "-DCMAKE_C_FLAGS_RELEASE=-O0 -DNDEBUG" "$@" "$work" >"$work/log" 2>&1 ||
        status=$?
    [ $status -ne 3 ] || skip no-sources "apt finds no sources of GLFW, GLEW and cmocka"
    [ $status -eq 0 ] || { tail -40 "$work/log"; exit 1; }
}

programs() {
    bash "$source/scripts/wine.sh" "$work/wine" bash "$here/test_programs.sh" "$work/build/bin" "$native" "$source" "$work/programs" "$@"
}

command -v x86_64-w64-mingw32-gcc >/dev/null && command -v wine >/dev/null || skip no-windows "there is no mingw-w64 or no Wine; scripts/deps.sh --windows installs them"
case $part in
    windows*) ;;
    *)
        [ -x "$work/build/bin/dicer.exe" ] || skip no-sources "nothing was built"
        status=0
        bash "$source/scripts/wine.sh" "$work/wine" wine cmd /c "exit 7" >/dev/null 2>&1 || status=$?
        [ $status -eq 7 ] || skip no-windows "Wine starts no program here: status $status"
        ;;
esac
case $part in
    windows) build -DHPYR_BUILD_TESTS=OFF ;;
    windows_all) build ;;
    programs) programs ;;
    all_programs) programs files videos pictures examples mistakes names interrupt clicks ;;
    tests) # Wine now and then fails to start or to end a program, so what fails is run once more
        cd "$work/build"
        bash "$source/scripts/wine.sh" "$work/wine" ctest -L quick -LE "^long\$" --no-tests=error --repeat until-pass:2 --output-on-failure
        ;;
    package) bash "$here/test_package.sh" "$work" "$source" ;;
esac
