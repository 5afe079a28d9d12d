#!/usr/bin/env bash
# gpu-mesa.sh - builds Mesa's drivers for 14 kinds of GPUs, with stand-ins for the kernel's drivers, which scripts/gpu-compilers.sh needs.
# usage: scripts/gpu-mesa.sh FOLDER  SPDX-License-Identifier: MIT
#
# A driver believes that it has a GPU, compiles as for that GPU, and draws nothing. The source is Debian's, of the version that
# tests/gpu/table.csv was made with: Debian 13 has it, and Debian 12 in its backports. apt needs sources of kind deb-src, and root rights for
# what the build needs. Afterwards FOLDER has 50 MB: lib/ and egl_vendor.json. It takes half an hour on two cores.
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[[ $# -eq 1 && $1 != -* ]] || { echo "gpu-mesa.sh: expected a folder, got '$*'" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
version=25.0.7
debian=$(apt-cache showsrc mesa 2>/dev/null | sed -n "s/^Version: \($version-.*\)/\1/p" | head -1)
[ -n "$debian" ] || { echo "gpu-mesa.sh: apt offers no source of mesa $version; is there a deb-src line in its sources?" >&2; exit 1; }

as_root=""
[ "$(id -u)" -eq 0 ] || as_root=sudo
$as_root env DEBIAN_FRONTEND=noninteractive apt-get build-dep -q -y --no-install-recommends "mesa=$debian" >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get source -q --download-only "mesa=$debian" >&2
tar xf "mesa_$version.orig.tar.xz"

# The stand-ins are Mesa's own tools for those who work on compilers. Intel's is not among what is installed.
meson setup build mesa-*/ --buildtype=release --prefix="$work/mesa" --libdir=lib -Dtools=drm-shim,intel \
    -Dgallium-drivers=iris,crocus,radeonsi,freedreno,panfrost,v3d,nouveau,llvmpipe -Dvulkan-drivers= -Dplatforms= -Dglx=disabled \
    -Degl=enabled -Dgbm=enabled -Dglvnd=enabled -Dgles1=disabled -Dgles2=enabled -Dopengl=true -Dllvm=enabled -Dvideo-codecs= \
    -Dbuild-tests=false -Dvalgrind=disabled -Dlibunwind=disabled -Dlmsensors=disabled
ninja -C build install src/intel/tools/libintel_noop_drm_shim.so

# Beside libdrm of the same age, which an older system does not have.
mkdir -p "$folder/lib"
cp -L mesa/lib/libgallium-*.so mesa/lib/libEGL_mesa.so.0 mesa/lib/libgbm.so.1 mesa/lib/lib*_noop_drm_shim.so \
    build/src/intel/tools/libintel_noop_drm_shim.so "$folder/lib"
for library in libdrm.so.2 libdrm_amdgpu.so.1; do
    cp -L "$(ldconfig -p | sed -n "s/^\s*$library .*x86-64.* => //p" | head -1)" "$folder/lib"
done
strip "$folder"/lib/*.so*
echo '{"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_mesa.so.0"}}' >"$folder/egl_vendor.json"
