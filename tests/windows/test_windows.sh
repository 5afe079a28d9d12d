#!/usr/bin/env bash
# test_windows.sh - what scripts/windows.sh makes: built, tested, compared with the programs for this machine, and packed.
# usage: test_windows.sh WORK build SHADER_CACHE | tests | all_tests | programs NATIVE | all_programs NATIVE | package   SPDX-License-Identifier: MIT
set -euo pipefail
work=$1 part=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$here/../..
skip() {
    bash "$here/../skips.sh" all "$@"
    exit
}

command -v x86_64-w64-mingw32-gcc >/dev/null && command -v wine >/dev/null || skip no-windows "there is no mingw-w64 or no Wine; scripts/deps.sh --windows installs them"
if [ "$part" != build ]; then
    [ -x "$work/build/bin/dicer.exe" ] || skip no-sources "nothing was built"
    status=0
    bash "$source/scripts/wine.sh" "$work/wine" wine cmd /c "exit 7" >/dev/null 2>&1 || status=$?
    [ $status -eq 7 ] || skip no-windows "Wine starts no program here: status $status"
fi
case $part in
    build)
        mkdir -p "$work"
        status=0 # -O0 compiles soon
        bash "$source/scripts/windows.sh" --installed --build "-DHPYR_TEST_SHADER_CACHE=$3" "-DCMAKE_C_FLAGS_RELEASE=-O0 -DNDEBUG" "$work" >"$work/log" 2>&1 || status=$?
        [ $status -ne 3 ] || skip no-sources "apt finds no sources of GLFW, GLEW and cmocka"
        [ $status -eq 0 ] || { tail -40 "$work/log"; exit 1; }
        ;;
    tests | all_tests)
        cd "$work/build"
        which=(-L quick -LE "long|windows_long")
        [ "$part" = tests ] || which=()
        bash "$source/scripts/wine.sh" "$work/wine" ctest "${which[@]}" --repeat until-pass:2 --output-on-failure
        ;;
    package) bash "$here/test_package.sh" "$work" "$source" ;;
    programs | all_programs)
        all=()
        [ "$part" = programs ] || all=(all)
        bash "$source/scripts/wine.sh" "$work/wine" bash "$here/test_programs.sh" "$work/build/bin" "$3" "$source" "$work/$part" "${all[@]}"
        ;;
esac
