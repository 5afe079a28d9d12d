// voxelizers.mjs - volumes of pages' triangles equal the reference: what triangles touch, and what they enclose. What THIN sets depends
// on how a browser rounds corners (docs/gl-notes.md), so it is not compared.  SPDX-License-Identifier: MIT
import { ask, buffer, open } from '../oracle.mjs';
import { expect, expectError, seeded } from '../webgl.mjs';

const FILLS = { surface: 2, solid: 3 }, [WIDTH, HEIGHT, DEPTH] = [33, 20, 40];
const CELLS = WIDTH * HEIGHT * DEPTH;

/** Twelve triangles. */
function box(low, high) {
    const corner = (i) => [0, 1, 2].map((axis) => ((i >> axis) & 1 ? high[axis] : low[axis]));
    const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    return new Float32Array(faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d].flatMap(corner)));
}

function crumbs(count) {
    const random = seeded(4), number = () => (random() >>> 8) / 2 ** 23 - 1, soup = [];
    for (let i = 0; i < count; i++) {
        const place = [0.8 * number(), 0.8 * number(), 0.8 * number()];
        for (let k = 0; k < 9; k++) soup.push(place[k % 3] + 0.2 * number());
    }
    return new Float32Array(soup);
}

function compare(gl, library, soup, fill, isIndexed) {
    const voxelizer = library.voxelizer({ width: WIDTH, height: HEIGHT, depth: DEPTH, fill });
    const triangleCount = soup.length / 9, positions = buffer(gl, soup);
    const indices = isIndexed ? buffer(gl, new Uint32Array(3 * triangleCount).map((_, i) => i)) : undefined;
    voxelizer.run({ positions, indices, triangleCount });
    const pyramid = library.pyramid({ width: WIDTH, height: HEIGHT, depth: DEPTH, layout: 'bits', order: 'column' });
    pyramid.buildBits(voxelizer.output());
    const points = pyramid.download(), wanted = ask(library, 'voxels', soup, triangleCount, WIDTH, HEIGHT, DEPTH, FILLS[fill]);
    const set = new Uint8Array(CELLS);
    for (let i = 0; i < points.length; i += 4) set[(points[i + 2] * HEIGHT + points[i + 1]) * WIDTH + points[i]] = 1;
    const wrong = set.reduce((sum, is, i) => sum + (wanted[i] & 2 ? 0 : is ^ (wanted[i] & 1)), 0);
    expect(points.length > 4000 && wrong === 0, `${fill}: ${wrong} of ${points.length / 4} voxels are wrong`);
    voxelizer.destroy();
    pyramid.destroy();
    expectError(gl);
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

export const checks = { 'volumes equal the reference': equalTheReference };
