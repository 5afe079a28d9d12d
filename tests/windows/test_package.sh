#!/usr/bin/env bash
# test_package.sh - the zip and the installer for Windows, as a stranger takes them: his own project finds the package, with a DLL and without one,
# and runs; Microsoft's kind of linker takes the library of stubs; the installer leaves nothing behind when it is undone.
# usage: test_package.sh WORK SOURCE    WORK is scripts/windows.sh's folder; on a display, with WINEPREFIX   SPDX-License-Identifier: MIT
set -euo pipefail
work=$1 source=$2
[ "${3-}" = run ] || {
    bash "$source/packaging/windows/make.sh" "$work" >"$work/package.log" 2>&1 || { tail -30 "$work/package.log"; exit 1; }
    exec bash "$source/scripts/wine.sh" "$work/wine" bash "$0" "$work" "$source" run
}
fail() {
    echo "FAIL: $*"
    exit 1
}

stranger=$work/stranger
rm -rf "$stranger"
mkdir -p "$stranger"
cd "$stranger"
(cd "$work/packages" && sha256sum --quiet -c ./*.sha256) || fail "a checksum"
python3 -m zipfile -e "$work"/packages/*.zip .
zip=$(echo "$PWD"/histopyramid-*-windows-x64)
for file in "$zip"/README.txt "$zip"/LICENSE.txt "$zip"/licences/*.txt; do
    ! grep -qvP '\r$' "$file" || fail "$file has lines that Windows' editor joins"
done

# ---- a project of one's own ----
for kind in shared static; do
    prefix=$zip
    [ $kind = shared ] || prefix="$zip/static;$work/root"
    cmake -S "$source/tests/install/consumer" -B $kind -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc \
        -DCMAKE_FIND_ROOT_PATH="/usr/x86_64-w64-mingw32;$prefix" -DGLEW_USE_STATIC_LIBS=ON -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release >$kind.log 2>&1 || { cat $kind.log; fail "$kind: cmake"; }
    cmake --build $kind >>$kind.log 2>&1 || { cat $kind.log; fail "$kind: build"; }
    [ $kind = static ] || cp "$zip"/bin/*.dll $kind/
    for program in consumer consumer_reference; do
        wine "$kind/$program.exe" >words </dev/null || fail "$kind/$program: status $?: $(cat words)"
    done
    needs=$(x86_64-w64-mingw32-objdump -p $kind/consumer.exe | sed -n 's/.*DLL Name: //p' | tr '\n' ' ')
    [[ $kind = shared && $needs = *libhistopyramid.dll* ]] || [[ $kind = static && $needs != *histopyramid* ]] || fail "$kind/consumer needs $needs"
done

# ---- Microsoft's compiler and linker, as far as LLVM is like them: C99 without extensions, with the headers of mingw-w64 ----
if command -v clang >/dev/null && command -v lld-link >/dev/null; then
    # lifetime.c needs <time.h>, which mingw-w64 has for gcc alone.
    find "$source/src" -name '*.c' -not -path '*/web/*' -not -name lifetime.c | while read -r file; do
        clang --target=x86_64-pc-windows-msvc -fgnuc-version=4.2.1 -fsyntax-only -std=c99 -pedantic -Wall -Wextra -Wvla -Wgnu -Wno-missing-field-initializers -Werror \
            -D_POSIX_C_SOURCE=200809L -DHPYR_BUILDING -I "$source/include" -I "$source/src" -I "$work/build/src/gl" \
            -isystem "$work/root/include" -isystem /usr/x86_64-w64-mingw32/include "$file" || fail "$file is no C99"
    done
    clang --target=x86_64-pc-windows-msvc -c -x c -o version.obj - <<<'int hpyr_version(void); int begin(void) { return hpyr_version(); }'
    lld-link version.obj "$zip/lib/histopyramid.lib" /entry:begin /subsystem:console /nodefaultlib /out:version.exe
    cp "$zip"/bin/libhistopyramid.dll .
    status=0
    wine version.exe </dev/null || status=$?
    [ $status -eq 100 ] || # version 0.1.0
        fail "hpyr_version by the library of stubs: $status"
fi

# ---- the installer ----
timeout 60 wine "$work"/packages/*.exe /S '/D=C:\hpyr' </dev/null || fail "the installer: status $?"
place="$WINEPREFIX/drive_c/hpyr"
[ -f "$place/bin/dicer.exe" ] || fail "the installer has installed no dicer: $(ls "$place" 2>&1)"
wine "$place/bin/dicer.exe" --headless --grid 12 --output points.ply </dev/null || fail "the installed dicer: status $?"
[ -s points.ply ] || fail "the installed dicer writes nothing"
timeout 60 wine "$place/Uninstall.exe" /S '_?=C:\hpyr' </dev/null || fail "the uninstaller: status $?"
left=$(find "$place" -type f 2>/dev/null | grep -v '/Uninstall.exe$' || true)
[ -z "$left" ] || fail "the uninstaller leaves $left"
echo "$(basename "$zip"): $(du -sh "$zip" | cut -f1), zip $(du -h "$work"/packages/*.zip | cut -f1), installer $(du -h "$work"/packages/*.exe | cut -f1)"
