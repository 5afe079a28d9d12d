#!/usr/bin/env bash
# test_web.sh - builds the module for browsers, and what its tests need.  SPDX-License-Identifier: MIT
# usage: test_web.sh SOURCE WORK CMAKE [OPTION...]   OPTIONs are those of CMake
set -euo pipefail
source=$1 work=$2 cmake=$3
shift 3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
skip() {
    bash "$here/../skips.sh" all "$@"
    exit
}

command -v emcc >/dev/null || skip no-browser "there is no emscripten; scripts/deps.sh --web installs it"
[ -x "${HPYR_CHROMIUM:-/usr/bin/chromium}" ] || skip no-browser "there is no Chromium; scripts/deps.sh --web installs it"
command -v npm >/dev/null || skip no-browser "there is no npm; scripts/deps.sh --web installs it"
mkdir -p "$work"

# The same objects and archives as by emcc and emar, in half the time.
llvm=$(em-config LLVM_ROOT) || exit 1
export HPYR_CLANG=$llvm/clang HPYR_CLANG_FLAGS
HPYR_CLANG_FLAGS=$(emcc --cflags -Os) || exit 1
set -- "-DCMAKE_C_COMPILER_LAUNCHER=$here/compile.sh" "-DCMAKE_AR=$llvm/llvm-ar" "-DCMAKE_RANLIB=$llvm/llvm-ranlib" "$@"

(cd "$source" && "$cmake" --preset web -B "$work/build" -DHPYR_WERROR=ON "$@" && "$cmake" --build "$work/build" --parallel 2) >"$work/log" 2>&1 || {
    grep -E -B2 -A6 'error|undefined symbol' "$work/log" | head -60
    exit 1
}
size=$(gzip -9 -c "$work/build/web/wasm.wasm" | wc -c)
echo "wasm.wasm has $(stat -c %s "$work/build/web/wasm.wasm") bytes, $size compressed"
[ "$size" -lt 400000 ] || { echo "test_web.sh: that is more than 400 kB"; exit 1; }

rm -rf "$work/pages"
cp -r "$here" "$work/pages"
rm -rf "$work/pages/node_modules"
(cd "$work/pages" && npm ci --no-audit --no-fund --loglevel=error) || skip no-registry "npm finds no registry"
(cd "$work/pages" && npm pack --silent "$work/build/web" >"$work/tarball" && npm install --no-save --no-audit --no-fund --loglevel=error "./$(cat "$work/tarball")") ||
    { echo "test_web.sh: the package cannot be packed and installed"; exit 1; }
(cd "$work/pages" && npx --no-install tsc --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext --lib es2022,dom types.ts)
