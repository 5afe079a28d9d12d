// readme.mjs - runs a program of the README of the package for npm, with the package as npm installs it.  SPDX-License-Identifier: MIT
import { expect } from './webgl.mjs';

/** Runs the program that has `words`, with these globals, and returns those of its names. It has at most `most` lines. */
export async function runProgram(words, most, names, globals) {
    const text = await (await fetch('/node_modules/histopyramid/README.md')).text();
    const program = text.split('```js\n').map((part) => part.split('```')[0]).find((part) => part.includes(words));
    expect(program, `the README has no program with ${words}`);
    const lines = program.trim().split('\n').length;
    expect(lines <= most, `the program has ${lines} lines`);
    Object.assign(globalThis, globals);
    return import(URL.createObjectURL(new Blob([`${program}\nexport { ${names} };`], { type: 'text/javascript' })));
}

/** The pixels of a canvas, RGBA, the upper row first. */
export function pixelsOf({ width, height }, picture) {
    const copy = Object.assign(document.createElement('canvas'), { width, height }), flat = copy.getContext('2d', { willReadFrequently: true });
    flat.drawImage(picture, 0, 0);
    return flat.getImageData(0, 0, width, height).data;
}

/** A canvas of this size at the upper left corner of the page, over those before. */
export function canvasOf(width, height) {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    Object.assign(canvas.style, { position: 'fixed', left: 0, top: 0 });
    document.body.append(canvas);
    return canvas;
}
