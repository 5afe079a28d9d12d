#!/usr/bin/env bash
# make.sh - packs what scripts/windows.sh has built: a zip and an installer for 64-bit Windows.  SPDX-License-Identifier: MIT
# usage: make.sh [FOLDER]    that of scripts/windows.sh, build-windows unless given; packages/ in it has both then
#
#   bin/          libhistopyramid.dll, the demos and their tools, which need no other DLL
#   include/, lib/   the headers; what compilers link: libhistopyramid.dll.a that of MinGW, histopyramid.lib Microsoft's; the CMake package
#   static/       the same with an archive for MinGW, for programs that have no DLL; these link GLEW themselves
#   share/, licences/   models, pictures and documents; the licences of what is in the programs
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(cd "$here/../.." && pwd)
folder=$(cd "${1:-$source/build-windows}" && pwd)
stage=$folder/stage
version=$(sed -nE 's/^project\(.* VERSION ([0-9.]+).*/\1/p' "$source/CMakeLists.txt")
jobs=$(getconf _NPROCESSORS_ONLN)
for tool in makensis x86_64-w64-mingw32-dlltool; do
    command -v $tool >/dev/null || { echo "make.sh: there is no $tool: scripts/deps.sh --windows installs it" >&2; exit 1; }
done
[ -f "$folder/root/complete" ] || { echo "make.sh: scripts/windows.sh has built nothing in $folder" >&2; exit 1; }

cd "$source"
rm -rf "$stage" "$folder/packages"
for kind in shared static; do
    prefix=$stage is_shared=ON
    [ $kind = shared ] || prefix=$stage/static is_shared=OFF
    cmake --preset mingw -B "$folder/$kind" -DHPYR_WINDOWS_ROOT="$folder/root" -DBUILD_SHARED_LIBS=$is_shared -DHPYR_BUILD_DEMOS=$is_shared \
        -DHPYR_WERROR=ON
    cmake --build "$folder/$kind" --parallel "$jobs"
    cmake --install "$folder/$kind" --prefix "$prefix" --strip
done
rm -rf "$stage/static/share"

# Microsoft's linker takes a library of stubs that is made of the DLL's list of names.
for dll in "$stage"/bin/*.dll; do
    name=$(basename "$dll" .dll)
    {
        echo "LIBRARY $name.dll"
        echo EXPORTS
        x86_64-w64-mingw32-objdump -p "$dll" | sed -nE 's/^[[:space:]]*\[ *[0-9]+\] +(\+base\[ *[0-9]+\] +[0-9a-f]+ +)?(hpyr_[A-Za-z0-9_]+)$/    \2/p'
    } >"$folder/$name.def"
    [ "$(wc -l <"$folder/$name.def")" -gt 20 ] || { echo "make.sh: $dll exports nothing" >&2; exit 1; }
    x86_64-w64-mingw32-dlltool -d "$folder/$name.def" -D "$name.dll" -l "$stage/lib/${name#lib}.lib"
done

mkdir -p "$stage/licences"
cp "$folder"/sources/glfw3-*/LICENSE.md "$stage/licences/GLFW.txt"
cp "$folder"/sources/glew-*/LICENSE.txt "$stage/licences/GLEW.txt"
cp assets/fonts/LICENSE.txt "$stage/licences/Roboto.txt"
cp /usr/share/doc/libcglm-dev/copyright "$stage/licences/cglm.txt"
cp /usr/share/doc/libstb-dev/copyright "$stage/licences/stb.txt"
cp /usr/share/doc/mingw-w64-x86-64-dev/copyright "$stage/licences/mingw-w64.txt"
cp LICENSE "$stage/LICENSE.txt"
sed 's/^    //' >"$stage/README.txt" <<END
    libhistopyramid $version for 64-bit Windows

    bin\\            nine demos, which open a window each: click on dicer.exe, or drop a model onto it
    bin\\histopyramid-check.exe   compares the library with plain C on your GPU, and writes a report
    include\\, lib\\  for your programs; with CMake: find_package(histopyramid), and this folder in CMAKE_PREFIX_PATH
    static\\         the same without a DLL, for MinGW; there the folder static is what CMAKE_PREFIX_PATH names
    share\\          models, photographs and documents; share\\doc\\histopyramid\\README.md is where to begin
    licences\\       of what the programs have in them

    All of it was built by mingw-w64 and has run under Wine. Nobody has told us yet how it runs on Windows itself.
END
find "$stage" -maxdepth 2 -name '*.txt' -exec sed -i 's/\r*$/\r/' {} +
cpack --config "$here/CPackConfig.cmake" -D CPACK_INSTALLED_DIRECTORIES="$stage;." -D CPACK_PACKAGE_VERSION="$version" \
    -D CPACK_PACKAGE_FILE_NAME="histopyramid-$version-windows-x64" -D CPACK_RESOURCE_FILE_LICENSE="$stage/LICENSE.txt" -B "$folder/packages"
rm -rf "$folder/packages/_CPack_Packages"
ls -l "$folder/packages"
