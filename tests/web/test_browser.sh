#!/usr/bin/env bash
# test_browser.sh - the test pages and the demos in another browser than Chromium, from what test_web.sh has built.
# SPDX-License-Identifier: MIT
# usage: test_browser.sh WORK PROGRAMS BROWSER   WORK is test_web.sh's, PROGRAMS the folder of the native demos, BROWSER firefox or webkit
set -euo pipefail
work=$1 programs=$2 browser=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
skip() {
    bash "$here/../skips.sh" all no-browser "$1"
    exit
}

has_firefox() { command -v "${HPYR_FIREFOX:-firefox-esr}"; }
has_webkit() { [ -n "${HPYR_WEBKIT:-}" ] || ls /usr/lib/*/webkit2gtk-4.1/MiniBrowser; }

[ -f "$work/build/page/dicer/demo.wasm" ] && [ -d "$work/pages/node_modules" ] || skip "test_web.sh has built no page"
"has_$browser" >/dev/null 2>&1 || skip "there is no $browser; scripts/deps.sh --web installs it"
command -v xvfb-run >/dev/null || skip "there is no xvfb-run; scripts/deps.sh --web installs it"

checks=("check: lost" picture "dicer: resize" "isosurface: drop" "sparsify: drop" "reconstruct: drop")
failed=0
on_display() { xvfb-run -a -s "-screen 0 1280x1024x24 -noreset" "$@"; }
on_display node "$work/pages/run.mjs" --browser "$browser" --folder "/library/=$work/build/web-oracle" --folder "/page/=$work/build/page" \
    --folder "/assets/=$here/../../assets" || failed=1
on_display node "$work/pages/demo/run.mjs" --browser "$browser" --page "$work/build/page" --programs "$programs" \
    --pictures "$work/pictures_$browser" "${checks[@]}" || failed=1
exit $failed
