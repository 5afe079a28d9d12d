// slider.mjs - the program of a surface and a slider in the README of the package for npm.  SPDX-License-Identifier: MIT
import { canvasOf, pixelsOf, runProgram } from '../readme.mjs';
import { expect } from '../webgl.mjs';

/** The twelve edges of a cell as pairs of its corners, whose bits are x, y and z; and of each of the six faces the corners around it. */
const EDGES = [0, 1, 2].flatMap((axis) => [...Array(8).keys()].filter((a) => !(a >> axis & 1)).map((a) => [a, a | 1 << axis]));
const FACES = [0, 1, 2].flatMap((axis) => [0, 1].map((side) => EDGES.flatMap(([a, b], i) => ((a >> axis & 1) === side && (b >> axis & 1) === side ? [i] : []))));

/** Triangles in a cell, without a table of cases: the surface crosses `n` edges in loops, and a loop of n edges is n - 2 triangles. Each face joins
 *  the two of its edges that are crossed. If all four are, it could join them in two ways: then null. */
function trianglesOf(inside) {
    const loop = EDGES.map((_, i) => i), crossed = EDGES.map(([a, b]) => inside[a] !== inside[b]);
    for (const face of FACES) {
        const [first, second, ...more] = face.filter((edge) => crossed[edge]);
        if (more.length) return null;
        if (second !== undefined) loop.forEach((name, i) => name === loop[second] && i !== second && (loop[i] = loop[first])), (loop[second] = loop[first]);
    }
    const own = loop.filter((_, i) => crossed[i]);
    return own.length - 2 * new Set(own).size;
}

function countTriangles(samples, side, isovalue) {
    let triangles = 0, unclear = 0;
    for (let z = 0; z < side - 1; z++)
        for (let y = 0; y < side - 1; y++)
            for (let x = 0; x < side - 1; x++) {
                const at = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => samples[x + (c & 1) + side * (y + (c >> 1 & 1) + side * (z + (c >> 2)))] >= isovalue);
                const own = trianglesOf(at);
                triangles += own ?? 0;
                unclear += own === null;
            }
    return { triangles, unclear };
}

/** There are as many triangles as JavaScript counts, and another picture, wherever the slider is. */
async function followsTheSlider() {
    const canvas = canvasOf(384, 384), slider = Object.assign(document.createElement('input'), { type: 'range', min: -1, max: 1, step: 0.05, value: 0.3 });
    Object.assign(canvas.style, { background: '#222' });
    const { gl, draw, library, samples, SIDE } = await runProgram('slider', 70, ['gl', 'draw', 'library', 'samples', 'SIDE'], { canvas, slider });
    let last = '';
    for (const value of [-0.9, -0.1, 0.6, 0.3]) {
        slider.value = value;
        slider.dispatchEvent(new Event('input'));
        const pixels = pixelsOf(canvas, canvas), lit = pixels.filter((_, i) => i % 4 === 3 && pixels[i] > 0).length;
        expect(lit > 10000 && String(pixels) !== last, `${value}: ${lit} pixels are drawn, as before`);
        last = String(pixels);
        const wanted = countTriangles(samples, SIDE, Math.fround(slider.valueAsNumber)), triangles = draw();
        expect(wanted.unclear === 0, `${value}: ${wanted.unclear} cells may have more than one count`);
        expect(wanted.triangles > 5000 && triangles === wanted.triangles, `${value}: ${triangles} triangles, expected ${wanted.triangles}`);
    }
    expect(gl.getError() === gl.NO_ERROR, 'WebGL has an error');
    library.destroy();
}

export const checks = { 'the program of the README follows its slider': followsTheSlider };
