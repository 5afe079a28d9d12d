// memory.mjs - whether the GPU has the memory that something needs.  SPDX-License-Identifier: MIT

/** Calls `make`, and answers whether there was memory for what it makes. */
export function allocates(gl, make) {
    while (gl.getError() !== gl.NO_ERROR); // none of before is this one's
    make();
    return gl.getError() !== gl.OUT_OF_MEMORY;
}
