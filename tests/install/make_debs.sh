#!/usr/bin/env bash
# make_debs.sh - makes the packages for Debian as packaging/README.md tells, and looks at them without installing any.
# usage: make_debs.sh SOURCE WORK CMAKE [LAUNCHER]; they come to lie in WORK/debs.  SPDX-License-Identifier: MIT
set -euo pipefail
work=${2:?make_debs.sh: WORK is empty, and this script removes folders in it}
source=$1 cmake=$3 launcher=${4:-}
build=$work/build debs=$work/debs
mkdir -p "$work"
unset DEBEMAIL DEBFULLNAME # lintian judges addresses, too
failures=0
fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# The preset knows the folder of its sources, so it must be asked there. Not optimized, which is quicker: what is tested is what
# the packages hold.
flags=$(sed -nE 's/.*"CMAKE_C_FLAGS": "(.*)".*/\1/p' "$source/CMakePresets.json")
flags=${flags//-D_FORTIFY_SOURCE=2/} flags=${flags//'${sourceDir}'/$source}
(cd "$source" && "$cmake" --preset deb -B "$build" -DCMAKE_C_FLAGS="${flags//-O2/-O0}" ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher"}) >"$work/configure.log"
"$cmake" --build "$build" --parallel 2 >"$work/build.log"
rm -rf "$build/packages" "$debs"
(cd "$build" && "$(dirname "$cmake")/cpack" -G DEB) >"$work/cpack.log" 2>&1 || { cat "$work/cpack.log"; exit 1; }
mkdir -p "$debs"
mv "$build"/packages/*.deb "$debs"
rm -rf "$build/packages"

version=$(sed -nE 's/^project\(histopyramid VERSION ([0-9.]+).*/\1/p' "$source/CMakeLists.txt")
library=libhistopyramid${version%.*}
expected="histopyramid-demos histopyramid-doc libhistopyramid-dev $library"
[ "$(cd "$debs" && for deb in *.deb; do echo "${deb%%_*}"; done | sort | xargs)" = "$expected" ] || fail "the packages are not $expected: $(ls "$debs")"

# field PACKAGE NAME: what its control file says.
field() {
    dpkg-deb -f "$debs/$1"_*.deb "$2"
}
for package in $expected; do
    [ "$(field "$package" Version)" = "$version-1" ] || fail "$package has version $(field "$package" Version), not $version-1"
    rm -rf "$work/tree/$package"
    mkdir -p "$work/tree/$package"
    dpkg-deb -x "$debs/$package"_*.deb "$work/tree/$package"
    doc=$work/tree/$package/usr/share/doc/$package
    for file in copyright changelog.gz changelog.Debian.gz; do
        [ -s "$doc/$file" ] || fail "$package has no $file"
    done
done
[ "$(field histopyramid-doc Architecture)" = all ] || fail "the documents are for one machine only"
for package in libhistopyramid-dev histopyramid-demos; do
    [[ $(field "$package" Depends) == *"$library (= $version-1)"* ]] || fail "$package depends on $(field "$package" Depends)"
done
for needed in libglew2 libopengl0 libc6; do
    [[ $(field "$library" Depends) == *"$needed"* ]] || fail "$library does not depend on $needed: was dpkg-shlibdeps asked?"
done
[[ $(field libhistopyramid-dev Depends) != *libglew-dev* ]] || fail "users of the shared library need no GLEW"

# The name of the library's package is its SONAME's, and programs are told so.
libraries=$(echo "$work/tree/$library"/usr/lib/*/)
soname=$(readelf -d "$libraries"/libhistopyramid.so.0.* | sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p' | sort -u)
[ "$library" = "${soname%.so.*}${soname##*.so.}" ] || fail "$library has SONAME $soname"
dpkg-deb -I "$debs/$library"_*.deb shlibs >"$work/shlibs"
grep -qx "libhistopyramid ${soname##*.so.} $library (>= $version-1)" "$work/shlibs" || fail "wrong shlibs of $library"
[ ! -e "$libraries/libhistopyramid.so" ] || fail "$library holds what only compilers need"
[ -n "$(find "$work/tree/libhistopyramid-dev" -name libhistopyramid.so -type l)" ] || fail "libhistopyramid-dev has no link to the library"

# Flags are those of a library where compilers look by themselves.
flags=$(PKG_CONFIG_LIBDIR=$(dirname "$(find "$work/tree/libhistopyramid-dev" -name histopyramid.pc)") pkg-config --cflags --libs histopyramid | xargs)
[ "$flags" = -lhistopyramid ] || fail "pkg-config says $flags"

# Programs know neither where they were built nor where the library lay. They need these libraries, whatever else this machine has.
for program in $(bash "$source/scripts/demo.sh" --list) histopyramid-bench histopyramid-check; do
    file=$work/tree/histopyramid-demos/usr/bin/$program
    [ -x "$file" ] || { fail "$program is missing"; continue; }
    ! readelf -d "$file" | grep -E 'RPATH|RUNPATH' || fail "$program has an RPATH"
    others=$(readelf -d "$file" | sed -n 's/.*NEEDED.*\[\(.*\)\.so\..*/\1/p' | grep -vxE 'lib(histopyramid(_reference)?|GLEW|OpenGL|EGL|glfw|assimp|teem|stdc\+\+|gcc_s|m|c)' | xargs || true)
    [ -z "$others" ] || fail "$program needs $others, which no package names"
done
for peer in OpenCV Eigen; do # Eigen is headers alone, so no program tells of it
    grep -q "$peer is not used" "$work/configure.log" || fail "the bench may hold $peer"
done
for photo in "$source"/assets/photos/*; do
    cmp "$photo" "$work/tree/histopyramid-demos/usr/share/histopyramid/assets/photos/${photo##*/}" || fail "histopyramid-demos lacks ${photo##*/}"
    [[ $photo = *.md ]] || grep -qx "Files: assets/photos/${photo##*/}" "$source/packaging/deb/copyright" || fail "the license of ${photo##*/} is not told"
done
! grep -rlF -e "$source" -e "$work" "$work/tree" || fail "these files know where they were built"

# Every header that a page is named in comes with that page; tests/install/test_docs.sh follows the links of a page.
for page in $(grep -rhoE 'docs/[a-z-]+\.md' "$source/include" | sort -u); do
    [ -s "$work/tree/histopyramid-doc/usr/share/doc/histopyramid/$page" ] || fail "a header names $page, which histopyramid-doc does not have"
done

# Man pages are made where help2man is; a build without them is a build of programs alone.
suppressed=()
[ -n "$(find "$work/tree/histopyramid-demos" -name 'dicer.1*')" ] || suppressed=(--suppress-tags no-manual-page)
lintian --allow-root --tag-display-limit 0 --fail-on error,warning "${suppressed[@]}" "$debs"/*.deb || fail "lintian found something"

# A build of another kind gives no packages for Debian, and says why.
mkdir -p "$work/other"
(cd "$source" && "$cmake" --preset deb -B "$work/other" -DBUILD_SHARED_LIBS=OFF -DHPYR_DISTRIBUTION=OFF) >"$work/other.log"
if (cd "$work/other" && "$(dirname "$cmake")/cpack" -G DEB) >"$work/other.log" 2>&1 || ! grep -q 'preset deb' "$work/other.log"; then
    fail "cpack made packages for Debian of static libraries"
fi
[ "$failures" -eq 0 ] || exit 1
ls -l "$debs"
