#!/usr/bin/env bash
# poisson_bits.sh PROGRAM FOLDER - the GPU's Poisson solutions and their surfaces are the same, to the bit, on GL 3.3 and on the newest GL of
# this driver. PROGRAM is test_poisson.
# SPDX-License-Identifier: MIT
set -euo pipefail
program=$1
folder=$2
mkdir -p "$folder"
rm -f "$folder"/newest "$folder"/3.3
"$program" "$folder/newest"
MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330 HPYR_TEST_DRIVER=llvmpipe-3.3 "$program" "$folder/3.3"
cmp "$folder/newest" "$folder/3.3"
