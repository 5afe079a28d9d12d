// pictures.mjs - the page's pictures beside those of the native demos.  SPDX-License-Identifier: MIT
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const TELL = ['--repeat', '1', '--json', '-'];

/** Differences of two PNG files, within `clip` { x, y, width, height } of the first and `other` of the second: means over all pixels and
 *  channels, of 255. Both become half as large first, since edges are smoothed otherwise. `flat` is how much the second picture differs
 *  from its own mean color: what a blank page would have. Runs in a page. */
async function compare([first, second, clip, other]) {
    async function pixelsOf(data, part) {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const { x = 0, y = 0, width = image.width, height = image.height } = part ?? {};
        const canvas = new OffscreenCanvas(width >> 1, height >> 1), context = canvas.getContext('2d', { willReadFrequently: true });
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
        return { width, height, data: context.getImageData(0, 0, canvas.width, canvas.height).data };
    }
    const a = await pixelsOf(first, clip), b = await pixelsOf(second, other);
    if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width}x${a.height} beside ${b.width}x${b.height} pixels`);
    const mean = [0, 1, 2, 3].map((channel) => b.data.reduce((sum, value, i) => sum + (i % 4 === channel ? value : 0), 0) * 4 / b.data.length);
    let difference = 0, flat = 0;
    for (let i = 0; i < a.data.length; i++) {
        if (i % 4 === 3) continue;
        difference += Math.abs(a.data[i] - b.data[i]);
        flat += Math.abs(b.data[i] - mean[i % 4]);
    }
    const count = a.data.length / 4 * 3;
    return { difference: difference / count, flat: flat / count };
}

/** Draws pictures by the native demos in `programs` and keeps all pictures in `folder`. */
export class Pictures {
    constructor(programs, folder) {
        Object.assign(this, { programs, folder });
        mkdirSync(folder, { recursive: true });
    }

    async run(program, options) {
        const path = join(this.programs, program);
        if (!existsSync(path)) throw new Error(`there is no ${path}; the native demos must be built first`);
        return promisify(execFile)(path, ['--headless', ...options]);
    }

    /** What a native demo tells of a run. */
    async results(program, options) {
        return JSON.parse((await this.run(program, [...options, ...TELL])).stdout);
    }

    /** The picture of a native demo; and what it tells of that run, if it `tells`. */
    async native(program, options, tells) {
        const file = join(this.folder, `${program}_native.png`);
        const { stdout } = await this.run(program, [...options, '--screenshot', file, ...(tells ? TELL : [])]);
        return { png: readFileSync(file), results: tells && JSON.parse(stdout) };
    }

    /** A file of these bytes, for a native demo to read. */
    file(name, bytes) {
        const path = join(this.folder, name);
        writeFileSync(path, bytes);
        return path;
    }

    keep(name, picture) {
        writeFileSync(join(this.folder, `${name}_page.png`), picture);
        return picture;
    }

    /** Throws unless two pictures differ by less than `part` of what a blank one would. */
    async expectAlike(visitor, name, picture, native, { part = 0.1, clip, nativeClip } = {}) {
        const data = [picture, native].map((png) => png.toString('base64'));
        const { difference, flat } = await visitor.run(compare, [...data, clip, nativeClip]);
        const words = `${name}: the pictures differ by ${difference.toFixed(2)} of 255, a blank one would by ${flat.toFixed(2)}`;
        if (!(flat > 3) || !(difference < part * flat)) throw new Error(words);
        return words;
    }
}
