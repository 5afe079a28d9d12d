// late.mjs - calls that do not wait for the browser's compiler throw NOT_READY, and get there.  SPDX-License-Identifier: MIT
import { Histopyramid } from '/library/histopyramid.mjs';
import { ask, buffer, fetch } from '../oracle.mjs';
import { expect, expectEqual, expectError, seeded } from '../webgl.mjs';

/** Probes read what the GPU has not drawn yet. Chromium tells it, if it was so. */
export const usual = ['GPU stall due to ReadPixels'];

const SIDE = 60;

async function openLate(gl) {
    const messages = [];
    const library = await Histopyramid.create(gl, { compileWait: false, log: (level, text) => level !== 'info' && messages.push(`${level}: ${text}`) });
    return { library, messages };
}

function pictureOf(gl) {
    const random = seeded(5), texels = new Uint32Array(SIDE * SIDE).map(() => ((random() >>> 16) % 3 ? 0 : 1)), texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32UI, SIDE, SIDE);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, SIDE, SIDE, gl.RED_INTEGER, gl.UNSIGNED_INT, texels);
    return { texels, input: { texture, width: SIDE, height: SIDE, format: 'R32UI' } };
}

function resultOf(use) {
    try {
        return use() ?? 'OK';
    } catch (error) {
        return error.result;
    }
}

async function listsGetThere(gl) {
    const { library, messages } = await openLate(gl), { texels, input } = pictureOf(gl);
    const pyramid = library.pyramid({ width: SIDE, height: SIDE, layout: 'line' });
    expect(library.ready, 'something is compiled, and nothing was asked for');
    expect(resultOf(() => pyramid.build(input)) === 'NOT_READY', 'the first build waited');
    expect(resultOf(() => pyramid.total()) === 'NOT_BUILT', 'a build that was not ready has a total');
    await library.whenReady(() => pyramid.build(input));
    const points = await library.whenReady(() => pyramid.download());
    expectEqual(points, ask(library, 'points', texels, SIDE, SIDE, 1, 1, 2), 'points');
    expect(resultOf(() => pyramid.build(input)) === 'OK', 'a build with programs that are there is not ready');
    expect(messages.length === 1 && /not built/.test(messages[0]), messages.join('; '));
    library.destroy();
    expectError(gl);
}

/** Keys and values are sorted in their places, however often the call is made. */
async function sortsInPlaceGetThere(gl) {
    const { library, messages } = await openLate(gl), count = 1000, random = seeded(6);
    const numbers = new Uint32Array(count).map(() => random()), keys = buffer(gl, numbers), values = buffer(gl, numbers);
    const lists = await library.whenReady(() => library.lists({ capacity: count, operations: ['sort'] }));
    await library.whenReady(() => lists.sort({ keys, values, sortedKeys: keys, sortedValues: values, length: count }));
    const wanted = numbers.slice().sort();
    expectEqual(fetch(gl, keys, Uint32Array, count), wanted, 'keys');
    expectEqual(fetch(gl, values, Uint32Array, count), wanted, 'values');
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
    expectError(gl);
}

async function failuresReject(gl) {
    const { library } = await openLate(gl), { input } = pictureOf(gl);
    const pyramid = library.pyramid({ width: SIDE, height: SIDE });
    const told = (use) => library.whenReady(use).then(() => 'OK', (error) => error.result);
    expect((await told(() => pyramid.build(input, { glsl: 'HPYR_UINT hpyr_count_at(ivec3 cell) { return nothing_like_it; }' }))) === 'SHADER', 'a shader that does not compile');
    expect((await told(() => pyramid.build({ ...input, width: 3 }))) === 'TEXTURE', 'a texture of another size');
    library.destroy();
    expect(resultOf(() => library.ready) === 'INVALID_ARGUMENT', 'a library that is destroyed is ready');
    expectError(gl);
}

export const checks = {
    'lists get there': listsGetThere,
    'sorts in place get there': sortsInPlaceGetThere,
    'failures reject': failuresReject,
};
