// voxelizers.mjs - volumes of pages' triangles equal the reference: what triangles touch, and what they enclose. thin.mjs has the third
// fill.  SPDX-License-Identifier: MIT
import { open } from '../oracle.mjs';
import { crumbs, expectVoxels, voxelsOf } from '../voxels.mjs';
import { expect } from '../webgl.mjs';

const SIZE = [33, 20, 40];

/** Twelve triangles. */
function box(low, high) {
    const corner = (i) => [0, 1, 2].map((axis) => ((i >> axis) & 1 ? high[axis] : low[axis]));
    const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    return new Float32Array(faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d].flatMap(corner)));
}

function compare(gl, library, soup, fill, isIndexed, size = SIZE) {
    const points = voxelsOf(gl, library, soup, size, { fill, isIndexed });
    expect(points.length > 4000, `${fill}: ${points.length / 4} voxels`);
    expectVoxels(library, points, soup, size, fill, fill);
}

async function equalTheReference(gl) {
    const { library, messages } = await open(gl);
    for (const isIndexed of [false, true]) {
        compare(gl, library, box([-0.61, -0.43, -0.55], [0.52, 0.37, 0.71]), 'solid', isIndexed);
        compare(gl, library, crumbs(200), 'surface', isIndexed);
    }
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
}

/** So many that some rectangle is too small, if its corners are rounded by more than it allows for. */
async function manyTriangles(gl) {
    const { library, messages } = await open(gl);
    for (const fill of ['solid', 'surface']) compare(gl, library, crumbs(2000, 0.1, 0.9, 1), fill, false, [64, 60, 40]);
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
}

export const checks = { 'volumes equal the reference': equalTheReference, 'no triangle misses a column': manyTriangles };
