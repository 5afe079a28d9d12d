#!/usr/bin/env bash
# windows.sh - from a bare Debian to programs for Windows: installs mingw-w64 and Wine, builds GLFW, GLEW and cmocka from Debian's sources, then
# by the preset `mingw` the library, the demos, the examples and the tests, and lets Wine run them.  SPDX-License-Identifier: MIT
# usage: windows.sh [--installed] [--build | --run] [-DNAME=VALUE...] [FOLDER]
#
#   --installed  installs no packages
#   --build      runs no program
#   --run        runs what was built before
#   -DNAME=...   goes to cmake, for the libraries as well
#   FOLDER       where all of it goes, build-windows unless given: root/ has the libraries, build/bin/ the programs, pictures/ what they draw
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
installed=no build=yes run=yes folder="" options=()
for argument in "$@"; do
    case $argument in
        --installed) installed=yes ;;
        --build) run=no ;;
        --run) build=no ;;
        -D*) options+=("$argument") ;;
        -*) echo "windows.sh: expected --installed, --build, --run, -D, --help or a folder, got '$argument'" >&2; exit 2 ;;
        *) folder=$argument ;;
    esac
done
[ $build$run != nono ] || { echo "windows.sh: --build or --run, not both" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${folder:-$here/../build-windows}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$here/.."
root=$folder/root
jobs=$(getconf _NPROCESSORS_ONLN)

[ $installed = yes ] || sh scripts/deps.sh --windows
for tool in x86_64-w64-mingw32-gcc wine dpkg-source; do
    command -v $tool >/dev/null || { echo "windows.sh: there is no $tool: scripts/deps.sh --windows installs it" >&2; exit 1; }
done

# sources NAME...: unpacks Debian's source packages, which apt checks by their signatures. A machine rarely has lists of sources, so these are
# our own, of the places where its binary packages come from.
sources() {
    local apt=$folder/apt
    mkdir -p "$apt/lists/partial" "$folder/sources"
    apt-get indextargets --format "deb-src \$(SITE) \$(RELEASE) \$(COMPONENT)" "Created-By: Packages" | sort -u | grep ' main$' >"$apt/sources.list"
    local apt_options=(-q -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$apt/lists")
    { apt-get "${apt_options[@]}" update && (cd "$folder/sources" && apt-get "${apt_options[@]}" source "$@"); } || {
        echo "windows.sh: apt finds no sources of $*" >&2
        exit 3
    }
}

# library SOURCE OPTION...: builds a project of CMake for Windows and installs it into the root.
library() {
    local source=$1 place
    place=$folder/$(basename "$source")-build
    shift
    cmake -S "$source" -B "$place" "${options[@]}" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw.cmake" -DHPYR_WINDOWS_ROOT="$root" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$root" "$@"
    cmake --build "$place" --parallel "$jobs"
    cmake --install "$place"
}

if [ $build = yes ]; then
    if [ ! -f "$root/complete" ]; then
        rm -rf "$folder/sources" "$root"
        sources glfw3 glew cmocka
        library "$(echo "$folder"/sources/glfw3-*/)" -DBUILD_SHARED_LIBS=OFF -DGLFW_BUILD_DOCS=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_EXAMPLES=OFF
        library "$(echo "$folder"/sources/glew-*/)"build/cmake -DBUILD_UTILS=OFF
        library "$(echo "$folder"/sources/cmocka-*/)" -DBUILD_SHARED_LIBS=OFF -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF
        touch "$root/complete"
    fi
    cmake --preset mingw -B "$folder/build" -DHPYR_WINDOWS_ROOT="$root" -DHPYR_BUILD_TESTS=ON -DHPYR_WERROR=ON "${options[@]}"
    cmake --build "$folder/build" --parallel "$jobs"
fi
[ $run = yes ] || exit 0

rm -rf "$folder/pictures"
mkdir -p "$folder/pictures"
cd "$folder/pictures"
# shellcheck disable=SC2016 # the inner shell's
bash "$here/wine.sh" "$folder/wine" bash -euo pipefail -c '
    for program in dicer features flowseeds heartbreaker isosurface quadtree reconstruct sculpt sparsify splats; do
        wine "$1/$program.exe" --headless --pixels 640x480 --screenshot "$program.png"
    done
    for program in "$1"/examples/*.exe; do
        name=$(basename "$program" .exe)
        [ "$name" != bright_pixels ] || continue # draws no file
        timeout 60 wine "$program" "$name.ppm" || { echo "windows.sh: the example $name ends with status $?" >&2; exit 1; }
    done
    cd "$2" # Wine now and then fails to start or to end a program: a test that fails is run once more
    ctest -L quick -LE "^long$" --repeat until-pass:2 --output-on-failure' draw "$folder/build/bin" "$folder/build"
ls "$folder/pictures"
