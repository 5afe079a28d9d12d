// fields.mjs - fields for isosurfaces in a browser, and the benchmark's.  SPDX-License-Identifier: MIT

/** field_cayley of demos/common/volume/fields.c, x fastest, bit by bit in float32. */
export function cayley(side) {
    const f = Math.fround;
    const at = Array.from({ length: side }, (_, i) => f(-1 + (2 * i) / (side - 1)));
    const samples = new Float32Array(side ** 3);
    let i = 0;
    for (const z of at) {
        for (const y of at) {
            for (const x of at) samples[i++] = f(f(f(f(f(16 * x) * y) * z) + f(4 * f(f(x + y) + z))) - 1);
        }
    }
    return samples;
}
