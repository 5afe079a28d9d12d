#!/bin/sh
# deps.sh - installs what building, demos and tests need; the only place that names packages.  SPDX-License-Identifier: MIT
#
#   scripts/deps.sh            what it takes to build the library and the demos, and to run the demos
#   scripts/deps.sh --tests    that, and what it takes to run all tests, to make the reference, the films and the packages
#   scripts/deps.sh --peers    that, and OpenCV and Eigen, whose results some tests compare the library's with; and VTK and nanoflann, which the bench has beside it
#   scripts/deps.sh --web      the first, and what it takes to build for a browser and to run tests there; beside --tests it is everything
#   scripts/deps.sh --windows  what scripts/windows.sh takes: a compiler for Windows, and Wine
#   scripts/deps.sh --list     installs nothing and prints the names; beside --tests, --peers, --web or --windows, those of that
set -eu
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
tests=no
peers=no
web=no
windows=no
list=no
for argument in "$@"; do
    case $argument in
        --tests) tests=yes ;;
        --peers) tests=yes; peers=yes ;;
        --web) web=yes ;;
        --windows) windows=yes ;;
        --list) list=yes ;;
        *) echo "deps.sh: expected --tests, --peers, --web, --windows, --list or nothing, got '$argument'" >&2; exit 2 ;;
    esac
done

# A compiler and CMake; GL, GLEW and EGL for the library; GLFW, cglm, stb, assimp, teem for the demos (Debian's assimp names libz.so in
# its CMake package without depending on it; without teem they read plain NRRD files alone); Mesa's drivers, for a machine that has none yet.
packages="make cmake gcc libc6-dev
        libgl-dev libopengl-dev libglew-dev libegl-dev
        libglfw3-dev libcglm-dev libstb-dev libassimp-dev zlib1g-dev libteem-dev
        libegl-mesa0 libgl1-mesa-dri libglx-mesa0"

# Ninja, with which test.sh builds; cmocka and pkg-config; g++ and clang-format for headers and layout; Mesa's Vulkan driver for OpenGL over
# Vulkan, glslang as a second compiler; a display in memory, Xlib for hands that use its windows; valgrind; ffmpeg for films (10 seconds and
# 160 MB; without it films are numbered pictures, and its test is not the whole one); Doxygen and help2man for the reference and the man
# pages; lintian, dpkg-dev and debootstrap for the packages, Python for the description of the API and for Conan's recipe; headers of OpenGL
# ES for the library that needs them alone.
if [ "$tests" = yes ]; then
    packages="$packages
        git ninja-build pkg-config libcmocka-dev g++ clang-format
        mesa-vulkan-drivers glslang-tools xvfb xauth libx11-dev valgrind ffmpeg
        doxygen help2man lintian dpkg-dev debootstrap python3 libgles-dev"
fi

# OpenCV's detector of corners, and Eigen's sparse matrices: 10 packages, 8 MB to fetch, 43 MB installed. VTK's Flying Edges: 207 packages. nanoflann's k-d tree: one header.
if [ "$peers" = yes ]; then
    packages="$packages
        libopencv-core-dev libopencv-imgproc-dev libeigen3-dev libnanoflann-dev libvtk9-dev"
fi

# A compiler to WebAssembly, and Python for the tables of its JavaScript; three browsers (WebKit's has its MiniBrowser with the library), and
# a display in memory for two of them; Node.js and npm, for what tests/web/package.json names.
if [ "$web" = yes ]; then
    packages="$packages
        emscripten python3 chromium firefox-esr libwebkit2gtk-4.1-0 xvfb xauth nodejs npm"
fi

# Compilers to programs of 64-bit Windows, dpkg's tools for the sources of GLFW and GLEW, and a display in memory for Wine: 176 MB. What makes
# the installer, and a compiler and a linker that are like Microsoft's, for tests of what is packed.
if [ "$windows" = yes ]; then
    packages="$packages
        gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 dpkg-dev wine wine64 xvfb xauth nsis clang lld"
fi
if [ "$list" = yes ]; then
    # shellcheck disable=SC2086 # one word a package
    printf '%s\n' $packages
    exit 0
fi

elsewhere() {
    cat >&2 <<'END'
deps.sh: this is no Debian or Ubuntu; please install these and run the build again:
  Fedora    dnf install make cmake gcc mesa-libGL-devel libglvnd-devel glew-devel mesa-libEGL-devel glfw-devel \
                cglm-devel stb-devel assimp-devel teem-devel mesa-dri-drivers
  Arch      pacman -S make cmake gcc libglvnd glew glfw cglm stb assimp mesa
                (teem, for NRRD files, is in the AUR; without it the rest builds)
  Homebrew  brew install cmake glew glfw cglm assimp teem    (stb: copy its headers into the include path)
END
    if [ "$tests" = yes ]; then
        cat >&2 <<'END'
and for the tests:
  Fedora    dnf install gcc-c++ ninja-build pkgconf-pkg-config git libcmocka-devel mesa-vulkan-drivers glslang clang-tools-extra \
                xorg-x11-server-Xvfb xorg-x11-xauth libX11-devel valgrind ffmpeg-free doxygen help2man python3
  Arch      pacman -S ninja pkgconf git cmocka vulkan-swrast glslang clang xorg-server-xvfb xorg-xauth libx11 valgrind \
                ffmpeg doxygen help2man python
  Homebrew  macOS has no EGL, so the tests and --headless do not run there
END
    fi
    if [ "$peers" = yes ]; then
        cat >&2 <<'END'
and for the comparisons with other libraries:
  Fedora    dnf install opencv-devel eigen3-devel nanoflann-devel vtk-devel
  Arch      pacman -S opencv eigen nanoflann vtk
  Homebrew  brew install opencv eigen nanoflann vtk
END
    fi
    if [ "$web" = yes ]; then
        cat >&2 <<'END'
and for the browsers:
  Fedora    dnf install emscripten python3 chromium firefox webkit2gtk4.1 xorg-x11-server-Xvfb xorg-x11-xauth nodejs npm
  Arch      pacman -S emscripten python chromium firefox webkit2gtk-4.1 xorg-server-xvfb xorg-xauth nodejs npm
  Homebrew  brew install emscripten node; brew install --cask chromium firefox
END
    fi
    echo "Then:  cmake -S . -B build && cmake --build build" >&2
    exit 1
}

if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
    elsewhere
fi

# Node.js from elsewhere than Debian brings npm along, and Debian's npm does not go with it.
has_npm=no
if command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1; then
    has_npm=yes
fi

missing=""
for package in $packages; do
    case $has_npm-$package in
        yes-nodejs | yes-npm) continue ;;
    esac
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    case $status in
        *" installed") ;;
        *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo"
else
    echo "deps.sh: neither root nor sudo here; as root run: apt-get install$missing" >&2
    exit 1
fi

echo "deps.sh: installing$missing" >&2
# The lists of a bare machine are empty or stale; a source that does not answer is no reason to stop before apt itself does.
$as_root apt-get update -q >&2 || echo "deps.sh: apt-get update failed, going on with the lists at hand" >&2
# shellcheck disable=SC2086 # one word a package
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >&2
