#!/usr/bin/env bash
# poisson_bits.sh PROGRAM FOLDER - the GPU's Poisson solutions and their surfaces are the same, to the bit, on GL 3.3, on the newest GL of
# this driver and on OpenGL ES 3.0. PROGRAM is test_poisson.
# SPDX-License-Identifier: MIT
set -euo pipefail
program=$1
folder=$2
mkdir -p "$folder"
rm -f "$folder"/newest "$folder"/3.3 "$folder"/es3
"$program" "$folder/newest"
MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330 HPYR_TEST_DRIVER=llvmpipe-3.3 "$program" "$folder/3.3"
MESA_GLES_VERSION_OVERRIDE=3.0 HPYR_TEST_GL=es3 HPYR_TEST_DRIVER=llvmpipe-es3.0 "$program" "$folder/es3"
cmp "$folder/newest" "$folder/3.3"
cmp "$folder/newest" "$folder/es3"
