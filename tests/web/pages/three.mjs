// three.mjs - the program in the README of the package for npm, with the package as npm installs it.  SPDX-License-Identifier: MIT
import { expect } from '../webgl.mjs';

async function programOfReadme() {
    const text = await (await fetch('/node_modules/histopyramid/README.md')).text();
    const program = text.split('```js\n').map((part) => part.split('```')[0]).find((part) => part.includes("from 'three'"));
    expect(program, 'the README has no program with three.js');
    return program;
}

/** The points that are drawn are the bright pixels. */
async function drawsThePixels() {
    const program = await programOfReadme();
    expect(program.trim().split('\n').length <= 60, `the program has ${program.trim().split('\n').length} lines`);
    globalThis.canvas = document.createElement('canvas');
    document.body.append(canvas);
    const source = `${program}\nexport { gl, pixels, count, library, WIDTH, HEIGHT };`;
    const { gl, pixels, count, library, WIDTH, HEIGHT } = await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
    const wanted = pixels.reduce((sum, value) => sum + (value ? 1 : 0), 0);
    expect(wanted > 1000 && count === wanted, `${count} points, expected ${wanted}`);
    const picture = document.createElement('canvas');
    picture.width = WIDTH;
    picture.height = HEIGHT;
    const flat = picture.getContext('2d', { willReadFrequently: true });
    flat.drawImage(canvas, 0, 0);
    const { data } = flat.getImageData(0, 0, WIDTH, HEIGHT);
    for (let y = 0; y < HEIGHT; y++)
        for (let x = 0; x < WIDTH; x++) {
            const lit = data[4 * ((HEIGHT - 1 - y) * WIDTH + x)] > 128;
            expect(lit === pixels[y * WIDTH + x] > 0, `pixel ${x}, ${y} is ${lit ? 'lit' : 'dark'}`);
        }
    expect(gl.getError() === gl.NO_ERROR, 'WebGL has an error');
    library.destroy();
}

export const checks = { 'the program of the README draws its points': drawsThePixels };
