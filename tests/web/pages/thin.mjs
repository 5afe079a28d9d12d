// thin.mjs - fill THIN sets the reference's voxels, although SwiftShader rounds corners to 1/16 pixel.  SPDX-License-Identifier: MIT
import { ask, open } from '../oracle.mjs';
import { crumbs, expectVoxels, voxelsOf } from '../voxels.mjs';
import { expect } from '../webgl.mjs';

const KINDS = ['slices', 'bits'];

async function withLibrary(gl, check) {
    const { library, messages } = await open(gl);
    await check(library);
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
}

/** Table 1 of the paper (2006) says 2130, 8595 and 33 989. */
async function papersPoints(gl) {
    await withLibrary(gl, (library) => {
        const teapot = new Float32Array(ask(library, 'teapot', 7).buffer);
        for (const [size, count] of [[[64, 64, 256], 2130], [[128, 128, 256], 8596], [[256, 256, 256], 33990]]) {
            for (const kind of KINDS) {
                const points = voxelsOf(gl, library, teapot, size, { fill: 'thin', kind });
                expect(points.length === 4 * count, `${kind} ${size}: ${points.length / 4} voxels and not ${count}`);
                expectVoxels(library, points, teapot, size, 'thin', `${kind} ${size}`);
            }
        }
    });
}

async function soups(gl) {
    await withLibrary(gl, (library) => {
        const [small, large, far] = [crumbs(3000, 0.03, 0.95), crumbs(100, 1, 0.3), crumbs(200, 30, 0)];
        const onCenters = crumbs(300, 0.4, 0.6).map((at) => Math.round(at * 64) / 64); // of 32 columns: corners and edges meet centers
        for (const kind of KINDS) {
            for (const [name, soup, size] of [
                ['small', small, [97, 61, 33]], ['large', large, [33, 20, 40]], ['far', far, [40, 33, 20]],
                ['on centers', onCenters, [32, 32, 17]],
            ]) {
                const points = voxelsOf(gl, library, soup, size, { fill: 'thin', kind });
                expect(points.length > 400, `${name}: ${points.length / 4} voxels`);
                expectVoxels(library, points, soup, size, 'thin', `${name} triangles, ${kind}`);
            }
        }
    });
}

export const checks = { 'the teapot has the points of the paper': papersPoints, 'soups equal the reference': soups };
