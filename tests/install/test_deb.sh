#!/usr/bin/env bash
# test_deb.sh - installs the packages for Debian into a minimal Debian 12, uses them there, and removes them without a trace.
# usage: test_deb.sh SOURCE WORK, behind make_debs.sh  SPDX-License-Identifier: MIT
#
# That Debian lies in a folder. It is made once and kept in WORK/debian; each run works on a copy. What is mounted there is
# mounted in a namespace of this script alone, so it goes with the script, however that ends.
set -euo pipefail
work=${2:?test_deb.sh: WORK is empty, and this script removes folders in it}
source=$1 debs=$work/debs
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
demos=$(bash "$source/scripts/demo.sh" --list) programs="$demos histopyramid-bench histopyramid-check"
suite=bookworm base=$work/debian copy=$work/root archives=$work/archives
skip() {
    exec bash "$here/../skips.sh" all "$@"
}

if [ "${3:-}" != inside ]; then
    [ "$(id -u)" -eq 0 ] || skip no-root "only root may make a Debian in a folder and enter it"
    unshare --mount --pid --fork --mount-proc true 2>/dev/null || skip no-namespaces "this machine grants no mounts of one's own"
    exec unshare --mount --pid --fork --mount-proc --kill-child bash "$0" "$source" "$work" inside
fi
clean_up() { # the archives are part of the copy as long as they are mounted there
    for folder in "$copy/proc" "$copy/var/cache/apt/archives"; do
        ! mountpoint -q "$folder" || umount -l "$folder" || return 0
    done
    rm -rf --one-file-system "$base.new" "$copy"
}
trap clean_up EXIT

# ---- the Debian in a folder, from the archive that this machine's apt uses ----
mapfile -t sources < <(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' "Created-By: Packages" 2>/dev/null |
    grep -E " $suite(-updates|-security)? main$" | sort -u)
mirror=$(printf '%s\n' "${sources[@]}" | sed -n "s/ $suite main\$//p")
mirror=${mirror%%$'\n'*}
[ -n "$mirror" ] || skip no-mirror "this machine's apt knows no archive of Debian 12"
mkdir -p "$archives"

in_root() { # in_root COMMAND...: in the copy, with nothing of this machine's environment but the way to the archive
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive LIBGL_ALWAYS_SOFTWARE=1 \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} chroot "$copy" "$@"
}
get() { # get APT_ARGUMENT...: apt-get, which prints only when it fails
    in_root apt-get -q -y --no-install-recommends "$@" >"$work/apt.log" 2>&1 || { tail -n 40 "$work/apt.log"; exit 1; }
}
if [ ! -d "$base" ]; then
    debootstrap --variant=minbase --cache-dir="$archives" "$suite" "$base.new" "$mirror" >"$work/debootstrap.log" 2>&1 ||
        { tail -n 20 "$work/debootstrap.log"; exit 1; }
    printf 'deb %s\n' "${sources[@]}" >"$base.new/etc/apt/sources.list"
    apt-config dump | grep -E '^Acquire::(https?|ftp|Languages|Check-Valid-Until)\b' >"$base.new/etc/apt/apt.conf.d/10machine" || true
    echo 'APT::Keep-Downloaded-Packages "true"; Binary::apt-get::APT::Keep-Downloaded-Packages "true";' >"$base.new/etc/apt/apt.conf.d/20keep"
    echo force-unsafe-io >"$base.new/etc/dpkg/dpkg.cfg.d/fast"
    mv "$base.new" "$base"
fi
clean_up
cp -a "$base" "$copy"
cp -L /etc/resolv.conf /etc/hosts "$copy/etc/"
mount -t proc proc "$copy/proc"
mount --bind "$archives" "$copy/var/cache/apt/archives"
mkdir "$copy/debs" "$copy/consumer"
cp "$debs"/*.deb "$copy/debs"
cp "$source"/tests/install/consumer/* "$copy/consumer"
get update

# ---- installed on nothing but what they depend on, and removed: no file is left, and none has changed ----
# files OUT: name, kind, size, mode and target of every file that is not a package manager's own note.
files() {
    (cd "$copy" && find . -xdev \( -path ./debs -o -path ./consumer -o -path ./proc -o -path ./tmp -o -path ./var/lib/dpkg -o -path ./var/lib/apt \
        -o -path ./var/cache -o -path ./var/log \) -prune -o \( -type d -printf '%p/ %m\n' -o -printf '%p %y %s %m %l\n' \) | sort) >"$1"
}
foreign=$(for deb in "$debs"/*.deb; do dpkg-deb -f "$deb" Depends; done | tr ',|' '\n\n' | sed -E 's/^ *([^ ]+).*/\1/' | grep -v histopyramid | sort -u)
# shellcheck disable=SC2086 # one word a package
get install $foreign
files "$work/files.before"
packages=$(for deb in "$debs"/*.deb; do dpkg-deb -f "$deb" Package; done)
archived=$(cd "$copy" && printf '/%s\n' debs/*.deb)
# dpkg fetches nothing, and refuses a package whose needs are not all there.
# shellcheck disable=SC2086
in_root dpkg --install $archived >"$work/dpkg.log" 2>&1 || { cat "$work/dpkg.log"; exit 1; }
files "$work/files.installed"
# shellcheck disable=SC2086
in_root sh -c 'ldd $(printf "/usr/bin/%s " "$@") /usr/lib/*/libhistopyramid*.so.0.*' sh $programs >"$work/ldd"
if grep 'not found' "$work/ldd"; then
    echo "a package does not depend on what its programs need"
    exit 1
fi
in_root ldconfig -p >"$work/ldconfig" # into a file: a grep that has found something ends its pipe, and so fails it
grep -q 'libhistopyramid\.so\.0' "$work/ldconfig" || { echo "the linker does not know the library"; exit 1; }
[ ! -e "$copy/usr/include/GL/glew.h" ] || { echo "libglew-dev came along"; exit 1; }
# shellcheck disable=SC2086
get purge $packages
files "$work/files.after"
if ! diff "$work/files.before" "$work/files.after"; then
    echo "removing the packages left (>) or took (<) these"
    exit 1
fi
[ "$(diff "$work/files.before" "$work/files.installed" | grep -c '^>')" -ge 60 ] || { echo "too little was installed: is this test broken?"; exit 1; }

# ---- used: programs by a user without the sources, the library by CMake and by pkg-config ----
# shellcheck disable=SC2086
get install $archived gcc libc6-dev cmake make pkg-config libgl1-mesa-dri
in_root sh -euc '
    cd /tmp
    cmake -S /consumer -B by-cmake -DCMAKE_DISABLE_FIND_PACKAGE_OpenGL=ON >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
    cmake --build by-cmake >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
    by-cmake/consumer
    by-cmake/consumer_reference
    cc -std=c99 -Wall -Werror /consumer/consumer.c -o consumer $(pkg-config --cflags --libs histopyramid)
    ./consumer
    cc -std=c99 -Wall -Werror /consumer/consumer_reference.c -o consumer_reference $(pkg-config --cflags --libs histopyramid-reference)
    ./consumer_reference
    for program in "$@"; do
        $program --help >/tmp/log || { cat /tmp/log; exit 1; }
        case $program in histopyramid-*) ;; *) $program --headless --screenshot $program.png ;; esac
    done
    heartbreaker --headless --model die --screenshot die.png' sh $programs
for picture in $demos die; do
    [ "$(stat -c %s "$copy/tmp/$picture.png")" -gt 5000 ] || { echo "$picture.png is no picture"; exit 1; }
    cp "$copy/tmp/$picture.png" "$work"
done
# shellcheck disable=SC2086
get purge $packages
if find "$copy/usr" "$copy/etc" "$copy/var/lib/dpkg/info" -name '*histopyramid*' | grep .; then
    echo "these are left after a second removal"
    exit 1
fi
echo "installed, used and removed: $(echo $packages)"
