// three.mjs - the program with three.js in the README of the package for npm.  SPDX-License-Identifier: MIT
import { canvasOf, pixelsOf, runProgram } from '../readme.mjs';
import { expect } from '../webgl.mjs';

/** The points that are drawn are the bright pixels. */
async function drawsThePixels() {
    const canvas = canvasOf(300, 150);
    const { gl, pixels, count, library, WIDTH, HEIGHT } = await runProgram("from 'three'", 60, ['gl', 'pixels', 'count', 'library', 'WIDTH', 'HEIGHT'], { canvas });
    const wanted = pixels.reduce((sum, value) => sum + (value ? 1 : 0), 0);
    expect(wanted > 1000 && count === wanted, `${count} points, expected ${wanted}`);
    const data = pixelsOf({ width: WIDTH, height: HEIGHT }, canvas);
    for (let y = 0; y < HEIGHT; y++)
        for (let x = 0; x < WIDTH; x++) {
            const lit = data[4 * ((HEIGHT - 1 - y) * WIDTH + x)] > 128;
            expect(lit === pixels[y * WIDTH + x] > 0, `pixel ${x}, ${y} is ${lit ? 'lit' : 'dark'}`);
        }
    expect(gl.getError() === gl.NO_ERROR, 'WebGL has an error');
    library.destroy();
}

export const checks = { 'the program of the README draws its points': drawsThePixels };
