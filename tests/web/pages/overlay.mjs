// overlay.mjs - the program over a picture in the README of the package for npm.  SPDX-License-Identifier: MIT
import { canvasOf, pixelsOf, runProgram } from '../readme.mjs';
import { expect } from '../webgl.mjs';

/** What is marked is what JavaScript finds in the same pixels. */
async function marksTheBrightPixels() {
    const photo = new Image(), picture = canvasOf(384, 384);
    photo.src = '/assets/photos/galaxies.jpg';
    await photo.decode();
    picture.getContext('2d').drawImage(photo, 0, 0);
    const seen = pixelsOf(picture, picture), canvas = canvasOf(1, 1);
    const { gl, mark, library } = await runProgram('hpyr_point_at', 70, ['gl', 'mark', 'library'], { canvas, picture });
    for (const threshold of [0, 0.2, 0.5, 0.8, 0.3]) {
        const count = await mark(threshold), marked = pixelsOf(canvas, canvas);
        let wanted = 0;
        for (let i = 0; i < seen.length; i += 4) {
            const isBright = seen[i + 1] / 255 >= threshold;
            wanted += isBright;
            expect(marked[i + 3] > 0 === isBright, `${threshold}: pixel ${i / 4 % 384}, ${Math.floor(i / 4 / 384)} is ${isBright ? 'not ' : ''}marked`);
        }
        expect(count === wanted && wanted > 100, `${threshold}: ${count} pixels, expected ${wanted}`);
    }
    expect(gl.getError() === gl.NO_ERROR, 'WebGL has an error');
    library.destroy();
}

export const checks = { 'the program of the README marks the bright pixels': marksTheBrightPixels };
