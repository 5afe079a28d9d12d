// voxels.mjs - triangle soups, and their volumes beside those of the reference.  SPDX-License-Identifier: MIT
import { ask, buffer } from './oracle.mjs';
import { expect, expectError, seeded } from './webgl.mjs';

const FILLS = { thin: 1, surface: 2, solid: 3 };

/** Triangles with corners up to `reach` away from places in a cube of half the side `range`. */
export function crumbs(count, reach = 0.2, range = 0.8, seed = 4) {
    const random = seeded(seed), number = () => (random() >>> 8) / 2 ** 23 - 1, soup = [];
    for (let i = 0; i < count; i++) {
        const place = [range * number(), range * number(), range * number()];
        for (let k = 0; k < 9; k++) soup.push(place[k % 3] + reach * number());
    }
    return new Float32Array(soup);
}

/** The list of the voxels that a soup sets, as the library makes it: four numbers a voxel. */
export function voxelsOf(gl, library, soup, [width, height, depth], { fill, kind, isIndexed = false }) {
    const voxelizer = library.voxelizer({ width, height, depth, fill, kind });
    const triangleCount = soup.length / 9, positions = buffer(gl, soup);
    const indices = isIndexed ? buffer(gl, new Uint32Array(3 * triangleCount).map((_, i) => i)) : undefined;
    voxelizer.run({ positions, indices, triangleCount });
    const isBits = kind !== 'slices';
    const pyramid = library.pyramid({ width, height, depth, layout: isBits ? 'bits' : 'auto', order: isBits ? 'column' : 'morton' });
    if (isBits) pyramid.buildBits(voxelizer.volume());
    else pyramid.build(voxelizer.volume());
    const points = pyramid.download();
    voxelizer.destroy();
    pyramid.destroy();
    [positions, indices].forEach((name) => name && gl.deleteBuffer(name));
    expectError(gl);
    return points;
}

/** Throws unless these are the voxels of the reference, but where rounding decides. */
export function expectVoxels(library, points, soup, [width, height, depth], fill, what) {
    const wanted = ask(library, 'voxels', soup, soup.length / 9, width, height, depth, FILLS[fill]);
    const set = new Uint8Array(width * height * depth);
    for (let i = 0; i < points.length; i += 4) set[(points[i + 2] * height + points[i + 1]) * width + points[i]] = 1;
    const wrong = set.reduce((sum, is, i) => sum + (wanted[i] & 2 ? 0 : is ^ (wanted[i] & 1)), 0);
    expect(wrong === 0, `${what}: ${wrong} of ${points.length / 4} voxels are wrong`);
}
