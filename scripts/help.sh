#!/bin/sh
# help.sh - prints what a script of this folder does, which is the comment at its top.  SPDX-License-Identifier: MIT
# usage: help.sh SCRIPT; every script answers so to --help
set -eu
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[ -r "${1-}" ] || { echo "help.sh: expected a script, got '${1-}'" >&2; exit 2; }
sed -n -e '1d' -e '/^#/!q' -e 's/^# \{0,1\}//' -e '/^SPDX/d' -e 's/ *SPDX-License-Identifier: MIT//' -e p "$1"
