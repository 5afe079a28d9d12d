#!/usr/bin/env bash
# test_pkgconfig.sh - pkg-config, with and without --static, against both installed trees. A program with headers of another version is
# refused, and a plug-in that links the static library exports none of its functions.
# usage: test_pkgconfig.sh SOURCE WORK CMAKE GENERATOR C_COMPILER  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2 compiler=$5
consumer=$source/tests/install/consumer

for tree in "$work/static-tree" "$work/shared tree"; do
    package=$(find "$tree" -name histopyramid.pc)
    PKG_CONFIG_PATH=$(dirname "$package")
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
    export PKG_CONFIG_PATH LD_LIBRARY_PATH
    pkg-config --exists 'histopyramid >= 0.1 histopyramid < 0.2' || { echo "wrong version in $package"; exit 1; }
    flags=()
    for option in "" --static; do
        build="$work/pkgconfig-consumer$option-$(basename "$tree")"
        rm -rf "$build"
        mkdir -p "$build"
        # eval, because pkg-config quotes the spaces of a path for the shell.
        eval "flags=($(pkg-config $option --cflags --libs histopyramid))"
        "$compiler" -std=c99 -Wall -Wextra -Werror "$consumer/consumer.c" -o "$build/consumer" "${flags[@]}"
        "$build/consumer"
        eval "flags=($(pkg-config $option --cflags --libs histopyramid-reference))"
        "$compiler" -std=c99 -Wall -Wextra -Werror "$consumer/consumer_reference.c" -o "$build/consumer_reference" "${flags[@]}"
        "$build/consumer_reference"
    done
    eval "flags=($(pkg-config --static --cflags --libs histopyramid))"
    newer="$work/newer-headers-$(basename "$tree")"
    rm -rf "$newer"
    mkdir -p "$newer"
    cp -r "$(find "$tree" -type d -path '*include/histopyramid')" "$newer"
    sed -i 's/HPYR_VERSION_MINOR 1 /HPYR_VERSION_MINOR 2 /; s/^    bool skip_restore;$/&\n    double more[8];/' "$newer/histopyramid/context.h"
    "$compiler" -std=c99 -Wall -Wextra -Werror "-I$newer" "$consumer/consumer_newer.c" -o "$newer/consumer" "${flags[@]}"
    "$newer/consumer"
done

PKG_CONFIG_PATH=$(dirname "$(find "$work/static-tree" -name histopyramid.pc)")
eval "flags=($(pkg-config --static --cflags --libs histopyramid))"
printf '#include <histopyramid/histopyramid.h>\nint plugin(void);\nint plugin(void) { return hpyr_version(); }\n' >"$work/plugin.c"
"$compiler" -std=c99 -fPIC -shared "$work/plugin.c" -o "$work/plugin.so" "${flags[@]}"
[ "$(nm -D --defined-only "$work/plugin.so" | grep -c ' T plugin$')" = 1 ]
if nm -D --defined-only "$work/plugin.so" | grep hpyr_; then
    echo "a plug-in that links the static library exports these"
    exit 1
fi
