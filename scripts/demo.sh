#!/usr/bin/env bash
# demo.sh - from a bare machine to Dicer's teapot: a window where there is a display, else a PNG and a PLY.
# Arguments go to dicer.  SPDX-License-Identifier: MIT
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

sh "$root/scripts/deps.sh"
cmake -S "$root" -B "$root/build" -DCMAKE_BUILD_TYPE=RelWithDebInfo
cmake --build "$root/build" --target dicer --parallel "$(getconf _NPROCESSORS_ONLN)"
dicer="$root/build/bin/dicer"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$dicer" "$@"
fi

echo "demo.sh: no display, so dicer runs headless" >&2
if [ $# -gt 0 ]; then
    exec "$dicer" --headless "$@"
fi
"$dicer" --headless --repeat 5 --screenshot "$root/build/teapot.png" --output "$root/build/teapot.ply"
echo "demo.sh: the four pictures are in $root/build/teapot.png, the point cloud is in $root/build/teapot.ply"
