// voxels.mjs - what scenes need to turn a mesh into voxels and voxels into lists.  SPDX-License-Identifier: MIT

/** A voxelizer of bits with `side`³ cells, and a pyramid for them: { voxelizer, pyramid }. If one of them cannot be, neither is left. */
export function makeVoxels(library, side, { fill = 'surface', inside = 'default' } = {}) {
    const size = { width: side, height: side, depth: side };
    const voxelizer = library.voxelizer({ ...size, kind: 'bits', fill, inside });
    try {
        return { voxelizer, pyramid: library.pyramid({ ...size, layout: 'bits', order: 'column' }) };
    } catch (error) {
        voxelizer.destroy();
        throw error;
    }
}

/** A square texture of `format`, as 'RGBA32F', with `side`² entries of a list. */
export function makeList({ gl, painter }, format, side) {
    return { texture: painter.texture(gl[format], side, side, gl.NEAREST), width: side, height: side, format };
}
