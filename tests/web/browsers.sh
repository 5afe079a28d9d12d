# browsers.sh - for scripts that have $work, of test_web.sh, and $browser: chromium, firefox or webkit. Skips all where one of them is missing;
# $display is what the browser's command begins with.  SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034,SC2154
skip() {
    bash "$(dirname "${BASH_SOURCE[0]}")/../skips.sh" all no-browser "$1"
    exit
}

has_chromium() { [ -x "${HPYR_CHROMIUM:-/usr/bin/chromium}" ]; }
has_firefox() { command -v "${HPYR_FIREFOX:-firefox-esr}"; }
has_webkit() { [ -n "${HPYR_WEBKIT:-}" ] || ls /usr/lib/*/webkit2gtk-4.1/MiniBrowser; }

[ -f "$work/build/page/dicer/demo.wasm" ] && [ -d "$work/pages/node_modules" ] || skip "test_web.sh has built no page"
"has_$browser" >/dev/null 2>&1 || skip "there is no $browser; scripts/deps.sh --web installs it"
display=(xvfb-run -a -s "-screen 0 1280x1024x24 -noreset")
[ "$browser" != chromium ] || display=() # which needs none
[ "$browser" = chromium ] || command -v xvfb-run >/dev/null || skip "there is no xvfb-run; scripts/deps.sh --web installs it"
