#!/usr/bin/env bash
# wine.sh - runs a command, whose programs for Windows Wine runs, on a display in memory.  SPDX-License-Identifier: MIT
# usage: wine.sh FOLDER COMMAND [ARGUMENT...]   FOLDER is Wine's drive C and registry, which are made where there is none
#
# One server and one desktop live as long as the command, for a program starts in a tenth of a second then, and else in two. Programs that start at
# the same time do not always both start. The exit status is the command's.
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[ $# -ge 2 ] || { echo "wine.sh: expected a folder and a command" >&2; exit 2; }
if [ "${HPYR_IN_WINE-}" != "$1" ]; then
    for tool in wine wineserver xvfb-run; do
        command -v $tool >/dev/null || { echo "wine.sh: there is no $tool: scripts/deps.sh --windows installs it" >&2; exit 1; }
    done
    export HPYR_IN_WINE=$1
    exec xvfb-run -a -s "-screen 0 1280x1024x24 -noreset" bash "$0" "$@" </dev/null
fi
mkdir -p "$1"
WINEPREFIX=$(cd "$1" && pwd)
shift
# Without its log, and without .NET and a browser, which no program of ours has; without game controllers, for Wine's library of them has a thread
# that crashes when GLFW unloads it.
export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml,xinput1_4,xinput1_3,xinput9_1_0,dinput8=" LIBGL_ALWAYS_SOFTWARE=1
trap 'wineserver -k || true' EXIT
wineserver -p
wine wineboot
wine notepad & # has a window, so that Wine's desktop stays, too
status=0
"$@" || status=$?
exit $status
