// calls.mjs - what small calls of the library cost, with the page's state kept and without.  SPDX-License-Identifier: MIT
import { Histopyramid } from '/library/histopyramid.mjs';
import { bufferOf, cayley, medianOf, rendererOf, waitForBuffer } from './measure.mjs';

const SIDE = 64, VOLUME = 16, KEYS = 4096;

/** What each of the calls works on, and how often the library is called in it. */
async function workOf(keepState) {
    const gl = document.createElement('canvas').getContext('webgl2', { antialias: false });
    const library = await Histopyramid.create(gl, { keepState });
    const image = gl.createTexture(), volume = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, image);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R8, SIDE, SIDE);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, SIDE, SIDE, gl.RED, gl.UNSIGNED_BYTE, new Uint8Array(SIDE * SIDE).map((_, i) => (i % 7 ? 0 : 255)));
    gl.bindTexture(gl.TEXTURE_3D, volume);
    gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R32F, VOLUME, VOLUME, VOLUME);
    gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, 0, VOLUME, VOLUME, VOLUME, gl.RED, gl.FLOAT, cayley(VOLUME));
    const [points, corners, keys, sorted] = [16 * SIDE * SIDE, 24 * 30000, 4 * KEYS, 4 * KEYS].map((bytes) => bufferOf(gl, bytes));
    const size = { width: VOLUME, height: VOLUME, depth: VOLUME };
    const field = { texture: volume, target: gl.TEXTURE_3D, ...size, format: 'R32F' };
    const input = { texture: image, width: SIDE, height: SIDE, format: 'R8' };
    const pyramid = library.pyramid({ width: SIDE, height: SIDE }), isosurface = library.isosurface({ ...size, mesh: 'soup' });
    const lists = library.lists({ capacity: KEYS, operations: ['sort'] });
    const work = {
        'pyramid of 64x64: build, total, extract': [3, points, () => {
            pyramid.build(input, { threshold: 0.5 });
            pyramid.total();
            pyramid.extractBuffer(points);
        }],
        'isosurface of 16x16x16: build, counts': [2, corners, () => {
            isosurface.build(field, 0);
            isosurface.counts();
        }],
        'isosurface of 16x16x16: build, counts, extract': [3, corners, () => {
            isosurface.build(field, 0);
            isosurface.counts();
            isosurface.extract({ vertices: corners });
        }],
        'sort of 4096 keys': [1, sorted, () => lists.sort({ keys, sortedKeys: sorted, length: KEYS })],
    };
    return { gl, work };
}

/** Both in turns, so that what else the machine does slows both. */
export async function run() {
    const kept = await workOf(true), left = await workOf(false), results = [];
    for (const [name, [calls]] of Object.entries(kept.work)) {
        const times = [[], []];
        for (let round = 0; round < 203; round++)
            [kept, left].forEach(({ gl, work }, side) => {
                const [, buffer, call] = work[name];
                waitForBuffer(gl, buffer);
                const start = performance.now();
                call();
                waitForBuffer(gl, buffer);
                if (round > 2) times[side].push(performance.now() - start);
            });
        const [with_state, without] = times.map(medianOf);
        results.push({ work: name, calls, ms: with_state, ms_state_left: without, state_ms_a_call: (with_state - without) / calls });
    }
    return { renderer: rendererOf(kept.gl), results };
}
