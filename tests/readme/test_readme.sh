#!/usr/bin/env bash
# test_readme.sh - the README's program is complete: taken out, compiled against an installed tree, run under Xvfb.
# usage: test_readme.sh SOURCE INSTALL_TREES C_COMPILER  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2/readme trees=$2 compiler=$3
rm -rf "$work"
mkdir -p "$work"

# The first ```c block that has a main.
awk '
    /^```c$/ && !inside { inside = 1; text = ""; next }
    /^```$/ && inside   { inside = 0; if (text ~ /int main/) { printf "%s", text; exit } }
    inside              { text = text $0 "\n" }
' "$source/README.md" >"$work/app.c"
[ -s "$work/app.c" ] || { echo "README.md has no C program"; exit 1; }

# The blocks without a main are functions that the same program could have.
awk '
    /^```c$/ && !inside { inside = 1; text = ""; next }
    /^```$/ && inside   { inside = 0; if (text !~ /int main/) { printf "%s", text } }
    inside              { text = text $0 "\n" }
' "$source/README.md" >"$work/functions.c"

lines=$(wc -l <"$work/app.c")
[ "$lines" -le 50 ] || { echo "the program has $lines lines, which is more than a reader takes in"; exit 1; }
cat "$work/functions.c" >>"$work/app.c"

flags=()
for tree in "$trees/static-tree" "$trees/shared tree"; do
    PKG_CONFIG_PATH=$(dirname "$(find "$tree" -name histopyramid.pc)")
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
    export PKG_CONFIG_PATH LD_LIBRARY_PATH
    eval "flags=($(pkg-config --cflags --libs histopyramid glfw3 glew gl))"
    "$compiler" -std=c99 -Wall -Wextra -Werror "$work/app.c" -o "$work/app" "${flags[@]}"
    timeout 60 xvfb-run -a -s "-screen 0 1280x1024x24" "$work/app" >"$work/output" ||
        { echo "the program ended with status $?"; cat "$work/output"; exit 1; }
    [ -s "$work/output" ] || { echo "the program printed nothing"; exit 1; }
    cat "$work/output"
done
