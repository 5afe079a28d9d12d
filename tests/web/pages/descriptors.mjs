// descriptors.mjs - what a page writes into a descriptor comes back as `resolved`, by the same names.  SPDX-License-Identifier: MIT
import { open } from '../oracle.mjs';
import { expect, expectError } from '../webgl.mjs';

/** Objects are made so fast that a probe may read what the GPU has not drawn yet. Chromium tells it, if it was so. */
export const usual = ['GPU stall due to ReadPixels'];

// Numbers that differ, so that none can stand in for another. That they are where C has them is proven by the compiler.
const GRID = { width: 5, height: 6, depth: 7, spacing: [1, 2, 3], origin: [4, 5, 6], axes: [3, 2, 1], slabDepth: 2 };
const MESH = { ...GRID, vertex: 'midpoint', gradient: 'central', winding: 'clockwise' };
const DESCRIPTORS = {
    pyramid: {
        width: 8, height: 9, depth: 3, tilesX: 2, layout: 'vec4', countFormat: 'uint', base: 'merged', order: 'morton', maxCount: 5, clones: 4,
    },
    isosurface: { ...MESH, mesh: 'soup' },
    marchingCubes: { ...MESH, expansion: 'vertex', layout: 'vec4' },
    voxelizer: { width: 8, height: 9, depth: 10, tilesX: 0, kind: 'bits', fill: 'solid', inside: 'six-rays' },
    lists: { capacity: 100, operations: ['sort', 'gather'] },
};

async function comesBack(gl) {
    const { library, messages } = await open(gl);
    for (const [kind, descriptor] of Object.entries(DESCRIPTORS)) {
        const { resolved } = library[kind](descriptor);
        const sorted = (values) => JSON.stringify(Object.entries(values).sort());
        expect(sorted(resolved) === sorted(descriptor), `${kind}: ${JSON.stringify(resolved)}`);
    }
    const { caps } = library;
    expect(caps.gl === 'es3' && caps.glVersion === 30 && caps.glslVersion === 300, `${caps.gl}, ${caps.glVersion}, ${caps.glslVersion}`);
    expect(caps.maxTexture3DSize <= gl.getParameter(gl.MAX_3D_TEXTURE_SIZE) && caps.maxTexture3DSize >= 256, `3D: ${caps.maxTexture3DSize}`);
    expect(caps.version.startsWith('OpenGL ES 3.0') && caps.rectangleTextures === false, `${caps.version}, ${caps.rectangleTextures}`);
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
    expectError(gl);
}

async function unknownOperationsAreMistakes(gl) {
    const { library } = await open(gl);
    let message = '';
    try {
        library.lists({ capacity: 4, operations: ['sort', 'sieve'] });
    } catch (error) {
        message = error.message;
    }
    expect(/operations sieve; known are scan, select, sort, gather/.test(message), `there was: ${message}`);
    library.destroy();
}

export const checks = {
    'descriptors come back as they were': comesBack,
    'unknown operations are mistakes': unknownOperationsAreMistakes,
};
