// lost.mjs - a context that is lost and comes back, two contexts beside each other, and memory over many calls.  SPDX-License-Identifier: MIT
import { ask, open } from '../oracle.mjs';
import { createContext, expect, expectEqual } from '../webgl.mjs';

const SIDE = 40;

function upload(gl) {
    const counts = new Uint32Array(SIDE * SIDE).map((_, i) => (i % 7 === 0 ? 2 : 0)), texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32UI, SIDE, SIDE);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, SIDE, SIDE, gl.RED_INTEGER, gl.UNSIGNED_INT, counts);
    return { counts, input: { texture, width: SIDE, height: SIDE, format: 'R32UI' } };
}

function check(gl, library) {
    const { counts, input } = upload(gl), pyramid = library.pyramid({ width: SIDE, height: SIDE });
    pyramid.buildCounts(input);
    expectEqual(pyramid.download(), ask(library, 'points', counts, SIDE, SIDE, 1, 1, 1), 'points');
    return pyramid;
}

/** Resolves when the event is over: only then a browser allows to restore what was lost. */
const event = (target, name) =>
    new Promise((resolve) => target.addEventListener(name, () => setTimeout(resolve), { once: true }));

async function lostAndRestored() {
    const gl = createContext(), { canvas } = gl, loss = gl.getExtension('WEBGL_lose_context');
    canvas.addEventListener('webglcontextlost', (e) => e.preventDefault());
    const { library } = await open(gl), pyramid = check(gl, library), lost = event(canvas, 'webglcontextlost');
    loss.loseContext();
    await lost;
    for (const call of [() => pyramid.total(), () => library.pyramid({ width: 4, height: 4 }), () => pyramid.download()]) {
        let refused = null;
        try {
            call();
        } catch (error) {
            refused = error;
        }
        expect(refused?.result === 'NO_CONTEXT', `${refused} is no NO_CONTEXT`);
    }
    pyramid.destroy();
    library.destroy();
    const restored = event(canvas, 'webglcontextrestored');
    loss.restoreContext();
    await restored;
    gl.getExtension('EXT_color_buffer_float');
    const again = await open(gl);
    check(gl, again.library);
    again.library.destroy();
}

/** Each context has objects of its own, and they may be used in turns. */
async function twoContexts() {
    const first = createContext(), second = createContext();
    const one = await open(first), two = await open(second);
    const a = check(first, one.library), b = check(second, two.library);
    expect(a.total() === b.total(), 'totals differ');
    one.library.destroy();
    const points = b.download();
    const key = points.findIndex((_, i) => i % 4 === 0 && points[i] === 7 && points[i + 1] === 0) / 4;
    expectEqual(b.rank(new Uint32Array([7, 0, 0, 0])), new Uint32Array([key]), 'rank');
    two.library.destroy();
}

/** Numbers of objects, and memory, do not grow with calls. */
async function nothingGrows(gl) {
    const { library } = await open(gl), { input } = upload(gl), { GL } = library.calls.module;
    const pyramid = library.pyramid({ width: SIDE, height: SIDE });
    const size = () => GL.counter + library.calls.module.HEAPU8.length;
    const turn = () => {
        pyramid.buildCounts(input);
        pyramid.total();
        pyramid.download({ count: 5 });
    };
    for (let i = 0; i < 5; i++) turn();
    const before = size();
    for (let i = 0; i < 60; i++) turn();
    expect(size() === before, `${size() - before} more than before`);
    expect(library.calls.names.held.size === 1, `${library.calls.names.held.size} objects are held, expected the input`);
    library.destroy();
    expect(library.calls.names.held.size === 0, 'objects are held after the end');
}

export const checks = {
    'a lost context is told, and comes back': lostAndRestored,
    'contexts beside each other': twoContexts,
    'nothing grows': nothingGrows,
};
