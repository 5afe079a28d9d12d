#!/bin/sh
# format.sh - lays out all C and GLSL as .clang-format says, or with --check names what is laid out otherwise.
# SPDX-License-Identifier: MIT
#
#   scripts/format.sh [--check]
set -eu
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
cd "$(dirname "$0")/.."
case ${1-} in
    "") mode=-i ;;
    --check) mode="--dry-run -Werror" ;;
    *) echo "format.sh: expected --check or nothing, got '$1'" >&2; exit 2 ;;
esac

version=$(clang-format --version | sed -E 's/.*version ([0-9]+).*/\1/')
if [ "$version" != 14 ]; then # others lay out a few lines otherwise
    echo "format.sh: clang-format 14 is needed, this is $version" >&2
    exit 2
fi

# In GLSL a file stands behind those that it needs, so the order of its includes has a meaning.
glsl_style=$(sed -e '/^#/d' -e 's/^SortIncludes: .*/SortIncludes: Never/' .clang-format | paste -sd ,)
files() {
    find bench check demos include src shaders tests -name node_modules -prune -o -name "$1" -print0
}
# shellcheck disable=SC2086
{
    files '*.[ch]' | xargs -0 clang-format $mode
    files '*.glsl' | xargs -0 clang-format $mode --style="{$glsl_style}"
}
# GLSL joins lines by a backslash from 4.20 on only, which files whose names end in _430 are.
if files '*.glsl' | grep -zv '_430\.glsl$' | xargs -0 grep -n '\\$'; then
    echo "format.sh: a macro in GLSL must fit into a line" >&2
    exit 1
fi
