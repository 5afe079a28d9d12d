#!/usr/bin/env bash
# test_page.sh - the demos' page in Chromium, from what test_web.sh has built. HPYR_PAGE_SECONDS=60 runs all checks, and plays each demo
# so long; without it those run that are quick.  SPDX-License-Identifier: MIT
# usage: test_page.sh WORK PROGRAMS   WORK is test_web.sh's, PROGRAMS the folder of the native demos
set -euo pipefail
work=$1 programs=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ ! -f "$work/build/page/dicer/demo.wasm" ] || [ ! -d "$work/pages/node_modules" ]; then
    bash "$here/../skips.sh" all no-browser "test_web.sh has built no page"
    exit
fi
checks=(check: without changes picture drop "dicer: input" "quadtree: input" "quadtree: save" "dicer: resize" "isosurface: lose" "features: controls" "isosurface: play")
[ -z "${HPYR_PAGE_SECONDS:-}" ] || checks=()
node "$work/pages/demo/run.mjs" --page "$work/build/page" --programs "$programs" --pictures "$work/pictures" \
    --seconds "${HPYR_PAGE_SECONDS:-2}" "${checks[@]}"
