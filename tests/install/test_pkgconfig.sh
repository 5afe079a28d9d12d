#!/usr/bin/env bash
# test_pkgconfig.sh - pkg-config, with and without --static, against both installed trees.
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
done
