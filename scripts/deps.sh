#!/bin/sh
# deps.sh - installs what building and testing needs; the only place that names packages.  SPDX-License-Identifier: MIT
set -eu

# A compiler and CMake; GL, GLEW and EGL for library and tests; GLFW, cglm, stb, assimp, teem for the demos (Debian's assimp names
# libz.so in its CMake package without depending on it; without teem they read no NRRD files); cmocka, Mesa's software drivers, that of
# Vulkan among them, a display in memory, Xlib for hands that use its windows, glslang, clang-format and valgrind for the tests; ffmpeg
# for films (10 seconds and 160 MB; without it films are numbered pictures, and its test is not the whole one).
debian="make cmake gcc g++ pkg-config git
        libgl-dev libopengl-dev libglew-dev libegl-dev
        libglfw3-dev libcglm-dev libstb-dev libassimp-dev zlib1g-dev libteem-dev
        libcmocka-dev libegl-mesa0 libgl1-mesa-dri libglx-mesa0 mesa-vulkan-drivers glslang-tools clang-format xvfb xauth
        libx11-dev valgrind ffmpeg"

elsewhere() {
    cat >&2 <<'END'
deps.sh: this is no Debian or Ubuntu; please install these and run the build again:
  Fedora    dnf install make cmake gcc gcc-c++ pkgconf-pkg-config git mesa-libGL-devel libglvnd-devel glew-devel \
                mesa-libEGL-devel glfw-devel cglm-devel stb-devel assimp-devel teem-devel libcmocka-devel mesa-dri-drivers mesa-vulkan-drivers glslang clang-tools-extra \
                xorg-x11-server-Xvfb xorg-x11-xauth libX11-devel valgrind ffmpeg-free
  Arch      pacman -S make cmake gcc pkgconf git libglvnd glew glfw cglm stb assimp cmocka mesa xorg-server-xvfb \
                xorg-xauth libx11 valgrind ffmpeg vulkan-swrast glslang clang    (teem, for NRRD files, is in the AUR; without it the rest builds)
  Homebrew  brew install cmake pkg-config glew glfw cglm assimp teem cmocka ffmpeg    (stb: copy its headers into the include path;
                macOS has no EGL, so the tests and --headless do not run there)
Then:  cmake -S . -B build && cmake --build build
END
    exit 1
}

if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
    elsewhere
fi

missing=""
for package in $debian; do
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
