#!/usr/bin/env bash
# windows.sh - from a bare Debian to programs for Windows: installs mingw-w64 and Wine, builds GLFW and GLEW from Debian's sources, then the
# library, the demos and the examples by the preset `mingw`, and lets Wine draw a picture by each.  SPDX-License-Identifier: MIT
# usage: windows.sh [--build]   with --build no program is run
#
# build-windows/root/ has the libraries, build-mingw/bin/ the programs, build-windows/pictures/ what they draw.
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
case $* in
    "" | --build) ;;
    *) echo "windows.sh: expected --build, --help or nothing, got '$*'" >&2; exit 2 ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$PWD/build-windows root=$PWD/build-windows/root
jobs=$(getconf _NPROCESSORS_ONLN)

sh scripts/deps.sh --windows

# sources NAME...: unpacks Debian's source packages, which apt checks by their signatures. A machine rarely has lists of sources, so these are
# our own, of the places where its binary packages come from.
sources() {
    local apt=$work/apt
    mkdir -p "$apt/lists/partial" "$work/sources"
    apt-get indextargets --format "deb-src \$(SITE) \$(RELEASE) \$(COMPONENT)" "Created-By: Packages" | sort -u | grep ' main$' >"$apt/sources.list"
    local options=(-q -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$apt/lists")
    apt-get "${options[@]}" update
    (cd "$work/sources" && apt-get "${options[@]}" source "$@")
}

# library FOLDER OPTION...: builds a project of CMake for Windows and installs it into the root.
library() {
    local folder=$1 build
    build=$work/$(basename "$folder")-build
    shift
    cmake -S "$folder" -B "$build" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw.cmake" -DHPYR_WINDOWS_ROOT="$root" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_PREFIX="$root" "$@"
    cmake --build "$build" --parallel "$jobs"
    cmake --install "$build"
}

if [ ! -f "$root/lib/cmake/glew/glew-config.cmake" ] || [ ! -f "$root/lib/cmake/glfw3/glfw3Config.cmake" ]; then
    rm -rf "$work/sources"
    sources glfw3 glew
    library "$(echo "$work"/sources/glfw3-*/)" -DBUILD_SHARED_LIBS=OFF -DGLFW_BUILD_DOCS=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_EXAMPLES=OFF
    library "$(echo "$work"/sources/glew-*/)"build/cmake -DBUILD_UTILS=OFF
fi
cmake --preset mingw
cmake --build build-mingw --parallel "$jobs"
[ "${1-}" != --build ] || exit 0

# Wine keeps a drive C for us, and shows windows on a display in memory. Programs run one at a time.
export WINEPREFIX=$work/wine WINEDEBUG=-all LIBGL_ALWAYS_SOFTWARE=1
run_all() {
    local program name
    rm -rf "$work/pictures"
    mkdir -p "$work/pictures"
    cd "$work/pictures"
    for program in dicer features flowseeds heartbreaker isosurface quadtree reconstruct sparsify splats; do
        wine "$OLDPWD/build-mingw/bin/$program.exe" --headless --pixels 640x480 --screenshot "$program.png"
    done
    for program in "$OLDPWD"/build-mingw/bin/examples/*.exe; do
        name=$(basename "$program" .exe)
        timeout 60 wine "$program" "$name.ppm" >"$name.txt" 2>&1 || echo "windows.sh: the example $name ended with status $?" >&2
    done
    wineserver -k
}
export -f run_all
export work
xvfb-run -a -s "-screen 0 1280x1024x24 -noreset" bash -euo pipefail -c run_all
ls "$work/pictures"
